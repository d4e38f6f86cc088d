"""Dated records agree with their days, with each other, with the glossary, and with the texts of their country."""

from pathlib import Path
from typing import Any

import pytest

from support.dataset import COUNTRY, GRANTED, Files, issues, whole
from support.records import (
    exceptions,
    fact,
    format_record,
    identifier,
    obligation,
    peppol_scheme,
    platform,
    product_release,
    tax_rule,
    threshold,
    vat_rate,
)


def with_fields(facts: dict[str, Any] | None = None, **fields: Any) -> Files:  # noqa: ANN401  # JSON
    """The whole set with other facts and fields of its country, and exceptions for missing reports alone."""
    files = whole() | {"exceptions.json": exceptions(*GRANTED, reason="Not recorded.")}
    files[COUNTRY] |= fields
    files[COUNTRY]["facts"] |= facts or {}
    return files


@pytest.mark.parametrize(
    "files",
    [
        with_fields(vat_rates=[vat_rate(until="2026-12-31"), vat_rate("later", since="2027-01-01", rate="21")]),
        with_fields(vat_rates=[vat_rate(), vat_rate("islands", territory="Islands"), vat_rate("gst", tax="GST")]),
        with_fields(vat_rates=[vat_rate(), *(vat_rate(slug, category="special", rate="0") for slug in ("a", "b"))]),
        with_fields(thresholds=[threshold("b2b", kind="e-invoicing", obligation="e_invoicing_b2b"), threshold()]),
        with_fields({"currency": fact("Franc (FRF).")}, thresholds=[threshold(currency="FRF")]),
        with_fields(formats=[format_record(term="format-one", networks=["format-one"])]),
        with_fields({"vat": fact("Standard rate 20% to 31 March 2027.")}, vat_rates=[vat_rate(until="2027-03-31")]),
        with_fields({"vat": fact("Standard rate 20% to 1 April 2027.")}, vat_rates=[vat_rate(until="2027-03-31")]),
    ],
    ids=[
        "successors",
        "territories and taxes",
        "special",
        "obligation",
        "currency",
        "terms",
        "last day",
        "day after it",
    ],
)
def test_records_that_agree_are_accepted(tmp_path: Path, files: Files) -> None:
    assert issues(tmp_path, files) == []


OVERLAP = "vat_rates[1].since: must be after the rate with the slug 'standard' has ended [overlap]"


@pytest.mark.parametrize(
    ("files", "issue"),
    [
        (
            with_fields(thresholds=[threshold(until="2024-12-31")]),
            "thresholds[0].until: must not be before 2025-01-01, got 2024-12-31 [date-order]",
        ),
        (with_fields(vat_rates=[vat_rate(until="2020-01-01"), vat_rate("second", since="2020-01-01")]), OVERLAP),
        (with_fields(vat_rates=[vat_rate(), vat_rate("second", since=None, until="2026-12-31")]), OVERLAP),
        (
            with_fields(vat_rates=[vat_rate(category="zero")]),
            "vat_rates[0].rate: must be '0' in the category 'zero', got '20' [wrong-value]",
        ),
        (
            with_fields(thresholds=[threshold(currency="USD")]),
            "thresholds[0].currency: must be in parentheses in the fact on the currency, got 'USD' [wrong-value]",
        ),
        (
            with_fields(thresholds=[threshold(kind="e-invoicing")]),
            "thresholds[0].obligation: must be given if the kind is 'e-invoicing' [wrong-value]",
        ),
        (
            with_fields(thresholds=[threshold(obligation="saft")]),
            "thresholds[0].obligation: must be left out if the kind is 'registration' [wrong-value]",
        ),
        (
            with_fields(formats=[format_record(term="other")]),
            "formats[0].term: must be the id of a term of the glossary, got 'other' [unknown-term]",
        ),
        (
            with_fields(formats=[format_record(networks=["format-one", "other"])]),
            "formats[0].networks[1]: must be the id of a term of the glossary, got 'other' [unknown-term]",
        ),
        (
            with_fields(platforms=[platform(term="other")]),
            "platforms[0].term: must be the id of a term of the glossary, got 'other' [unknown-term]",
        ),
        (
            with_fields(tax_rules=[tax_rule(years=8)]),
            "tax_rules[0].years: must be left out if the kind is 'deadline-shift' [wrong-value]",
        ),
        (
            with_fields(tax_rules=[tax_rule(kind="penalty")]),
            "tax_rules[0].shift: must be left out if the kind is 'penalty' [wrong-value]",
        ),
        (
            with_fields(identifiers=[identifier(example="DE123456789")]),
            "identifiers[0].example: must match the pattern 'FR[0-9]{11}', got 'DE123456789' [wrong-value]",
        ),
        (
            with_fields(identifiers=[identifier(pattern="FR[0-9")]),
            "identifiers[0].pattern: must be a regular expression, but unterminated character set at position 2 [wrong-value]",
        ),
        (
            with_fields(peppol_schemes=[peppol_scheme(identifier="other")]),
            "peppol_schemes[0].identifier: must be the slug of an identifier, got 'other' [wrong-value]",
        ),
        (
            with_fields(product_releases=[product_release(topic="vat-reporting", number=2)]),
            "product_releases[0].number: must be the number of a report on its topic, got 2 [wrong-value]",
        ),
        (
            with_fields(product_releases=[product_release(formats=["other"])]),
            "product_releases[0].formats: must be slugs of formats, got 'other' [wrong-value]",
        ),
        (
            with_fields(formats=[format_record(flows=["b2b", "b2g", "b2c"])]),
            "obligations.real_time_reporting: must have a format with its flow in 'formats' [missing-format]",
        ),
        (
            with_fields({"vat": fact("Standard rate 20%, food 5.5%.")}),
            "facts.vat.value: must name recorded rates only, got 5.5% [unrecorded-rate]",
        ),
        (
            with_fields({"vat": fact("Standard rate 20% to 31 March 2027.")}),
            "facts.vat.value: must name later dates of phases and dated records only, got 2027-03-31 [unrecorded-date]",
        ),
    ],
    ids=lambda value: value.split(":")[0] if isinstance(value, str) else "",
)  # fmt: skip
def test_fault_is_refused_where_it_is(tmp_path: Path, files: Files, issue: str) -> None:
    assert issues(tmp_path, files) == [f"data/{COUNTRY}: $.{issue}"]


@pytest.mark.parametrize("status", ["planned", "voluntary", "none", "unknown"])
def test_obligation_that_is_no_law_needs_no_format(tmp_path: Path, status: str) -> None:
    obligations = {kind: obligation(status) for kind in whole()[COUNTRY]["obligations"]}

    assert issues(tmp_path, with_fields(obligations=obligations, formats=[])) == []
