"""docs/sources.md explains every field of a source, and its examples pass the checks with the grades that it names."""

import json
import re
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from locdata_build.data.claims import LEGAL_CHECK_DAYS, PRODUCT_CHECK_DAYS
from locdata_build.data.errors import IssueCode
from locdata_build.data.sources import CitedSource
from locdata_build.derive.published import derive
from locdata_model.vocabulary import Evidence, SourceKind, Verification
from support.dataset import COUNTRY, load, whole

TEXT = Path("docs/sources.md").read_text(encoding="utf-8")
EXPLAIN = "explain it in docs/sources.md"


class Example(NamedTuple):
    """An excerpt of a country's file, and the claim in it with the grade that the document names."""

    excerpt: dict[str, Any]
    claim: str
    verification: Verification
    evidence: Evidence


def examples() -> list[Example]:
    """Return the examples of the document in their order."""
    found = re.findall(r"```json\n(.*?)```\n\nGrade: `(.*?)` is `(.*?)` and `(.*?)`\.\n", TEXT, re.DOTALL)
    return [Example(json.loads(json_text), claim, Verification(v), Evidence(e)) for json_text, claim, v, e in found]


def first_column(section: str) -> list[str]:
    """Return the names in the first column of a table in the section of the document."""
    part = TEXT.partition(f"## {section}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ((?:`[^|]+`|id)) \|", part, re.MULTILINE)
    return [name.strip("`") for row in rows for name in row.split(", ")]


def merged(base: Any, excerpt: Any) -> Any:  # noqa: ANN401  # JSON
    """Return a value of a file with what an excerpt shows of it."""
    if isinstance(base, Mapping) and isinstance(excerpt, Mapping):
        return {**base, **{key: merged(base.get(key), value) for key, value in excerpt.items()}}
    if isinstance(base, list) and isinstance(excerpt, list) and isinstance(base[0], dict):
        return [merged(old, {} if new is None else new) for old, new in zip_longest(base, excerpt)]
    return excerpt


@pytest.mark.parametrize("example", examples(), ids=lambda example: f"{example.claim}-{example.verification}")
def test_example_passes_without_exceptions_and_has_the_grade_of_the_document(example: Example, tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY] = merged(files[COUNTRY], example.excerpt)

    published = derive(load(tmp_path, files))

    granted = [file.read_text(encoding="utf-8") for file in tmp_path.rglob("exceptions.json")]
    assert [text for text in granted if example.claim in text] == []
    provenance = {claim.name: claim.provenance for claim in published.claims}[example.claim]
    assert (provenance.verification, provenance.evidence) == (example.verification, example.evidence)
    assert {citation.id for citation in provenance.citations} == example.excerpt["sources"].keys()


def test_every_field_and_kind_of_a_source_is_explained() -> None:
    assert first_column("The record of a source") == ["id", *CitedSource.__struct_fields__], EXPLAIN
    assert first_column("Kinds") == [*SourceKind], EXPLAIN


def test_every_code_of_the_gate_exists() -> None:
    assert {*first_column("What the gate refuses")} - {*IssueCode} == set()


def test_check_expires_as_documented() -> None:
    assert f"older than {LEGAL_CHECK_DAYS} days, or {PRODUCT_CHECK_DAYS} days for a claim on a product" in TEXT
