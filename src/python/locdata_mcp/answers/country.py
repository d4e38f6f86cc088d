"""A country at a glance: its obligations, what starts next, and the facts."""

import datetime as dt
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answer_of, answered, day_of_build, fits
from locdata_mcp.answers.names import CountryName, country_codes
from locdata_model import Fact, Topic

MOST_PHASES = 4
"""Phases to come that are shown. The tool ``upcoming`` has all."""

_TOPICS_OF_PRODUCTS = (Topic.ERP_LOCALIZATION, Topic.E_INVOICING_ERP_SUPPORT)


class CountryQuery(Query, frozen=True, kw_only=True):
    """Which country, and which facts."""

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


class FactLine(Struct, frozen=True, kw_only=True):
    """A fact. ``text`` is absent if there was no room for it: ask with its topic."""

    id: str
    topic: str
    verification: str
    source_url: str
    text: str | UnsetType = UNSET


class CountryRecord(Struct, frozen=True, kw_only=True):
    """A country."""

    code: str
    name: str
    region: str
    page: str
    obligations: tuple[ObligationLine, ...] | UnsetType = UNSET
    upcoming: Annotated[
        tuple[PhaseLine, ...] | UnsetType, Meta(description=f"The next {MOST_PHASES} phases at most")
    ] = UNSET
    reports: Annotated[int | UnsetType, Meta(description="Number of reports")] = UNSET
    facts: tuple[FactLine, ...] = ()


def country(client: Client, query: CountryQuery) -> Answer[CountryRecord]:
    """Return a country in short, with as many texts of facts as there is room for; or its facts of one topic."""
    (code,) = country_codes(client, [query.country])
    detail = client.country(code)
    today = day_of_build(client)
    head = CountryRecord(code=code, name=detail.name, region=detail.region, page=detail.url)
    if query.topic:
        facts = tuple(_fact(fact) for fact in detail.facts if fact.topic == query.topic)
        return answer_of(today, [_with_texts_that_fit(head, facts, today)])
    facts = tuple(_fact(fact) for fact in detail.facts if fact.topic not in _TOPICS_OF_PRODUCTS)
    record = replace(
        head,
        obligations=tuple(
            ObligationLine(
                id=each.id, verdict=each.verdict, verification=each.verification, source_url=each.source_urls[0]
            )
            for each in client.obligations(code)
        ),
        upcoming=tuple(
            PhaseLine(id=each.id, date=each.date, state=each.state, what=each.what, source_url=each.source_urls[0])
            for each in client.upcoming(code)[:MOST_PHASES]
        ),
        reports=len(client.reports(code)),
    )
    return answered(
        today, [_with_texts_that_fit(record, facts, today)], shortened=[lambda each: replace(each, facts=())]
    )


def _fact(fact: Fact) -> FactLine:
    return FactLine(
        id=fact.id, topic=fact.topic, verification=fact.verification, source_url=fact.source_url, text=fact.value
    )


def _without_texts(record: CountryRecord) -> CountryRecord:
    return replace(record, facts=tuple(replace(fact, text=UNSET) for fact in record.facts))


def _with_texts_that_fit(record: CountryRecord, facts: tuple[FactLine, ...], today: dt.date) -> CountryRecord:
    """Return the record with all facts, and with the text of each for which there is room, the shortest first."""
    filled = _without_texts(replace(record, facts=facts))
    for index in sorted(range(len(facts)), key=lambda index: len(str(facts[index].text))):
        with_text = replace(filled, facts=(*filled.facts[:index], facts[index], *filled.facts[index + 1 :]))
        if fits(answer_of(today, [with_text])):
            filled = with_text
    return filled
