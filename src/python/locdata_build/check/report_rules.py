"""Rules for reports: their codes agree with their words, and no country lacks a report that its tax system has."""

from collections.abc import Iterator, Mapping, Sequence

from locdata_build.check.coded_words import clauses, named_frequencies, named_months, names_day
from locdata_build.check.rule import CheckContext, PathAndMessage, rule
from locdata_build.source.errors import IssueCode, member_path
from locdata_build.source.expected_reports import kinds_of, missing_kinds
from locdata_build.source.files import CountryFile
from locdata_build.source.records import NOT_KNOWN
from locdata_build.source.reports import SourceDeadline, SourceReport
from locdata_model.reports import DeadlineUnit, ReportFrequency

LAST_DAY_OF_MONTH = 31

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
    is_of_month = deadline.unit in {DeadlineUnit.DAY_OF_MONTH, DeadlineUnit.WORKING_DAY}
    if is_of_month and deadline.number is not None and deadline.number > LAST_DAY_OF_MONTH:
        yield ".number", f"must be a day of a month, but is {deadline.number}"


@rule(IssueCode.CODED_WORDS)
def frequencies_agree_with_words(report: SourceReport, context: CheckContext) -> Iterator[PathAndMessage]:
    """Each frequency that the words of a report name must be coded, and no other, unless the words name none."""
    named = named_frequencies(report.frequency)
    coded = {each.frequency for each in report.frequencies}
    for code in sorted(named - coded):
        yield ".frequencies", f"must have {code.value!r}, because the words name it: {report.frequency}"
    for index, each in enumerate(report.frequencies):
        if (named or report.frequency == NOT_KNOWN) and each.frequency not in named:
            path = f".frequencies[{index}].frequency"
            yield path, f"must be in the words, but is {each.frequency.value!r}: {report.frequency}"


@rule(IssueCode.CODED_WORDS)
def deadlines_agree_with_words(report: SourceReport, context: CheckContext) -> Iterator[PathAndMessage]:
    """The day, the months and the frequency of a coded deadline must be those that the words of the report give for it."""
    named = clauses(report.deadline)
    for index, deadline in enumerate(report.deadlines):
        path, naming = f".deadlines[{index}]", [clause for clause in named if names_day(clause, deadline)]
        if not naming and deadline.number is None:
            yield f"{path}.unit", f"must be in the words, but is {deadline.unit.value!r}: {report.deadline}"
        elif not naming:
            what = f"{deadline.number} with the unit {deadline.unit.value!r}"
            yield f"{path}.number", f"must be in the words, but is {what}: {report.deadline}"
        else:
            yield from _months(path, deadline, naming, report.deadline)
        yield from _frequency(path, deadline, naming, report)


def _months(path: str, deadline: SourceDeadline, naming: Sequence[str], words: str) -> Iterator[PathAndMessage]:
    named = [named_months(clause) for clause in naming]
    allowed = frozenset[int]().union(*named)
    if deadline.months is not None and all(named) and deadline.months not in allowed:
        numbers = " or ".join(map(str, sorted(allowed)))
        yield f"{path}.months", f"must be {numbers}, as in the words, but is {deadline.months}: {words}"


def _frequency(
    path: str, deadline: SourceDeadline, naming: Sequence[str], report: SourceReport
) -> Iterator[PathAndMessage]:
    coded = {each.frequency for each in report.frequencies}
    if deadline.frequency and deadline.frequency not in coded:
        yield f"{path}.frequency", f"must be a frequency of the report, but is {deadline.frequency.value!r}"
        return
    named = [named_frequencies(clause) for clause in naming]
    allowed = coded & frozenset[ReportFrequency]().union(*named)
    if not allowed or not all(named):
        return
    is_for_everybody = deadline.frequency is None and deadline.filers is None and allowed != coded
    if is_for_everybody or (deadline.frequency and deadline.frequency not in allowed):
        codes = " or ".join(repr(code.value) for code in sorted(allowed))
        found = repr(deadline.frequency.value) if deadline.frequency else "left out"
        yield f"{path}.frequency", f"must be {codes}, as in the words, but is {found}: {report.deadline}"


@rule(IssueCode.DUPLICATE)
def deadlines_are_for_others(report: SourceReport, context: CheckContext) -> Iterator[PathAndMessage]:
    """The coded deadlines of a report must differ in their frequency or in their filers."""
    seen: dict[tuple[ReportFrequency | None, str | None], int] = {}
    for index, deadline in enumerate(report.deadlines):
        first = seen.setdefault((deadline.frequency, deadline.filers), index)
        if first != index:
            message = f"must name another frequency or other filers than entry {first}, which has the same"
            yield f".deadlines[{index}]", message


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
