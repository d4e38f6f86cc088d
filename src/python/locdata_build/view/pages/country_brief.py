"""The brief on a country: the verdict on each obligation with its source, the phases to come, and the files with more.

It is for language models and other programs that read the Markdown twin; on the page, the questions say the same.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.derive.obligations import effective_date, is_mandatory
from locdata_build.derive.provenance import Provenance
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_path
from locdata_build.view.obligations import ObligationSummary, phase_badge, summarize_obligations
from locdata_build.view.page import Brief, BriefLine
from locdata_build.view.pages.country_phases import (
    PHASES_ANCHOR,
    PHASES_TITLE,
    later_phases,
    without_later_phases,
)
from locdata_build.view.provenance import publisher_link
from locdata_build.view.text import Code, Link, Rich, Strong, joined, rich
from locdata_build.view.words import (
    APPLIES_FROM,
    NOT_KNOWN,
    OBLIGATIONS,
    STATUSES,
    VERIFICATIONS,
    sentence,
    tokens_in_words,
)
from locdata_model.endpoints import COUNTRY_OBLIGATIONS, COUNTRY_REPORTS
from locdata_model.phases import Phase
from locdata_model.serialization import encode_json, estimated_tokens
from locdata_model.vocabulary import Verification

_FILE_WITH_URLS = PurePosixPath(COUNTRY_OBLIGATIONS.path).name
"""The name of the file with the URL of every source that a brief may name."""


def country_brief(context: SiteContext, country: CountryRecords) -> Brief:
    """Return the brief on a country as of the day of the build."""
    return Brief(
        obligations=tuple(map(_obligation, summarize_obligations(country.obligations, context.today))),
        phases=tuple(_phase(context, country, phase) for phase in later_phases(context, country)),
        without_phases=without_later_phases(country),
        all_phases=Link(PHASES_TITLE, country_path(country, PHASES_ANCHOR)),
        files=rich("As JSON: ", *joined(", ", _files(context, country)), "."),
    )


def _obligation(summary: ObligationSummary) -> BriefLine:
    label, status = Strong(summary.words.label), STATUSES[summary.obligation.status].label
    is_unverified = summary.claim.provenance.verification is Verification.UNVERIFIED
    source = "; not answered by " if is_unverified else "; source: "
    content = rich(label, ": ", summary.verdict, f"; status: {status}", *_start(summary), source)
    return BriefLine(content, tuple(_sources(summary.claim.provenance)))


def _start(summary: ObligationSummary) -> Rich:
    """Return from when an obligation applies, unless the verdict says it."""
    obligation = summary.obligation
    start = effective_date(obligation)
    if not is_mandatory(obligation) or (start and day_in_words(start) in summary.verdict.text):
        return ()
    return rich(f"; {APPLIES_FROM}: ", start or NOT_KNOWN)


def _phase(context: SiteContext, country: CountryRecords, phase: Phase) -> BriefLine:
    """Return the line of a phase. It names no source if that is the one of its obligation's line."""
    state, label = phase_badge(phase, context.today), OBLIGATIONS[phase.obligation].label
    content = rich(Strong(day_in_words(phase.date)), f", {label} (", state, "): ", sentence(phase.what))
    provenance = country.phase(phase.id).provenance
    if provenance.source_url == country.obligation(phase.obligation).provenance.source_url:
        return BriefLine(content)
    return BriefLine(rich(*content, " Source: "), tuple(_sources(provenance)))


def _sources(provenance: Provenance) -> Iterator[Rich]:
    """Yield what is said of the first source of a claim, from the longest to the shortest form."""
    source, grade = provenance.citations[0].source, VERIFICATIONS[provenance.verification].label
    yield rich(publisher_link(source), f", {grade}")
    yield rich(source.publisher, f", {grade}, URL in ", Code(_FILE_WITH_URLS))
    yield rich("one in ", Code(_FILE_WITH_URLS), f", {grade}")


def _files(context: SiteContext, country: CountryRecords) -> Iterator[Rich]:
    """Yield a link to each small file on a country, with its size."""
    for spec in (COUNTRY_OBLIGATIONS, COUNTRY_REPORTS):
        path = spec.path_for(country.code)
        tokens = estimated_tokens(encode_json(context.responses[path]))
        yield rich(Link(PurePosixPath(path).name, path), f" ({tokens_in_words(tokens)})")
