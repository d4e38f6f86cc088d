"""Reports are shown with their kind, form and other names, filtered by their codes, and missing ones are named."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.render.markdown import page_as_markdown
from locdata_build.view.blocks import Row
from locdata_build.view.page import Page
from locdata_build.view.text import Aside, Badge, Break, Link, Tone, rich
from locdata_model.reports import ReportFrequency, ReportKind
from locdata_model.vocabulary import ReportingTopic
from support.context import load_context
from support.dataset import COUNTRY, Files, whole
from support.pages import filters_of, links_of, load_pages, pages_of, pairs_of, rows_of, section_of, tables_of, texts_of
from support.records import absent_report, country, provenance, report

MONTHLY: dict[str, Any] = {"frequency": "Monthly", "frequencies": [{"frequency": "monthly"}]}
QUARTERLY: dict[str, Any] = {"frequency": "Quarterly", "frequencies": [{"frequency": "quarterly"}]}
BOTH: dict[str, Any] = {
    "frequency": "Monthly or quarterly",
    "frequencies": [*MONTHLY["frequencies"], *QUARTERLY["frequencies"]],
}
UNKNOWN: dict[str, Any] = {"frequency": "Not known.", "frequencies": []}
NO_RULE: dict[str, Any] = {"deadline": "Not known.", "deadlines": []}


def due(*days: int) -> dict[str, Any]:
    """The words and the rules of deadlines on days of the following month."""
    rules = [{"unit": "day-of-month", "months": 1, "number": day, "filers": f"class {day}"} for day in days]
    return {"deadline": " or ".join(f"day {day}" for day in days), "deadlines": rules}


def vat_report(number: int = 1, /, **fields: object) -> dict[str, Any]:
    """A report of the country with that number, a name of its own and these values of fields."""
    return report("vat-reporting", number, **{"report_local": f"Report {number}", **fields})


def with_reports(*reports: dict[str, Any], **fields: object) -> Files:
    """The source files, where the country has these reports, and other values of these fields."""
    files = whole()
    files[COUNTRY] |= {"reporting": [*reports], **fields}
    return files


def row_of(folder: Path, **fields: object) -> Row:
    """The row of the only report on the page of all reports."""
    (row,) = rows_of(*tables_of(load_pages(folder, with_reports(vat_report(**fields)))["/reporting/"]))
    return row


# What a row says


def test_a_report_has_its_names_its_kind_its_form_and_what_else_it_is_called(tmp_path: Path) -> None:
    row = row_of(tmp_path, report_local="Modelo 349", form="349", aliases=["ESL", "VIES"], kind="other")

    assert row.cells[0] == rich(
        *("Modelo 349", Break(), "VAT return"),
        Aside(rich("Kind: ", "other", "; form: ", "349")),
        Aside(rich("Also: ", "ESL", "; ", "VIES")),
    )


def test_a_report_without_form_or_other_names_says_its_kind_alone(tmp_path: Path) -> None:
    row = row_of(tmp_path, form=None, aliases=[])

    assert [part for part in row.cells[0] if isinstance(part, Aside)] == [Aside(rich("Kind: ", "VAT / GST return"))]


def test_the_number_of_a_report_is_in_its_anchor_also_if_others_are_gone(tmp_path: Path) -> None:
    pages = load_pages(tmp_path, with_reports(vat_report(2), vat_report(7), report("saf-t", 5)))

    for path in ("/reporting/", "/france/"):
        anchors = [row.id for topic in ReportingTopic for row in rows_of(*tables_of(section_of(pages[path], topic)))]
        assert anchors == ["vat-reporting-fr-2", "vat-reporting-fr-7", "saf-t-fr-5"]


def test_the_note_on_a_product_follows_the_products_and_is_on_its_section_of_the_country(tmp_path: Path) -> None:
    support = {"erp": "erp_id_01", "support": "native", "notes": "Prints 320 as text"}
    cell = support | {"provenance": provenance("https://vendor.example/vat")}
    pages = load_pages(tmp_path, with_reports(vat_report(erp_support=[cell])))
    (row,) = rows_of(*tables_of(pages["/reporting/"]))
    product = pairs_of(*section_of(pages["/france/"], "erp-erp_id_01").blocks)["Reports"]

    assert row.cells[4] == rich(
        *(Badge("native", Tone.YES), " ", Link("Product 1", "/france/#erp-erp_id_01"), Break()),
        *("Product 1", ": ", "Prints 320 as text.", Break()),
        *(Badge("unknown", Tone.UNKNOWN), " 1 of 2"),
    )
    assert product[:5] == rich(
        *(Badge("native", Tone.YES), " ", Link("Report 1", "#vat-reporting-fr-1"), ": ", "Prints 320 as text.")
    )


# Filters


@pytest.fixture(scope="module")
def two_countries(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of the reports of two countries."""
    files = with_reports(
        vat_report(1, **MONTHLY, **due(20)),
        vat_report(2, **QUARTERLY, **due(25)),
        vat_report(3, **MONTHLY, **NO_RULE, kind="transaction-list"),
        vat_report(4, **UNKNOWN, **NO_RULE, kind="other"),
        vat_report(5, **BOTH, **due(25, 20)),
    )
    files["countries/at.json"] = country("at", "Austria") | {"reporting": [vat_report(1, **MONTHLY, **due(25))]}
    return load_pages(tmp_path_factory.mktemp("data"), files)["/reporting/"]


