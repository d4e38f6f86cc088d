"""The sections of a country's page on its obligations: what each requires on the day of the build, of whom, and since when."""

import datetime as dt
from collections.abc import Collection, Iterator

from locdata_build.data.obligations import B2gObligation, RealTimeObligation, SourceObligation
from locdata_build.derive.countries import CountryRecords, ObligationClaim
from locdata_build.derive.obligations import effective_date, is_mandatory, is_unknown, required
from locdata_build.view.blocks import Pair, pair_list
from locdata_build.view.claim_sources import folded_sources
from locdata_build.view.context import SiteContext
from locdata_build.view.obligations import ObligationSummary, requirement_words, summarize_obligations
from locdata_build.view.page import Section, section
from locdata_build.view.text import Break, Code, Rich, Words, joined, rich
from locdata_build.view.words import (
    APPLIES_FROM,
    BOUND_PARTIES,
    NOT_KNOWN,
    OBLIGATIONS,
    REPORTING_MODES,
    counted,
    toggle_badge,
)
from locdata_model.anchors import obligation_anchor
from locdata_model.toggles import TOGGLES
from locdata_model.vocabulary import ObligationKind, ReportingMode


def obligation_sections(
    context: SiteContext, country: CountryRecords, kinds: Collection[ObligationKind]
) -> Iterator[Section]:
    """Yield a section for each obligation of these kinds, in the order of the vocabulary."""
    for summary in summarize_obligations(country.obligations, context.today):
        if summary.kind in kinds:
            pairs = _pairs(context, summary)
            yield section(obligation_anchor(summary.kind), summary.words.label, pair_list(*pairs))


def _pairs(context: SiteContext, summary: ObligationSummary) -> Iterator[Pair]:
    """Yield the verdict with what is required, and the summary unless the answer to the question about it is the same."""
    obligation = summary.obligation
    sources = folded_sources(context, summary.claim)
    details = joined("; ", (rich(f"{term}: ", *content) for term, content in _requirements(obligation, context.today)))
    verdict = (summary.verdict, *((Words(" "), *details) if details else ()))
    if is_unknown(obligation) or Words(obligation.summary) in summary.text:
        yield Pair("Verdict", (*verdict, sources))
        return
    yield Pair("Verdict", verdict)
    yield Pair("Summary", rich(obligation.summary, sources))


def _requirements(obligation: SourceObligation, today: dt.date) -> Iterator[tuple[str, Rich]]:
    """Yield with a label since when an obligation applies, what it requires, and of whom or in which mode."""
    mandatory = is_mandatory(obligation)
    if mandatory:
        yield APPLIES_FROM, rich(effective_date(obligation) or NOT_KNOWN)
        yield "requires now", rich(requirement_words(required(obligation, today)))
    match obligation:
        case B2gObligation(bound=bound) if bound or mandatory:
            yield "binds", rich(", ".join(BOUND_PARTIES[party].label for party in bound or ()) or NOT_KNOWN)
        case RealTimeObligation(mode=mode, within_days=days) if mode or mandatory:
            yield "mode", rich(_mode(mode, days))


def _mode(mode: ReportingMode | None, days: int | None) -> str:
    if mode is None:
        return NOT_KNOWN
    words = REPORTING_MODES[mode]
    unit = "working day" if mode is ReportingMode.WITHIN_WORKING_DAYS else "day"
    return f"within {counted(days, unit)}" if days else f"{words.label}. {words.meaning}"


def obligation_codes(country: CountryRecords) -> Rich:
    """Return a line for each obligation: its status and the toggles derived from it, as the API names them."""
    lines = (_codes(country, obligation) for obligation in country.obligations)
    return joined(Break(), lines)


def _codes(country: CountryRecords, obligation: ObligationClaim) -> Rich:
    toggles = (
        rich(toggle_badge(getattr(country.detail.toggles, name)), " ", Code(name))
        for name, spec in TOGGLES.items()
        if spec.obligation is obligation.record.obligation
    )
    status = Code(obligation.source.status)
    return rich(f"{OBLIGATIONS[obligation.record.obligation].label}: ", status, "; ", *joined(", ", toggles))
