"""The obligations of countries, and their dated phases."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered, day_of_build, named, shown, without
from locdata_mcp.answers.names import CountryNames, country_codes
from locdata_mcp.answers.statements import Cites
from locdata_model import Obligation, ObligationKind, ObligationStatus, Phase, ReportingMode, requirements_on
from locdata_model.endpoints import PHASES
from locdata_model.obligations import applies_on

_DETAILS = ("obligation", "binds", "bound", "mode", "last_checked")
"""The fields of an obligation that its id and its verdict state too, or that may be left out."""

NO_PHASE = "no phase is recorded in these days"


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
    verdict: Annotated[str | UnsetType, Meta(description="In words, on the day of the build")] = UNSET
    obligation: str | UnsetType = UNSET
    binds: Annotated[
        tuple[str, ...] | UnsetType | None, Meta(description="What is required on the date of the query; null: unknown")
    ] = UNSET
    bound: tuple[str, ...] | UnsetType = UNSET
    mode: str | UnsetType = UNSET
    last_checked: dt.date | UnsetType = UNSET
    summary: str | UnsetType = UNSET
    cites: Cites = UNSET


def obligations(client: Client, query: ObligationsQuery) -> Answer[ObligationRecord]:
    """Return the obligations that match; the more there are, the fewer fields of each."""
    codes = country_codes(client, query.countries)
    of_kind = _of_kind(client, codes, query.kind)
    date = query.date or day_of_build(client)
    matches = [(each, _matches(each, query, date)) for each in of_kind]
    unclear = [each.id for each, is_match in matches if is_match is None]
    phases = _phases_by_obligation(client)
    return answered(
        day_of_build(client),
        [
            _obligation(each, phases.get((each.country, each.obligation), ()), date)
            for each, is_match in matches
            if is_match
        ],
        shortened=[without("summary"), without(*_DETAILS)],
        unknown=[f"whether these match: {named(unclear)}"] if unclear else [],
        if_none=_statuses(of_kind),
    )


def _of_kind(client: Client, codes: Sequence[str], kind: ObligationKind | None) -> Sequence[Obligation]:
    """Return the obligations of some countries and of a kind, or all."""
    return [
        each
        for each in client.obligations()
        if (not codes or each.country in codes) and kind in (None, each.obligation)
    ]


def _phases_by_obligation(client: Client) -> Mapping[tuple[str, ObligationKind], Sequence[Phase]]:
    """Return the phases of each obligation by its country and its kind."""
    phases: dict[tuple[str, ObligationKind], list[Phase]] = {}
    for phase in client.get(PHASES.path, PHASES.response).data:
        phases.setdefault((phase.country, phase.obligation), []).append(phase)
    return phases


def _obligation(obligation: Obligation, phases: Sequence[Phase], date: dt.date) -> ObligationRecord:
    return shown(
        obligation,
        ObligationRecord,
        applies=_applies(obligation, date),
        binds=requirements_on(obligation, phases, date),
        mode=obligation.mode or UNSET,
        bound=obligation.bound or UNSET,
    )


def _applies(obligation: Obligation, date: dt.date) -> bool | None:
    return None if obligation.applies is None else applies_on(obligation.status, obligation.effective_date, date)


def _matches(obligation: Obligation, query: ObligationsQuery, date: dt.date) -> bool | None:
    """Return whether an obligation matches the query; None if that is not known."""
    has_mode = (
        obligation.obligation is ObligationKind.REAL_TIME_REPORTING and obligation.status is not ObligationStatus.NONE
    )
    wanted_and_given: Sequence[tuple[object, object]] = (
        (query.status, obligation.status),
        (query.applies, _applies(obligation, date)),
        (query.mode, obligation.mode if has_mode else "none"),
    )
    results = {None if given is None else wanted == given for wanted, given in wanted_and_given if wanted is not None}
    return False if False in results else None if None in results else True


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
        Meta(
            description="started and upcoming: a law sets the date; announced: none does; voluntary: requires nothing"
        ),
    ]
    what: str
    verification: str
    source_url: str
    who: Annotated[str | UnsetType | None, Meta(description="null: unknown, or nothing is required")] = UNSET
    binds: Annotated[tuple[str, ...] | UnsetType | None, Meta(description="What is required; null: unknown")] = UNSET
    cites: Cites = UNSET


def upcoming(client: Client, query: UpcomingQuery) -> Answer[PhaseRecord]:
    """Return the phases that match, the earliest first; the more there are, the fewer fields of each."""
    codes = country_codes(client, query.countries)
    phases = client.upcoming(codes, query.last, since=query.first)
    records = [shown(phase, PhaseRecord) for phase in phases if query.kind in (None, phase.obligation)]
    missing = [code for code in codes if code not in {record.country for record in records}]
    undated = [each.id for each in _of_kind(client, codes, query.kind) if _has_no_date(each)]
    return answered(
        day_of_build(client),
        records,
        shortened=[without("who", "binds")],
        unknown=[f"no phase of these days is recorded in {', '.join(missing)}"] if missing else [],
        hint=f"planned or enacted without a date: {named(undated)}" if undated else "",
        if_none=NO_PHASE,
    )


def _has_no_date(obligation: Obligation) -> bool:
    return obligation.status in (ObligationStatus.PLANNED, ObligationStatus.ENACTED) and not obligation.phases
