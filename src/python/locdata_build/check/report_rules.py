"""Rules for reports: their codes agree with their words, and no country lacks a report that its tax system has."""

import re
from collections.abc import Iterator, Mapping

from locdata_build.check.rule import CheckContext, PathAndMessage, rule
from locdata_build.source.errors import IssueCode, member_path
from locdata_build.source.expected_reports import kinds_of, missing_kinds
from locdata_build.source.files import CountryFile
from locdata_build.source.records import NOT_KNOWN
from locdata_build.source.reports import SourceDeadline, SourceReport
from locdata_model.reports import DeadlineUnit, ReportFrequency

FREQUENCY_WORDS: Mapping[ReportFrequency, re.Pattern[str]] = {
    ReportFrequency.PER_TRANSACTION: re.compile(
        r"\b(?:per|each|every) (?:\w+ )?(?:invoice|receipt|document|transaction|suppl)"
    ),
    ReportFrequency.DAILY: re.compile(r"\bdaily\b"),
    ReportFrequency.TEN_DAYS: re.compile(r"\bten-day\b|\bten days\b"),
    ReportFrequency.MONTHLY: re.compile(r"(?<!-)\bmonthly\b|\bevery month\b|\beach month\b"),
    ReportFrequency.TWO_MONTHLY: re.compile(r"\btwo-monthly\b|\b(?:every )?two months\b|\bbi-?monthly\b"),
    ReportFrequency.QUARTERLY: re.compile(r"\bquarterly\b|\beach quarter\b|\bevery quarter\b"),
    ReportFrequency.FOUR_MONTHLY: re.compile(r"\bfour-monthly\b|\b(?:every )?four months\b"),
    ReportFrequency.HALF_YEARLY: re.compile(r"\bhalf-yearly\b|\bsix-monthly\b|\bevery six months\b"),
    ReportFrequency.YEARLY: re.compile(r"(?<!-)\byearly\b|\bannual(?:ly)?\b|\bevery year\b|\b12 months\b"),
    ReportFrequency.ON_REQUEST: re.compile(r"\bon (?:request|demand)\b"),
}
"""How the words of a frequency name each code, in lower case."""

NUMBER_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
"""The numbers that a deadline may have in words, from one on."""

LAST_DAY = re.compile(r"\blast\b|\bend of\b|\bmonth-end\b|\b(?:28|29|30|31)\b")
"""How the words of a deadline name the last day of a month."""

PARTS: Mapping[DeadlineUnit, tuple[bool, bool]] = {
    DeadlineUnit.DAY_OF_MONTH: (True, True),
    DeadlineUnit.LAST_DAY: (True, False),
    DeadlineUnit.WORKING_DAY: (True, True),
    DeadlineUnit.LAST_WORKING_DAY: (True, False),
    DeadlineUnit.DAYS: (False, True),
    DeadlineUnit.WORKING_DAYS: (False, True),
}
"""Whether a deadline in each unit has months, and whether it has a number."""


@rule(IssueCode.WRONG_VALUE)
def deadline_has_parts_of_unit(deadline: SourceDeadline, context: CheckContext) -> Iterator[PathAndMessage]:
    """A deadline must have months and a number where its unit needs them, and no others."""
    for name, is_needed in zip(("months", "number"), PARTS[deadline.unit], strict=True):
        value = getattr(deadline, name)
        if (value is not None) is not is_needed:
            needed = "given" if is_needed else "left out"
            yield f".{name}", f"must be {needed} where the unit is {deadline.unit.value!r}"
    if deadline.unit is DeadlineUnit.DAY_OF_MONTH and deadline.number is not None and deadline.number > 31:
        yield ".number", f"must be a day of a month, but is {deadline.number}"


@rule(IssueCode.CODED_WORDS)
def frequencies_agree_with_words(report: SourceReport, context: CheckContext) -> Iterator[PathAndMessage]:
    """Each frequency that the words of a report name must be coded, and no other, unless the words name none."""
    words = report.frequency.lower()
    named = {code for code, pattern in FREQUENCY_WORDS.items() if pattern.search(words)}
    coded = {each.frequency for each in report.frequencies}
    for code in sorted(named - coded):
        yield ".frequencies", f"must have {code.value!r}, because the words name it: {report.frequency}"
    for index, each in enumerate(report.frequencies):
        if (named or report.frequency == NOT_KNOWN) and each.frequency not in named:
            path = f".frequencies[{index}].frequency"
            yield path, f"must be in the words, but is {each.frequency.value!r}: {report.frequency}"


@rule(IssueCode.CODED_WORDS)
def deadlines_agree_with_words(report: SourceReport, context: CheckContext) -> Iterator[PathAndMessage]:
    """The number of a coded deadline, or that it is a last day, must be in the words, and its frequency must be coded."""
    words = report.deadline.lower()
    frequencies = {each.frequency for each in report.frequencies}
    for index, deadline in enumerate(report.deadlines):
        path = f".deadlines[{index}]"
        if deadline.number is None:
            if not LAST_DAY.search(words):
                yield f"{path}.unit", f"must be in the words, but is {deadline.unit.value!r}: {report.deadline}"
        elif not _names_number(words, deadline.number):
            yield f"{path}.number", f"must be in the words, but is {deadline.number}: {report.deadline}"
        if deadline.frequency and deadline.frequency not in frequencies:
            yield f"{path}.frequency", f"must be a frequency of the report, but is {deadline.frequency.value!r}"


def _names_number(words: str, number: int) -> bool:
    in_words = NUMBER_WORDS[number - 1] if number <= len(NUMBER_WORDS) else ""
    return re.search(rf"(?<!\d){number}(?!\d)", words) is not None or (bool(in_words) and in_words in words)


@rule(IssueCode.MISSING_REPORT)
def country_has_expected_reports(country: CountryFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """A country must have the reports that its tax system has, or say in `absent_reports` why it has none."""
    for kind in missing_kinds(country):
        path = member_path(".absent_reports", kind.value)
        yield path, f"must say why there is no report of the kind {kind.value!r}, unless one is added to the reports"


@rule(IssueCode.DUPLICATE)
def absent_report_is_absent(country: CountryFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """A country must not have a report of a kind that it says to be absent."""
    for kind in sorted(kinds_of(country) & country.absent_reports.keys()):
        yield (
            member_path(".absent_reports", kind.value),
            f"must be left out, because a report is of the kind {kind.value!r}",
        )
