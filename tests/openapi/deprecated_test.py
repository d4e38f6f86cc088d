"""The OpenAPI document marks what tombstones announce as deprecated, and nothing else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.dataset import whole
from support.pages import openapi_of
from support.world import load_world

PATHS = ("/data/matrix.csv", "/data/matrix.json")


def deprecated(folder: Path, *tombstones: tuple[str, str]) -> list[str]:
    """What the document marks, with tombstones for those parts by name."""
    files = whole()
    files["tombstones.json"]["tombstones"] = [
        {"part": part, "name": name, "since": "2.0.0", "reason": "Nobody reads it.", "replaced_by": None}
        for part, name in tombstones
    ]
    return sorted(_marked(openapi_of(load_world(folder, files))))


def _marked(document: dict[str, Any]) -> Iterator[str]:
    for path, methods in document["paths"].items():
        yield from (path for operation in methods.values() if operation.get("deprecated"))
    for name, schema in document["components"]["schemas"].items():
        fields = schema.get("properties", {}).items()
        yield from (f"{name}.{field}" for field, member in fields if member.get("deprecated"))


def test_nothing_is_deprecated_that_no_tombstone_announces(tmp_path: Path) -> None:
    assert deprecated(tmp_path) == []


@pytest.mark.parametrize(
    ("part", "name", "marked"),
    [
        ("path", "/data/matrix.csv", ["/data/matrix.csv"]),
        ("path", "/data/matrix.*", [*PATHS]),
        ("path", "/api/v1/countries/*.json", ["/api/v1/countries/{code}.json"]),
        ("field", "Fact.effective_date", ["Fact.effective_date"]),
        ("field", "*.effective_date", ["Fact.effective_date"]),
        ("field", "NewsItem.first_*", ["NewsItem.first_seen"]),
    ],
)
def test_a_tombstone_marks_what_it_names_and_a_star_stands_for_any_characters(
    tmp_path: Path, part: str, name: str, marked: list[str]
) -> None:
    assert deprecated(tmp_path, (part, name)) == marked


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("path", "Fact.effective_date"),
        ("field", "/data/matrix.csv"),
        ("record", "facts/fr-vat"),
        ("anchor", "/france/#vat"),
        ("path", "/data/matrix"),
        ("path", "/never/was.json"),
    ],
)
def test_a_tombstone_for_what_the_document_does_not_describe_marks_nothing(
    tmp_path: Path, part: str, name: str
) -> None:
    assert deprecated(tmp_path, (part, name)) == []


def test_each_tombstone_marks_what_it_names(tmp_path: Path) -> None:
    assert deprecated(tmp_path, *(("path", path) for path in PATHS), ("field", "Fact.value")) == [*PATHS, "Fact.value"]
