"""The codes of a report agree with its words, and no report is missing that a country must have."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from data.citing import refusals, strict_set
from locdata_build.data.countries import EUROPEAN_UNION
from support.dataset import COUNTRY, GRANTED, MISSING_REPORTS, Files, changed, issues, whole
from support.records import absent_report, country, exceptions, obligation, report, report_support

REPORT = "$.reporting[0]"
QUARTERLY = {"frequency": "quarterly"}
MONTHLY = {"frequency": "monthly"}


def coded(
    words: str,
    /,
    *deadlines: dict[str, Any],
    frequency: str = "Monthly",
    frequencies: Sequence[dict[str, str]] = (MONTHLY,),
) -> Files:
    """The whole set with other deadlines of the report, and with other frequencies."""
    fields = {"frequency": frequency, "frequencies": [*frequencies], "deadline": words, "deadlines": [*deadlines]}
    return changed(COUNTRY, REPORT, report(**fields))


def due(unit: str, months: int | None = None, number: int | None = None, **fields: str) -> dict[str, Any]:
    """A coded deadline, without what it has not."""
    parts = {"months": months, "number": number, **fields}
    return {"unit": unit, **{name: value for name, value in parts.items() if value is not None}}


def found(folder: Path, files: Files) -> list[str]:
    """The issues of the report: the JSON path below it and the message."""
    return [issue.removeprefix(f"data/{COUNTRY}: {REPORT}.") for issue in issues(folder, files)]


def missing(folder: Path, code: str, **change: object) -> list[str]:
    """The kinds of reports that are said to be missing in another country."""
    files = strict_set() | {f"countries/{code}.json": country(code, "Other") | change}
    named = [path for _, path, issue_code in refusals(folder, files) if issue_code == "missing-report"]
    return [path.removeprefix("$.absent_reports['").removesuffix("']") for path in named]


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ("Per invoice", ["per-transaction"]),
        ("Daily", ["daily"]),
        ("Ten-day, monthly or two-monthly, by VAT regime", ["ten-days", "monthly", "two-monthly"]),
        ("Bi-monthly", ["two-monthly"]),
        ("Every calendar quarter", ["quarterly"]),
        ("Every two months, every four months or yearly", ["two-monthly", "four-monthly", "yearly"]),
        ("Six-monthly", ["half-yearly"]),
        ("Quarterly (12 months for small suppliers)", ["quarterly", "yearly"]),
        ("Monthly above EUR 1,000 in the last 12 months", ["monthly"]),
        ("Monthly above EUR 50,000 a quarter, and in the first six months", ["monthly"]),
        ("Monthly; quarterly on request", ["monthly", "quarterly"]),
        ("Monthly, annual and on request", ["monthly", "yearly", "on-request"]),
        ("With the VAT return", ["monthly", "quarterly"]),
        ("Not known.", []),
    ],
)
def test_frequencies_that_words_name_are_accepted(tmp_path: Path, words: str, codes: list[str]) -> None:
    files = coded("Not known.", frequency=words, frequencies=[{"frequency": code} for code in codes])

    assert issues(tmp_path, files) == []


NAMED, CODED = (
    "frequencies: must have {!r}, because it is in the words",
    "frequencies[{}].frequency: must be in the words, got {!r}",
)


@pytest.mark.parametrize(
    ("words", "codes", "messages"),
    [
        ("Annual", [], [NAMED.format("yearly")]),
        ("Two-monthly", ["monthly", "two-monthly"], [CODED.format(0, "monthly")]),
        ("Half-yearly", ["half-yearly", "yearly"], [CODED.format(1, "yearly")]),
        ("Quarterly on request", ["quarterly", "on-request"], [CODED.format(1, "on-request")]),
        ("Not known.", ["monthly"], [CODED.format(0, "monthly")]),
        ("Quarterly", ["monthly"], [NAMED.format("quarterly"), CODED.format(0, "monthly")]),
    ],
)
def test_frequency_that_contradicts_the_words_is_refused(
    tmp_path: Path, words: str, codes: list[str], messages: list[str]
) -> None:
    files = coded("Not known.", frequency=words, frequencies=[{"frequency": code} for code in codes])

    assert found(tmp_path, files) == [f"{message}: {words} [coded-words]" for message in messages]


@pytest.mark.parametrize(
    ("words", "deadlines"),
    [
        ("Day 24", [due("day-of-month", 2, 24)]),
        ("15th day of the second month after the period", [due("day-of-month", 2, 15)]),
        ("One month and 10 days after the period", [due("day-of-month", 2, 10)]),
        ("First ten calendar days of the following month", [due("day-of-month", 1, 10)]),
        ("Within 28 days of the end of the tax period", [due("day-of-month", 1, 28)]),
        ("Within 28 days of the end of the tax period", [due("days", None, 28)]),
        ("Before the 25th of the following month", [due("day-of-month", 1, 24)]),
        ("31 December after the financial year", [due("last-day", 9)]),
        ("30 June of the following year", [due("last-day", 6)]),
        ("End of the following month", [due("last-day", 1)]),
        ("One month after the end of the period", [due("last-day", 1)]),
        ("Last day of the first month of the next quarter", [due("last-day", 1)]),
        ("Last working day of the month after the period", [due("last-working-day", 1)]),
        ("10th working day of the following month", [due("working-day", 1, 10)]),
        ("Within five working days", [due("working-days", None, 5)]),
        ("Within four days", [due("days", None, 4)]),
        ("Within 24 hours of issue", [due("days", None, 1)]),
        ("Within a day of issue", [due("days", None, 1)]),
        (
            "15th of the following month; 23rd when filed online",
            [due("day-of-month", 1, 15), due("day-of-month", 1, 23, filers="online")],
        ),
        (
            "10th day after the period; one more month with a permanent extension",
            [due("day-of-month", 1, 10), due("day-of-month", 2, 10, filers="permanent extension")],
        ),
        ("Not known.", []),
    ],
)
def test_deadlines_that_words_name_are_accepted(tmp_path: Path, words: str, deadlines: list[dict[str, Any]]) -> None:
    assert issues(tmp_path, coded(words, *deadlines)) == []


@pytest.mark.parametrize(
    ("words", "deadline"),
    [
        ("Not known.", due("day-of-month", 1, 20)),
        ("25th of the following month", due("day-of-month", 1, 20)),
        ("Within four days", due("day-of-month", 1, 4)),
        ("One month and 10 days after", due("days", None, 10)),
        ("Until 2025", due("day-of-month", 1, 20)),
        ("Above EUR 2,015", due("day-of-month", 1, 15)),
        ("10th of the following month", due("working-day", 1, 10)),
        ("Within 10 days", due("working-days", None, 10)),
        ("30 January", due("last-day", 1)),
        ("Within 28 days of the end of the period", due("last-day", 1)),
        ("Last working day of the month", due("last-day", 1)),
        ("Last day of the month", due("last-working-day", 1)),
    ],
)
def test_day_that_contradicts_the_words_is_refused(tmp_path: Path, words: str, deadline: dict[str, Any]) -> None:
    unit = repr(deadline["unit"])
    said = (
        f"number: must be in the words, got {deadline['number']} with the unit {unit}"
        if "number" in deadline
        else f"unit: must be in the words, got {unit}"
    )

    assert found(tmp_path, coded(words, deadline)) == [f"deadlines[0].{said}: {words} [coded-words]"]


@pytest.mark.parametrize(
    ("words", "months", "allowed"),
    [
        ("20th of the following month", 2, "1"),
        ("20th of the second month after the period", 1, "2"),
        ("One month and 20 days after the period", 1, "2"),
        ("20th of the following month, or the 20th of the second month", 3, "1 or 2"),
    ],
)
def test_months_that_contradict_the_words_are_refused(tmp_path: Path, words: str, months: int, allowed: str) -> None:
    assert found(tmp_path, coded(words, due("day-of-month", months, 20))) == [
        f"deadlines[0].months: must be {allowed}, as in the words, got {months}: {words} [coded-words]"
    ]


BOTH: dict[str, Any] = {"frequency": "Monthly or quarterly", "frequencies": (MONTHLY, QUARTERLY)}
TWO_DATES = "20th of the following month (monthly), 25th of the month after the quarter (quarterly)"


@pytest.mark.parametrize(
    ("words", "deadlines"),
    [
        (
            TWO_DATES,
            [due("day-of-month", 1, 20, frequency="monthly"), due("day-of-month", 1, 25, frequency="quarterly")],
        ),
        ("20th of the following month for monthly and quarterly periods", [due("day-of-month", 1, 20)]),
        (TWO_DATES, [due("day-of-month", 1, 20, filers="those who file each month")]),
        (
            "Last day of the month after the period (31 March for annual returns)",
            [due("last-day", 1, frequency="monthly"), due("last-day", 1, frequency="quarterly")],
        ),
    ],
)
def test_frequency_of_a_deadline_that_words_name_is_accepted(
    tmp_path: Path, words: str, deadlines: list[dict[str, Any]]
) -> None:
    assert issues(tmp_path, coded(words, *deadlines, **BOTH)) == []


@pytest.mark.parametrize(
    ("words", "frequency", "message"),
    [
        (TWO_DATES, "quarterly", f"must be 'monthly', as in the words, got 'quarterly': {TWO_DATES}"),
        (TWO_DATES, None, f"must be 'monthly', as in the words, got nothing: {TWO_DATES}"),
        ("20th of the following month", "yearly", "must be a frequency of the report, got 'yearly'"),
    ],
)
def test_frequency_of_a_deadline_that_contradicts_the_words_is_refused(
    tmp_path: Path, words: str, frequency: str | None, message: str
) -> None:
    deadline = due("day-of-month", 1, 20, **({"frequency": frequency} if frequency else {}))

    assert found(tmp_path, coded(words, deadline, **BOTH)) == [f"deadlines[0].frequency: {message} [coded-words]"]


@pytest.mark.parametrize(
    ("unit", "months", "number", "issue"),
    [
        *((unit, None, 24, "months: must be given") for unit in ("day-of-month", "working-day")),
        *((unit, None, None, "months: must be given") for unit in ("last-day", "last-working-day")),
        *((unit, 1, 24, "months: must be left out") for unit in ("days", "working-days")),
        *((unit, 1, None, "number: must be given") for unit in ("day-of-month", "working-day")),
        *((unit, 1, 24, "number: must be left out") for unit in ("last-day", "last-working-day")),
    ],
)
def test_deadline_without_the_parts_of_its_unit_is_refused(
    tmp_path: Path, unit: str, months: int | None, number: int | None, issue: str
) -> None:
    words = "24 days, 24th, 24 working days, last day or last working day"

    assert found(tmp_path, coded(words, due(unit, months, number))) == [
        f"deadlines[0].{issue} if the unit is {unit!r} [wrong-value]"
    ]


TWENTIETH = due("day-of-month", 1, 20)


@pytest.mark.parametrize(
    ("fields", "issue"),
    [
        ({"end_months": [12, 3]}, "end_months: must be in order, each once, got [12, 3]"),
        ({"end_months": [3, 3]}, "end_months: must be in order, each once, got [3, 3]"),
        ({"digit_days": [4, 0]}, "digit_days: must be in order, each once, got [4, 0]"),
        ({"since": "2027-01-01", "until": "2026-12-31"}, "until: must not be before 2027-01-01, got 2026-12-31"),
    ],
)
def test_parts_of_a_deadline_are_in_order(tmp_path: Path, fields: dict[str, Any], issue: str) -> None:
    (message,) = found(tmp_path, coded("Day 20", TWENTIETH | fields))

    assert message.rpartition(" [")[0] == f"deadlines[0].{issue}"


@pytest.mark.parametrize(
    ("one", "other", "is_refused"),
    [
        pytest.param({"end_months": [3, 6]}, {"end_months": [6, 9]}, True, id="a month in common"),
        pytest.param({}, {"end_months": [6]}, True, id="every month and one of them"),
        pytest.param({"frequency": "monthly"}, {"end_months": [6]}, True, id="every frequency and one of them"),
        pytest.param({"since": "2027-01-01"}, {"since": "2026-01-01"}, True, id="days in common"),
        pytest.param({"end_months": [3, 6]}, {"end_months": [9, 12]}, False, id="other months"),
        pytest.param({"end_months": []}, {}, False, id="periods of each filer"),
        pytest.param({"filers": "on paper"}, {"filers": "online"}, False, id="other filers"),
        pytest.param({"since": "2027-01-01"}, {"until": "2026-12-31"}, False, id="other days"),
    ],
)
def test_report_has_one_deadline_for_each_period_and_class(
    tmp_path: Path, one: dict[str, Any], other: dict[str, Any], is_refused: bool
) -> None:
    messages = found(tmp_path, coded("Day 20", TWENTIETH | one, TWENTIETH | other))
    refusal = "deadlines[1]: must be for other periods or filers than .deadlines[0] [duplicate]"

    assert messages == ([refusal] if is_refused else [])


@pytest.mark.parametrize("unit", ["day-of-month", "working-day"])
def test_day_that_no_month_has_is_refused(tmp_path: Path, unit: str) -> None:
    assert found(tmp_path, coded("32nd, 32 working days", due(unit, 1, 32))) == [
        "deadlines[0].number: must be a day of a month, got 32 [wrong-value]"
    ]


@pytest.mark.parametrize(("code", "kinds"), [("de", ["recapitulative-statement", "one-stop-shop"]), ("ch", [])])
def test_member_states_alone_must_have_the_reports_of_the_union(tmp_path: Path, code: str, kinds: list[str]) -> None:
    assert len(EUROPEAN_UNION) == 27
    assert missing(tmp_path, code) == kinds


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        ({"reporting": []}, ["vat-return"]),
        ({"reporting": [report("saf-t", kind="vat-return")]}, []),
        ({"reporting": [], "absent_reports": {"vat-return": absent_report()}}, []),
        *(
            ({"obligations": whole()[COUNTRY]["obligations"] | {"saft": obligation(status)}}, kinds)
            for status, kinds in [("in_force", ["saf-t"]), ("enacted", ["saf-t"]), ("planned", []), ("voluntary", [])]
        ),
    ],
)
def test_country_must_have_the_reports_that_its_obligations_ask_for(
    tmp_path: Path, change: dict[str, Any], kinds: list[str]
) -> None:
    assert missing(tmp_path, "ch", **change) == kinds


def test_issue_of_a_missing_report_says_what_to_do(tmp_path: Path) -> None:
    files = strict_set()
    files["exceptions.json"] = exceptions(*(each for each in GRANTED if each != ("missing-report", MISSING_REPORTS[0])))

    assert issues(tmp_path, files) == [
        (
            f"data/{COUNTRY}: $.absent_reports['one-stop-shop']: must state why there is no report of the kind 'one-stop-shop', "
            "unless a report is added [missing-report]"
        )
    ]


def test_report_that_is_said_to_be_absent_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, changed(COUNTRY, "$.absent_reports", {"vat-return": absent_report()})) == [
        f"data/{COUNTRY}: $.absent_reports['vat-return']: must be left out, because a report is of the kind 'vat-return' [duplicate]"
    ]


def test_a_further_kind_of_a_report_is_another_one(tmp_path: Path) -> None:
    files = changed(COUNTRY, REPORT, report(also_kinds=["vat-return"]))

    assert found(tmp_path, files) == [
        "also_kinds[0]: must be another kind than that of the report, got 'vat-return' [wrong-value]"
    ]


@pytest.mark.parametrize(
    ("action", "errors"),
    [
        (None, []),
        ("figures", []),
        ("files", ["erp_support[0].support: must be known if the action is 'files', got 'unknown' [wrong-value]"]),
    ],
)
def test_a_product_whose_support_is_unknown_neither_files_a_report_nor_makes_its_file(
    tmp_path: Path, action: str | None, errors: list[str]
) -> None:
    cell = report_support() | {"support": "unknown", "action": action}

    assert found(tmp_path, changed(COUNTRY, REPORT, report(erp_support=[cell]))) == errors
