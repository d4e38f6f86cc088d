"""All files together make a dataset, or every fault of every file is told, and no fault for the fault of another."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from locdata_build.check.dataset import check_sources
from locdata_build.check.shapes import canonical, check_shapes
from locdata_build.read.sources import read_sources
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.faults import SourceError
from support.dataset import COUNTRY, ERP, country, faults, load, obligation, reordered, whole, write

NOT_JSON = "must be JSON, but is not: line 1, column 2: Expecting property name enclosed in double quotes [not-json]"


def stamp(text: str) -> dt.datetime:
    """A UTC time."""
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def test_dataset_is_sorted_by_ids(tmp_path: Path) -> None:
    files = whole()
    files["countries/de.json"] = country("de", "Germany")
    connector = files["connectors.json"]["connectors"][0]
    files["connectors.json"]["connectors"] = [
        {**connector, "erp": "erp_id_02", "provider": "A"},
        {**connector, "erp": "erp_id_01", "provider": "C"},
        {**connector, "erp": "erp_id_01", "provider": "b"},
    ]

    dataset = load(tmp_path, files)

    assert [erp.id for erp in dataset.erps] == ["erp_id_01", "erp_id_02"]
    assert [country.code for country in dataset.countries] == ["de", "fr"]
    assert [(note.erp, note.provider) for note in dataset.connectors] == [
        ("erp_id_01", "b"),
        ("erp_id_01", "C"),
        ("erp_id_02", "A"),
    ]


def test_dataset_holds_the_settings_of_the_site(tmp_path: Path) -> None:
    dataset = load(tmp_path)

    assert dataset.site.base_url == "https://data.example"
    assert dataset.site.generated_at == stamp("2026-11-21T00:00:00")
    assert dataset.sponsors_notice == "Sponsored content is apart."
    assert [item.id for item in dataset.news] == ["n1"]


def test_settings_given_take_the_place_of_those_of_the_site(tmp_path: Path) -> None:
    sources = read_sources(write(tmp_path, whole()), "data")

    dataset = check_sources(sources, base_url="https://other.example", generated_at=stamp("2027-01-01T12:00:00"))

    assert dataset.site.base_url == "https://other.example"
    assert dataset.site.generated_at == stamp("2027-01-01T12:00:00")


def test_faults_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    files: dict[str, Any] = {**whole(), "countries/de.json": country("de", "Germany")}
    files["site.json"]["version"] = "1"
    files[ERP]["id"] = "erp_id_09"
    files["erps/erp_id_02.json"]["vendor"] = "=1"
    files[COUNTRY] = b"\xff"
    files["countries/de.json"]["e_invoicing"]["erp_support"].pop()
    files["countries/de.json"]["obligations"]["saft"] = obligation("none", "2026-01-01")
    files["connectors.json"] = reordered(files["connectors.json"])
    del files["news.json"]["news"][0]["title"]
    files["sponsors.json"] = b'{"notice": "A", "notice": "B"}'

    with pytest.raises(SourceError) as caught:
        load(tmp_path, files)

    assert str(caught.value).splitlines() == [
        "data/connectors.json: $: must be in canonical format, but is not: the command 'format' rewrites it [format]",
        (
            "data/countries/de.json: $.obligations.saft.phases: must be empty where the status is 'none', but is not "
            "[phase-status]"
        ),
        (
            "data/countries/de.json: $.e_invoicing.erp_support: must hold an entry for every ERP product, "
            "but 'erp_id_02' is missing [matrix-gap]"
        ),
        "data/countries/fr.json: $: must be UTF-8, but byte 0 is 0xff [not-utf8]",
        "data/erps/erp_id_01.json: $.id: must be the name of the file, 'erp_id_01', but is 'erp_id_09' [file-name]",
        "data/erps/erp_id_02.json: $.vendor: must not start like a spreadsheet formula, but starts with '=' [formula]",
        "data/news.json: $.news[0].title: must be present, but is missing [missing-field]",
        'data/site.json: $.version: must be: Semantic version, such as 1.0.0; but is "1" [wrong-pattern]',
        "data/sponsors.json: $.notice: must be given once in its object, but is given twice or more [duplicate-key]",
        "9 faults",
    ]


def test_faults_of_the_folder_are_told_with_those_of_the_files(tmp_path: Path) -> None:
    files: dict[str, Any] = {**whole(), "countries/notes.txt": b"", COUNTRY: b"{", "connectors.json/old.json": b"{}"}
    del files["site.json"], files["connectors.json"]
    files[ERP]["vendor"] = "=1"
    del files["news.json"]["news"][0]["title"]

    assert faults(tmp_path, files) == [
        "data/connectors.json: $: must be a file, but is a folder [missing-file]",
        f"data/countries/fr.json: $: {NOT_JSON}",
        (
            "data/countries/notes.txt: $: must not be here: it is no source file (these end in .json, in lower case) "
            "[unexpected-file]"
        ),
        "data/erps/erp_id_01.json: $.vendor: must not start like a spreadsheet formula, but starts with '=' [formula]",
        "data/news.json: $.news[0].title: must be present, but is missing [missing-field]",
        "data/site.json: $: must be a file, but there is none [missing-file]",
    ]


@pytest.mark.parametrize("place", ["site.json", COUNTRY, "connectors.json", "news.json", "sponsors.json"])
def test_folder_in_the_place_of_a_file_causes_no_fault_elsewhere(tmp_path: Path, place: str) -> None:
    files = whole()
    del files[place]

    assert faults(tmp_path, {**files, f"{place}/old.json": b"{}"}) == [
        f"data/{place}: $: must be a file, but is a folder [missing-file]",
    ]


def test_folder_in_the_place_of_an_erp_causes_no_fault_elsewhere(tmp_path: Path) -> None:
    files = whole()
    del files[ERP]

    assert faults(tmp_path, {**files, f"{ERP}/old.json": b"{}"}) == [
        "data/erps/erp_id_01.json: $: must be a file, but is a folder [missing-file]",
    ]


def test_missing_folder_of_erps_causes_no_fault_elsewhere(tmp_path: Path) -> None:
    files = whole()
    del files[ERP], files["erps/erp_id_02.json"]

    assert faults(tmp_path, files) == [
        "data/erps: $: must be a folder with source files, but is not [missing-folder]",
    ]


def test_missing_folder_of_countries_causes_no_fault_elsewhere(tmp_path: Path) -> None:
    files = whole()
    del files[COUNTRY]

    assert faults(tmp_path, files) == [
        "data/countries: $: must be a folder with source files, but is not [missing-folder]",
    ]


@pytest.mark.parametrize("place", whole())
def test_file_that_is_no_json_causes_no_fault_elsewhere(tmp_path: Path, place: str) -> None:
    assert faults(tmp_path, {**whole(), place: b"{"}) == [f"data/{place}: $: {NOT_JSON}"]


@pytest.mark.parametrize("place", whole())
def test_file_of_another_shape_causes_no_fault_elsewhere(tmp_path: Path, place: str) -> None:
    assert faults(tmp_path, {**whole(), place: b"[]\n"}) == [
        f"data/{place}: $: must be an object, but is [] [wrong-type]",
    ]


@pytest.mark.parametrize("place", whole())
def test_file_in_another_format_causes_no_fault_elsewhere(tmp_path: Path, place: str) -> None:
    files = whole()

    assert faults(tmp_path, {**files, place: reordered(files[place])}) == [
        f"data/{place}: $: must be in canonical format, but is not: the command 'format' rewrites it [format]",
    ]


def test_settings_that_cannot_be_read_leave_regions_and_dates_unjudged(tmp_path: Path) -> None:
    files = whole()
    files["site.json"] = b"{"
    files[COUNTRY]["region"] = "Region 2"
    files[COUNTRY]["facts"]["vat"]["provenance"]["last_checked"] = "2099-01-01"
    files["news.json"]["news"][0] |= {"date": "2099-01-01", "first_seen": "2099-01-01T00:00:00Z"}

    assert faults(tmp_path, files) == [f"data/site.json: $: {NOT_JSON}"]


def test_time_given_before_the_release_is_one_fault_beside_all_others(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["region"] = "Elsewhere"
    sources = read_sources(write(tmp_path, files), "data")

    with pytest.raises(SourceError) as caught:
        check_sources(sources, generated_at=stamp("2026-11-20T23:59:59"))

    assert [str(fault) for fault in caught.value.faults] == [
        "data/countries/fr.json: $.region: must be a region of site.json, but is 'Elsewhere' [unknown-region]",
        (
            "data/site.json: $.generated_at: must not lie after the time of the build, 2026-11-20T23:59:59Z, "
            "but is 2026-11-21T00:00:00Z [future-date]"
        ),
    ]


def test_time_given_allows_dates_that_the_release_does_not(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["facts"]["vat"]["provenance"]["last_checked"] = "2026-12-24"
    files["news.json"]["news"][0] |= {"date": "2026-12-24", "first_seen": "2026-12-24T18:00:00Z"}
    sources = read_sources(write(tmp_path, files), "data")

    dataset = check_sources(sources, generated_at=stamp("2026-12-24T18:00:00"))

    assert dataset.news[0].first_seen == stamp("2026-12-24T18:00:00")


def test_phase_may_lie_in_the_future(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["saft"] = obligation("enacted", "2099-01-01")

    assert faults(tmp_path, files) == []


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(reordered(whole()[COUNTRY]), id="keys in another order"),
        pytest.param(json.dumps(whole()[COUNTRY], ensure_ascii=False).encode(), id="all in one line"),
        pytest.param(
            json.dumps(whole()[COUNTRY], ensure_ascii=False, indent=4).encode() + b"\n", id="indented by four"
        ),
        pytest.param(json.dumps(whole()[COUNTRY], indent=2).encode() + b"\n", id="escaped letters"),
        pytest.param(encode_json(whole()[COUNTRY]).rstrip(), id="no line end at the end"),
        pytest.param(encode_json(whole()[COUNTRY]) + b"\n", id="empty line at the end"),
        pytest.param(encode_json(whole()[COUNTRY]).replace(b"\n", b"\r\n"), id="line ends of Windows"),
    ],
)
def test_file_in_another_format_is_refused_and_its_canonical_form_is_not(tmp_path: Path, raw: bytes) -> None:
    message = "must be in canonical format, but is not: the command 'format' rewrites it [format]"
    assert faults(tmp_path, {**whole(), COUNTRY: raw}) == [f"data/countries/fr.json: $: {message}"]

    checked, found = check_shapes(read_sources(tmp_path, "data"))

    assert found == []
    assert {each.file.place: canonical(each.record) for each in checked if each.record}[COUNTRY] == encode_json(
        whole()[COUNTRY]
    )


def test_key_of_an_erp_is_given_once(tmp_path: Path) -> None:
    files = whole()
    files["erps/erp_id_02.json"]["key"] = "erp_key_01"

    assert faults(tmp_path, files) == [
        (
            "data/erps/erp_id_02.json: $.key: must differ from all others, "
            "but 'erp_key_01' is that of data/erps/erp_id_01.json too [duplicate]"
        )
    ]


def test_localization_label_of_an_erp_is_given_once(tmp_path: Path) -> None:
    files = whole()
    files["erps/erp_id_02.json"]["localization_label"] = "Product 1 localization"

    assert faults(tmp_path, files) == [
        (
            "data/erps/erp_id_02.json: $.localization_label: must differ from all others, "
            "but 'Product 1 localization' is that of data/erps/erp_id_01.json too [duplicate]"
        )
    ]


def test_countries_have_addresses_of_their_own(tmp_path: Path) -> None:
    files: dict[str, Any] = {**whole(), "countries/re.json": country("re", "Fránce")}

    assert faults(tmp_path, files) == [
        (
            "data/countries/re.json: $.name: must differ from all others, "
            "but 'france' is that of data/countries/fr.json too [duplicate]"
        )
    ]


def test_countries_have_tiles_of_their_own_on_the_map(tmp_path: Path) -> None:
    files: dict[str, Any] = {**whole(), "countries/de.json": country("de", "Germany")}
    files["countries/de.json"]["map_tile"] = {"column": 5, "row": 7}
    files[COUNTRY]["map_tile"] = {"column": 5, "row": 7}

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.map_tile: must differ from all others, "
            "but 'column 5, row 7' is that of data/countries/de.json too [duplicate]"
        )
    ]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"column": 6, "row": 7}, id="beside it"),
        pytest.param({"column": 5, "row": 8}, id="below it"),
        pytest.param({"column": 7, "row": 5}, id="numbers swapped"),
    ],
)
def test_tile_may_share_a_column_or_a_row_with_another(tmp_path: Path, other: dict[str, int]) -> None:
    files: dict[str, Any] = {**whole(), "countries/de.json": country("de", "Germany")}
    files["countries/de.json"]["map_tile"] = {"column": 5, "row": 7}
    files[COUNTRY]["map_tile"] = other

    assert faults(tmp_path, files) == []
