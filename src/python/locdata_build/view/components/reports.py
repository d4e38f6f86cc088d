"""Reports as rows in the order of a filing calendar, and the completeness of a country's list of reports."""

import datetime as dt
from collections.abc import Iterable, Iterator

from locdata_build.data.countries import missing_kinds
from locdata_build.data.record import NOT_KNOWN
from locdata_build.data.reports import SourceAbsentReport, SourceReport
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords, ReportClaim
from locdata_build.view.blocks import Column, Pair, Row, row
from locdata_build.view.components.due_dates import next_day
from locdata_build.view.components.erp_support import products_of_report
from locdata_build.view.context import SiteContext
from locdata_build.view.notes import cited_text, short_text
from locdata_build.view.text import Aside, Break, Link, Rich, Words, joined, rich
from locdata_model.reports import (
    REPORT_KIND_LABELS,
    WITHOUT_PERIOD,
    CodedDeadline,
    Report,
    ReportFrequency,
    ReportKind,
    topic_of_kind,
)
from locdata_model.vocabulary import ReportingTopic

COLUMNS = ("Report", "Next due", "How often", Column("How it is filed", is_plain=True), "ERP products")
"""The columns on the page of a country, where each text has its notes."""

UNKNOWN = "not recorded"
"""The content of a cell whose value is not known."""


# The order of a filing calendar

_CALENDAR_ORDER = sorted(ReportFrequency, key=lambda frequency: frequency in WITHOUT_PERIOD)
"""Frequencies with a period from the highest to the lowest, then those without."""

_MONTH_DAYS = 31
_LATER = 10_000


def in_calendar_order(reports: Iterable[ReportClaim]) -> list[ReportClaim]:
    """Return reports in the order of a filing calendar."""
    return sorted(reports, key=lambda report: calendar_place(report.record))


def calendar_place(report: Report) -> tuple[int, int]:
    """Return the place of a report in a filing calendar, as a sort key: by its highest frequency, then by its earliest deadline.

    Reports without a period come after those with one, and reports without a coded frequency come last.
    """
    frequencies = [_CALENDAR_ORDER.index(each.frequency) for each in report.frequencies]
    days = [_days_after_period(deadline) for deadline in report.deadlines]
    return min(frequencies, default=len(_CALENDAR_ORDER)), min(days, default=_LATER)


def _days_after_period(deadline: CodedDeadline) -> int:
    """Return about how many days after its period a report is due, with months of 31 days."""
    number = deadline.number or _MONTH_DAYS
    return number if deadline.months is None else (deadline.months - 1) * _MONTH_DAYS + number


def is_on_topic(report: ReportClaim, topic: ReportingTopic) -> bool:
    """Return whether a report is on a topic, by its own or by one of its further kinds."""
    return topic in (report.source.topic, *map(topic_of_kind, report.source.also_kinds))


def reports_elsewhere(country: CountryRecords, topic: ReportingTopic) -> Rich:
    """Return links to the reports of a country that are on a topic as well, but are listed under another."""
    found = [each for each in country.reports if each.source.topic is not topic and is_on_topic(each, topic)]
    links = (rich(Link(each.source.report_local, f"#{each.id}")) for each in found)
    return (Words("Listed above, and on this topic as well: "), *joined(", ", links), Words(".")) if found else ()


# Rows


def report_rows(context: SiteContext, country: CountryRecords, reports: Iterable[ReportClaim]) -> tuple[Row, ...]:
    """Return a row for each report of a country, for its page: by the next due date, and those without one at the end."""
    by_date = sorted(in_calendar_order(reports), key=lambda report: report.record.next_due or dt.date.max)
    return tuple(_row(context, country, report) for report in by_date)


def _row(context: SiteContext, country: CountryRecords, derived: ReportClaim) -> Row:
    report, day = derived.source, derived.record.next_due

    def text(field: str) -> Rich:
        return cited_text(context, derived, field, words=_known_words)

    return row(
        _name(report),
        rich(next_day(day), Aside(text("deadline"))) if day else text("deadline"),
        text("frequency"),
        rich(*text("channel_format"), *((Aside(short_text(context, derived, "notes")),) if report.notes else ())),
        products_of_report(context, country, derived.parts),
        anchor=derived.id,
    )


def _known_words(text: str) -> Rich:
    return rich(UNKNOWN if text == NOT_KNOWN else text)


def _name(report: SourceReport) -> Rich:
    """Return the English name, then the local name, the form and the aliases."""
    local = rich(report.report_local) if report.report_local != report.report_en else ()
    form = rich("Form: ", report.form) if report.form else ()
    also = rich("Also: ", *joined("; ", map(rich, report.aliases))) if report.aliases else ()
    others = joined(". ", filter(None, (local, form, also)))
    return rich(report.report_en, *((Aside(others),) if others else ()))


# Completeness of a list


def is_complete(country: CountryRecords) -> bool:
    """Return whether each expected kind of report is recorded or known not to be filed."""
    return not missing_kinds(country.source)


def not_filed(context: SiteContext, absent: Iterable[Claim[SourceAbsentReport, None]]) -> Iterator[Pair]:
    """Yield the kinds of reports that are not filed, if there are any, with the reason."""
    reasons = {REPORT_KIND_LABELS[ReportKind(claim.key)]: cited_text(context, claim, "reason") for claim in absent}
    if lines := joined(Break(), (rich(kind, ": ", *reason) for kind, reason in reasons.items())):
        yield Pair("Not filed", lines)
