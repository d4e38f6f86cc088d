"""All files together make a dataset, or every issue is reported, and a broken file causes no issue in other files."""

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.data.dataset import Checker, check_sources
from locdata_build.data.errors import SourceError
from locdata_build.data.files import Dataset
from locdata_build.data.reading import Sources, read_sources
from support.dataset import COUNTRY, ERP, Files, changed, issues, load, whole, with_check, write
from support.records import cited, country, fact, obligation, release
from support.values import reordered

SECOND_ERP = "erps/erp_id_02.json"
NOT_JSON = "must be JSON: line 1, column 2: Expecting property name enclosed in double quotes [not-json]"
NOT_CANONICAL = "must be in canonical format: the command 'format' rewrites it [format]"
NO_FOLDER = "must be an existing folder [missing-folder]"


def test_whole_set_has_no_issues(tmp_path: Path) -> None:
    assert issues(tmp_path, whole()) == []


def test_countries_are_sorted_by_code_and_the_newest_release_is_first(tmp_path: Path) -> None:
    versions = ["1.2.3", "1.1.10", "1.1.9", "0.9.0"]
    releases = {f"releases/{version}.json": release(version) for version in sorted(versions)}
    dataset = load(tmp_path, {**whole(), **releases, "countries/de.json": country("de", "Germany")})

    assert [country.code for country in dataset.countries] == ["de", "fr"]
    assert [each.version for each in dataset.releases] == versions


def test_requested_settings_replace_those_of_the_site(tmp_path: Path) -> None:
    sources = read_sources(write(tmp_path, whole()), "data")
    time = dt.datetime(2027, 1, 1, 12, tzinfo=dt.UTC)

    dataset = check_sources(sources, base_url="https://other.example", generated_at=time)

    assert (dataset.site.base_url, dataset.site.generated_at) == ("https://other.example", time)
    assert dataset.released_at == dt.datetime(2026, 11, 21, tzinfo=dt.UTC)


def test_issues_of_all_files_are_reported_at_once(tmp_path: Path) -> None:
    files = {**whole(), "countries/de.json": country("de", "Germany"), "countries/notes.txt": b""}
    files["site.json"]["version"] = "1"
    files[ERP]["id"] = "erp_id_09"
    files[SECOND_ERP]["vendor"] = "=1"
    files[COUNTRY] = b"\xff"
    files["countries/de.json"]["e_invoicing"]["erp_support"].pop()
    files["countries/de.json"]["obligations"]["saft"] = obligation("none", "2026-01-01")
    files["connectors.json"] = reordered(cited(files["connectors.json"]))
    files["sponsors.json"] = b'{"notice": "A", "notice": "B"}'
    del files["news.json"]

    with pytest.raises(SourceError) as caught:
        load(tmp_path, files)

    assert str(caught.value).splitlines() == [
        f"data/connectors.json: $: {NOT_CANONICAL}",
        "data/countries/de.json: $.obligations.saft.phases: must be empty if the status is 'none' [phase-status]",
        (
            "data/countries/de.json: $.e_invoicing.erp_support: must have an entry for every ERP product, "
            "and lacks 'erp_id_02' [matrix-gap]"
        ),
        "data/countries/fr.json: $: must be UTF-8, got 0xff at byte 0 [not-utf8]",
        (
            "data/countries/notes.txt: $: must not be here: it is not a source file (these end in .json, in lower case) "
            "[unexpected-file]"
        ),
        "data/erps/erp_id_01.json: $.id: must be the name of the file, 'erp_id_01', got 'erp_id_09' [file-name]",
        "data/erps/erp_id_02.json: $.vendor: must not begin like a spreadsheet formula, also after a semicolon, got '=' [formula]",
        "data/news.json: $: must be an existing regular file [missing-file]",
        'data/site.json: $.version: must be: Semantic version, such as 1.0.0, got "1" [wrong-pattern]',
        "data/sponsors.json: $.notice: must not appear twice in its object [duplicate-key]",
        "10 issues",
    ]


@pytest.mark.parametrize("file", [*whole()])
@pytest.mark.parametrize(("raw", "issue"), [(b"{", NOT_JSON), (b"[]\n", "must be an object, got [] [wrong-type]")])
def test_broken_file_causes_no_issue_elsewhere(tmp_path: Path, file: str, raw: bytes, issue: str) -> None:
    assert issues(tmp_path, {**whole(), file: raw}) == [f"data/{file}: $: {issue}"]


