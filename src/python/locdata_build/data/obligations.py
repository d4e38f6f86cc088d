"""The obligations of a country: their status, their start and their dated phases, which must not contradict each other."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from locdata_build.data.claims import ClaimSpec, on_country_page
from locdata_build.data.errors import IssueCode
from locdata_build.data.record import NOT_KNOWN, SourceRecord
from locdata_build.data.rule import CheckContext, PathAndMessage, rule
from locdata_build.data.sources import SourceProvenance
from locdata_build.data.values import FIRST_YEAR, LAST_YEAR
from locdata_model.anchors import obligation_anchor, phase_path
from locdata_model.fields import PermanentSlug
from locdata_model.ids import obligation_id, phase_id
from locdata_model.obligations import Bound, Mode, Obligation, Since, Summary, WithinDays
from locdata_model.phases import ALL, PHASE_YEARS, Binds, Phase, PhaseCertainty, PhaseText, Who
from locdata_model.scalars import IsoDate
from locdata_model.sources import SourceId
from locdata_model.vocabulary import (
    OBLIGATION_LABELS,
    BoundParty,
    Certainty,
    ClaimKind,
    ObligationKind,
    ObligationStatus,
    ReportingMode,
    Requirement,
)


class SourcePhase(SourceRecord, frozen=True, kw_only=True):
    """A date from which an obligation applies to more businesses or transactions."""

    slug: PermanentSlug
    date: IsoDate
    what: PhaseText
    binds: Binds
    who: Who
    certainty: PhaseCertainty
    sources: Annotated[
        Annotated[tuple[SourceId, ...], Meta(min_length=1)] | None,
        Meta(
            description="The sources of the obligation that state the phase, in the order of their weight; left out: all"
        ),
    ] = None


class SourceObligation(SourceRecord, frozen=True, kw_only=True):
    """A legal obligation of businesses or public bodies. Toggles are derived from it."""

    status: ObligationStatus
    since: Since
    phases: Annotated[tuple[SourcePhase, ...], Meta(description="Phases, earliest first; a pilot is not a phase")]
    summary: Summary
    provenance: SourceProvenance


class B2gObligation(SourceObligation, frozen=True, kw_only=True):
    """An obligation to use e-invoices to or for public bodies."""

    bound: Bound


class RealTimeObligation(SourceObligation, frozen=True, kw_only=True):
    """An obligation to send invoices to the tax authority one by one or continuously."""

    mode: Mode
    within_days: WithinDays = None


class Obligations(SourceRecord, frozen=True, kw_only=True):
    """The obligations of a country, one for each kind."""

    e_invoicing_b2b: Annotated[
        SourceObligation,
        Meta(description="E-invoices between domestic businesses, including an obligation to receive them"),
    ]
    e_invoicing_b2g: Annotated[
        B2gObligation,
        Meta(description="E-invoices to or for public bodies, including an obligation of public bodies alone"),
    ]
    real_time_reporting: Annotated[
        RealTimeObligation,
        Meta(description="Invoices or transactions sent to the tax authority one by one or continuously"),
    ]
    saft: Annotated[SourceObligation, Meta(description="A national SAF-T file, periodically or on request")]
    audit_file: Annotated[SourceObligation, Meta(description="A standard tax-audit file other than SAF-T, on request")]


@rule(IssueCode.WRONG_VALUE)
def year_of_phase_is_published(phase: SourcePhase, context: CheckContext) -> Iterator[PathAndMessage]:
    """A phase must be in the years 2000 to 2050, for which phases are published."""
    # Dates outside the years of all formats have an issue already.
    if FIRST_YEAR <= phase.date.year <= LAST_YEAR and phase.date.year not in PHASE_YEARS:
        years = f"{PHASE_YEARS[0]} to {PHASE_YEARS[-1]}"
        yield ".date", f"must be in the years {years}, for which phases are published, but is {phase.date.isoformat()}"


COUNTING_DAYS = (ReportingMode.WITHIN_DAYS, ReportingMode.WITHIN_WORKING_DAYS)
"""The modes of real-time reporting that have a number of days."""


WITHOUT_OBLIGATION = frozenset({ObligationStatus.NONE, ObligationStatus.UNKNOWN})
"""The statuses that say nothing about what an obligation is like."""


EVERYBODY = frozenset({ALL, "everybody", "everyone"})
"""Other words for ``all``, in lower case."""


@rule(IssueCode.PHASE_ORDER)
def phases_are_in_order(obligation: SourceObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """The phases of an obligation must be in the order of their dates, those of one day in that of their slugs."""
    for index, (earlier, later) in enumerate(pairwise(obligation.phases), start=1):
        if later.date < earlier.date:
            yield f".phases[{index}].date", f"must not be before {earlier.date}, but is {later.date}"
        elif later.date == earlier.date and later.slug < earlier.slug:
            yield f".phases[{index}].slug", f"must be sorted, but {later.slug!r} is after {earlier.slug!r}"


@rule(IssueCode.PHASE_STATUS)
def status_allows_phases(obligation: SourceObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """An obligation with the status `none` or `unknown` must not have phases."""
    if obligation.phases and obligation.status in WITHOUT_OBLIGATION:
        yield ".phases", f"must be empty where the status is {obligation.status.value!r}"


@rule(IssueCode.PHASE_STATUS)
def announced_phase_is_after_check(obligation: SourceObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """An announced phase must be after the last check."""
    checked = obligation.provenance.checked
    for index, phase in enumerate(obligation.phases):
        if phase.certainty is Certainty.ANNOUNCED and phase.date <= checked:
            message = f"must be after the last check, {checked}, where the phase is only announced"
            yield f".phases[{index}].date", f"{message}, but is {phase.date}"


@rule(IssueCode.PHASE_STATUS)
def status_agrees_with_phases(obligation: SourceObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """A planned obligation must have announced phases only, a voluntary one none that binds, an enacted one none that has started."""
    for index, phase in enumerate(obligation.phases):
        if phase.certainty is Certainty.ANNOUNCED:
            continue
        path = f".phases[{index}]"
        binds = phase.binds != ()
        if obligation.status is ObligationStatus.PLANNED:
            yield f"{path}.certainty", "must be 'announced' where the status of the obligation is 'planned'"
        if obligation.status is ObligationStatus.VOLUNTARY and binds:
            yield f"{path}.binds", "must be empty where the status of the obligation is 'voluntary'"
        checked = obligation.provenance.checked
        if obligation.status is ObligationStatus.ENACTED and binds and phase.date <= checked:
            message = f"must be after the last check, {checked}, where the status of the obligation is 'enacted'"
            yield f"{path}.date", f"{message}, but is {phase.date}"


@rule(IssueCode.PHASE_STATUS)
def who_agrees_with_binds(phase: SourcePhase, context: CheckContext) -> Iterator[PathAndMessage]:
    """Whom a phase binds must be null where it requires nothing or where that is not known, and `all` where it leaves nobody out."""
    who = phase.who
    if who is None:
        return
    if phase.binds == ():
        yield ".who", f"must be null where the phase requires nothing, but is {who!r}"
    elif who == NOT_KNOWN:
        yield ".who", f"must be null where it is not known, but is {who!r}"
    elif who != ALL and who.rstrip(".").casefold() in EVERYBODY:
        yield ".who", f"must be {ALL!r} where the phase leaves nobody out, but is {who!r}"


@rule(IssueCode.LIST_ORDER)
def words_are_in_order(record: SourcePhase | B2gObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """What a phase requires, and whom an obligation binds, must be in the order of the vocabulary."""
    name = "binds" if isinstance(record, SourcePhase) else "bound"
    words: tuple[Requirement | BoundParty, ...] = getattr(record, name) or ()
    order = [*Requirement, *BoundParty]
    for index, (earlier, later) in enumerate(pairwise(words), start=1):
        if order.index(later) < order.index(earlier):
            yield f".{name}[{index}]", f"must be sorted, but {later.value!r} is after {earlier.value!r}"


@rule(IssueCode.UNKNOWN_SOURCE)
def phase_names_sources_of_obligation(obligation: SourceObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source that a phase names must be one of its obligation."""
    for index, phase in enumerate(obligation.phases):
        for place, source_id in enumerate(phase.sources or ()):
            if source_id not in obligation.provenance.sources:
                path = f".phases[{index}].sources[{place}]"
                yield path, f"must be one of the sources of the obligation, but is {source_id!r}"


