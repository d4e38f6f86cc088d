"""Computed due dates equal those that authorities have published, and questions of readers on filings are answered."""

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from locdata_build.data.canonical import check_shapes
from locdata_build.data.countries import CountryFile
from locdata_build.data.reading import read_sources
from locdata_build.derive.due_dates import due_days
from locdata_client import Client
from locdata_model import Identifier, PeppolScheme, ReportKind, SchemeState, TaxRule, TaxRuleKind
from support.site import DATA, Files

TODAY = dt.date(2026, 12, 1)

PUBLISHED: Sequence[Mapping[str, Any]] = json.loads((Path(__file__).parent / "published_due_dates.json").read_bytes())
"""Due dates as authorities have published them, or as others print their calendars, each with its source."""


@pytest.fixture(scope="module")
def files() -> Mapping[str, CountryFile]:
    """The files of the countries by code."""
    parsed, _ = check_shapes(read_sources(DATA, str(DATA)))
    return {each.record.code: each.record for each in parsed if isinstance(each.record, CountryFile)}


@pytest.fixture(scope="module")
def client(site: Path) -> Client:
    """Return a client of the built site."""
    return Client(site)


def country_of(report: str) -> str:
    """Return the code of the country of a report."""
    return report.split("-")[-2]


def test_published_due_dates_are_of_twenty_countries() -> None:
    assert len(PUBLISHED) >= 60
    assert len({country_of(each["report"]) for each in PUBLISHED}) >= 20


@pytest.mark.parametrize("code", sorted({country_of(each["report"]) for each in PUBLISHED}))
def test_computed_due_dates_equal_published_ones(files: Mapping[str, CountryFile], code: str) -> None:
    wrong = []
    for each in PUBLISHED:
        if country_of(each["report"]) != code:
            continue
        end = dt.date.fromisoformat(each["period_end"])
        computed = {
            (str(day.date), day.last_date and str(day.last_date))
            for day in due_days(files[code], end + dt.timedelta(days=1))[each["report"]]
            if day.period_end == end and day.frequency == each["frequency"] and each["filers"] in (None, day.filers)
        }
        if (each["due"], each["last"]) not in computed:
            wrong.append((each, computed))

    assert wrong == []


def test_most_reports_have_due_dates_and_the_others_say_why(client: Client) -> None:
    reports = client.reports()
    dated = {each.report for each in client.due_between(TODAY, TODAY + dt.timedelta(days=396))}
    returns = {each.country for each in reports if each.kind is ReportKind.VAT_RETURN and each.id in dated}

    assert len(dated) >= 250
    assert len(returns) >= 50
    assert [each.id for each in reports if (each.id in dated) is (each.undated is not None)] == []
    assert [each.id for each in reports if (each.id in dated) is (each.next_due is None)] == []


def test_due_dates_of_weekends_are_moved_or_marked(client: Client) -> None:
    due_dates = client.due_between(TODAY, TODAY + dt.timedelta(days=396))
    weekends = [each for each in due_dates if each.country == "de" and each.date.weekday() >= 5]

    assert {each.kind for each in weekends if not each.may_move} == {ReportKind.ONE_STOP_SHOP}
    assert [each.id for each in due_dates if each.may_move and each.shift is not None] == []


@pytest.mark.parametrize(
    ("code", "report", "day"),
    [
        ("de", "vat-reporting-de-1", "2026-12-10"),
        ("es", "vat-reporting-es-1", "2026-12-30"),
        ("pl", "vat-reporting-pl-1", "2026-12-28"),
        ("in", "vat-reporting-in-1", "2026-12-20"),
        ("za", "vat-reporting-za-1", "2026-12-24"),
    ],
)
def test_next_due_date_of_a_country_is_one_call(client: Client, code: str, report: str, day: str) -> None:
    (found,) = (each for each in client.reports(code) if each.id == report)

    assert str(found.next_due) == day


def test_what_two_countries_have_due_by_a_day_is_one_call(client: Client) -> None:
    found = client.due_between(dt.date(2026, 12, 1), dt.date(2026, 12, 15), ["fr", "de"])
    due = {(each.report, str(each.date)) for each in found}

    assert {each.country for each in found} == {"de", "fr"}
    assert {("vat-reporting-de-1", "2026-12-10"), ("vat-reporting-fr-1", "2026-12-15")} <= due


def test_peppol_schemes_of_belgium_are_one_call(client: Client) -> None:
    schemes = client.records(PeppolScheme, "be", on=TODAY)
    active = {each.code: each.identifier for each in schemes if each.state is SchemeState.ACTIVE}

    assert {"0208", "9925"} == {*active}
    assert active["0208"] in {each.id for each in client.records(Identifier, "be")}


@pytest.mark.parametrize(
    ("code", "kind", "values"),
    [
        ("de", TaxRuleKind.ARCHIVING, {8}),
        ("pl", TaxRuleKind.PENALTY, {None}),
        ("ro", TaxRuleKind.NON_ESTABLISHED, {None}),
    ],
)
def test_rules_on_invoices_are_one_call(client: Client, code: str, kind: TaxRuleKind, values: set[int | None]) -> None:
    rules = [each for each in client.records(TaxRule, code, on=TODAY) if each.kind is kind]

    assert rules
    assert values <= {each.years for each in rules}


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("/filings/", ["Germany", "Thursday 10 December 2026", "Umsatzsteuer-Voranmeldung"]),
        ("/belgium/", ["0208", "BE:EN"]),
        ("/germany/", ["8 years from the end of the calendar year", "Next due"]),
        ("/poland/", ["Penalty"]),
        ("/romania/", ["Non-established businesses"]),
    ],
)
def test_each_of_these_questions_is_answered_on_one_page(contents: Files, page: str, words: list[str]) -> None:
    text = contents[f"{page}index.md"].decode().replace("\\", "")

    assert [each for each in words if each not in text] == []