def matching(page: Page, **choice: str) -> list[str]:
    """The anchors of the rows that the filters leave, without their topic."""
    return [
        str(row.id).removeprefix("vat-reporting-")
        for row in rows_of(*tables_of(page))
        if all(value in row.facets[name] for name, value in choice.items())
    ]


def test_reports_can_be_filtered_by_country_kind_frequency_deadline_and_product(two_countries: Page) -> None:
    (filters,) = filters_of(two_countries)

    assert [(each.name, each.label) for each in filters.filters] == [
        ("country", "Country"),
        ("kind", "Kind"),
        ("frequency", "How often"),
        ("due", "Due in the following month"),
        ("erp", "ERP product"),
    ]


def test_which_returns_are_due_by_the_20th(two_countries: Page) -> None:
    assert matching(two_countries, kind="vat-return", due="day-20") == ["fr-1", "fr-5"]
    assert matching(two_countries, kind="vat-return", due="day-25") == ["at-1", "fr-1", "fr-2", "fr-5"]
    assert matching(two_countries, due="not-recorded") == ["fr-3", "fr-4"]


def test_what_a_company_of_a_country_files_monthly(two_countries: Page) -> None:
    assert matching(two_countries, country="fr", frequency="monthly") == ["fr-1", "fr-3", "fr-5"]
    assert matching(two_countries, country="fr", frequency="not-recorded") == ["fr-4"]


def test_every_kind_and_frequency_is_an_option_with_its_label(two_countries: Page) -> None:
    (filters,) = filters_of(two_countries)
    options = {each.name: {option.value: option.label for option in each.options} for each in filters.filters}

    assert [*options["kind"]] == [*ReportKind]
    assert [*options["frequency"]] == [*ReportFrequency, "not-recorded"]
    assert options["kind"]["one-stop-shop"] == "one-stop shop"
    assert options["due"] == {
        "day-10": "by the 10th",
        "day-15": "by the 15th",
        "day-20": "by the 20th",
        "day-25": "by the 25th",
        "month-end": "by the last day",
        "later": "later",
        "event": "days after a transaction or request",
        "not-recorded": "no rule recorded",
    }


def test_the_page_says_how_filters_match_and_links_to_how_deadlines_are_counted(two_countries: Page) -> None:
    explanation = two_countries.blocks[1]

    assert "A report with several frequencies or deadlines matches if one of them does. " in texts_of(explanation)
    assert [link.href for link in links_of(explanation)] == ["/methodology/#reports", "/api/v1/reports.json"]


# What is missing


@pytest.fixture
def gaps(tmp_path: Path) -> Page:
    """The page of a member state of the Union that has no SAF-T, says why, and lacks records of two kinds."""
    absent_reports = {
        "saf-t": absent_report("No file is defined."),
        "withholding": absent_report("No payment is taxed at source."),
    }
    return load_pages(tmp_path, with_reports(vat_report(), absent_reports=absent_reports))["/france/"]


def test_a_kind_that_nobody_files_is_named_with_reason_and_source_in_the_section_of_its_topic(gaps: Page) -> None:
    not_filed = {topic: pairs_of(*section_of(gaps, topic).blocks)["Not filed"] for topic in ("vat-reporting", "saf-t")}

    assert not_filed["vat-reporting"][:3] == rich("withholding", ": ", "No payment is taxed at source.")
    assert not_filed["saf-t"][:3] == rich("SAF-T", ": ", "No file is defined.")
    assert "https://tax.example/absent" in texts_of(not_filed["saf-t"])


def test_kinds_that_are_not_recorded_yet_are_named(gaps: Page) -> None:
    assert pairs_of(*section_of(gaps, "vat-reporting").blocks)["Not recorded yet"] == rich(
        "recapitulative statement, one-stop shop"
    )
    assert "Not recorded yet" not in pairs_of(*section_of(gaps, "saf-t").blocks)


def test_a_country_with_all_reports_says_nothing_of_missing_ones(tmp_path: Path) -> None:
    kinds = ("vat-return", "recapitulative-statement", "one-stop-shop")
    reports = [vat_report(number, kind=kind) for number, kind in enumerate(kinds, 1)]
    page = load_pages(tmp_path, with_reports(*reports))["/france/"]

    assert not {"Not filed", "Not recorded yet"} & pairs_of(*section_of(page, "vat-reporting").blocks).keys()


def test_a_missing_saf_t_report_is_named_in_the_section_of_saf_t(tmp_path: Path) -> None:
    obligations = country()["obligations"]
    obligations["saft"] = obligations["saft"] | {"status": "in_force"}
    page = load_pages(tmp_path, with_reports(vat_report(), obligations=obligations))["/france/"]

    assert pairs_of(*section_of(page, "saf-t").blocks)["Not recorded yet"] == rich("SAF-T")


def test_the_markdown_twin_names_what_is_missing(tmp_path: Path) -> None:
    context = load_context(tmp_path, with_reports(vat_report(), absent_reports={"withholding": absent_report()}))
    twin = page_as_markdown(pages_of(context)["/france/"], context.site).decode()

    assert "**Not filed**: withholding: No law asks for it." in twin
    assert "**Not recorded yet**: recapitulative statement, one-stop shop" in twin


def test_the_page_of_all_reports_says_where_missing_ones_are_named(two_countries: Page) -> None:
    assert "The page of each country names the reports that are not recorded yet. " in "".join(
        texts_of(two_countries.blocks)
    )
