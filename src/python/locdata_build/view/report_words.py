"""The words of reports: labels and meanings of their kinds, frequencies and deadlines."""

from collections.abc import Mapping

from locdata_build.data.reports import SourceReport
from locdata_build.view.words import Meaning
from locdata_model.reports import REPORT_KIND_LABELS, DeadlineUnit, ReportFrequency, ReportKind

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
