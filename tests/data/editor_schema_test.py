"""The schemas that editors use are those of the types, and refuse what the build refuses."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from locdata_build.data.files import FILE_KINDS, FileKind, editor_schemas
from locdata_build.data.schema_errors import convert
from support.base_files import VERSION, base_value
from support.dataset import COUNTRY, ERP, whole
from support.records import cited

DATA = Path("data_src")
PATHS = {"erps/*.json": ERP, "countries/*.json": COUNTRY, "releases/*.json": f"releases/{VERSION}.json"}
KINDS = {PATHS.get(kind.path, kind.path): kind for kind in FILE_KINDS}
"""The kind of each source file by its path."""


def validator(kind: FileKind) -> Draft202012Validator:
    """The validator of an editor for files of a kind. Most editors check dates."""
    return Draft202012Validator(json.loads((DATA / kind.schema).read_bytes()), format_checker=FormatChecker(["date"]))


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
        ("site.json", "00:00:00Z", "00:00:00"),
    ],
)
def test_schema_refuses_what_the_build_refuses(file: str, old: str, new: str) -> None:
    value = json.loads(json.dumps(cited(whole()[file])).replace(old, new, 1))

    assert convert(value, KINDS[file].type, file)[0] is None
    assert not validator(KINDS[file]).is_valid(value)