@rule(IssueCode.OBLIGATION_STATUS)
def start_agrees_with_status(obligation: SourceObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """Only an obligation in force can have applied since a day, which must not be after its check or a phase that binds."""
    since, status = obligation.since, obligation.status
    if since is None:
        return
    if status is not ObligationStatus.IN_FORCE:
        yield ".since", f"must be null where the status is {status.value!r}, but is {since}"
    if since > obligation.provenance.checked:
        yield ".since", f"must not be after the last check, {obligation.provenance.checked}, but is {since}"
    for phase in obligation.phases:
        if phase.binds != () and phase.date < since:
            yield ".since", f"must not be after a phase that binds, {phase.date}, but is {since}"
            return


@rule(IssueCode.OBLIGATION_STATUS)
def bound_agrees_with_status(obligation: B2gObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """An obligation must not say whom it binds where its status is `none`, `unknown` or `voluntary`."""
    if obligation.bound is not None and obligation.status in {*WITHOUT_OBLIGATION, ObligationStatus.VOLUNTARY}:
        found = " and ".join(repr(party.value) for party in obligation.bound)
        yield ".bound", f"must be null where the status is {obligation.status.value!r}, but is {found}"


@rule(IssueCode.OBLIGATION_STATUS)
def bound_agrees_with_phases(obligation: B2gObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """An obligation that says whom it binds must bind suppliers once a phase requires somebody to issue e-invoices."""
    bound, checked = obligation.bound, obligation.provenance.checked
    if bound is None:
        return
    for phase in obligation.phases:
        has_begun = phase.certainty is Certainty.ENACTED and phase.date <= checked
        if has_begun and Requirement.ISSUE in (phase.binds or ()) and BoundParty.SUPPLIERS not in bound:
            message = f"must have 'suppliers' where a phase up to the last check, that of {phase.date}, binds to issue"
            yield ".bound", message
            return


@rule(IssueCode.OBLIGATION_STATUS)
def requirements_suit_obligation(obligations: Obligations, context: CheckContext) -> Iterator[PathAndMessage]:
    """The phases of real-time reporting, SAF-T and audit files must not bind anybody to issue or receive e-invoices."""
    for name in ("real_time_reporting", "saft", "audit_file"):
        for index, phase in enumerate(getattr(obligations, name).phases):
            for place, requirement in enumerate(phase.binds or ()):
                if requirement in {Requirement.ISSUE, Requirement.RECEIVE}:
                    path = f".{name}.phases[{index}].binds[{place}]"
                    yield (
                        path,
                        f"must be 'report' or 'archive', but is {requirement.value!r}: e-invoices are another obligation",
                    )


@rule(IssueCode.OBLIGATION_STATUS)
def mode_agrees_with_status(obligation: RealTimeObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """Real-time reporting must not have a mode where its status is `none` or `unknown`."""
    if obligation.mode is not None and obligation.status in WITHOUT_OBLIGATION:
        yield ".mode", f"must be null where the status is {obligation.status.value!r}, but is {obligation.mode.value!r}"


@rule(IssueCode.OBLIGATION_STATUS)
def days_agree_with_mode(obligation: RealTimeObligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """Real-time reporting must have a number of days in a mode that counts them, and in no other."""
    if obligation.mode in COUNTING_DAYS and obligation.within_days is None:
        yield ".within_days", f"must be the number of days where the mode is {obligation.mode.value!r}"
    if obligation.mode not in COUNTING_DAYS and obligation.within_days is not None:
        counting = " or ".join(repr(mode.value) for mode in COUNTING_DAYS)
        yield ".within_days", f"must be left out where the mode is not {counting}, but is {obligation.within_days}"


# Claims

OBLIGATION = ClaimSpec(
    source=SourceObligation,
    record=Obligation,
    kind=ClaimKind.OBLIGATION,
    id_of=lambda claim: obligation_id(claim.file.code, claim.key),
    answer="summary",
    label=lambda claim, erps: (OBLIGATION_LABELS[ObligationKind(claim.key)],),
    path=on_country_page(lambda claim: obligation_anchor(claim.key)),
)

PHASE = ClaimSpec(
    source=SourcePhase,
    record=Phase,
    kind=ClaimKind.PHASE,
    id_of=lambda claim: phase_id(claim.file.code, claim.whole.key, claim.source.slug),
    is_part=True,
    label=lambda claim, erps: (claim.source.what,),
    path=lambda claim: phase_path(claim.id),
    order=lambda claim: (claim.source.date, claim.id),
)
