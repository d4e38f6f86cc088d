"""The obligations of a country: status, start and dated phases, and the rules that they must not contradict each other."""

from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from locdata_build.data.claims import ClaimSpec, on_country_page
from locdata_build.data.errors import IssueCode
from locdata_build.data.record import NOT_KNOWN, SourceRecord, UniqueBy
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.statements import CITES
from locdata_build.data.values import FIRST_YEAR, LAST_YEAR
from locdata_model import vocabulary
from locdata_model.anchors import obligation_anchor, phase_path
from locdata_model.ids import obligation_id, phase_id
from locdata_model.obligations import Bound, Mode, Obligation, Since, Summary, WithinDays
from locdata_model.phases import ALL, PHASE_YEARS, Binds, Phase, PhaseCertainty, PhaseText, Who
from locdata_model.scalars import IsoDate, LastChecked, PermanentSlug


class SourcePhase(SourceRecord, frozen=True, kw_only=True):
    """A date from which an obligation applies to more businesses or transactions."""

    slug: PermanentSlug
    date: IsoDate
    what: Annotated[PhaseText, CITES]
    binds: Binds
    who: Who
    certainty: PhaseCertainty


class SourceObligation(SourceRecord, frozen=True, kw_only=True):
    """A legal obligation of businesses or public bodies. Toggles are derived from it."""

    status: vocabulary.ObligationStatus
    since: Since
    phases: Annotated[
        tuple[SourcePhase, ...], UniqueBy("slug"), Meta(description="Phases, earliest first; a pilot is not a phase")
    ]
    summary: Annotated[Summary, CITES]
    checked: LastChecked


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
def year_of_phase_is_published(phase: SourcePhase, context: CheckContext) -> Issues:
    """A phase must be in the years 2000 to 2050, for which phases are published."""
    # Dates outside the years of all formats have an issue already.
    if FIRST_YEAR <= phase.date.year <= LAST_YEAR and phase.date.year not in PHASE_YEARS:
        years = f"{PHASE_YEARS[0]} to {PHASE_YEARS[-1]}"
        yield ".date", f"must be in the years {years}, for which phases are published, got {phase.date.isoformat()}"


COUNTING_DAYS = (vocabulary.ReportingMode.WITHIN_DAYS, vocabulary.ReportingMode.WITHIN_WORKING_DAYS)
"""The modes of real-time reporting with a number of days."""

WITHOUT_OBLIGATION = frozenset({vocabulary.ObligationStatus.NONE, vocabulary.ObligationStatus.UNKNOWN})
"""The statuses without details of an obligation."""

SYNONYMS_OF_ALL = frozenset({ALL, "everybody", "everyone"})
"""Words for ``all``, in lower case."""


@rule(IssueCode.PHASE_ORDER)
def phases_are_in_order(obligation: SourceObligation, context: CheckContext) -> Issues:
    """The phases of an obligation must be sorted by date, and those of one day by slug."""
    for index, (earlier, later) in enumerate(pairwise(obligation.phases), start=1):
        if later.date < earlier.date:
            yield f".phases[{index}].date", f"must not be before {earlier.date}, got {later.date}"
        elif later.date == earlier.date and later.slug < earlier.slug:
            yield f".phases[{index}].slug", f"must be sorted, got {later.slug!r} after {earlier.slug!r}"


@rule(IssueCode.PHASE_STATUS)
def status_allows_phases(obligation: SourceObligation, context: CheckContext) -> Issues:
    """An obligation with the status `none` or `unknown` must not have phases."""
    if obligation.phases and obligation.status in WITHOUT_OBLIGATION:
        yield ".phases", f"must be empty if the status is {obligation.status.value!r}"


@rule(IssueCode.PHASE_STATUS)
def announced_phase_is_after_check(obligation: SourceObligation, context: CheckContext) -> Issues:
    """An announced phase must be after the last check."""
    checked = obligation.checked
    for index, phase in enumerate(obligation.phases):
        if phase.certainty is vocabulary.Certainty.ANNOUNCED and phase.date <= checked:
            message = f"must be after the last check, {checked}, if the phase is only announced"
            yield f".phases[{index}].date", f"{message}, got {phase.date}"


@rule(IssueCode.PHASE_STATUS)
def status_agrees_with_phases(obligation: SourceObligation, context: CheckContext) -> Issues:
    """A planned obligation must have only announced phases, a voluntary one no binding phase, and an enacted one none that has started."""
    for index, phase in enumerate(obligation.phases):
        if phase.certainty is vocabulary.Certainty.ANNOUNCED:
            continue
        path = f".phases[{index}]"
        binds = phase.binds != ()
        if obligation.status is vocabulary.ObligationStatus.PLANNED:
            yield f"{path}.certainty", "must be 'announced' if the status of the obligation is 'planned'"
        if obligation.status is vocabulary.ObligationStatus.VOLUNTARY and binds:
            yield f"{path}.binds", "must be empty if the status of the obligation is 'voluntary'"
        checked = obligation.checked
        if obligation.status is vocabulary.ObligationStatus.ENACTED and binds and phase.date <= checked:
            message = f"must be after the last check, {checked}, if the status of the obligation is 'enacted'"
            yield f"{path}.date", f"{message}, got {phase.date}"


