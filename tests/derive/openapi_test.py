"""The OpenAPI document takes its parameter values, examples and deprecations from the published data."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from locdata_build.derive.openapi import build_openapi
from locdata_build.derive.published import derive
from locdata_build.derive.responses import api_responses
from locdata_model.json_schema import SchemaForm
from support.dataset import COUNTRY, Files, load, whole
from support.records import country


def build(folder: Path, files: Files) -> dict[str, Any]:
    """The document of a dataset."""
    published = derive(load(folder, files))
    return build_openapi(published, api_responses(published))[SchemaForm.STRICT]


def deprecated(folder: Path, *tombstones: tuple[str, str]) -> list[str]:
    """The paths and fields that are marked as deprecated, given the part and the name of each tombstone."""
    files = whole()
    files["tombstones.json"]["tombstones"] = [
        {"part": part, "name": name, "since": "2.0.0", "reason": "Nobody reads it.", "replaced_by": None}
        for part, name in tombstones
    ]
    return sorted(_marked(build(folder, files)))


def _marked(document: dict[str, Any]) -> Iterator[str]:
    for path, methods in document["paths"].items():
        yield from (path for operation in methods.values() if operation.get("deprecated"))
    for name, schema in document["components"]["schemas"].items():
        fields = schema.get("properties", {}).items()
        yield from (f"{name}.{field}" for field, member in fields if member.get("deprecated"))


def test_parameter_values_are_those_of_the_published_responses(tmp_path: Path) -> None:
    published = derive(load(tmp_path))
    responses = api_responses(published)
    paths = build_openapi(published, responses)[SchemaForm.STRICT]["paths"]
    with_values = {
        path.replace(f"{{{parameter['name']}}}", value)
        for path, methods in paths.items()
        for parameter in methods["get"].get("parameters", [])
        for value in parameter["schema"]["enum"]
    }

    assert with_values == set(responses) - set(paths)


def test_example_is_the_response_and_the_item_with_the_most_values(tmp_path: Path) -> None:
    files = whole() | {"countries/no.json": country("no", "Norway")}
    files[COUNTRY] |= {"partners": [], "partner_flags": [], "local_erps": []}
    examples = {
        path: methods["get"]["responses"]["200"]["content"]["application/json"]["example"]["data"]
        for path, methods in build(tmp_path, files)["paths"].items()
        if path.startswith("/api/")
    }

    assert examples["/api/v1/countries/{code}.json"]["code"] == "no"
    assert [fact["topic"] for fact in examples["/api/v1/facts.json"]] == ["e_invoicing_erp_support"]


@pytest.mark.parametrize(
    ("part", "name", "marked"),
    [
        ("path", "/data/matrix.*", ["/data/matrix.csv", "/data/matrix.json"]),
        (
            "path",
            "/api/v1/countries/{code}*.json",
            [
                f"/api/v1/countries/{{code}}{end}.json"
                for end in (
                    *("", "/due-dates", "/formats", "/identifiers", "/obligations", "/peppol-schemes", "/platforms"),
                    *("/product-releases", "/reports", "/tax-rules", "/thresholds", "/vat-rates"),
                )
            ],
        ),
        ("field", "*.effective_date", ["Fact.effective_date", "Obligation.effective_date"]),
        ("field", "/data/matrix.csv", []),
        ("record", "facts/fr-vat", []),
        ("path", "/never/was.json", []),
    ],
)
def test_tombstone_marks_the_paths_and_fields_that_it_names(
    tmp_path: Path, part: str, name: str, marked: list[str]
) -> None:
    assert deprecated(tmp_path, (part, name)) == marked


def test_every_tombstone_counts_and_nothing_else_is_deprecated(tmp_path: Path) -> None:
    marks = (("path", "/data/matrix.csv"), ("field", "Fact.value"))

    assert deprecated(tmp_path / "none") == []
    assert deprecated(tmp_path / "some", *marks) == ["/data/matrix.csv", "Fact.value"]
