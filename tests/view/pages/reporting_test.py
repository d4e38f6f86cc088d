"""Reports are a filing calendar: what, how often, by when and how; filtered by their codes, and missing ones are named."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Row
from locdata_build.view.page import Page
from locdata_build.view.text import Link
from locdata_model.reports import ReportFrequency, ReportKind
from support.dataset import COUNTRY, Files, whole
from support.pages import (
    filters_of,
    links_of,
    load_page,
    load_pages,
    markdown,
    pairs_of,
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


def native(product: str = "erp_id_01", **fields: object) -> dict[str, Any]:
    """The support of a report by a product."""
    return report_support() | {"erp": product, "support": "native", **fields}


def rule(unit: str, months: int | None = None, number: int | None = None, **fields: str) -> dict[str, Any]:
    """A coded deadline."""
    parts = {"unit": unit, "months": months, "number": number, **fields}
    return {name: value for name, value in parts.items() if value is not None}


# What a row says


def test_row_on_the_page_of_the_country_has_the_next_date_above_the_words(tmp_path: Path) -> None:
    deadline = {"deadline": marked("By the 24th of the following month", source("deadline"))}

    assert markdown(own_row_of(tmp_path, **deadline).cells[1]) == (
        "Tuesday 24 November 2026 – By the 24th of the following month[^1]"
    )


def test_notes_on_a_report_are_below_the_way_of_filing(tmp_path: Path) -> None:
    fields = {"channel_format": marked("Online", source("return")), "notes": marked("Or on paper.", source("paper"))}

    assert markdown(own_row_of(tmp_path, **fields).cells[3]) == "Online[^1] – Or on paper.[^2]"


def test_a_report_of_all_countries_has_four_cells_and_leads_to_the_page_of_its_country(tmp_path: Path) -> None:
    fields = {"form": "CA3", "channel_format": marked("Online", source("return")), **BOTH, **due(20)}
    row = row_of(tmp_path, **fields)

    assert [*map(markdown, row.cells)] == [
        "[VAT return](/france/#vat-reporting-fr-1), Report 1, form CA3",
        "Monthly or quarterly",
        "21 December 2026",
        "Online",
    ]


@pytest.mark.parametrize(
    ("fields", "cells"),
    [
        (often("By period") | NO_RULE, ["By period", "not recorded"]),
        (UNKNOWN | {"deadline": "When it says", "deadlines": []}, ["not recorded", "see the report"]),
        (often("Per invoice", "per-transaction") | due(20), ["Per transaction", "no fixed date"]),
    ],
)
def test_what_has_no_code_or_no_date_is_said_in_a_few_words(
    tmp_path: Path, fields: dict[str, Any], cells: list[str]
) -> None:
    assert [*map(markdown, row_of(tmp_path, **fields).cells[1:3])] == cells


def test_a_local_name_that_says_no_more_is_left_out(tmp_path: Path) -> None:
    for name in ("VAT return", "Not known."):
        assert markdown(row_of(tmp_path, report_local=name).cells[0]) == "[VAT return](/france/#vat-reporting-fr-1)"


def test_a_long_way_of_filing_is_cut_off_after_a_word(tmp_path: Path) -> None:
    words = "Online in the portal of the tax authority, with a qualified electronic signature, or on paper"

    assert markdown(row_of(tmp_path, channel_format=marked(words, source("return"))).cells[3]) == (
        "Online in the portal of the tax authority, with a qualified electronic…"
    )


ADD_ON = {"support": "add-on", "action": "makes-file"}
NOT_NAMED = native(
    "erp_id_02", support="unknown", action=None, notes=marked("Names no form.", "https://vendor.example/vat")
)


@pytest.mark.parametrize(
    ("cells", "listed", "found"),
    [
        (
            [native(), NOT_NAMED],
            [
                "1 files it, 1 action not known: **files it** [Product 1](/erp/erp_id_01/#fr) (native)",
                "**action not known** [Product 2](/erp/erp_id_02/#fr) (unknown)",
            ],
            ("erp_id_01",),
        ),
        (
            [native("erp_id_01", **ADD_ON), native("erp_id_02")],
            [
                "1 files it, 1 makes the file: **files it** [Product 2](/erp/erp_id_02/#fr) (native)",
                "**makes the file** [Product 1](/erp/erp_id_01/#fr) (add-on)",
            ],
            ("erp_id_01", "erp_id_02"),
        ),
        ([], [""], ()),
    ],
)
def test_products_are_found_for_all_countries_and_listed_by_what_they_do_on_the_page_of_the_country(
    tmp_path: Path, cells: list[dict[str, Any]], listed: list[str], found: tuple[str, ...]
) -> None:
    row, own = row_of(tmp_path, erp_support=cells), own_row_of(tmp_path, erp_support=cells)

    assert row.facets["erp"] == found
    assert markdown(own.cells[4]).split(" · ") == listed


def test_several_products_are_counted_in_the_plural(tmp_path: Path) -> None:
    own = own_row_of(tmp_path, erp_support=[native(), native("erp_id_02")])

    assert markdown(own.cells[4]).startswith("2 file it: ")


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


def test_a_report_of_a_further_kind_is_found_under_its_topic_on_both_pages(tmp_path: Path) -> None:
    pages = load_pages(tmp_path, with_reports(vat_report(also_kinds=["saf-t"])))
    (row,) = rows_of(*tables_of(pages["/reporting/"]))

    assert row.facets["kind"] == ("vat-return", "saf-t")
    assert links_of(section_of(pages["/reporting/"], "saf-t")) == [Link("France", "#vat-reporting-fr-1")]
    assert Link("Report 1", "#vat-reporting-fr-1") in links_of(section_of(pages["/france/"], "saf-t").blocks)


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


@pytest.mark.parametrize(
    ("absent", "lead", "intro"),
    [
        ({"one-stop-shop": absent_report("No such scheme.")}, "", []),
        ({}, " (the lists of 1 lack an expected kind)", ["one-stop shop"]),
    ],
    ids=["complete", "incomplete"],
)
def test_only_an_incomplete_list_says_what_it_lacks(
    tmp_path: Path, absent: dict[str, Any], lead: str, intro: list[str]
) -> None:
    reports = [vat_report(1), vat_report(2, kind="recapitulative-statement")]
    page = load_page(tmp_path, "/reporting/", with_reports(*reports, absent_reports=absent))
    (table,) = tables_of(page)

    assert f"2 reports in 1 country{lead}: what" in markdown(page.lead)
    assert [markdown(pair.content) for pair in table.groups[0].intro] == intro
