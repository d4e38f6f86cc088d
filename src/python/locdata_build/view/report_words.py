"""The words of reports: labels and meanings of their kinds, frequencies and deadlines."""

import re
from collections.abc import Iterable, Iterator, Mapping

from locdata_build.data.dates_in_words import MONTHS, day_in_words
from locdata_build.data.reports import SourceDeadline, SourceReport
from locdata_build.view.words import Meaning, counted
from locdata_model.reports import REPORT_KIND_LABELS, WITHOUT_PERIOD, DeadlineUnit, ReportFrequency, ReportKind

_KIND_MEANINGS: Mapping[ReportKind, str] = {
    ReportKind.VAT_RETURN: "The periodic return of VAT, GST or sales tax.",
    ReportKind.RECAPITULATIVE_STATEMENT: "Supplies to businesses in other member states of the European Union (EC sales list).",
    ReportKind.TRANSACTION_LIST: "A periodic list of invoices, customers or transactions, such as a VAT control statement.",
    ReportKind.ANNUAL_RETURN: "A yearly return of VAT, besides the periodic ones.",
    ReportKind.ONE_STOP_SHOP: "Returns of the schemes in which a business declares VAT of several countries in one (OSS, IOSS).",
    ReportKind.WITHHOLDING: "Taxes withheld from payments, or the payments themselves.",
    ReportKind.SAF_T: "A national SAF-T file, sent periodically or on request.",
    ReportKind.AUDIT_FILE: "Another standard file for auditors of the tax authority.",
    ReportKind.INVOICE_REPORTING: "Invoices, receipts or their data, sent one by one.",
    ReportKind.OTHER: "Anything else that is filed with a tax authority.",
}

REPORT_KINDS: Mapping[ReportKind, Meaning] = {
    kind: Meaning(REPORT_KIND_LABELS[kind], meaning) for kind, meaning in _KIND_MEANINGS.items()
}
"""Every kind of report."""

REPORT_FREQUENCIES: Mapping[ReportFrequency, Meaning] = {
    ReportFrequency.PER_TRANSACTION: Meaning("per transaction", "For each invoice, receipt or payment."),
    ReportFrequency.DAILY: Meaning("daily", "For each day."),
    ReportFrequency.TEN_DAYS: Meaning("every ten days", "For each third of a month."),
    ReportFrequency.MONTHLY: Meaning("monthly", "For each month."),
    ReportFrequency.TWO_MONTHLY: Meaning("every two months", "For two months."),
    ReportFrequency.QUARTERLY: Meaning("quarterly", "For three months."),
    ReportFrequency.FOUR_MONTHLY: Meaning("every four months", "For four months."),
    ReportFrequency.HALF_YEARLY: Meaning("half-yearly", "For six months."),
    ReportFrequency.YEARLY: Meaning("yearly", "For a year."),
    ReportFrequency.ON_REQUEST: Meaning("on request", "Only when the tax authority asks, as in an audit."),
}
"""Every frequency, from the highest to the lowest."""

DEADLINE_UNITS: Mapping[DeadlineUnit, Meaning] = {
    DeadlineUnit.DAY_OF_MONTH: Meaning(
        "day of a month", "A day of a month, which is a number of months after the month in which the period ends."
    ),
    DeadlineUnit.LAST_DAY: Meaning("last day of a month", "The last day of that month."),
    DeadlineUnit.WORKING_DAY: Meaning("working day of a month", "A working day of that month, counted from its start."),
    DeadlineUnit.LAST_WORKING_DAY: Meaning("last working day of a month", "The last working day of that month."),
    DeadlineUnit.DAYS: Meaning("days", "A number of days after the end of the period, the transaction or the request."),
    DeadlineUnit.WORKING_DAYS: Meaning(
        "working days", "A number of working days after the end of the period, the transaction or the request."
    ),
}
"""Every unit of a deadline."""


def frequency_labels(report: SourceReport) -> tuple[str, ...]:
    """Return the labels of the frequencies of a report; none if none is recorded."""
    return tuple(REPORT_FREQUENCIES[each.frequency].label for each in report.frequencies)


def names_each(words: str, labels: Iterable[str]) -> bool:
    """Return whether the words of a frequency contain each of its labels, or a synonym."""
    plain = re.sub("annual(ly)?", "yearly", words.lower())
    return all(label in plain for label in labels)


def deadline_rule(report: SourceReport, deadline: SourceDeadline) -> str:
    """Return a rule in words: ``quarterly: by the 20th of the following month (first to third quarter)``."""
    is_one_of_several = deadline.frequency and len(report.frequencies) > 1
    label = f"{REPORT_FREQUENCIES[deadline.frequency].label}: " if deadline.frequency and is_one_of_several else ""
    remarks = "; ".join(_remarks(deadline))
    return f"{label}{_when(report, deadline)}{f' ({remarks})' if remarks else ''}"


def _remarks(deadline: SourceDeadline) -> Iterator[str]:
    """Yield the filers and the periods that a deadline is for, if it is not for all, and how tax numbers count."""
    if deadline.filers:
        yield deadline.filers
    if deadline.end_months:
        yield f"periods to {', '.join(MONTHS[month - 1] for month in deadline.end_months)}"
    if deadline.end_months == ():
        yield "the period differs by filer"
    if deadline.since:
        yield f"periods from {day_in_words(deadline.since)}"
    if deadline.until:
        yield f"periods to {day_in_words(deadline.until)}"
    if deadline.digit_days:
        first, last = deadline.digit_days
        yield f"by the tax number {f'{first} to ' if first else 'up to '}{last} working days later"


def says_more_than_rule(words: str, rule: str) -> bool:
    """Return whether the words of a deadline say more than its rule."""
    plain = re.sub(r"\bmonth after the period$|\bnext month$", "following month", words.lower())
    plain = re.sub(r"^(by )?(the )?|(?<=\d[a-z]{2}) (calendar )?day(?= of)", "", plain)
    return plain != rule.removeprefix("by the ")


def _when(report: SourceReport, deadline: SourceDeadline) -> str:
    number = deadline.number or 0
    if deadline.unit in {DeadlineUnit.DAYS, DeadlineUnit.WORKING_DAYS}:
        frequencies = {deadline.frequency} if deadline.frequency else {each.frequency for each in report.frequencies}
        unit = "working day" if deadline.unit is DeadlineUnit.WORKING_DAYS else "day"
        return f"within {counted(number, unit)}{'' if frequencies & WITHOUT_PERIOD else ' after the period'}"
    days = {
        DeadlineUnit.DAY_OF_MONTH: _ordinal(number),
        DeadlineUnit.LAST_DAY: "last day",
        DeadlineUnit.WORKING_DAY: f"{_ordinal(number)} working day",
        DeadlineUnit.LAST_WORKING_DAY: "last working day",
    }
    months = {0: "last month of the period", 1: "following month"}
    month = months.get(deadline.months or 0, f"{_ordinal(deadline.months or 0)} month after the period")
    return f"by the {days[deadline.unit]} of the {month}"


def _ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{endings.get(number % 10, 'th') if number // 10 != 1 else 'th'}"
