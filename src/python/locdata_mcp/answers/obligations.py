"""What countries require: e-invoicing, real-time reporting, SAF-T and audit files."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered, day_of_build
from locdata_mcp.answers.names import CountryNames, country_codes
from locdata_model import Obligation, ObligationKind, ObligationStatus, ReportingMode
from locdata_model.obligations import applies_on


class ObligationsQuery(Query, frozen=True, kw_only=True):
    """Which obligations."""

    countries: CountryNames = ()
    kind: ObligationKind | None = None
    status: ObligationStatus | None = None
    mode: ReportingMode | None = None
    applies: Annotated[bool | None, Meta(description="On the date; unknown is neither true nor false")] = None
    date: Annotated[dt.date | None, Meta(description="The day for applies; without: the day of the build")] = None


_OF_BUILD = "On the day of the build; absent if the query has a date"


class ObligationRecord(Struct, frozen=True, kw_only=True):
    """An obligation of a country."""

    id: str
    country: str
    status: str
    applies: Annotated[bool | None, Meta(description="On the date of the query, at least in part; null: unknown")]
    effective_date: Annotated[
        dt.date | None, Meta(description="First day on which it applies, perhaps to come; null: unknown or none")
    ]
    verification: str
    source_url: str
    verdict: Annotated[str | UnsetType, Meta(description=_OF_BUILD)] = UNSET
    obligation: str | UnsetType = UNSET
    binds: Annotated[
        tuple[str, ...] | UnsetType | None, Meta(description=f"What is required. null: unknown. {_OF_BUILD}")
    ] = UNSET
    bound: tuple[str, ...] | UnsetType = UNSET
    mode: str | UnsetType = UNSET
    last_checked: dt.date | UnsetType = UNSET
    summary: str | UnsetType = UNSET


def obligations(client: Client, query: ObligationsQuery) -> Answer[ObligationRecord]:
    """Return the obligations that match; the more they are, the less of each."""
    codes = country_codes(client, query.countries)
    today = day_of_build(client)
    of_kind = [
        each
        for each in client.obligations()
        if (not codes or each.country in codes) and query.kind in (None, each.obligation)
    ]
    records = [
        _record(each, query.date)
        for each in of_kind
        if query.status in (None, each.status)
        and query.mode in (None, each.mode)
        and (query.applies is None or _applies(each, query.date) is query.applies)
    ]
    return answered(today, records, shortened=[_without_summary, _without_details], if_none=_statuses(of_kind))


def _statuses(obligations: Sequence[Obligation]) -> str:
    """Return how many obligations have which status, where none has what is asked for."""
    counts = Counter(each.status for each in obligations)
    numbers = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    return f"no obligation matches; of these countries and this kind, by status: {numbers}"


def _without_summary(record: ObligationRecord) -> ObligationRecord:
    return replace(record, summary=UNSET)


def _without_details(record: ObligationRecord) -> ObligationRecord:
    """Leave out what the id says, and what the verdict says in words."""
    return replace(record, obligation=UNSET, binds=UNSET, bound=UNSET, mode=UNSET, last_checked=UNSET)


def _applies(obligation: Obligation, date: dt.date | None) -> bool | None:
    if date is None or obligation.applies is None:
        return obligation.applies
    return applies_on(obligation.status, obligation.effective_date, date)


def _record(obligation: Obligation, date: dt.date | None) -> ObligationRecord:
    return ObligationRecord(
        id=obligation.id,
        country=obligation.country,
        obligation=obligation.obligation,
        status=obligation.status,
        applies=_applies(obligation, date),
        effective_date=obligation.effective_date,
        verdict=UNSET if date else obligation.verdict,
        binds=UNSET if date else obligation.binds,
        verification=obligation.verification,
        source_url=obligation.source_urls[0],
        last_checked=obligation.last_checked,
        mode=obligation.mode or UNSET,
        bound=obligation.bound or UNSET,
        summary=obligation.summary,
    )
