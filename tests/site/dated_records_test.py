"""Questions of readers on rates, formats and thresholds: each is one call and one page of the real site."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import pytest

from locdata_client import Client
from locdata_model import Format, FormatFlow, RateCategory, Threshold, ThresholdKind, VatRate
from locdata_model.formats import OBLIGATION_OF_FLOW
from locdata_model.vocabulary import ObligationKind
from support.site import Files

TODAY = dt.date(2026, 12, 1)

ORDINARY = frozenset({*RateCategory} - {RateCategory.ZERO, RateCategory.SPECIAL})
"""The categories besides rates for single goods and schemes."""


@pytest.fixture(scope="module")
def client(site: Path) -> Client:
    """Return a client of the built site."""
    return Client(site)


@pytest.mark.parametrize(
    ("day", "rates"),
    [
        (dt.date(2020, 10, 1), ["ch 2.5 3.7 7.7", "de 16 5", "fi 10 14 24"]),
        (TODAY, ["ch 2.6 3.8 8.1", "de 19 7", "fi 10 13.5 25.5", "sk 19 23 5"]),
        (dt.date(2028, 2, 1), ["ch 2.6 8.1", "de 19 7", "fi 10 13.5 25.5", "sk 19 23 5"]),
    ],
    ids=["in the past", "today", "to come"],
)
def test_rates_of_four_countries_on_a_day_are_one_call(client: Client, day: dt.date, rates: list[str]) -> None:
    countries = [each.partition(" ")[0] for each in rates]

    found = [each for each in client.records(VatRate, countries, on=day) if each.category in ORDINARY]

    assert [
        " ".join([country, *sorted(each.rate for each in found if each.country == country)]) for country in countries
    ] == rates


def test_day_of_the_directive_on_vat_in_the_digital_age_is_a_phase_of_every_member_state(client: Client) -> None:
    day = dt.date(2030, 7, 1)
    states = {country.code for country in client.countries() if country.region == "European Union"}
    phases = client.upcoming(since=day, until=day)

    assert len(states) == 27
    assert {each.country for each in phases if each.obligation is ObligationKind.E_INVOICING_B2B} == states


@pytest.mark.parametrize(
    ("country", "day", "flow", "formats"),
    [
        ("pl", TODAY, FormatFlow.B2B, ["FA 3", "FA_RR 1"]),
        ("no", TODAY, FormatFlow.SAF_T, ["SAF-T Financial 1.30"]),
        ("no", dt.date(2027, 1, 1), FormatFlow.SAF_T, ["SAF-T Financial 1.40"]),
    ],
)
def test_version_of_a_format_that_counts_on_a_day_is_one_call(
    client: Client, country: str, day: dt.date, flow: FormatFlow, formats: list[str]
) -> None:
    found = [each for each in client.records(Format, country, on=day) if flow in each.flows]

    assert [f"{each.name} {each.version}" for each in found] == formats


def registration(client: Client, country: str) -> Sequence[Threshold]:
    """Return the thresholds of registration that apply today."""
    thresholds = client.records(Threshold, country, on=TODAY)
    return [each for each in thresholds if each.kind is ThresholdKind.REGISTRATION]


@pytest.mark.parametrize(
    ("country", "amounts"),
    [
        ("pl", {"resident": {"240000"}, "non-resident": {"0"}}),
        ("ie", {"resident": {"85000", "42500"}, "non-resident": {"0"}, None: {"41000", "0"}}),
        ("in", {"resident": {"4000000", "2000000", "1000000", "0"}, "non-resident": {"0"}, None: {"0"}}),
    ],
)
def test_thresholds_of_registration_by_class_are_one_call(
    client: Client, country: str, amounts: dict[str | None, set[str]]
) -> None:
    found: dict[str | None, set[str]] = {}
    for each in registration(client, country):
        found.setdefault(each.established, set()).add(each.amount)

    assert found == amounts


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("/vat-rates/", ["Germany", "19%", "16%, standard, 1 July 2020 to 31 December 2020", "3.8%"]),
        ("/formats/", ["FA 3", "SAF-T Financial 1.40", "from 1 January 2027"]),
        ("/thresholds/", ["PLN 240,000", "EUR 85,000", "INR 4,000,000"]),
    ],
)
def test_each_of_these_questions_is_answered_on_one_page(contents: Files, page: str, words: list[str]) -> None:
    text = contents[f"{page}index.md"].decode().replace("\\", "")

    assert [each for each in words if each not in text] == []


def test_every_country_but_the_united_states_has_a_standard_rate_today(client: Client) -> None:
    rates = client.records(VatRate, on=TODAY)
    standard = {each.country for each in rates if each.category is RateCategory.STANDARD and each.territory is None}

    assert {each.code for each in client.countries()} - standard == {"us"}
    assert {each.country for each in rates} == {each.code for each in client.countries()}


def test_formats_answer_for_54_countries_at_least(client: Client) -> None:
    invoices = {FormatFlow.B2B, FormatFlow.B2G, FormatFlow.REPORTING}
    known = {each.country for each in client.records(Format) if each.name != "Not known." and invoices & {*each.flows}}

    assert len(known) >= 54


def test_obligations_that_apply_have_a_format_or_say_that_it_is_not_known(client: Client) -> None:
    kinds = {*OBLIGATION_OF_FLOW.values()}
    binding = [each for each in client.obligations() if each.status in {"in_force", "enacted"}]

    assert kinds >= {each.obligation for each in binding}
    assert [each.id for each in binding if not each.formats] == []
