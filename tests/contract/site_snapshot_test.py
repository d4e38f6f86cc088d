"""A snapshot holds the anchors, types, words and records that a site publishes; what cannot be read is an issue."""

import json
from typing import Any

import msgspec
import pytest

from contract.sites import OLD_DAY, site
from locdata_build.contract.difference import compare_sites
from locdata_build.contract.record_lists import DATA_LISTS, SITE_LISTS
from locdata_build.contract.site_snapshot import (
    ANCHORED,
    STRICT_OPENAPI_PATH,
    Schema,
    find_anchors,
    find_types,
    find_words,
    take_data_snapshot,
    take_snapshot,
)
from locdata_build.data.errors import SourceError
from locdata_build.site.files import Files
from locdata_model import endpoints

PAGE = "/france/index.html"
UNEXPECTED = "must match the published schema"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Build the small site."""
    return site(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def short(files: Files) -> Files:
    """The small site without pages and types, which take most of the time."""
    schemas = {STRICT_OPENAPI_PATH: b'{"components": {"schemas": {}}}'}
    return {path: content for path, content in files.items() if not path.endswith(".html")} | schemas


def issues(files: Files) -> list[str]:
    """Return every issue of a site, as it is printed."""
    with pytest.raises(SourceError) as caught:
        take_snapshot(files, "site")
    return [str(issue) for issue in caught.value.issues]


def field_type(member: dict[str, Any], **schema: object) -> str:
    """Return the type of a field with this schema."""
    schemas = msgspec.convert({"T": {"properties": {"f": member}, **schema}}, dict[str, Schema])
    return find_types(schemas)["T"]["f"]


def test_site_without_an_endpoint_that_came_later_has_no_records_of_it(short: Files) -> None:
    index = json.loads(short[endpoints.INDEX.path])
    index["data"] = [each for each in index["data"] if each["path"] != endpoints.MANDATES.path]
    older = {**short, endpoints.INDEX.path: json.dumps(index).encode()}
    del older[endpoints.MANDATES.path]

    assert take_snapshot(older, "site").records["mandates"] == {}


@pytest.mark.parametrize("element", sorted(ANCHORED))
def test_ids_of_sections_rows_figures_and_links_are_sorted_anchors(element: str) -> None:
    assert find_anchors(f'<{element} id="b"><nav><h2 id="c"></h2></nav><{element} id="a"><h3 id="b">'.encode()) == (
        "a",
        "b",
    )


@pytest.mark.parametrize(
    "page",
    [
        '<p id="a">',
        "<h2 id>Title</h2>",
        '<h2 class="a">Title</h2>',
        '<!-- <h2 id="a"> -->',
        '<script>"<h2 id=a>"</script>',
        '<nav><h2 id="a">Contents</h2></nav>',
        '<sup id="r1"><a href="#s1">1</a></sup>',
        '<li id="s1">Source</li>',
    ],
)
def test_nothing_else_is_an_anchor(page: str) -> None:
    assert find_anchors(page.encode()) == ()


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        ({"type": "string"}, "string"),
        ({"type": "string", "format": "date"}, "string (date)"),
        ({"$ref": "#/components/schemas/Fact"}, "Fact"),
        ({"type": "array", "items": {"type": "integer"}}, "list of integer"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "null | string"),
        ({"type": "string", "description": "a", "pattern": "a"}, "string"),
        ({}, "any"),
    ],
)
def test_type_of_a_field_is_what_a_client_relies_on(member: dict[str, Any], expected: str) -> None:
    assert field_type(member, required=["f"]) == expected


def test_field_that_may_be_missing_is_marked() -> None:
    assert field_type({"type": "string"}) == field_type({"type": "string"}, required=["g"]) == "string?"


def test_words_are_sorted_by_vocabulary_or_field_and_a_boolean_has_none() -> None:
    true = {"type": "boolean", "enum": [True]}
    values = {"Word": {"enum": ["b", "a"]}, "T": {"properties": {"f": {"enum": ["c"]}, "g": true}}}
    schemas = msgspec.convert(values, dict[str, Schema])

    assert find_words(schemas) == {"Word": ("a", "b"), "T.f": ("c",)}
    assert list(find_types(schemas)) == ["T"]


def test_snapshot_has_version_time_flips_and_every_record(files: Files) -> None:
    snapshot = take_snapshot(files, "site")

    assert (snapshot.version, snapshot.generated_at, snapshot.tombstones) == ("1.2.3", OLD_DAY, ())
    assert [(flip.country, flip.toggle, str(flip.date)) for flip in snapshot.flips] == [
        ("fr", "e_invoicing_b2b_in_force", "2026-01-01"),
        ("fr", "real_time_reporting", "2027-01-01"),
    ]
    assert [*snapshot.records] == [each.name for each in SITE_LISTS]
    assert (len(snapshot.records["facts"]), len(snapshot.records["data/countries"])) == (10, 8)


def test_every_path_except_assets_and_compressed_copies_is_promised(files: Files) -> None:
    copies = {f"{path}{suffix}": b"" for path in files for suffix in (".gz", ".br")}
    promised = (*(path for path in files if not path.startswith("/assets/")), "/data/all.csv.gz")

    assert take_snapshot({**files, **copies, "/data/all.csv.gz": b""}, "site").paths == tuple(sorted(promised))


def test_anchors_are_grouped_by_page(files: Files) -> None:
    anchors = take_snapshot(files, "site").anchors

    assert "step-fr-e-invoicing-b2b-step-1" in anchors["/timeline/"]
    assert {page for page in anchors if not page.endswith("/")} <= {"/404.html"}


def test_types_and_words_come_from_the_openapi_document(files: Files) -> None:
    snapshot = take_snapshot(files, "site")

    assert snapshot.types["Fact"]["details"] == "SupportDetails?"
    assert snapshot.types["Fact"]["source_url"] == "string (uri)"
    assert "saft_required" in snapshot.words["Flip.toggle"]
    assert snapshot.words["Status"] == ("unverified", "verified")


def test_own_urls_and_sizes_of_lists_are_not_compared(files: Files) -> None:
    records = take_snapshot(files, "site").records
    fields = {name: {field.split(".")[0] for row in rows.values() for field in row} for name, rows in records.items()}

    assert {*fields["countries"]} & {"url", "api_url", "counts", "toggles"} == {"toggles"}
    assert {*fields["sources"]} & {"url", "claim_count", "claims"} == {"url"}
    assert "url" in fields["news"] - fields["phases"]


def test_data_files_are_compared_whole_only_if_they_are_alone(files: Files) -> None:
    assert "value" not in take_snapshot(files, "site").records["data/countries"]["fr-Currency"]
    assert take_data_snapshot(files, "site").records["data/countries"]["fr-Currency"]["value"] == "Euro (EUR)."


@pytest.mark.parametrize(
    "content",
    ["[", "{}", '{"data": [1]}', "[" * 100_000, None],
    ids=["no JSON", "object", "number as record", "too deep", "missing"],
)
@pytest.mark.parametrize("path", [endpoints.INDEX.path, STRICT_OPENAPI_PATH, endpoints.FLIPS.path, DATA_LISTS[0].path])
def test_unreadable_or_missing_file_is_an_issue(short: Files, path: str, content: str | None) -> None:
    others = {name: bytes_ for name, bytes_ in short.items() if name != path}
    (issue,) = issues(others if content is None else {**others, path: content.encode()})

    assert issue.startswith(f"site{path}: $: must ")


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        (PAGE, b"a\xff", "must be UTF-8, but byte 1 is 0xff [not-utf8]"),
        (PAGE, b"<![x[", "must be HTML: "),
        (STRICT_OPENAPI_PATH, b'{"components": {"schemas": {"Broken": {"properties": 5}}}}', UNEXPECTED),
    ],
    ids=["not UTF-8", "broken declaration", "invalid schema"],
)
def test_odd_content_is_an_issue(short: Files, path: str, content: bytes, message: str) -> None:
    (issue,) = issues({**short, path: content})

    assert issue.startswith(f"site{path}: $: {message}")


def test_every_unreadable_file_of_both_sites_is_an_issue(short: Files) -> None:
    broken = dict.fromkeys((PAGE, endpoints.FLIPS.path, endpoints.INDEX.path), b"") | {PAGE: b"\xff"}

    with pytest.raises(SourceError) as caught:
        compare_sites({**short, **broken}, "old", {**short, endpoints.PHASES.path: b""}, "new")

    assert [issue.file for issue in caught.value.issues] == [
        f"new{endpoints.PHASES.path}",
        *(f"old{path}" for path in sorted(broken)),
    ]


def test_record_without_an_id_is_an_issue(short: Files) -> None:
    envelope = json.loads(short[endpoints.FACTS.path])
    del envelope["data"][0]["id"]

    assert issues({**short, endpoints.FACTS.path: json.dumps(envelope).encode()}) == [
        "site/api/v1/facts.json: $: must identify each record: one has no id [wrong-type]"
    ]
