"""The reports of a country: forms, frequencies, deadlines and support, and the rules that codes agree with the words."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from locdata_build.data.claims import ClaimSpec, is_from_vendor, on_country_page
from locdata_build.data.coded_words import clauses, named_frequencies, named_months, names_day
from locdata_build.data.errors import IssueCode
from locdata_build.data.record import NOT_KNOWN, SourceRecord, UniqueBy
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.statements import CITES
from locdata_model import reports, scalars
from locdata_model.anchors import report_anchor
from locdata_model.ids import absent_report_id, report_support_id
from locdata_model.vocabulary import ClaimKind, ProductAction, ReportingSupport, ReportingTopic


class SourceFrequency(SourceRecord, frozen=True, kw_only=True):
    """A frequency of a report, and the filers that it applies to if not to all."""

    frequency: reports.ReportFrequency
    filers: reports.Filers = None


class SourceDeadline(SourceRecord, frozen=True, kw_only=True):
    """A deadline of a report: a rule that counts from the end of the period, or from the transaction."""

    unit: reports.DeadlineUnit
    months: reports.DeadlineMonths = None
    number: reports.DeadlineNumber = None
    frequency: reports.DeadlineFrequency = None
    filers: reports.Filers = None
    end_months: reports.EndMonths = None
    digit_days: reports.DigitDays = None
    shift: Annotated[
        reports.Shift | UnsetType | None,
        Meta(description="Where it moves from a day off; null: not known; absent: as the tax rule of the country says"),
    ] = UNSET
    since: reports.FirstPeriod = None
    until: reports.LastPeriod = None


DEADLINE_KEY = ("frequency", "filers", "end_months", "since")
"""The fields in which the deadlines of a report must differ."""


class SourceReportSupport(SourceRecord, frozen=True, kw_only=True):
    """The support of a report by an ERP product. The support of products that are not listed is unknown."""

    erp: scalars.ErpId
    support: ReportingSupport
    action: reports.Action
    notes: Annotated[scalars.Notes, CITES] = ""
    checked: scalars.LastChecked


class SourceReport(SourceRecord, frozen=True, kw_only=True):
    """A VAT or tax report, or a SAF-T file."""

    topic: ReportingTopic
    number: reports.ReportNumber
    kind: reports.ReportKind
    also_kinds: reports.AlsoKinds = ()
    form: reports.ReportForm
    aliases: reports.Aliases
    report_local: scalars.ReportLocal
    report_en: scalars.ReportEnglish
    frequency: Annotated[scalars.Frequency, CITES]
    frequencies: Annotated[
        tuple[SourceFrequency, ...],
        UniqueBy("frequency", "filers"),
        Meta(description="The frequency in codes; empty where it is not known"),
    ]
    deadline: Annotated[scalars.Deadline, CITES]
    deadlines: Annotated[
        tuple[SourceDeadline, ...],
        UniqueBy(*DEADLINE_KEY),
        Meta(description="The deadline in codes; empty where it follows no rule or is not known"),
    ]
    channel_format: Annotated[scalars.ChannelFormat, CITES]
    notes: Annotated[scalars.Notes, CITES]
    erp_support: Annotated[
        tuple[SourceReportSupport, ...],
        UniqueBy("erp"),
        Meta(description="Products whose support is known, or that have a note; may be empty"),
    ]
    checked: scalars.LastChecked


class SourceAbsentReport(SourceRecord, frozen=True, kw_only=True):
    """The reason why a country has no report of a kind that its region or obligations let readers expect."""

    reason: Annotated[scalars.Text, Meta(description="Why there is no such report, in one or two sentences"), CITES]
    checked: scalars.LastChecked


AbsentReports = Annotated[
    Mapping[reports.ReportKind, SourceAbsentReport],
    Meta(
        description="The kinds of reports that are not filed, and why; may be empty",
        extra_json_schema={"propertyNames": {"enum": sorted(reports.ReportKind)}},
    ),
]

LAST_DAY_OF_MONTH = 31

PARTS: Mapping[reports.DeadlineUnit, tuple[bool, bool]] = {
    reports.DeadlineUnit.DAY_OF_MONTH: (True, True),
    reports.DeadlineUnit.LAST_DAY: (True, False),
    reports.DeadlineUnit.WORKING_DAY: (True, True),
    reports.DeadlineUnit.LAST_WORKING_DAY: (True, False),
    reports.DeadlineUnit.DAYS: (False, True),
    reports.DeadlineUnit.WORKING_DAYS: (False, True),
}
"""For each unit, whether a deadline has months, and whether it has a number."""


@rule(IssueCode.WRONG_VALUE)
def deadline_has_parts_of_unit(deadline: SourceDeadline, context: CheckContext) -> Issues:
    """A deadline must have months and a number if its unit needs them, and only then."""
    for name, is_needed in zip(("months", "number"), PARTS[deadline.unit], strict=True):
        value = getattr(deadline, name)
        if (value is not None) is not is_needed:
            needed = "given" if is_needed else "left out"
            yield f".{name}", f"must be {needed} if the unit is {deadline.unit.value!r}"
    is_of_month = deadline.unit in {reports.DeadlineUnit.DAY_OF_MONTH, reports.DeadlineUnit.WORKING_DAY}
    if is_of_month and deadline.number is not None and deadline.number > LAST_DAY_OF_MONTH:
        yield ".number", f"must be a day of a month, got {deadline.number}"


@rule(IssueCode.WRONG_VALUE)
def deadline_has_ordered_parts(deadline: SourceDeadline, context: CheckContext) -> Issues:
    """The months, days and dates of a deadline must be in order, each month once."""
    for name in ("end_months", "digit_days"):
        values = getattr(deadline, name)
        if values is not None and [*values] != sorted({*values}):
            yield f".{name}", f"must be in order, each once, got {[*values]}"
    if deadline.since and deadline.until and deadline.until < deadline.since:
        yield ".until", f"must not be before {deadline.since}, got {deadline.until}"


@rule(IssueCode.DUPLICATE)
def deadlines_differ(report: SourceReport, context: CheckContext) -> Issues:
    """A report must have one deadline for each period and class of filers."""
    for index, deadline in enumerate(report.deadlines):
        for number, other in enumerate(report.deadlines[:index]):
            # Entries that are listed again have an issue of their own.
            is_again = all(getattr(deadline, name) == getattr(other, name) for name in DEADLINE_KEY)
            if _overlap(deadline, other) and not is_again:
                yield f".deadlines[{index}]", f"must be for other periods or filers than .deadlines[{number}]"


def _overlap(one: SourceDeadline, other: SourceDeadline) -> bool:
    """Return whether two deadlines are for the same class of filers and for a period in common."""
    months = (frozenset(range(1, 13) if each.end_months is None else each.end_months) for each in (one, other))
    is_later = any(a.until and b.since and a.until < b.since for a, b in ((one, other), (other, one)))
    has_frequency = one.frequency is None or other.frequency in (None, one.frequency)
    return one.filers == other.filers and has_frequency and not is_later and bool(frozenset.intersection(*months))


@rule(IssueCode.CODED_WORDS)
def frequencies_agree_with_words(report: SourceReport, context: CheckContext) -> Issues:
    """The coded frequencies of a report must be those that its words contain, unless these contain none."""
    named = named_frequencies(report.frequency)
    coded = {each.frequency for each in report.frequencies}
    for code in sorted(named - coded):
        yield ".frequencies", f"must have {code.value!r}, because it is in the words: {report.frequency}"
    for index, each in enumerate(report.frequencies):
        if (named or report.frequency == NOT_KNOWN) and each.frequency not in named:
            path = f".frequencies[{index}].frequency"
            yield path, f"must be in the words, got {each.frequency.value!r}: {report.frequency}"


@rule(IssueCode.CODED_WORDS)
def deadlines_agree_with_words(report: SourceReport, context: CheckContext) -> Issues:
    """The day, the months and the frequency of a coded deadline must agree with the words of the report."""
    named = clauses(report.deadline)
    for index, deadline in enumerate(report.deadlines):
        path = f".deadlines[{index}]"
        naming = [clause for clause in named if names_day(clause, deadline.unit, deadline.number)]
        if not naming and deadline.number is None:
            yield f"{path}.unit", f"must be in the words, got {deadline.unit.value!r}: {report.deadline}"
        elif not naming:
            what = f"{deadline.number} with the unit {deadline.unit.value!r}"
            yield f"{path}.number", f"must be in the words, got {what}: {report.deadline}"
        else:
            yield from _months(path, deadline, naming, report.deadline)
        yield from _frequency(path, deadline, naming, report)


def _months(path: str, deadline: SourceDeadline, naming: Sequence[str], words: str) -> Issues:
    named = [named_months(clause) for clause in naming]
    allowed = frozenset[int]().union(*named)
    if deadline.months is not None and all(named) and deadline.months not in allowed:
        numbers = " or ".join(map(str, sorted(allowed)))
        yield f"{path}.months", f"must be {numbers}, as in the words, got {deadline.months}: {words}"


def _frequency(path: str, deadline: SourceDeadline, naming: Sequence[str], report: SourceReport) -> Issues:
    coded = {each.frequency for each in report.frequencies}
    if deadline.frequency and deadline.frequency not in coded:
        yield f"{path}.frequency", f"must be a frequency of the report, got {deadline.frequency.value!r}"
        return
    named = [named_frequencies(clause) for clause in naming]
    allowed = coded & frozenset[reports.ReportFrequency]().union(*named)
    if not allowed or not all(named):
        return
    applies_to_all = deadline.frequency is None and deadline.filers is None and allowed != coded
    if applies_to_all or (deadline.frequency and deadline.frequency not in allowed):
        codes = " or ".join(repr(code.value) for code in sorted(allowed))
        found = repr(deadline.frequency.value) if deadline.frequency else "nothing"
        yield f"{path}.frequency", f"must be {codes}, as in the words, got {found}: {report.deadline}"


@rule(IssueCode.WRONG_VALUE)
def also_kinds_differ(report: SourceReport, context: CheckContext) -> Issues:
    """The further kinds of a report must be others than its kind."""
    if report.kind in report.also_kinds:
        path = f".also_kinds[{report.also_kinds.index(report.kind)}]"
        yield path, f"must be another kind than that of the report, got {report.kind.value!r}"


@rule(IssueCode.WRONG_VALUE)
def support_of_file_is_known(cell: SourceReportSupport, context: CheckContext) -> Issues:
    """If it is known that a product files a report or makes its file, its support must be known."""
    if cell.support is ReportingSupport.UNKNOWN and cell.action in {ProductAction.FILES, ProductAction.MAKES_FILE}:
        yield ".support", f"must be known if the action is {cell.action.value!r}, got 'unknown'"


# Claims

REPORT = ClaimSpec(
    source=SourceReport,
    record=reports.Report,
    kind=ClaimKind.REPORT,
    id_of=lambda claim: report_anchor(claim.source.topic, claim.file.code, claim.source.number),
    label=lambda claim, erps: (claim.source.report_local,),
    path=on_country_page(lambda claim: claim.id),
    order=lambda claim: ([*ReportingTopic].index(claim.source.topic), claim.source.number),
)

REPORT_SUPPORT = ClaimSpec(
    source=SourceReportSupport,
    record=reports.ReportErpSupport,
    kind=ClaimKind.REPORT_SUPPORT,
    id_of=lambda claim: report_support_id(claim.whole.id, claim.source.erp),
    answer="support",
    is_legal=False,
    is_from_maker=is_from_vendor,
    label=lambda claim, erps: (erps[claim.source.erp].name, ": ", claim.whole.source.report_local),
    path=on_country_page(lambda claim: claim.whole.id),
    order=lambda claim: claim.source.erp,
)

ABSENT_REPORT: ClaimSpec[SourceAbsentReport, None] = ClaimSpec(
    source=SourceAbsentReport,
    kind=ClaimKind.ABSENT_REPORT,
    id_of=lambda claim: absent_report_id(claim.file.code, claim.key),
    label=lambda claim, erps: (f"Not filed: {reports.REPORT_KIND_LABELS[reports.ReportKind(claim.key)]}",),
    path=on_country_page(lambda claim: reports.topic_of_kind(reports.ReportKind(claim.key))),
    order=lambda claim: [*reports.ReportKind].index(reports.ReportKind(claim.key)),
)
