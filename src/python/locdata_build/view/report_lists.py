"""Whether the list of a country's reports is complete, and what is not known about it."""

from collections.abc import Iterator

from locdata_build.data.countries import expected_kinds, kinds_of, missing_kinds
from locdata_build.data.record import NOT_KNOWN
from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Pair
from locdata_build.view.context import SiteContext
from locdata_build.view.provenance import source_aside
from locdata_build.view.text import Badge, Break, Rich, Tone, joined, rich
from locdata_build.view.words import counted
from locdata_model.reports import REPORT_KIND_LABELS, ReportKind


def is_complete(country: CountryRecords) -> bool:
    """Tell whether each expected kind of report is recorded, or known to be filed by nobody."""
    return not missing_kinds(country.source)


def list_pairs(context: SiteContext, country: CountryRecords) -> Iterator[Pair]:
    """Yield how complete the list of a country is, what nobody files there and why, and what its reports leave open."""
    yield Pair("List", _completeness(country))
    yield from _not_filed(context, country)
    if unknown := "; ".join(_unknown(country)):
        yield Pair("Not known", rich(unknown))


def _not_filed(context: SiteContext, country: CountryRecords) -> Iterator[Pair]:
    absent = tuple(
        rich(
            REPORT_KIND_LABELS[ReportKind(claim.key)],
            ": ",
            claim.source.reason,
            source_aside(claim.provenance, context.today),
        )
        for claim in country.absent_reports
    )
    if absent:
        yield Pair("Not filed", joined(Break(), absent))


def _completeness(country: CountryRecords) -> Rich:
    expected = expected_kinds(country.source)
    recorded = f" {len(expected & kinds_of(country.source))} of {counted(len(expected), 'expected kind')} recorded"
    missing = missing_kinds(country.source)
    if not missing:
        return rich(Badge("complete", Tone.YES), recorded)
    names = ", ".join(REPORT_KIND_LABELS[kind] for kind in missing)
    return rich(Badge("incomplete", Tone.PARTLY), f"{recorded}; not recorded yet: {names}")


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
