"""The schemas that editors use are those of the types, and refuse what the build refuses."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from locdata_build.data.countries import CountryFile, SourceFact
from locdata_build.data.files import FILE_KINDS, FileKind, editor_schema, editor_schemas
from locdata_build.data.record import walk
from locdata_build.data.schema_errors import convert
from locdata_build.data.statements import cited_fields, parse_citations, schema_for_editors
from support.base_files import VERSION, base_value
from support.dataset import COUNTRY, ERP, as_read, changed, issues, whole
from support.records import cited

DATA = Path("data_src")
PATHS = {"erps/*.json": ERP, "countries/*.json": COUNTRY, "releases/*.json": f"releases/{VERSION}.json"}
KINDS = {PATHS.get(kind.path, kind.path): kind for kind in FILE_KINDS}
"""The kind of each source file by its path."""


def validator(kind: FileKind) -> Draft202012Validator:
    """The validator of an editor for files of a kind. Most editors check dates and times."""
    formats = FormatChecker(["date", "date-time"])
    return Draft202012Validator(json.loads((DATA / kind.schema).read_bytes()), format_checker=formats)


def test_schemas_beside_the_data_are_those_of_the_types() -> None:
    schemas = {f"schema/{file.name}": file.read_bytes() for file in (DATA / "schema").glob("*.json")}

    assert schemas == editor_schemas(), "the command 'format' rewrites them"


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_schema_is_a_schema(kind: FileKind) -> None:
    schema = json.loads((DATA / kind.schema).read_bytes())

    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("file", KINDS)
def test_file_names_its_schema(file: str) -> None:
    named = (DATA / file).parent / base_value(file)["$schema"]

    assert named.resolve() == (DATA / KINDS[file].schema).resolve()


@pytest.mark.parametrize("file", KINDS)
def test_schema_accepts_what_the_build_accepts(file: str) -> None:
    value = base_value(file)

    assert convert(value, KINDS[file].type, file)[1] == []
    assert [*validator(KINDS[file]).iter_errors(value)] == []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (COUNTRY, "{", '{"comment": "", '),
        (COUNTRY, '"$schema"', '"schema"'),
        (COUNTRY, "schema.json", "yaml"),
        (COUNTRY, '"fr"', '"FR"'),
        (COUNTRY, '"in_force"', '"inforce"'),
        (COUNTRY, '"2026-11-20"', '"2026-11-31"'),
        (COUNTRY, '"column": ', '"column": 10'),
    ],
)
def test_schema_refuses_what_the_build_refuses(file: str, old: str, new: str) -> None:
    value = json.loads(json.dumps(cited(whole()[file])).replace(old, new, 1))

    assert convert(value, KINDS[file].type, file)[0] is None
    assert not validator(KINDS[file]).is_valid(value)


MARKERS = st.sampled_from(
    ["[^a]", "[^b-1: Art. 1]", "[^", "[^]", "[^A]", "[^a:]", "[^a: ]", "]", "[", "[1]", " ", "Rate", ".", "^"]
)


@given(st.lists(MARKERS, max_size=8).map("".join))
def test_schema_accepts_every_text_whose_markers_are_well_formed(text: str) -> None:
    pattern = schema_for_editors(msgspec.json.schema(SourceFact))["$defs"]["SourceFact"]["properties"]["value"][
        "pattern"
    ]

    assert re.search(pattern, text) or parse_citations(text).errors


@pytest.mark.parametrize(
    "marker", ["[^]", "[^ tax]", "[^Tax]", "[^tax:1]", "[^tax: ]", "[^tax", "[^tax: [1]]", "[^a, b]"]
)
def test_malformed_marker_is_refused_by_the_schema_and_by_a_rule(tmp_path: Path, marker: str) -> None:
    files = changed(COUNTRY, "$.facts.vat.value", f"Rate[^tax-example-fact], and more{marker}.")

    assert not validator(KINDS[COUNTRY]).is_valid(cited(files[COUNTRY]))
    assert [issue for issue in issues(tmp_path, files) if "vat.value" in issue and issue.endswith("[citation]")] != []


def test_each_text_that_takes_markers_says_how_they_look() -> None:
    schemas = {name: schema for kind in FILE_KINDS for name, schema in editor_schema(kind)["$defs"].items()}
    texts = {
        (kind.__name__, name): schemas[kind.__name__]["properties"][name]["description"]
        for kind in map(type, dict(walk(as_read(whole()[COUNTRY], CountryFile))).values())
        for name in cited_fields(kind)
    }

    assert ("SourcePhase", "what") in texts
    assert [place for place, description in texts.items() if "[^source-id: section 4.2]" not in description] == []
