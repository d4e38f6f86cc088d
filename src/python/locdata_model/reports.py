"""Reports to tax authorities: their frequencies and deadlines, and their support by ERP products."""

from typing import Annotated

from msgspec import Meta

from locdata_model import scalars
from locdata_model.record import Record
from locdata_model.responses import Response
from locdata_model.sources import Statements
from locdata_model.vocabulary import (
    Evidence,
    ProductAction,
    ReportingSupport,
    ReportingTopic,
    Verification,
    Vocabulary,
)


class ReportKind(Vocabulary):
    """What a report is.

    ``vat-return``: the periodic return of VAT, GST or sales tax. ``recapitulative-statement``: supplies to businesses
    in other member states of the European Union. ``transaction-list``: a periodic list of invoices, customers or
    transactions. ``annual-return``: a yearly return of VAT, besides the periodic ones. ``one-stop-shop``: returns of
    the schemes for VAT in several countries. ``withholding``: taxes withheld from payments. ``saf-t``: a national
    SAF-T file. ``audit-file``: another standard file for auditors of the tax authority. ``invoice-reporting``:
    invoices, receipts or their data sent one by one. ``other``: anything else.
    """

    VAT_RETURN = "vat-return"
    RECAPITULATIVE_STATEMENT = "recapitulative-statement"
    TRANSACTION_LIST = "transaction-list"
    ANNUAL_RETURN = "annual-return"
    ONE_STOP_SHOP = "one-stop-shop"
    WITHHOLDING = "withholding"
    SAF_T = "saf-t"
    AUDIT_FILE = "audit-file"
    INVOICE_REPORTING = "invoice-reporting"
    OTHER = "other"


REPORT_KIND_LABELS = {
    ReportKind.VAT_RETURN: "VAT / GST return",
    ReportKind.RECAPITULATIVE_STATEMENT: "recapitulative statement",
    ReportKind.TRANSACTION_LIST: "transaction list",
    ReportKind.ANNUAL_RETURN: "annual return",
    ReportKind.ONE_STOP_SHOP: "one-stop shop",
    ReportKind.WITHHOLDING: "withholding",
    ReportKind.SAF_T: "SAF-T",
    ReportKind.AUDIT_FILE: "audit file",
    ReportKind.INVOICE_REPORTING: "invoice reporting",
    ReportKind.OTHER: "other",
}
"""The label of each kind of report."""


def topic_of_kind(kind: ReportKind) -> ReportingTopic:
    """Return the topic that a kind of report belongs to where a country has no report of it."""
    is_file = kind in {ReportKind.SAF_T, ReportKind.AUDIT_FILE}
    return ReportingTopic.SAF_T if is_file else ReportingTopic.VAT_REPORTING


class ReportFrequency(Vocabulary):
    """How often a report is made. ``per-transaction``: for each invoice, receipt or payment."""

    PER_TRANSACTION = "per-transaction"
    DAILY = "daily"
    TEN_DAYS = "ten-days"
    MONTHLY = "monthly"
    TWO_MONTHLY = "two-monthly"
    QUARTERLY = "quarterly"
    FOUR_MONTHLY = "four-monthly"
    HALF_YEARLY = "half-yearly"
    YEARLY = "yearly"
    ON_REQUEST = "on-request"


WITHOUT_PERIOD = frozenset({ReportFrequency.PER_TRANSACTION, ReportFrequency.ON_REQUEST})
"""The frequencies without a period: days count from the transaction or from the request."""


class DeadlineUnit(Vocabulary):
    """How a deadline is counted from the end of the period, or from the transaction where there is no period.

    ``day-of-month``: a day of a later month. ``last-day``: the last day of a later month. ``working-day``: a working day of a
    later month, counted from its start. ``last-working-day``: the last working day of a later month. ``days``, ``working-days``:
    a number of days after the end.
    """

    DAY_OF_MONTH = "day-of-month"
    LAST_DAY = "last-day"
    WORKING_DAY = "working-day"
    LAST_WORKING_DAY = "last-working-day"
    DAYS = "days"
    WORKING_DAYS = "working-days"


class Shift(Vocabulary):
    """Where a deadline moves if its day is at a weekend or a public holiday. ``none``: it stays."""

    NEXT_WORKING_DAY = "next-working-day"
    PREVIOUS_WORKING_DAY = "previous-working-day"
    NONE = "none"


class Undated(Vocabulary):
    """Why no due date of a report can be computed.

    ``event``: it follows a transaction, a request or a day. ``own-periods``: the period differs by filer. ``no-rule``: its
    deadline follows no rule that can be coded, or is not known. ``later``: nothing is due in the next thirteen months.
    """

    EVENT = "event"
    OWN_PERIODS = "own-periods"
    NO_RULE = "no-rule"
    LATER = "later"


ReportId = Annotated[
    str,
    Meta(
        pattern="^[a-z]+(-[a-z]+)*-[a-z]{2}-[1-9][0-9]*$",
        description="Stable id, which is also the anchor of the report",
        examples=["vat-reporting-fr-1"],
    ),
]

ReportNumber = Annotated[
    int,
    Meta(ge=1, le=999, description="Number of the report within its topic in its country; permanent, never used again"),
]

ReportForm = Annotated[
    scalars.Text | None,
    Meta(
        description="Number or code of the form, as the authority writes it; null: none, or not known", examples=["303"]
    ),
]

