"""The data package says of each data file what the types of its records say, in the words of Table Schema."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from locdata_build.render.data_fields import DataField, data_fields
from locdata_build.render.data_files import data_artifacts
from locdata_build.render.data_package import package_artifact
from locdata_model.data_files import DATA_FILES, MATRIX_FILE, DataFormat
from locdata_model.vocabulary import Evidence
from support.world import load_world, render_files

KEYS = ("erp_key_01", "erp_key_02")
FIELDS = [
    pytest.param(field, id=f"{spec.name} {field.name}") for spec in DATA_FILES for field in data_fields(spec, KEYS)
]
NAMES = [f"{spec.name}-{data_format}" for spec in DATA_FILES for data_format in DataFormat]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the site."""
    return render_files(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def package(files: dict[str, bytes]) -> dict[str, Any]:
    """The descriptor."""
    descriptor: dict[str, Any] = json.loads(files["/data/datapackage.json"])
    return descriptor


@pytest.fixture(scope="module")
def resources(package: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The resources by name."""
    return {resource["name"]: resource for resource in package["resources"]}


def field_of(resource: dict[str, Any], name: str) -> dict[str, Any]:
    """What is said of a field."""
    found: dict[str, Any] = next(field for field in resource["schema"]["fields"] if field["name"] == name)
    return found


# The package


def test_the_package_says_where_it_is_from_and_what_it_allows(package: dict[str, Any]) -> None:
    described = {key: value for key, value in package.items() if key not in ("resources", "description", "keywords")}

    assert described == {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "locdata",
        "title": "Service",
        "version": "1.2.3",
        "created": "2026-11-21T00:00:00Z",
        "homepage": "https://data.example/data/",
        "licenses": [{"name": "CC-BY-4.0", "title": "CC BY 4.0", "path": "https://licences.example/by"}],
        "contributors": [
            {
                "title": "Service",
                "path": "https://data.example",
                "email": "contact@data.example",
                "roles": ["publisher"],
            }
        ],
    }


def test_the_description_names_the_origin_and_says_where_its_promises_stand(package: dict[str, Any]) -> None:
    assert "https://data.example/policy/ says what stays." in package["description"]
    assert package["description"].endswith("Attribution: Service (data.example).")


# The resources


def test_every_data_file_is_a_resource_in_every_format(package: dict[str, Any]) -> None:
    assert [resource["name"] for resource in package["resources"]] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_resource_is_the_file_beside_the_descriptor(
    files: dict[str, bytes], resources: dict[str, dict[str, Any]], name: str
) -> None:
    resource = resources[name]
    content = files[f"/data/{resource['path']}"]

    assert resource["path"] == name.replace("-", ".")
    assert resource["hash"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
    assert resource.get("bytes") == (len(content) if name.endswith("csv") else None)


@pytest.mark.parametrize(
    ("name", "media_type"), [pytest.param("matrix-json", "application/json"), pytest.param("matrix-csv", "text/csv")]
)
def test_a_resource_says_how_it_is_read(resources: dict[str, dict[str, Any]], name: str, media_type: str) -> None:
    resource = resources[name]

    assert (resource["type"], resource["mediatype"], resource["encoding"]) == ("table", media_type, "utf-8")
    assert f"matrix.{resource['format']}" == resource["path"]


def test_a_file_that_is_missing_is_no_package(tmp_path: Path) -> None:
    published = load_world(tmp_path).published

    with pytest.raises(KeyError, match=r"/data/matrix\.json"):
        package_artifact(published, list(data_artifacts(published))[1:])


# Fields and keys


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("csv")])
def test_fields_stand_in_the_order_of_the_columns(
    files: dict[str, bytes], resources: dict[str, dict[str, Any]], name: str
) -> None:
    header = files[f"/data/{resources[name]['path']}"].decode().partition("\r\n")[0]

    assert ",".join(field["name"] for field in resources[name]["schema"]["fields"]) == header


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
def test_a_field_has_the_constraints_of_its_type(
    resources: dict[str, dict[str, Any]], name: str, type_name: str, constraints: dict[str, Any]
) -> None:
    field = field_of(resources["matrix-csv"], name)

    assert (field["type"], field["constraints"]) == (type_name, constraints)


def test_a_field_may_say_more_than_its_vocabulary() -> None:
    descriptions = {field.name: field.description for field in data_fields(MATRIX_FILE, KEYS)}

    assert descriptions["status"] == "Whether a source was checked on the recorded date."
    assert descriptions["mandate_evidence"] == "How the source of the mandate was read"


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_has_a_description(field: DataField) -> None:
    assert field.description


@pytest.mark.parametrize("field", FIELDS)
def test_every_pattern_means_the_same_in_xml_schema(field: DataField) -> None:
    """There a pattern matches the whole text; an anchor is a letter, and groups have no options."""
    inside = field.pattern.removeprefix("^").removesuffix("$")

    assert bool(inside) == (field.pattern == f"^{inside}$")
    assert [sign for sign in ("^", "$", "(?", "\\b") if sign in inside] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_empty_cell_is_a_missing_value(resources: dict[str, dict[str, Any]], name: str) -> None:
    assert resources[name]["schema"]["missingValues"] == []


def test_keys_are_those_of_the_data_files(resources: dict[str, dict[str, Any]]) -> None:
    assert {name: resource["schema"]["primaryKey"] for name, resource in resources.items() if "csv" in name} == {
        "matrix-csv": ["country_code", "erp"],
        "reporting-csv": ["topic", "country_code", "report_local", "report_en"],
        "connectors-csv": ["provider", "erp"],
        "countries-csv": ["country_code", "fact"],
    }


def test_countries_are_looked_up_in_the_file_of_the_same_format(resources: dict[str, dict[str, Any]]) -> None:
    assert {
        name: [(key["fields"], key["reference"]) for key in resource["schema"]["foreignKeys"]]
        for name, resource in resources.items()
        if "foreignKeys" in resource["schema"]
    } == {
        f"{name}-{data_format}": [
            (["country_code"], {"resource": f"countries-{data_format}", "fields": ["country_code"]})
        ]
        for name in ("matrix", "reporting")
        for data_format in DataFormat
    }
