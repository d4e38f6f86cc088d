"""docs/recording.md explains every field of obligations, phases, reports, dated records and terms, and its examples pass the checks."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from locdata_build.data.countries import missing_kinds
from locdata_build.data.dated_records import SourceDated
from locdata_build.data.formats import SourceFormat
from locdata_build.data.identifiers import SourceIdentifier, SourcePeppolScheme
from locdata_build.data.obligations import B2gObligation, RealTimeObligation, SourcePhase
from locdata_build.data.platforms import SourcePlatform
from locdata_build.data.product_releases import SourceProductRelease
from locdata_build.data.reports import PARTS, SourceDeadline, SourceReport
from locdata_build.data.tax_rules import SourceTaxRule
from locdata_build.data.terms import SourceTerm
from locdata_build.data.thresholds import SourceThreshold
from locdata_build.data.vat_rates import SourceVatRate
from locdata_model.formats import FormatFlow, FormatSyntax
from locdata_model.identifiers import IdentifierKind, SchemeState
from locdata_model.reports import ReportFrequency, ReportKind, Shift
from locdata_model.tax_rules import CountedFrom, TaxRuleKind
from locdata_model.thresholds import Establishment, ThresholdBasis, ThresholdKind
from locdata_model.vat_rates import RateCategory
from locdata_model.vocabulary import (
    BoundParty,
    Certainty,
    ProductAction,
    ReportingMode,
    ReportingTopic,
    Requirement,
    TermCategory,
    Vocabulary,
)
from support.dataset import COUNTRY, load, whole
from support.records import source_id, source_record

TEXT = Path("docs/recording.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(example) for example in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]
*OF_COUNTRY, TERMS = EXAMPLES
LAW = "https://law.example/format-one"
EXPLAIN = "explain it in docs/recording.md"


def merged(base: Any, excerpt: Any) -> Any:  # noqa: ANN401  # JSON
    """Return a value of a file with what an excerpt shows of it."""
    if isinstance(base, dict) and isinstance(excerpt, dict):
        return base | {key: merged(base.get(key), value) for key, value in excerpt.items()}
    if isinstance(base, list) and isinstance(excerpt, list) and len(base) == len(excerpt):
        return [merged(*pair) for pair in zip(base, excerpt, strict=True)]
    return excerpt


def first_column(heading: str) -> list[str]:
    """Return the names in the first column of the table with a heading."""
    rows = TEXT.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(.+?)` \|", rows, re.MULTILINE)


@pytest.mark.parametrize("example", OF_COUNTRY, ids=lambda example: next(iter(example)))
def test_example_passes_without_exceptions(example: dict[str, Any], tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY] = merged(files[COUNTRY], example)

    (country,) = load(tmp_path, files).countries

    absent = {ReportKind.ONE_STOP_SHOP} if "absent_reports" in example else set()
    assert {ReportKind.RECAPITULATIVE_STATEMENT, ReportKind.ONE_STOP_SHOP} - absent == {*missing_kinds(country)}


def test_example_of_a_term_passes_the_checks(tmp_path: Path) -> None:
    files = whole()
    source = {source_id(LAW): source_record(LAW)}
    files["terms.json"] |= {**TERMS, "sources": source}

    assert [term.id for term in load(tmp_path, files).glossary.terms] == ["ppf"]


def test_every_field_and_category_of_a_term_is_explained() -> None:
    assert first_column("Field of a term") == [*SourceTerm.__struct_fields__], EXPLAIN
    assert all(f"`{category}`" in TEXT.partition("| Field of a term |")[2] for category in TermCategory), EXPLAIN


def test_every_field_of_an_obligation_and_a_phase_is_explained() -> None:
    fields = dict.fromkeys([*B2gObligation.__struct_fields__, *RealTimeObligation.__struct_fields__])

    assert first_column("Field of an obligation") == [*fields], EXPLAIN
    assert first_column("Field of a phase") == [*SourcePhase.__struct_fields__], EXPLAIN


def test_every_field_of_a_report_and_every_word_for_it_is_explained() -> None:
    fields = [name for cell in first_column("Field of a report") for name in cell.split("`, `")]
    words = [*ReportKind, *ReportFrequency, *ReportingTopic, *ReportingMode, *Requirement, *Certainty, *BoundParty]

    assert fields == [*SourceReport.__struct_fields__], EXPLAIN
    assert [word for word in words if f"`{word}`" not in TEXT] == [], EXPLAIN


@pytest.mark.parametrize(
    ("heading", "kind", "vocabularies"),
    [
        ("Field of a rate", SourceVatRate, [RateCategory]),
        ("Field of a threshold", SourceThreshold, [ThresholdKind, ThresholdBasis, Establishment]),
        ("Field of a format", SourceFormat, [FormatFlow, FormatSyntax]),
        ("Field of a tax rule", SourceTaxRule, [TaxRuleKind, CountedFrom, Shift]),
        ("Field of an identifier", SourceIdentifier, [IdentifierKind]),
        ("Field of a scheme", SourcePeppolScheme, [SchemeState]),
        ("Field of a platform", SourcePlatform, []),
        ("Field of a release", SourceProductRelease, [ProductAction]),
    ],
)
def test_every_field_of_a_dated_record_and_every_word_for_it_is_explained(
    heading: str, kind: type[SourceDated], vocabularies: list[type[Vocabulary]]
) -> None:
    shared = {*first_column("Field")}
    fields = [name for cell in first_column(heading) for name in cell.split("`, `")]
    words = [word for vocabulary in vocabularies for word in vocabulary]

    assert fields == [name for name in kind.__struct_fields__ if name not in shared], EXPLAIN
    assert [word for word in words if f"`{word}`" not in TEXT.partition(f"| {heading} |")[2]] == [], EXPLAIN


def test_every_optional_field_of_a_deadline_is_explained() -> None:
    fields = [name for cell in first_column("Optional field of a deadline") for name in cell.split("`, `")]

    assert fields == [name for name in SourceDeadline.__struct_fields__ if name not in {"unit", "months", "number"}], (
        EXPLAIN
    )


def test_every_unit_of_a_deadline_is_explained_with_the_parts_that_it_has() -> None:
    rows = TEXT.partition("| `unit` of a deadline |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]

    assert {unit.strip("`"): (bool(months), bool(number)) for unit, months, number, _ in cells} == {
        unit.value: parts for unit, parts in PARTS.items()
    }, EXPLAIN
