"""A country at a glance: its obligations, its next phases, and its facts."""

import datetime as dt
from collections.abc import Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answer_of, answered, day_of_build, fits, shown, without
from locdata_mcp.answers.names import CountryName, country_codes
from locdata_mcp.answers.statements import Cites
from locdata_model import Fact, Topic

MAX_PHASES = 4
"""Maximum number of phases to come. The tool ``upcoming`` has all."""

_TOPICS_OF_PRODUCTS = (Topic.ERP_LOCALIZATION, Topic.E_INVOICING_ERP_SUPPORT)


class CountryQuery(Query, frozen=True, kw_only=True):
    """A choice of a country, and of its facts."""

    country: Annotated[CountryName, Meta(description="ISO 3166-1 alpha-2 code or name")]
    topic: Annotated[Topic | None, Meta(description="Without: all in short")] = None


class ObligationLine(Struct, frozen=True, kw_only=True):
    """An obligation in a few words."""

    id: str
    verdict: str
    verification: str
    source_url: str


class PhaseLine(Struct, frozen=True, kw_only=True):
    """A phase to come."""

    id: str
    date: dt.date
    state: str
    what: str
    source_url: str
    cites: Cites = UNSET


class FactLine(Struct, frozen=True, kw_only=True):
    """A fact. ``text`` is absent if there was no room for it: ask with its topic."""

    id: str
    topic: str
    verification: str
    source_url: str
    text: str | UnsetType = UNSET
    cites: Cites = UNSET


class CountrySummary(Struct, frozen=True, kw_only=True):
    """A country."""

    code: str
    name: str
    region: str
    page: str
    obligations: tuple[ObligationLine, ...] | UnsetType = UNSET
    upcoming: Annotated[
        tuple[PhaseLine, ...] | UnsetType, Meta(description=f"The next {MAX_PHASES} phases at most")
    ] = UNSET
    reports: Annotated[int | UnsetType, Meta(description="Number of reports")] = UNSET
    facts: tuple[FactLine, ...] = ()


def country(client: Client, query: CountryQuery) -> Answer[CountrySummary]:
    """Return a country in short, with as many texts of facts as there is room for; or its facts of one topic."""
    (code,) = country_codes(client, [query.country])
    detail = client.country(code)
    today = day_of_build(client)
    facts = [shown(fact, FactLine, text_of="value") for fact in detail.facts if _is_wanted(fact, query.topic)]
    head = CountrySummary(code=code, name=detail.name, region=detail.region, page=detail.url)
    if query.topic:
        return answer_of(today, [_with_texts_that_fit(head, facts, today)])
    record = replace(
        head,
        obligations=tuple(shown(each, ObligationLine) for each in client.obligations(code)),
        upcoming=tuple(shown(each, PhaseLine) for each in client.upcoming(code)[:MAX_PHASES]),
        reports=len(client.reports(code)),
    )
    return answered(
        today, [_with_texts_that_fit(record, facts, today)], shortened=[lambda each: replace(each, facts=())]
    )


def _is_wanted(fact: Fact, topic: Topic | None) -> bool:
    return fact.topic == topic if topic else fact.topic not in _TOPICS_OF_PRODUCTS


def _with_texts_that_fit(record: CountrySummary, facts: Sequence[FactLine], today: dt.date) -> CountrySummary:
    """Return the record with all facts, and with as many of their texts as fit, the shortest first."""
    filled = replace(record, facts=tuple(map(without("text"), facts)))
    for index in sorted(range(len(facts)), key=lambda index: len(str(facts[index].text))):
        with_text = replace(filled, facts=(*filled.facts[:index], facts[index], *filled.facts[index + 1 :]))
        if fits(answer_of(today, [with_text])):
            filled = with_text
    return filled
