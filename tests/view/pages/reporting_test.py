"""Reports are a filing calendar: what, how often, by when and how; filtered by their codes, and missing ones are named."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Row
from locdata_build.view.page import Page
from locdata_build.view.text import Link, Note
from locdata_model.reports import ReportFrequency, ReportKind
from support.dataset import COUNTRY, Files, whole
from support.pages import (
    filters_of,
    links_of,
    load_page,
    load_pages,
    markdown,
    pairs_of,
    parts_of,
    rows_of,
    section_of,
    tables_of,
)
from support.records import absent_report, marked, report, report_support, source


def often(words: str, *frequencies: str) -> dict[str, Any]:
    """The words and the codes of the frequencies of a report."""
    return {"frequency": words, "frequencies": [{"frequency": each} for each in frequencies]}


MONTHLY, QUARTERLY, UNKNOWN = often("Monthly", "monthly"), often("Quarterly", "quarterly"), often("Not known.")
BOTH = often("Monthly or quarterly", "monthly", "quarterly")
NO_RULE: dict[str, Any] = {"deadline": "Not known.", "deadlines": []}


def due(*days: int) -> dict[str, Any]:
    """The words and the rules of deadlines on days of the following month."""
    rules = [{"unit": "day-of-month", "months": 1, "number": day, "filers": f"class {day}"} for day in days]
    return {"deadline": " or ".join(f"day {day}" for day in days), "deadlines": rules}


def vat_report(number: int = 1, /, **fields: object) -> dict[str, Any]:
    """A report of the country with that number, its own name and these values of fields."""
    return report("vat-reporting", number, **{"report_local": f"Report {number}", **fields})


def with_reports(*reports: dict[str, Any], **fields: object) -> Files:
    """The source files, where the country has these reports, and other values of these fields."""
    files = whole()
    files[COUNTRY] |= {"reporting": [*reports], **fields}
    return files


def row_of(folder: Path, **fields: object) -> Row:
    """The row of the only report on the page of all reports."""
    (row,) = rows_of(*tables_of(load_page(folder, "/reporting/", with_reports(vat_report(**fields)))))
    return row


def own_row_of(folder: Path, **fields: object) -> Row:
    """The row of the only report on the page of its country."""
    page = load_page(folder, "/france/", with_reports(vat_report(**fields)))
    (row,) = rows_of(*tables_of(section_of(page, "vat-reporting")))
    return row


def native(product: str = "erp_id_01", **fields: str) -> dict[str, Any]:
    """The support of a report by a product."""
    return report_support() | {"erp": product, "support": "native", **fields}


def rule(unit: str, months: int | None = None, number: int | None = None, **fields: str) -> dict[str, Any]:
    """A coded deadline."""
    parts = {"unit": unit, "months": months, "number": number, **fields}
    return {name: value for name, value in parts.items() if value is not None}


# What a row says

NEXT, WITHOUT_DATE = "Next due: **{}**", "No date: it cannot be computed from the deadline"


@pytest.mark.parametrize(
    ("fields", "cell"),
    [
        pytest.param(BOTH, "Monthly or quarterly", id="words that name both"),
        pytest.param(often("Annually", "yearly"), "Annually", id="another word"),
        pytest.param(
            BOTH | {"frequency": "On the 1st"}, "Monthly or quarterly – On the 1st", id="words that name none"
        ),
        pytest.param(often("By period"), "By period", id="words alone"),
        pytest.param(UNKNOWN, "not recorded", id="not known"),
    ],
)
def test_a_report_says_how_often_it_is_filed_and_names_each_option_of_the_filter(
    tmp_path: Path, fields: dict[str, Any], cell: str
) -> None:
    assert markdown(row_of(tmp_path, **fields).cells[2]) == cell


@pytest.mark.parametrize(
    ("rules", "words", "cell", "next_due"),
    [
        (
            [rule("day-of-month", 1, 20)],
            "20th day of the month after the period",
            "By the 20th of the following month",
            NEXT.format("Monday 21 December 2026"),
        ),
        (
            [rule("day-of-month", 2, 12)],
            "The 12th or 13th",
            "By the 12th of the 2nd month after the period – The 12th or 13th",
            NEXT.format("Monday 14 December 2026"),
        ),
        (
            [rule("last-day", 0)],
            "",
            "By the last day of the last month of the period",
            NEXT.format("Monday 30 November 2026"),
        ),
        (
            [rule("working-day", 1, 3)],
            "",
            "By the 3rd working day of the following month",
            NEXT.format("Thursday 3 December 2026"),
        ),
        (
            [rule("last-working-day", 1)],
            "",
            "By the last working day of the following month",
            NEXT.format("Monday 30 November 2026"),
        ),
        ([rule("days", None, 28)], "", "Within 28 days after the period", NEXT.format("Monday 30 November 2026")),
        (
            [rule("working-days", None, 1)],
            "",
            "Within 1 working day after the period",
            NEXT.format("Tuesday 1 December 2026"),
        ),
        ([], "When the authority says", "When the authority says", WITHOUT_DATE),
        ([], "Not known.", "not recorded", WITHOUT_DATE),
    ],
)
def test_a_report_says_by_when_it_is_due_as_a_rule_first_and_the_next_date_last(
    tmp_path: Path, rules: list[dict[str, Any]], words: str, cell: str, next_due: str
) -> None:
    """Words that are empty here stand for the words of the rule."""
    row = row_of(tmp_path, **BOTH, deadlines=rules, deadline=words or cell.removeprefix("By "))

    assert markdown(row.cells[3]) == f"{cell} – {next_due}"


def test_row_on_the_page_of_the_country_has_the_next_date_above_the_words(tmp_path: Path) -> None:
    deadline = {"deadline": marked("By the 24th of the following month", source("deadline"))}

    assert markdown(own_row_of(tmp_path, **deadline).cells[1]) == (
        "**Tuesday 24 November 2026** – By the 24th of the following month[^1]"
    )


def test_the_name_of_a_report_leads_to_its_notes_on_the_page_of_its_country(tmp_path: Path) -> None:
    fields = {"channel_format": marked("Online", source("return")), "notes": marked("Or on paper.", source("paper"))}
    row, own = row_of(tmp_path, **fields), own_row_of(tmp_path, **fields)

    assert links_of(row.cells[0]) == [Link("Report 1", f"/france/#{own.id}")]
    assert parts_of(row, Note) == []
    assert markdown(own.cells[3]) == "Online[^1] – Or on paper.[^2]"


NATIVE = "**native** [Product 1](/france/#erp-erp_id_01)"
ADD_ON = "**add-on** [Product 2](/france/#erp-erp_id_02)"
MAKES_IT = ["Product 1: Makes the return.[^1]", "Product 2: Makes the return.[^1]"]
NOT_NAMED = native("erp_id_02", support="unknown", notes=marked("Names no form.", "https://vendor.example/vat"))


@pytest.mark.parametrize(
    ("cells", "counted", "listed", "found"),
    [
        (
            [native(), NOT_NAMED],
            "1 native",
            [f"1 native, 1 unknown: {NATIVE}", "**unknown** 1 of 2", MAKES_IT[0], "Product 2: Names no form.[^1]"],
            ("erp_id_01",),
        ),
        (
            [native(), native("erp_id_02", support="add-on")],
            "1 native, 1 add-on",
            [f"1 native, 1 add-on: {NATIVE}", ADD_ON, *MAKES_IT],
            ("erp_id_01", "erp_id_02"),
        ),
        ([], "", [""], ()),
    ],
)
def test_products_are_found_and_counted_by_support_and_listed_on_the_page_of_the_country(
    tmp_path: Path, cells: list[dict[str, Any]], counted: str, listed: list[str], found: tuple[str, ...]
) -> None:
    row, own = row_of(tmp_path, erp_support=cells), own_row_of(tmp_path, erp_support=cells)

    assert (markdown(row.cells[4]), row.facets["erp"]) == (counted, found)
    assert markdown(own.cells[4]).split(" · ") == listed


# Order


def test_reports_are_in_the_order_of_a_filing_calendar_and_those_of_a_country_by_date(tmp_path: Path) -> None:
    reports = [
        vat_report(1, **UNKNOWN, **NO_RULE),
        vat_report(2, **QUARTERLY, **due(10)),
        vat_report(3, **MONTHLY, **NO_RULE),
        vat_report(4, **MONTHLY, **due(15)),
    ]
    pages = load_pages(tmp_path, with_reports(*reports))

    for path, order in (("/reporting/", "4321"), ("/france/", "4231")):
        numbers = [str(row.id)[-1] for row in rows_of(*tables_of(pages[path])) if "vat-reporting" in str(row.id)]
        assert "".join(numbers) == order


def test_the_sections_of_the_topics_link_to_the_first_report_of_each_country(tmp_path: Path) -> None:
    files = with_reports(vat_report(1, **QUARTERLY), vat_report(2, **MONTHLY), report("saf-t", 1))
    page = load_page(tmp_path, "/reporting/", files)

    assert links_of(section_of(page, "vat-reporting")) == [Link("France", "#vat-reporting-fr-2")]
    assert links_of(section_of(page, "saf-t")) == [Link("France", "#saf-t-fr-1")]


# Filters


@pytest.mark.parametrize(
    ("fields", "kind", "options"),
    [
        (MONTHLY | due(20), "vat-return", "30 90"),
        (QUARTERLY | due(25), "vat-return", "90"),
        (UNKNOWN | NO_RULE, "other", ""),
    ],
)
def test_a_report_is_found_by_its_kind_and_its_next_due_date(
    tmp_path: Path, fields: dict[str, Any], kind: str, options: str
) -> None:
    facets = row_of(tmp_path, **fields, kind=kind).facets

    assert (facets["kind"], facets["days"]) == ((kind,), tuple(options.split()))


def test_every_kind_and_frequency_of_reports_is_an_option(pages: Mapping[str, Page]) -> None:
    (filters,) = filters_of(pages["/reporting/"])
    options = {each.name: [option.value for option in each.options] for each in filters.filters}

    assert options["kind"] == [*ReportKind]
    assert options["frequency"] == [*ReportFrequency, "not-recorded"]
    assert options["days"] == ["30", "90"]


# What is missing


def missing(page: Page, topic: str) -> dict[str, str]:
    """What the section of a topic on the page of a country says of reports that are not recorded."""
    pairs = pairs_of(*section_of(page, topic).blocks)
    return {term: markdown(pairs[term]) for term in pairs if term.startswith("Not ")}


def test_missing_kinds_are_named_in_the_section_of_their_topic(tmp_path: Path) -> None:
    absent = {"saf-t": absent_report("No file is defined."), "withholding": absent_report("No tax at source.")}
    page = load_page(tmp_path, "/france/", with_reports(vat_report(), absent_reports=absent))

    assert missing(page, "vat-reporting") == {
        "Not filed": "withholding: No tax at source.[^1]",
        "Not recorded yet": "recapitulative statement, one-stop shop",
    }
    assert missing(page, "saf-t") == {"Not filed": "SAF-T: No file is defined.[^1]"}


def test_a_list_with_each_expected_kind_is_complete_also_if_one_is_not_filed(tmp_path: Path) -> None:
    reports = [vat_report(1), vat_report(2, kind="recapitulative-statement")]
    files = with_reports(*reports, absent_reports={"one-stop-shop": absent_report("No such scheme.")})
    (table,) = tables_of(load_page(tmp_path, "/reporting/", files))
    status, *_ = table.groups[0].intro

    assert markdown(status.content) == "**complete** 2 of 3 expected kinds recorded"