@rule(IssueCode.PHASE_STATUS)
def who_agrees_with_binds(phase: SourcePhase, context: CheckContext) -> Issues:
    """`who` of a phase must be null if the phase requires nothing or the parties are not known, and `all` if it binds all."""
    who = phase.who
    if who is None:
        return
    if phase.binds == ():
        yield ".who", f"must be null if the phase requires nothing, got {who!r}"
    elif who == NOT_KNOWN:
        yield ".who", f"must be null if it is not known, got {who!r}"
    elif who != ALL and who.rstrip(".").casefold() in SYNONYMS_OF_ALL:
        yield ".who", f"must be {ALL!r} if the phase binds all, got {who!r}"


@rule(IssueCode.OBLIGATION_STATUS)
def start_agrees_with_status(obligation: SourceObligation, context: CheckContext) -> Issues:
    """Only an obligation in force may have a start, which must not be after its check or a binding phase."""
    since, status = obligation.since, obligation.status
    if since is None:
        return
    if status is not vocabulary.ObligationStatus.IN_FORCE:
        yield ".since", f"must be null if the status is {status.value!r}, got {since}"
    if since > obligation.checked:
        yield ".since", f"must not be after the last check, {obligation.checked}, got {since}"
    for phase in obligation.phases:
        if phase.binds != () and phase.date < since:
            yield ".since", f"must not be after a binding phase, {phase.date}, got {since}"
            return


@rule(IssueCode.OBLIGATION_STATUS)
def bound_agrees_with_status(obligation: B2gObligation, context: CheckContext) -> Issues:
    """An obligation with the status `none`, `unknown` or `voluntary` must not name bound parties."""
    if obligation.bound is not None and obligation.status in {
        *WITHOUT_OBLIGATION,
        vocabulary.ObligationStatus.VOLUNTARY,
    }:
        found = " and ".join(repr(party.value) for party in obligation.bound)
        yield ".bound", f"must be null if the status is {obligation.status.value!r}, got {found}"


@rule(IssueCode.OBLIGATION_STATUS)
def bound_agrees_with_phases(obligation: B2gObligation, context: CheckContext) -> Issues:
    """An obligation that names bound parties must name suppliers once a phase requires businesses to issue e-invoices."""
    bound, checked = obligation.bound, obligation.checked
    if bound is None:
        return
    for phase in obligation.phases:
        has_begun = phase.certainty is vocabulary.Certainty.ENACTED and phase.date <= checked
        if (
            has_begun
            and vocabulary.Requirement.ISSUE in (phase.binds or ())
            and vocabulary.BoundParty.SUPPLIERS not in bound
        ):
            yield ".bound", f"must have 'suppliers', because the phase of {phase.date} binds to issue e-invoices"
            return


@rule(IssueCode.OBLIGATION_STATUS)
def requirements_suit_obligation(obligations: Obligations, context: CheckContext) -> Issues:
    """The phases of real-time reporting, SAF-T and audit files must not require e-invoices to be issued or received."""
    for name in ("real_time_reporting", "saft", "audit_file"):
        for index, phase in enumerate(getattr(obligations, name).phases):
            for place, requirement in enumerate(phase.binds or ()):
                if requirement in {vocabulary.Requirement.ISSUE, vocabulary.Requirement.RECEIVE}:
                    message = (
                        f"must be 'report' or 'archive', got {requirement.value!r}: e-invoices are another obligation"
                    )
                    yield f".{name}.phases[{index}].binds[{place}]", message


@rule(IssueCode.OBLIGATION_STATUS)
def mode_agrees_with_status(obligation: RealTimeObligation, context: CheckContext) -> Issues:
    """Real-time reporting with the status `none` or `unknown` must not have a mode."""
    if obligation.mode is not None and obligation.status in WITHOUT_OBLIGATION:
        yield ".mode", f"must be null if the status is {obligation.status.value!r}, got {obligation.mode.value!r}"


@rule(IssueCode.OBLIGATION_STATUS)
def days_agree_with_mode(obligation: RealTimeObligation, context: CheckContext) -> Issues:
    """Real-time reporting must have a number of days if its mode counts days, and only then."""
    if obligation.mode in COUNTING_DAYS and obligation.within_days is None:
        yield ".within_days", f"must be the number of days if the mode is {obligation.mode.value!r}"
    if obligation.mode not in COUNTING_DAYS and obligation.within_days is not None:
        counting = " or ".join(repr(mode.value) for mode in COUNTING_DAYS)
        yield ".within_days", f"must be left out if the mode is not {counting}, got {obligation.within_days}"


# Claims

OBLIGATION = ClaimSpec(
    source=SourceObligation,
    record=Obligation,
    kind=vocabulary.ClaimKind.OBLIGATION,
    id_of=lambda claim: obligation_id(claim.file.code, claim.key),
    answer="summary",
    label=lambda claim, erps: (vocabulary.OBLIGATION_LABELS[vocabulary.ObligationKind(claim.key)],),
    path=on_country_page(lambda claim: obligation_anchor(claim.key)),
)

PHASE = ClaimSpec(
    source=SourcePhase,
    record=Phase,
    kind=vocabulary.ClaimKind.PHASE,
    id_of=lambda claim: phase_id(claim.file.code, claim.whole.key, claim.source.slug),
    is_part=True,
    label=lambda claim, erps: (claim.source.what,),
    path=lambda claim: phase_path(claim.id),
    order=lambda claim: (claim.source.date, claim.id),
)
