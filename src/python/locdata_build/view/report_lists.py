"""Whether the list of a country's reports is complete, and what is not known about it."""

from collections.abc import Container, Iterable, Iterator

from locdata_build.derive.countries import CountryRecords
from locdata_build.source.expected_reports import expected_kinds, kinds_of, missing_kinds
from locdata_build.source.records import NOT_KNOWN
from locdata_build.view.blocks import Pair
from locdata_build.view.context import SiteContext
from locdata_build.view.provenance import source_aside
from locdata_build.view.report_words import REPORT_KINDS, topic_of_kind
from locdata_build.view.text import Badge, Break, Rich, Tone, joined, rich
from locdata_build.view.words import counted
from locdata_model.reports import ReportKind
from locdata_model.vocabulary import ReportingTopic


def is_complete(country: CountryRecords) -> bool:
    """Tell whether each expected kind of report is recorded, or known to be filed by nobody."""
    return not missing_kinds(country.source)


def list_pairs(context: SiteContext, country: CountryRecords) -> Iterator[Pair]:
    """Yield how complete the list of a country is, what nobody files there and why, and what its reports leave open."""
    yield Pair("List", _completeness(country))
    yield from _not_filed(context, country, tuple(ReportingTopic))
    if unknown := "; ".join(_unknown(country)):
        yield Pair("Not known", rich(unknown))


def unfiled_reports(context: SiteContext, country: CountryRecords, topic: ReportingTopic) -> Iterator[Pair]:
    """Yield the kinds of reports on ``topic`` that nobody files, with reason and source, and those that are not recorded yet."""
    yield from _not_filed(context, country, (topic,))
    kinds = [kind for kind in missing_kinds(country.source) if topic_of_kind(kind) is topic]
    if kinds:
        yield Pair("Not recorded yet", rich(_labels(kinds)))


def _not_filed(context: SiteContext, country: CountryRecords, topics: Container[ReportingTopic]) -> Iterator[Pair]:
    absent = tuple(
        rich(REPORT_KINDS[kind].label, ": ", source.reason, source_aside(provenance, context.today))
        for kind, source, provenance in country.absent_reports
        if topic_of_kind(kind) in topics
    )
    if absent:
        yield Pair("Not filed", joined(Break(), absent))


def _labels(kinds: Iterable[ReportKind]) -> str:
    return ", ".join(REPORT_KINDS[kind].label for kind in kinds)


def _completeness(country: CountryRecords) -> Rich:
    expected = expected_kinds(country.source)
    recorded = f" {len(expected & kinds_of(country.source))} of {counted(len(expected), 'expected kind')} recorded"
    missing = missing_kinds(country.source)
    if not missing:
        return rich(Badge("complete", Tone.YES), recorded)
    return rich(Badge("incomplete", Tone.PARTLY), f"{recorded}; not recorded yet: {_labels(missing)}")


def _unknown(country: CountryRecords) -> Iterator[str]:
    """Yield how many reports do not say how often they are filed, by when, and how."""
    reports = [report.source for report in country.reports]
    unknown = {
        "frequency": [report for report in reports if report.frequency == NOT_KNOWN],
        "deadline": [report for report in reports if report.deadline == NOT_KNOWN],
        "way of filing": [report for report in reports if report.channel_format == NOT_KNOWN],
    }
    for what, found in unknown.items():
        if found:
            yield f"{what} of {len(found)} of {counted(len(reports), 'report')}"
