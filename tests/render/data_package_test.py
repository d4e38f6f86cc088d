"""The data package describes each data file as the types of its records do, in terms of Table Schema."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_build.render.data_files import data_fields
from locdata_build.render.record_fields import Field
from locdata_model.data_files import DATA_FILES, MATRIX_FILE, DataFormat
from locdata_model.urls import PACKAGE_PATH
from locdata_model.vocabulary import Evidence
from render.data_packages import issues_in
from support.site import Files, read_files

Resources = Mapping[str, dict[str, Any]]

BASE = "https://data.example"
KEYS = ("erp_key_01", "erp_key_02")
FIELDS = [
    pytest.param(field, id=f"{spec.name} {name}")
    for spec in DATA_FILES
    for name, field in data_fields(spec, KEYS).items()
]
NAMES = [f"{spec.name}-{data_format}" for spec in DATA_FILES for data_format in DataFormat]


@pytest.fixture(scope="module")
def package(files: Mapping[str, bytes]) -> Mapping[str, Any]:
    """The description."""
    description: dict[str, Any] = json.loads(files[PACKAGE_PATH])
    return description


@pytest.fixture(scope="module")
def resources(package: Mapping[str, Any]) -> Resources:
    """The resources by name."""
    return {resource["name"]: resource for resource in package["resources"]}


def test_package_names_its_origin_and_licence(package: Mapping[str, Any]) -> None:
    described = {key: value for key, value in package.items() if key not in ("resources", "description", "keywords")}

    publisher = {"title": "Service", "path": BASE, "email": "contact@data.example", "roles": ["publisher"]}

    assert described == {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "locdata",
        "title": "Service",
        "version": "1.2.3",
        "created": "2026-11-21T00:00:00Z",
        "homepage": f"{BASE}/data/",
        "licenses": [{"name": "CC-BY-4.0", "title": "CC BY 4.0", "path": "https://licences.example/by"}],
        "contributors": [publisher],
    }
    assert "https://data.example/policy/ lists what does not change." in package["description"]
    assert package["description"].endswith("Attribution: Service (data.example).")


# Resources


# Fields and keys


@pytest.mark.parametrize(
    ("name", "type_name", "constraints"),
    [
        pytest.param("short_label", "string", {"required": True, "minLength": 1}, id="text"),
        pytest.param("notes", "string", {"required": True}, id="text that may be empty"),
        pytest.param("country_code", "string", {"required": True, "pattern": "[a-z]{2}"}, id="code"),
        pytest.param("last_verified", "date", {"required": True}, id="date"),
        pytest.param("evidence", "string", {"required": True, "enum": sorted(Evidence)}, id="word"),
    ],
)
def test_field_has_the_constraints_of_its_type(
    resources: Resources, name: str, type_name: str, constraints: dict[str, Any]
) -> None:
    (field,) = (field for field in resources["matrix-csv"]["schema"]["fields"] if field["name"] == name)

    assert (field["type"], field["constraints"]) == (type_name, constraints)


def test_empty_cell_is_an_empty_text_and_no_missing_value(resources: Resources) -> None:
    assert [resource["schema"]["missingValues"] for resource in resources.values()] == [[]] * len(NAMES)


def test_description_of_a_field_replaces_that_of_its_vocabulary() -> None:
    descriptions = {name: field.description for name, field in data_fields(MATRIX_FILE, KEYS).items()}

    assert descriptions["status"] == "Whether a source was checked on the recorded date."
    assert descriptions["mandate_evidence"] == "How the source of the mandate was read"


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_has_a_description_and_a_pattern_that_xml_schema_reads_alike(field: Field) -> None:
    """There a pattern matches the whole text; an anchor is a letter, and groups have no options."""
    inside = field.pattern.removeprefix("^").removesuffix("$")

    assert field.description
    assert bool(inside) == (field.pattern == f"^{inside}$")
    assert [sign for sign in ("^", "$", "(?", "\\b") if sign in inside] == []


# Files


@pytest.fixture(scope="module")
def contents(sample_site: Path) -> Files:
    """The files of the sample's site."""
    return read_files(sample_site)


def test_data_package_is_valid(contents: Files) -> None:
    assert PACKAGE_PATH in contents
    assert issues_in(contents) == []


@pytest.mark.parametrize(
    ("name", "change", "issues"),
    [
        pytest.param("countries.csv", (b"Ice dollar", b"ice dollar"), ["hash"], id="another text"),
        pytest.param("matrix.csv", (b",aq,", b",xx,"), ["hash", "foreign key"], id="country without facts"),
        pytest.param("matrix.json", (b'"bv"', b'"aq"'), ["hash", "primary key"], id="key given twice"),
        pytest.param("connectors.json", (b'"provider"', b'"vendor"'), ["hash", "fields"], id="unknown field"),
    ],
)
def test_data_package_with_a_broken_file_is_not_valid(
    contents: Files, name: str, change: tuple[bytes, bytes], issues: list[str]
) -> None:
    path = f"/data/{name}"

    found = issues_in({**contents, path: contents[path].replace(*change)})

    assert found == [f"{name.replace('.', '-')}: {issue}" for issue in issues]
