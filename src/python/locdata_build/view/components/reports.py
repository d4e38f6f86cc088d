"""Reports as rows in the order of a filing calendar, and the completeness of a country's list of reports."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence

from locdata_build.data.countries import expected_kinds, kinds_of, missing_kinds
from locdata_build.data.dates_in_words import weekday_in_words
from locdata_build.data.record import NOT_KNOWN
from locdata_build.data.reports import SourceAbsentReport, SourceReport, SourceReportSupport
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords, ErpInCountry, ReportClaim
from locdata_build.view.blocks import Column, Pair, Row, row
from locdata_build.view.components.due_dates import UNDATED, days_facet
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_path, erp_in_country_link
from locdata_build.view.notes import cited_text, short_text
from locdata_build.view.report_words import (
    REPORT_KINDS,
    deadline_rule,
    frequency_labels,
    names_each,
    says_more_than_rule,
)
from locdata_build.view.text import (
    Aside,
    Badge,
    Break,
    Details,
    Link,
    Note,
    Rich,
    Strong,
    Tone,
    joined,
    links_by_badge,
    rich,
)
from locdata_build.view.words import REPORTING_SUPPORT, capitalized, counted
from locdata_model.reports import REPORT_KIND_LABELS, WITHOUT_PERIOD, CodedDeadline, Report, ReportFrequency, ReportKind
from locdata_model.vocabulary import ReportingSupport

_TERMS = ("Report", Column("Kind", is_plain=True), Column("How often", is_plain=True), "Due")

COLUMNS = ("Report", "Next due", "How often", Column("How it is filed", is_plain=True), "ERP products")
"""The columns on the page of a country, where each text has its notes."""

OVERVIEW_COLUMNS = (*_TERMS, "ERP products")
"""The columns on the page of all countries, where each name leads to the row on the page of its country."""

NOT_RECORDED = "not-recorded"
"""The option of the filter by frequency for reports without a coded one."""

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


# Rows


def report_rows(context: SiteContext, country: CountryRecords, reports: Iterable[ReportClaim]) -> tuple[Row, ...]:
    """Return a row with ``OVERVIEW_COLUMNS``, without notes, for each report of a country, in the order of a filing calendar."""
    return tuple(_row(context, country, report) for report in in_calendar_order(reports))


def country_report_rows(
    context: SiteContext, country: CountryRecords, reports: Iterable[ReportClaim]
) -> tuple[Row, ...]:
    """Return a row with ``COLUMNS`` for each report of a country: by the next due date, and those without one at the end."""
    by_date = sorted(in_calendar_order(reports), key=lambda report: report.record.next_due or dt.date.max)
    return tuple(_country_row(context, country, report) for report in by_date)


def _country_row(context: SiteContext, country: CountryRecords, derived: ReportClaim) -> Row:
    report, record = derived.source, derived.record

    def text(field: str) -> Rich:
        return cited_text(context, derived, field, words=_known_words)

    day = rich(Strong(weekday_in_words(record.next_due))) if record.next_due else ()
    return row(
        _english_name(report),
        rich(*day, Aside(text("deadline"))) if day else text("deadline"),
        text("frequency"),
        rich(*text("channel_format"), *((Aside(short_text(context, derived, "notes")),) if report.notes else ())),
        _folded_products(context, country, derived),
        anchor=derived.id,
    )


def _english_name(report: SourceReport) -> Rich:
    """Return the English name, then the local name, the form and the other names."""
    local = report.report_local if report.report_local != report.report_en else ""
    form = f"Form: {report.form}" if report.form else ""
    others = f"Also: {'; '.join(report.aliases)}" if report.aliases else ""
    return rich(report.report_en, Aside(joined(". ", (rich(each) for each in (local, form, others) if each))))


def _row(context: SiteContext, country: CountryRecords, derived: ReportClaim) -> Row:
    report = derived.source

    def text(field: str) -> Rich:
        return cited_text(context, derived, field, limit=0, words=_known_words)

    return row(
        _name(report, country_path(country, derived.id)),
        REPORT_KINDS[report.kind].label,
        _frequency(report, text("frequency")),
        (*_deadline(report, text("deadline")), Aside(_next_due(derived))),
        _support_counts([cell.support for cell in _known_support(report)]),
        anchor=derived.id,
        facets={
            "country": (country.code,),
            "kind": (report.kind.value,),
            "frequency": tuple(each.frequency.value for each in report.frequencies) or (NOT_RECORDED,),
            "days": days_facet(derived.record.next_due, context.today),
            "erp": tuple(cell.erp for cell in _known_support(report)),
        },
    )


def _known_words(text: str) -> Rich:
    return rich(UNKNOWN if text == NOT_KNOWN else text)


def _name(report: SourceReport, path: str) -> Rich:
    """Return the local name, linked to ``path``, then the English name, the form and the aliases."""
    name = Link(report.report_local, path)
    english = (Aside(rich(report.report_en)),) if report.report_en != report.report_local else ()
    form = rich("Form: ", report.form) if report.form else ()
    also = rich("Also: ", *joined("; ", map(rich, report.aliases))) if report.aliases else ()
    others = (Aside(joined(". ", filter(None, (form, also)))),) if form or also else ()
    return rich(name, *english, *others)


def _frequency(report: SourceReport, text: Rich) -> Rich:
    """Return the words of the frequency, after its labels if the words do not contain them."""
    labels = frequency_labels(report)
    if report.frequency == NOT_KNOWN or names_each(report.frequency, labels):
        return text
    return rich(capitalized(" or ".join(labels)), Aside(text))


def _deadline(report: SourceReport, text: Rich) -> Rich:
    """Return a single rule, then the words if they say more; or the words."""
    rules = [deadline_rule(report, deadline) for deadline in report.deadlines]
    if report.deadline != NOT_KNOWN and len(rules) == 1:
        if says_more_than_rule(report.deadline, rules[0]):
            return rich(capitalized(rules[0]), Aside(text))
        return rich(capitalized(rules[0]), *(part for part in text if isinstance(part, Note)))
    return text


def _next_due(derived: ReportClaim) -> Rich:
    """Return the next due date of a report, or why it has none."""
    record = derived.record
    if record.next_due:
        return rich("Next due: ", Strong(weekday_in_words(record.next_due)))
    return rich(UNDATED[record.undated] if record.undated else "")


# Support by ERP products


def _known_support(report: SourceReport) -> Sequence[SourceReportSupport]:
    return [cell for cell in report.erp_support if cell.support is not ReportingSupport.UNKNOWN]


def _support_lines(context: SiteContext, country: CountryRecords, derived: ReportClaim) -> tuple[Rich, ...]:
    """Return the ERP products by their support for a report, and the number of those whose support is unknown."""
    known = _known_support(derived.source)
    links = links_by_badge(
        (REPORTING_SUPPORT[support], erp_in_country_link(context.erp(erp), country))
        for support in ReportingSupport
        for erp in sorted(cell.erp for cell in known if cell.support is support)
    )
    unknown = len(context.erps) - len(known)
    count = rich(REPORTING_SUPPORT[ReportingSupport.UNKNOWN], f" {unknown} of {len(context.erps)}")
    return tuple(filter(None, (links, count if unknown else ())))


def _support_notes(context: SiteContext, report: ReportClaim) -> Iterator[Rich]:
    """Yield the notes on the ERP products that support a report, or that are mentioned."""
    for cell in report.parts:
        yield rich(context.erp(cell.source.erp).name, ": ", *cited_text(context, cell, "notes"))


def _folded_products(context: SiteContext, country: CountryRecords, derived: ReportClaim) -> Rich:
    """Return the number of products by their support for a report, with the products and notes folded away."""
    counts = _support_counts([cell.support for cell in derived.source.erp_support])
    if not counts:
        return ()
    products = (*_support_lines(context, country, derived), *_support_notes(context, derived))
    return rich(Details(counts, joined(Break(), products)))


def supported_reports(country: CountryRecords, records: ErpInCountry, page: str = "") -> Rich:
    """Return the number of a product's reports by support, with links to their rows on ``page`` folded away."""
    counts = _support_counts([cell.source.support for _, cell in records.reports])
    if not counts:
        return ()
    links = links_by_badge(
        (REPORTING_SUPPORT[cell.source.support], Link(report.source.report_local, f"{page}#{report.id}"))
        for support in ReportingSupport
        for report, cell in records.reports
        if cell.source.support is support
    )
    return rich(Details(f"{counts} of {len(country.reports)}", links))