Aliases = Annotated[tuple[scalars.Text, ...], Meta(description="Other names that people search for; may be empty")]

AlsoKinds = Annotated[
    tuple[ReportKind, ...],
    Meta(
        description="Further kinds by which readers look for it, such as `saf-t` of a VAT return that is a SAF-T file; may be empty"
    ),
]

Filers = Annotated[
    Annotated[scalars.Text, Meta(max_length=120)] | None,
    Meta(description="Which filers or periods it is for, in a few words; null: all"),
]

DeadlineMonths = Annotated[
    Annotated[int, Meta(ge=0, le=24)] | None,
    Meta(description="Months from the one in which the period ends to that of the deadline; null: none are counted"),
]

DeadlineNumber = Annotated[
    Annotated[int, Meta(ge=1, le=366)] | None,
    Meta(description="Day of the month, or number of days; null for the last day of a month"),
]

DeadlineFrequency = Annotated[
    ReportFrequency | None, Meta(description="Frequency that the deadline is for; null: every one")
]

EndMonths = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=12)], ...] | None,
    Meta(
        description="Months in which the periods end that it is for, 1 to 12; null: those of the calendar year; empty: the "
        "period differs by filer",
        examples=[[3, 6, 9]],
    ),
]

DigitDays = Annotated[
    Annotated[tuple[Annotated[int, Meta(ge=0, le=31)], ...], Meta(min_length=2, max_length=2)] | None,
    Meta(
        description="Where the day depends on digits of the tax number: how many working days after that of the rule it is for "
        "the first and for the last group of numbers; null: one day for all",
        examples=[[0, 4]],
    ),
]

DeadlineShift = Annotated[
    Shift | None, Meta(description="Where it moves if its day is a weekend or a public holiday; null: not known")
]


FirstPeriod = Annotated[
    scalars.IsoDate | None,
    Meta(description="First day of the first period that it is for; null: it is for earlier ones too"),
]

LastPeriod = Annotated[
    scalars.IsoDate | None, Meta(description="Last day of the last period that it is for; null: no end is known")
]


class CodedFrequency(Record, frozen=True, kw_only=True):
    """Frequency of a report, with its filers if it is not for all."""

    frequency: ReportFrequency
    filers: Filers


class CodedDeadline(Record, frozen=True, kw_only=True):
    """When a report is due.

    The 20th of the following month has the unit ``day-of-month``, 1 month and the number 20; the end of the second month after
    the period ``last-day`` and 2 months; four days after issue ``days`` and the number 4.
    """

    unit: DeadlineUnit
    months: DeadlineMonths
    number: DeadlineNumber
    frequency: DeadlineFrequency
    filers: Filers
    end_months: EndMonths
    digit_days: DigitDays
    shift: DeadlineShift
    since: FirstPeriod
    until: LastPeriod


ReportSupportId = Annotated[
    str,
    Meta(
        pattern="^[a-z]+(-[a-z]+)*-[a-z]{2}-[1-9][0-9]*-[a-z0-9]+([-_][a-z0-9]+)*$",
        description="Stable id: that of the report, then that of the product",
        examples=["vat-reporting-fr-1-odoo"],
    ),
]


Action = Annotated[ProductAction | None, Meta(description="What the product does; null: not known")]


class ReportErpSupport(Record, frozen=True, kw_only=True):
    """How an ERP product supports a report."""

    id: ReportSupportId
    erp: scalars.ErpId
    support: ReportingSupport
    action: Action
    notes: scalars.Notes
    source_urls: scalars.SourceUrls
    evidence: Evidence
    verification: Verification
    last_checked: scalars.LastChecked
    statements: Statements


class Report(Record, frozen=True, kw_only=True):
    """A VAT or tax report, or a SAF-T file."""

    id: ReportId
    country: scalars.CountryCode
    topic: ReportingTopic
    number: ReportNumber
    kind: ReportKind
    also_kinds: AlsoKinds
    form: ReportForm
    report_local: scalars.ReportLocal
    report_en: scalars.ReportEnglish
    aliases: Aliases
    frequency: scalars.Frequency
    frequencies: Annotated[
        tuple[CodedFrequency, ...], Meta(description="The frequency in codes; empty where it is not known")
    ]
    deadline: scalars.Deadline
    deadlines: Annotated[
        tuple[CodedDeadline, ...],
        Meta(description="The deadline in codes; empty where it follows no rule or is not known"),
    ]
    next_due: Annotated[
        scalars.IsoDate | None,
        Meta(description="The next day by which it is due, from the day of the build on; null: none is known"),
    ]
    undated: Annotated[Undated | None, Meta(description="Why there is no due date; null: there is one")]
    channel_format: scalars.ChannelFormat
    notes: scalars.Notes
    erp_support: Annotated[
        tuple[ReportErpSupport, ...],
        Meta(description="Support by ERP products, in their order; that of a product that is not listed is unknown"),
    ]
    url: Annotated[scalars.WebUrl, Meta(description="The report on the page of all reports")]
    source_urls: scalars.SourceUrls
    evidence: Evidence
    verification: Verification
    last_checked: scalars.LastChecked
    statements: Statements


class ReportsResponse(Response[tuple[Report, ...]], frozen=True, kw_only=True):
    """Response with the reports of all countries, or of one."""
