"""The obligations of each country, and the toggles that are derived from them."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from locdata_model.phases import Phase, Requirements
from locdata_model.record import Record
from locdata_model.responses import Response
from locdata_model.scalars import CountryCode, IsoDate, LastChecked, RecordId, SourceUrls, Text, WebUrl
from locdata_model.sources import Statements
from locdata_model.toggles import TOGGLES, ToggleName, ToggleRule, Toggles
from locdata_model.vocabulary import (
    BoundParty,
    Evidence,
    ObligationKind,
    ObligationStatus,
    PhaseState,
    ReportingMode,
    Requirement,
    Verification,
)

Since = Annotated[
    IsoDate | None,
    Meta(description="Date on which the obligation first applied; null: not known, or it does not apply"),
]

Summary = Annotated[Text, Meta(description="What the obligation is, and its current state")]

Bound = Annotated[
    Annotated[tuple[BoundParty, ...], Meta(min_length=1)] | None,
    Meta(description="Whom an obligation to use e-invoices with public bodies binds; null: unknown, or none"),
]

Mode = Annotated[
    ReportingMode | None, Meta(description="When the tax authority gets the data of an invoice; null: unknown or never")
]

WithinDays = Annotated[
    Annotated[int, Meta(ge=1, le=60)] | None,
    Meta(description="Days, or working days, until the data must be sent; null in a mode that counts none"),
]


class Obligation(Record, frozen=True, kw_only=True):
    """A legal obligation of a country. What depends on the date is as of the day of the build."""

    id: RecordId
    country: CountryCode
    obligation: ObligationKind
    status: Annotated[ObligationStatus, Meta(description="Status at the last check")]
    verdict: Annotated[Text, Meta(description="Whether the obligation applies on the day of the build, in a few words")]
    applies: Annotated[
        bool | None,
        Meta(description="Whether the obligation applies on the day of the build, at least in part; null: unknown"),
    ]
    summary: Summary
    since: Since
    effective_date: Annotated[
        IsoDate | None,
        Meta(description="Date from which the obligation applies, also one in the future; null: unknown or none"),
    ]
    binds: Annotated[
        Requirements | None,
        Meta(description="What the obligation requires on the day of the build; empty: nothing; null: unknown"),
    ]
    bound: Annotated[
        Bound, Meta(description="Only e_invoicing_b2g: whom it binds; null: unknown, none, or another obligation")
    ]
    mode: Annotated[
        Mode,
        Meta(
            description="Only real_time_reporting: when the data is sent; null: unknown, never, or another obligation"
        ),
    ]
    within_days: WithinDays
    toggles: Annotated[tuple[ToggleName, ...], Meta(description="The toggles that are derived from the obligation")]
    phases: Annotated[tuple[RecordId, ...], Meta(description="Ids of the phases, the earliest first")]
    formats: Annotated[
        tuple[RecordId, ...], Meta(description="Ids of the formats of its invoices or files; may be empty")
    ]
    url: Annotated[WebUrl, Meta(description="The obligation on the page of its country")]
    source_urls: SourceUrls
    evidence: Evidence
    verification: Verification
    last_checked: LastChecked
    statements: Statements


class ObligationsResponse(Response[tuple[Obligation, ...]], frozen=True, kw_only=True):
    """Response with the obligations of all countries, or of one."""


def is_mandatory(status: ObligationStatus, effective_date: dt.date | None) -> bool:
    """Return whether an obligation that is not unknown is in force, or enacted with a date."""
    return status is ObligationStatus.IN_FORCE or effective_date is not None


def applies_on(status: ObligationStatus, effective_date: dt.date | None, date: dt.date) -> bool:
    """Return whether an obligation that is not unknown applies on a day, at least in part.

    One in force whose start is not known is taken to apply on every day.
    """
    return status is ObligationStatus.IN_FORCE if effective_date is None else effective_date <= date


def requirements_on(obligation: Obligation, phases: Iterable[Phase], date: dt.date) -> Requirements | None:
    """Return what an obligation requires on a day, also one in the past or future, according to the current data.

    ``phases`` are those of the obligation. The result is as the field ``binds``, and the same on the day of the build.
    """
    if obligation.applies is None:
        return None
    is_law = (PhaseState.STARTED, PhaseState.UPCOMING)
    return requirements(
        [phase.binds for phase in phases if phase.state in is_law and phase.date <= date],
        bound=obligation.bound,
        reports=obligation.obligation is ObligationKind.REAL_TIME_REPORTING,
        applies=applies_on(obligation.status, obligation.effective_date, date),
    )


_REQUIRED_OF: Mapping[BoundParty, Requirement] = {
    BoundParty.SUPPLIERS: Requirement.ISSUE,
    BoundParty.PUBLIC_BODIES: Requirement.RECEIVE,
}


def requirements(
    started: Iterable[Requirements | None], *, bound: Iterable[BoundParty] | None, reports: bool, applies: bool
) -> Requirements | None:
    """Return the requirements of an obligation, in the order of the vocabulary, given those of its phases that have started.

    Where no phase says it, it follows from whom the obligation binds, or from what it is. None if it is not known.
    """
    if not applies:
        return ()
    by_nature = [Requirement.REPORT] if reports else [_REQUIRED_OF[party] for party in bound or ()]
    found = {requirement for each in started for requirement in each or ()} or {*by_nature}
    return tuple(requirement for requirement in Requirement if requirement in found) or None


def toggles_on(obligations: Iterable[Obligation], date: dt.date) -> Toggles:
    """Return the toggles of a country on a day, also one in the past or future, according to its current data.

    ``obligations`` are those of one country, as in ``/api/v1/countries/{code}/obligations.json``; a toggle whose obligation is
    not among them is None. On the day of a build, the result is what the build publishes. Raises ``ValueError`` for
    obligations of several countries.
    """
    given = tuple(obligations)
    countries = sorted({obligation.country for obligation in given})
    if len(countries) > 1:
        raise ValueError(f"obligations must be of one country, got {', '.join(countries)}")
    by_toggle = {name: obligation for obligation in given for name in obligation.toggles}
    return Toggles(**{name: _toggle(by_toggle.get(name), spec.rule, date) for name, spec in TOGGLES.items()})


def _toggle(obligation: Obligation | None, rule: ToggleRule, date: dt.date) -> bool | None:
    if obligation is None or obligation.applies is None:
        return None
    if rule is ToggleRule.MANDATORY:
        return is_mandatory(obligation.status, obligation.effective_date)
    return applies_on(obligation.status, obligation.effective_date, date)
