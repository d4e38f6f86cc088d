"""Countries at a glance: their obligations, their next phases, and their facts."""

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answer_of, answered, day_of_build, first_that_fits, shown, without
from locdata_mcp.answers.names import CountryNames, country_codes
from locdata_mcp.answers.statements import Cites
from locdata_model import Fact, Topic

MAX_PHASES = 4
"""Maximum number of phases to come. The tool ``upcoming`` has all."""

_TOPICS_OF_PRODUCTS = (Topic.ERP_LOCALIZATION, Topic.E_INVOICING_ERP_SUPPORT)


class CountryQuery(Query, frozen=True, kw_only=True):
    """A choice of countries, and of their facts."""

    countries: Annotated[CountryNames, Meta(min_length=1, description="ISO 3166-1 alpha-2 codes, names or regions")]
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
    """Return countries in short, with as many texts of facts as there is room for; or their facts of one topic."""
    today = day_of_build(client)
    records = [_summary(client, code, query.topic) for code in country_codes(client, query.countries)]
    return answered(
        today,
        _with_texts_that_fit(records, today),
        shortened=[lambda each: replace(each, facts=()), without("upcoming")],
    )


def _summary(client: Client, code: str, topic: Topic | None) -> CountrySummary:
    detail = client.country(code)
    head = CountrySummary(
        code=code,
        name=detail.name,
        region=detail.region,
        page=detail.url,
        facts=tuple(shown(fact, FactLine, text_of="value") for fact in detail.facts if _is_wanted(fact, topic)),
    )
    if topic:
        return head
    return replace(
        head,
        obligations=tuple(shown(each, ObligationLine) for each in client.obligations(code)),
        upcoming=tuple(shown(each, PhaseLine) for each in client.upcoming(code)[:MAX_PHASES]),
        reports=len(client.reports(code)),
    )


def _is_wanted(fact: Fact, topic: Topic | None) -> bool:
    return fact.topic == topic if topic else fact.topic not in _TOPICS_OF_PRODUCTS


def _with_texts_that_fit(records: Sequence[CountrySummary], today: dt.date) -> Sequence[CountrySummary]:
    """Return the records with all facts, and with as many of their texts as fit, the shortest first."""
    facts = {fact.id: fact for record in records for fact in record.facts}
    shortest_first = sorted(facts, key=lambda fact: len(str(facts[fact].text)))

    def candidate(left_out: int) -> Answer[CountrySummary]:
        kept = {*shortest_first[: len(facts) - left_out]}
        return answer_of(today, [_with_texts(record, kept) for record in records])

    return first_that_fits(len(facts) + 1, candidate).records


def _with_texts(record: CountrySummary, kept: Collection[str]) -> CountrySummary:
    shorten = without("text")
    return replace(record, facts=tuple(fact if fact.id in kept else shorten(fact) for fact in record.facts))
