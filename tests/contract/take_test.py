"""What a site is compared by is read from its files, and what cannot be read is a fault with the file's name."""

import json
from typing import Any

import pytest

from contract.sites import OLD_DAY, site
from locdata_build.contract.lists import API_LISTS, DATA_LISTS
from locdata_build.contract.snapshot import Snapshot
from locdata_build.contract.take import Files, is_whole, take_snapshot
from locdata_build.source.faults import SourceError
from locdata_model import endpoints
from locdata_model.data_files import DATA_FOLDER, PACKAGE_PATH

WHOLE_NEEDS = [
    endpoints.INDEX.path,
    endpoints.OPENAPI_PATH,
    endpoints.FLIPS.path,
    endpoints.TOMBSTONES.path,
    *(lst.path for lst in (*API_LISTS, *DATA_LISTS)),
]
DATA_NEEDS = [PACKAGE_PATH, *(lst.path for lst in DATA_LISTS)]
SHAPES = ["[", "{}", "[]", "null", "1", '"text"', '{"meta": {}, "data": []}', "[[]]", '{"data": [1]}', "\udcff"]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The files of the small site."""
    return site(tmp_path_factory.mktemp("data"))


def faults(files: Files, *, whole: bool = True) -> list[str]:
    """Every fault of a site, as it is printed."""
    with pytest.raises(SourceError) as caught:
        take_snapshot(files, "site", whole=whole)
    return [str(fault) for fault in caught.value.faults]


def schemas(files: Files, **more: object) -> dict[str, bytes]:
    """The site with more component schemas."""
    document: dict[str, Any] = json.loads(files[endpoints.OPENAPI_PATH])
    document["components"]["schemas"] |= more
    return {**files, endpoints.OPENAPI_PATH: json.dumps(document).encode()}


def test_a_whole_site_has_version_time_contract_and_every_record(files: Files) -> None:
    taken = take_snapshot(files, "site")

    assert (taken.version, taken.generated_at, taken.tombstones) == ("1.2.3", OLD_DAY, ())
    assert {name: len(rows) for name, rows in taken.records.items()} == {
        "countries": 1,
        "erps": 2,
        "facts": 10,
        "local-erps": 1,
        "partner-flags": 1,
        "partners": 1,
        "news": 1,
        "sponsors": 0,
        "phases": 4,
        "data/matrix": 2,
        "data/reporting": 1,
        "data/connectors": 1,
        "data/countries": 8,
    }
    assert [(turn.country, turn.toggle, str(turn.date)) for turn in taken.turns] == [
        ("fr", "real_time_reporting", "2027-01-01")
    ]


def test_every_path_is_promised_but_those_named_by_their_content(files: Files) -> None:
    promised = take_snapshot(files, "site").contract.paths

    assert promised == tuple(sorted(promised))
    assert {path for path in files if path not in promised} == {path for path in files if path.startswith("/assets/")}
    assert set(promised) < set(files)


def test_compressed_copies_are_not_promised(files: Files) -> None:
    copies = {f"{path}{suffix}": b"" for path in files for suffix in (".gz", ".br")}

    assert take_snapshot({**files, **copies}, "site").contract == take_snapshot(files, "site").contract


def test_a_file_named_like_a_copy_is_promised_where_it_is_none(files: Files) -> None:
    assert "/data/all.csv.gz" in take_snapshot({**files, "/data/all.csv.gz": b""}, "site").contract.paths


def test_anchors_are_told_by_the_address_of_their_page(files: Files) -> None:
    anchors = take_snapshot(files, "site").contract.anchors

    assert "step-fr-e-invoicing-b2b-step-1" in anchors["/timeline/"]
    assert {page for page in anchors if not page.endswith("/")} <= {"/404.html"}


def test_words_of_a_field_and_types_are_promised(files: Files) -> None:
    contract = take_snapshot(files, "site").contract

    assert contract.types["Fact"]["details"] == "SupportDetails?"
    assert contract.types["Fact"]["source_url"] == "null | string (uri)"
    assert "saft_required" in contract.words["Flip.toggle"]
    assert contract.words["Status"] == ("unverified", "verified")


def test_addresses_and_sizes_of_other_lists_are_not_compared(files: Files) -> None:
    fields = {field for rows in take_snapshot(files, "site").records.values() for row in rows.values() for field in row}

    assert {field for field in fields if field.split(".")[0] in {"api_url", "counts"}} == set()
    assert "toggles.saft_required" in fields


def test_what_the_api_says_is_not_compared_again_in_the_data_files(files: Files) -> None:
    whole = take_snapshot(files, "site").records["data/countries"]["fr-Currency"]
    alone = take_snapshot(files, "site", whole=False).records["data/countries"]["fr-Currency"]

    assert "value" not in whole
    assert alone["value"] == "Euro (EUR)."


def test_data_files_alone_have_version_time_paths_and_records(files: Files) -> None:
    data = {path: content for path, content in files.items() if path.startswith(DATA_FOLDER)}
    taken: Snapshot = take_snapshot(data, "data", whole=False)

    assert (taken.version, taken.generated_at) == ("1.2.3", OLD_DAY)
    assert taken.contract.paths == tuple(lst.path for lst in DATA_LISTS)
    assert list(taken.records) == [lst.name for lst in DATA_LISTS]


def test_a_site_is_told_by_its_index(files: Files) -> None:
    assert is_whole(files)
    assert not is_whole({path: content for path, content in files.items() if path != endpoints.INDEX.path})


@pytest.mark.parametrize("path", WHOLE_NEEDS)
def test_a_file_that_is_missing_is_told(files: Files, path: str) -> None:
    less = {name: content for name, content in files.items() if name != path}

    assert faults(less) == [f"site{path}: $: must be a file of the site, but there is none [missing-file]"]


@pytest.mark.parametrize("path", DATA_NEEDS)
def test_a_data_file_that_is_missing_is_told(files: Files, path: str) -> None:
    less = {name: content for name, content in files.items() if name != path}

    assert faults(less, whole=False) == [f"site{path}: $: must be a file of the site, but there is none [missing-file]"]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("path", WHOLE_NEEDS)
def test_a_file_of_another_shape_is_the_only_fault_or_none(files: Files, path: str, shape: str) -> None:
    answers = {name: content for name, content in files.items() if not name.endswith(".html")}
    broken = {**answers, path: shape.encode(errors="surrogateescape")}

    try:
        take_snapshot(broken, "site")
        told = []
    except SourceError as error:
        told = [(fault.file, fault.code) for fault in error.faults]

    assert told in ([], [(f"site{path}", "wrong-type")], [(f"site{path}", "not-json")])


def test_every_fault_of_a_site_is_told(files: Files) -> None:
    broken = {**files, endpoints.INDEX.path: b"", endpoints.FACTS.path: b"{}", endpoints.NEWS.path: b"\xff"}

    assert faults(broken) == [
        (
            "site/api/v1/facts.json: $: must be what the site publishes there, but is not: "
            "Object missing required field `meta` [wrong-type]"
        ),
        "site/api/v1/index.json: $: must be JSON, but is not: Input data was truncated [not-json]",
        "site/api/v1/news.json: $: must be JSON, but is not: JSON is malformed: invalid character (byte 0) [not-json]",
    ]


def test_turns_and_tombstones_of_another_shape_are_told(files: Files) -> None:
    empty = b'{"meta": {"version": "1.0.0", "generated_at": "2026-11-21T00:00:00Z"}, "data": [{}]}'

    assert faults({**files, endpoints.FLIPS.path: empty, endpoints.TOMBSTONES.path: empty}) == [
        (
            "site/api/v1/flips.json: $: must be what the site publishes there, but is not: "
            "Object missing required field `country` - at `$[0]` [wrong-type]"
        ),
        (
            "site/api/v1/tombstones.json: $: must be what the site publishes there, but is not: "
            "Object missing required field `part` - at `$[0]` [wrong-type]"
        ),
    ]


def test_a_page_that_is_no_text_is_told(files: Files) -> None:
    (fault,) = faults({**files, "/france/index.html": b"\xff"})

    assert fault.startswith("site/france/index.html: $: ")


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"properties": 5}, id="properties"),
        pytest.param({"properties": {"a": 5}}, id="property"),
        pytest.param({"properties": {"a": {"anyOf": [5]}}}, id="alternative"),
        pytest.param({"properties": {"a": {"anyOf": 5}}}, id="alternatives"),
        pytest.param({"properties": {"a": {}}, "required": 5}, id="required"),
        pytest.param({"enum": 5}, id="words"),
    ],
)
def test_schema_of_another_shape_is_told(files: Files, schema: object) -> None:
    (fault,) = faults(schemas(files, Broken=schema))

    assert fault.startswith(f"site{endpoints.OPENAPI_PATH}: $: must be what the site publishes there, but is not")


def test_a_record_without_its_id_is_told(files: Files) -> None:
    answer = json.loads(files[endpoints.FACTS.path])
    del answer["data"][0]["id"]

    assert faults({**files, endpoints.FACTS.path: json.dumps(answer).encode()}) == [
        "site/api/v1/facts.json: $: must name each record, but one has no id [wrong-type]"
    ]
