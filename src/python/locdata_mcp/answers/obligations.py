"""The obligations of countries, and their dated phases."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered, day_of_build, shown, without
from locdata_mcp.answers.names import CountryNames, country_codes
from locdata_mcp.answers.statements import Cites
from locdata_model import Obligation, ObligationKind, ObligationStatus, ReportingMode
from locdata_model.obligations import applies_on

_OF_BUILD = "On the day of the build; absent if the query has a date"

_DETAILS = ("obligation", "binds", "bound", "mode", "last_checked")
"""The fields of an obligation that its id and its verdict state too, or that may be left out."""

NO_PHASE = "no phase is recorded in these days; obligations has what is planned without a date"


class ObligationsQuery(Query, frozen=True, kw_only=True):
    """A choice of obligations."""

    countries: CountryNames = ()
    kind: ObligationKind | None = None
    status: ObligationStatus | None = None
    mode: ReportingMode | None = None
    applies: Annotated[bool | None, Meta(description="On the date; unknown is neither true nor false")] = None
    date: Annotated[dt.date | None, Meta(description="The day for applies; without: the day of the build")] = None


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
    cites: Cites = UNSET


def obligations(client: Client, query: ObligationsQuery) -> Answer[ObligationRecord]:
    """Return the obligations that match; the more there are, the fewer fields of each."""
    codes = country_codes(client, query.countries)
    of_kind = [
        each
        for each in client.obligations()
        if (not codes or each.country in codes) and query.kind in (None, each.obligation)
    ]
    records = [
        _obligation(each, query.date)
        for each in of_kind
        if query.status in (None, each.status)
        and query.mode in (None, each.mode)
        and (query.applies is None or _applies(each, query.date) is query.applies)
    ]
    return answered(
        day_of_build(client), records, shortened=[without("summary"), without(*_DETAILS)], if_none=_statuses(of_kind)
    )


def _obligation(obligation: Obligation, date: dt.date | None) -> ObligationRecord:
    of_build: dict[str, Any] = {"verdict": UNSET, "binds": UNSET} if date else {}
    return shown(
        obligation,
        ObligationRecord,
        applies=_applies(obligation, date),
        mode=obligation.mode or UNSET,
        bound=obligation.bound or UNSET,
        **of_build,
    )


def _applies(obligation: Obligation, date: dt.date | None) -> bool | None:
    if date is None or obligation.applies is None:
        return obligation.applies
    return applies_on(obligation.status, obligation.effective_date, date)


def _statuses(obligations: Sequence[Obligation]) -> str:
    """Return the hint if no obligation matches: the number of obligations by status."""
    counts = Counter(each.status for each in obligations)
    numbers = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    return f"no obligation matches; of these countries and this kind, by status: {numbers}"


class UpcomingQuery(Query, frozen=True, kw_only=True):
    """A choice of phases."""

    countries: CountryNames = ()
    kind: ObligationKind | None = None
    first: Annotated[dt.date | None, Meta(description="First day; without: the day after the build")] = field(
        default=None, name="from"
    )
    last: Annotated[dt.date | None, Meta(description="Last day; without: no limit")] = field(default=None, name="to")


class PhaseRecord(Struct, frozen=True, kw_only=True):
    """A date from which an obligation applies to more businesses or transactions."""

    id: str
    country: str
    obligation: str
    date: dt.date
    state: Annotated[
        str,
        Meta(description="started and upcoming: a law sets the date; announced: none does; voluntary: binds nobody"),
    ]
    what: str
    verification: str
    source_url: str
    who: Annotated[str | UnsetType | None, Meta(description="null: unknown, or nobody")] = UNSET
    binds: Annotated[tuple[str, ...] | UnsetType | None, Meta(description="What is required; null: unknown")] = UNSET
    cites: Cites = UNSET


def upcoming(client: Client, query: UpcomingQuery) -> Answer[PhaseRecord]:
    """Return the phases that match, the earliest first; the more there are, the fewer fields of each."""
    codes = country_codes(client, query.countries)
    phases = client.upcoming(codes, query.last, since=query.first)
    records = [shown(phase, PhaseRecord) for phase in phases if query.kind in (None, phase.obligation)]
    missing = [code for code in codes if code not in {record.country for record in records}]
    return answered(
        day_of_build(client),
        records,
        shortened=[without("who", "binds")],
        unknown=[f"no phase of these days is recorded in {', '.join(missing)}"] if missing else [],
        if_none=NO_PHASE,
    )