@pytest.mark.parametrize("file", [*whole()])
def test_file_in_another_format_causes_no_issue_elsewhere(tmp_path: Path, file: str) -> None:
    assert issues(tmp_path, {**whole(), file: reordered(cited(whole()[file]))}) == [f"data/{file}: $: {NOT_CANONICAL}"]


@pytest.mark.parametrize(("folder", "missing"), [("erps", [ERP, SECOND_ERP]), ("countries", [COUNTRY])])
def test_missing_folder_causes_no_issue_elsewhere(tmp_path: Path, folder: str, missing: list[str]) -> None:
    files = {file: value for file, value in whole().items() if file not in missing}

    assert issues(tmp_path, files) == [f"data/{folder}: $: {NO_FOLDER}"]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(changed(COUNTRY, "$.region", "Region 2"), id="region"),
        pytest.param(with_check("2099-01-01"), id="check"),
        pytest.param(changed("news.json", "$.news[0].date", "2099-01-01"), id="news"),
        pytest.param({**whole(), "releases/9.0.0.json": release("9.0.0")}, id="release"),
    ],
)
def test_rules_that_need_the_settings_do_not_apply_without_them(tmp_path: Path, files: Files) -> None:
    assert issues(tmp_path, {**files, "site.json": b"{"}) == [f"data/site.json: $: {NOT_JSON}"]


def test_rules_apply_to_the_records_of_a_file_of_another_shape(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.partners[0].erp", "erp_id_03")
    del files[COUNTRY]["name"], files[COUNTRY]["e_invoicing"]["mandate"]["scope"]
    files[COUNTRY]["e_invoicing"]["erp_support"][1]["notes"] = "Not known."

    assert issues(tmp_path, files) == [
        "data/countries/fr.json: $.e_invoicing.mandate.scope: must be present [missing-field]",
        "data/countries/fr.json: $.name: must be present [missing-field]",
        (
            "data/countries/fr.json: $.e_invoicing.erp_support[1].notes: must cite a source; if nothing is "
            "known, cite the page that was consulted [no-source]"
        ),
        (
            "data/countries/fr.json: $.partners[0].erp: must be an ERP product that has a file, "
            "got 'erp_id_03' (did you mean 'erp_id_02'?) [unknown-erp]"
        ),
    ]


# A repeated check

GERMANY = "countries/de.json"


def edited() -> dict[str, Files]:
    """Edits of one file after the other, most of which other files depend on, by what they change."""
    first = {**whole(), GERMANY: cited(country("de", "Germany"))}
    refused = "refused_sources.json"
    text = {**first, COUNTRY: changed(COUNTRY, "$.facts.vat", fact("Standard rate 21%."))[COUNTRY]}
    source = {**text, GERMANY: json.loads(json.dumps(text[GERMANY]).replace("https://", "https://other."))}
    return {
        "nothing": first,
        "text": text,
        "text with an issue": {**text, GERMANY: {**text[GERMANY], "name": "=1"}},
        "source that another file also has": source,
        "regions": {**text, "site.json": changed("site.json", "$.regions", ["Elsewhere"])["site.json"]},
        "ERP product": {file: value for file, value in text.items() if file != SECOND_ERP},
        "refused sources": {**text, refused: changed(refused, "$.refused[0].pattern", "tax.example")[refused]},
        "newest check": {**text, COUNTRY: with_check("2026-11-30")[COUNTRY]},
        "no JSON": {**text, COUNTRY: b"{"},
        "another format": {**text, GERMANY: reordered(text[GERMANY])},
        "country": {file: value for file, value in first.items() if file != GERMANY},
        "all of it": first,
    }


def test_repeated_check_finds_the_same_as_a_first_one(tmp_path: Path) -> None:
    checker = Checker()

    def outcome(check: Callable[[Sources], Dataset], sources: Sources) -> Dataset | str:
        try:
            return check(sources)
        except SourceError as error:
            return str(error)

    outcomes = []
    for number, files in enumerate(edited().values()):
        sources = read_sources(write(tmp_path / f"{number}", files), "data")
        outcomes.append(outcome(checker.check, sources))
        assert outcomes[-1] == outcome(check_sources, sources)

    assert len({str(each) for each in outcomes}) == len(outcomes) - 1


def test_repeated_check_keeps_the_records_of_files_that_have_not_changed(tmp_path: Path) -> None:
    checker, files = Checker(), edited()
    germany, france = checker.check(read_sources(write(tmp_path, files["nothing"]), "data")).countries

    again = checker.check(read_sources(write(tmp_path, files["text"]), "data")).countries

    assert again[0] is germany
    assert again[1] is not france