def _support_counts(found: Sequence[ReportingSupport]) -> str:
    """Return the number of each kind of support: ``2 native, 1 unknown``."""
    return ", ".join(f"{found.count(each)} {each}" for each in ReportingSupport if each in found)


# Completeness of a list


def is_complete(country: CountryRecords) -> bool:
    """Return whether each expected kind of report is recorded or known not to be filed."""
    return not missing_kinds(country.source)


def list_pairs(context: SiteContext, country: CountryRecords) -> Iterator[Pair]:
    """Yield the completeness of a country's list, the reports that are not filed there, and the number of unknown values."""
    yield Pair("List", _completeness(country))
    yield from not_filed(context, country.absent_reports, limit=0)
    if unknown := "; ".join(_unknown(country)):
        yield Pair("Not known", rich(unknown))


def not_filed(
    context: SiteContext, absent: Iterable[Claim[SourceAbsentReport, None]], *, limit: int | None = None
) -> Iterator[Pair]:
    """Yield the kinds of reports that are not filed, if there are any, with the reason."""
    reasons = {
        REPORT_KIND_LABELS[ReportKind(claim.key)]: cited_text(context, claim, "reason", limit=limit) for claim in absent
    }
    if lines := joined(Break(), (rich(kind, ": ", *reason) for kind, reason in reasons.items())):
        yield Pair("Not filed", lines)


def _completeness(country: CountryRecords) -> Rich:
    expected = expected_kinds(country.source)
    recorded = f" {len(expected & kinds_of(country.source))} of {counted(len(expected), 'expected kind')} recorded"
    missing = missing_kinds(country.source)
    if not missing:
        return rich(Badge("complete", Tone.YES), recorded)
    names = ", ".join(REPORT_KIND_LABELS[kind] for kind in missing)
    return rich(Badge("incomplete", Tone.PARTLY), f"{recorded}; not recorded yet: {names}")


def _unknown(country: CountryRecords) -> Iterator[str]:
    """Yield the number of reports with an unknown frequency, deadline or way of filing."""
    reports = [report.source for report in country.reports]
    values = {
        "frequency": [report.frequency for report in reports],
        "deadline": [report.deadline for report in reports],
        "way of filing": [report.channel_format for report in reports],
    }
    for field, found in values.items():
        if count := found.count(NOT_KNOWN):
            yield f"{field} of {count} of {counted(len(reports), 'report')}"
