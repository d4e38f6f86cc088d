"""The sections of a country's page on its obligations: what each requires on the day of the build, of whom, and since when."""

import datetime as dt
from collections.abc import Collection, Iterator

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.obligations import effective_date, is_mandatory, is_unknown, required
from locdata_build.source.obligations import B2gObligation, RealTimeObligation, SourceObligation
from locdata_build.view.blocks import Pair, pair_list
from locdata_build.view.context import SiteContext
from locdata_build.view.obligations import ObligationSummary, requirement_words, summarize_obligations
from locdata_build.view.page import Section, section
from locdata_build.view.provenance import source_aside
from locdata_build.view.text import Break, Code, Link, Rich, joined, rich
from locdata_build.view.words import BOUND_PARTIES, NOT_KNOWN, REPORTING_MODES, STATUSES, counted, toggle_badge
from locdata_model.anchors import PageAnchor, obligation_anchor
from locdata_model.toggles import TOGGLES
from locdata_model.urls import PageName
from locdata_model.vocabulary import ObligationKind, ReportingMode

_MEANING = Link("what it means", f"{PageName.METHODOLOGY.path}#{PageAnchor.VERDICTS}")


def obligation_sections(
    context: SiteContext, country: CountryRecords, kinds: Collection[ObligationKind]
) -> Iterator[Section]:
    """Yield a section for each obligation of these kinds, in the order of the vocabulary."""
    for summary in summarize_obligations(country.obligations, context.today):
        if summary.kind in kinds:
            pairs = _pairs(context, country, summary)
            yield section(obligation_anchor(summary.kind), summary.words.label, pair_list(*pairs))


def _pairs(context: SiteContext, country: CountryRecords, summary: ObligationSummary) -> Iterator[Pair]:
    obligation = summary.obligation
    yield Pair("Verdict", rich(summary.verdict, ", see ", _MEANING, "."))
    status = STATUSES[obligation.status]
    yield Pair("Status", rich(Code(obligation.status), f" at the last check: {status.meaning}"))
    if not is_unknown(obligation):
        yield from _requirements(obligation, context.today)
    yield Pair("Summary", rich(obligation.summary, source_aside(summary.provenance, context.today)))
    yield Pair("Toggles", _toggles(country, summary.kind))


def _requirements(obligation: SourceObligation, today: dt.date) -> Iterator[Pair]:
    """Yield since when an obligation applies, what it requires, and of whom or in which mode."""
    mandatory = is_mandatory(obligation)
    if mandatory:
        yield Pair("Applies from", rich(effective_date(obligation) or NOT_KNOWN))
        yield Pair("Requires now", rich(requirement_words(required(obligation, today))))
    match obligation:
        case B2gObligation(bound=bound) if bound or mandatory:
            yield Pair("Binds", rich(", ".join(BOUND_PARTIES[party].label for party in bound or ()) or NOT_KNOWN))
        case RealTimeObligation(mode=mode, within_days=days) if mode or mandatory:
            yield Pair("Mode", rich(_mode(mode, days)))


def _mode(mode: ReportingMode | None, days: int | None) -> str:
    if mode is None:
        return NOT_KNOWN
    words = REPORTING_MODES[mode]
    unit = "working day" if mode is ReportingMode.WITHIN_WORKING_DAYS else "day"
    return f"within {counted(days, unit)}" if days else f"{words.label}. {words.meaning}"


def _toggles(country: CountryRecords, kind: ObligationKind) -> Rich:
    """Return the toggles derived from an obligation, with their values."""
    lines = (
        rich(f"{spec.label}: ", toggle_badge(getattr(country.detail.toggles, name)), " ", Code(name))
        for name, spec in TOGGLES.items()
        if spec.obligation is kind
    )
    return joined(Break(), lines)
