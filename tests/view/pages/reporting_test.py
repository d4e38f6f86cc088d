"""Reports are a filing calendar: what, how often, by when and how; filtered by their codes, and missing ones are named."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.render.markdown import page_as_markdown
from locdata_build.view.blocks import Row
from locdata_build.view.page import Page
from locdata_build.view.text import Aside, Badge, Break, Details, Link, Rich, Tone, rich
from locdata_model.reports import ReportFrequency, ReportKind
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


def native(product: str = "erp_id_01", **fields: str) -> dict[str, Any]:
    """The support of a report by a product."""
    cell = {"erp": product, "support": "native", **fields}
    return cell | {"provenance": provenance("https://vendor.example/vat")}


# What a row says


def test_a_report_has_its_names_its_form_and_what_else_it_is_called(tmp_path: Path) -> None:
    row = row_of(tmp_path, report_local="Modelo 349", form="349", aliases=["ESL", "VIES"], kind="other")

    assert row.cells[0] == rich(
        *("Modelo 349", Aside(rich("VAT return"))),
        Aside(rich("Form: ", "349")),
        Aside(rich("Also: ", "ESL", "; ", "VIES")),
    )
    assert row.cells[1] == rich("other")


def test_a_report_without_form_or_other_names_has_its_name_alone(tmp_path: Path) -> None:
    row = row_of(tmp_path, report_local="VAT return", report_en="VAT return", form=None, aliases=[])

    assert row.cells[0] == rich("VAT return")


@pytest.mark.parametrize(
    ("fields", "cell"),
    [
        pytest.param(MONTHLY, rich("Monthly"), id="words that name it"),
        pytest.param(BOTH, rich("Monthly or quarterly"), id="words that name both"),
        pytest.param(
            {"frequency": "Annually", "frequencies": [{"frequency": "yearly"}]}, rich("Annually"), id="another word"
        ),
        pytest.param(
            BOTH | {"frequency": "With the VAT return"},
            rich("Monthly or quarterly", Aside(rich("With the VAT return"))),
            id="words that name none",
        ),
        pytest.param({"frequency": "By period", "frequencies": []}, rich("By period"), id="words alone"),
        pytest.param(UNKNOWN, rich("not recorded"), id="not known"),
    ],
)
def test_a_report_says_how_often_it_is_filed_and_names_each_option_of_the_filter(
    tmp_path: Path, fields: dict[str, Any], cell: Rich
) -> None:
    assert row_of(tmp_path, **fields).cells[2] == cell


def rule(unit: str, months: int | None = None, number: int | None = None, **fields: str) -> dict[str, Any]:
    """A coded deadline."""
    parts = {"unit": unit, "months": months, "number": number, **fields}
    return {name: value for name, value in parts.items() if value is not None}


@pytest.mark.parametrize(
    ("rules", "words", "cell"),
    [
        pytest.param(
            [rule("day-of-month", 1, 20)],
            "20th day of the month after the period",
            rich("By the 20th of the following month"),
            id="words that say the same",
        ),
        pytest.param(
            [rule("day-of-month", 2, 12)],
            "The 12th, unless it is a Sunday",
            rich("By the 12th of the 2nd month after the period", Aside(rich("The 12th, unless it is a Sunday"))),
            id="words that say more",
        ),
        pytest.param(
            [
                rule("day-of-month", 1, 20, frequency="monthly"),
                rule("last-day", 1, frequency="quarterly", filers="small"),
            ],
            "Monthly: the 20th; quarterly: the last day of the month",
            rich(
                "Monthly: the 20th; quarterly: the last day of the month",
                Details(
                    "2 rules",
                    rich(
                        *("monthly: by the 20th of the following month", Break()),
                        "quarterly: by the last day of the following month (small)",
                    ),
                ),
            ),
            id="several rules",
        ),
        pytest.param(
            [rule("last-day", 0)], "", rich("By the last day of the last month of the period"), id="in the period"
        ),
        pytest.param([rule("working-day", 1, 3)], "", rich("By the 3rd working day of the following month"), id="3rd"),
        pytest.param(
            [rule("last-working-day", 1)], "", rich("By the last working day of the following month"), id="last"
        ),
        pytest.param([rule("days", None, 28)], "", rich("Within 28 days after the period"), id="days"),
        pytest.param(
            [rule("working-days", None, 1)], "", rich("Within 1 working day after the period"), id="working days"
        ),
        pytest.param([], "When the authority says", rich("When the authority says"), id="words alone"),
        pytest.param([], "Not known.", rich("not recorded"), id="not known"),
    ],
)
def test_a_report_says_by_when_it_is_due_as_a_rule_first(
    tmp_path: Path, rules: list[dict[str, Any]], words: str, cell: Rich
) -> None:
    """Words that are empty here stand for the words of the rule."""
    deadline = words or texts_of(cell)[0].removeprefix("By ")
    row = row_of(tmp_path, **BOTH, deadlines=rules, deadline=deadline)

    assert row.cells[3][: len(cell)] == cell


@pytest.mark.parametrize(("words", "frequency"), [("Per invoice", "per-transaction"), ("On request", "on-request")])
def test_days_of_a_report_without_a_period_are_not_counted_from_its_end(
    tmp_path: Path, words: str, frequency: str
) -> None:
    days = {"deadline": "Within 4 days", "deadlines": [rule("days", None, 4)]}
    row = row_of(tmp_path, frequency=words, frequencies=[{"frequency": frequency}], **days)

    assert row.cells[3] == rich("Within 4 days")


def test_a_rule_for_one_of_several_frequencies_counts_as_that_frequency_does(tmp_path: Path) -> None:
    frequencies = [{"frequency": "per-transaction"}, {"frequency": "monthly"}]
    deadlines = [rule("days", None, 4, frequency="per-transaction"), rule("days", None, 12, frequency="monthly")]
    words = {"frequency": "Per invoice; monthly for payments", "deadline": "4 days per invoice; 12 days monthly"}
    row = row_of(tmp_path, frequencies=frequencies, deadlines=deadlines, **words)

    rules = rich("per transaction: within 4 days", Break(), "monthly: within 12 days after the period")
    assert row.cells[3][1] == Details("2 rules", rules)


def test_the_notes_of_a_report_are_folded_on_the_page_of_its_country(tmp_path: Path) -> None:
    def filed(page: str, **fields: str) -> Rich:
        pages = load_pages(tmp_path, with_reports(vat_report(**fields)))
        (row,) = (row for row in rows_of(*tables_of(pages[page])) if row.id == "vat-reporting-fr-1")
        return row.cells[4]

    folded = rich("XML", Details("Notes", rich("Or on paper.")))

    assert filed("/france/", channel_format="XML", notes="Or on paper.") == folded
    assert filed("/reporting/", channel_format="XML", notes="Or on paper.") == rich("XML")
    assert filed("/reporting/", channel_format="Not known.", notes="") == rich("not recorded")


@pytest.mark.parametrize(
    ("notes", "pages", "label"),
    [
        pytest.param("Or on paper.", 3, "Notes and 3 more sources", id="notes and sources"),
        pytest.param("", 2, "2 more sources", id="sources"),
        pytest.param("Or on paper.", 1, "Notes and 1 more source", id="notes and a source of a product"),
    ],
)
def test_notes_and_further_sources_are_a_link_to_the_page_of_the_country(
    tmp_path: Path, notes: str, pages: int, label: str
) -> None:
    cites = provenance(*(f"https://tax.example/{number}" for number in range(pages)))
    row = row_of(tmp_path, notes=notes, erp_support=[native()], provenance=cites)

    assert [part for part in row.cells[6] if isinstance(part, Details)] == []
    assert row.cells[6][-1] == Aside(rich(Link(label, "/france/#vat-reporting-fr-1")))


def test_a_report_with_one_source_and_no_notes_has_no_such_link(tmp_path: Path) -> None:
    row = row_of(tmp_path, notes="", erp_support=[], provenance=provenance("https://tax.example/vat"))

    assert [part for part in row.cells[6] if isinstance(part, Aside)] == []


def test_the_number_of_a_report_is_in_its_anchor_also_if_others_are_gone(tmp_path: Path) -> None:
    pages = load_pages(tmp_path, with_reports(vat_report(2), vat_report(7), report("saf-t", 5)))

    for path in ("/reporting/", "/france/"):
        anchors = {row.id for row in rows_of(*tables_of(pages[path]))}
        assert anchors >= {"vat-reporting-fr-2", "vat-reporting-fr-7", "saf-t-fr-5"}


def test_products_are_listed_by_support_and_those_whose_support_is_unknown_are_counted(tmp_path: Path) -> None:
    unknown = native("erp_id_02", support="unknown", notes="Names no form")
    listed = rich(Badge("native", Tone.YES), " ", Link("Product 1", "/france/#erp-erp_id_01"), Break())
    count = rich(Badge("unknown", Tone.UNKNOWN), " 1 of 2")

    assert row_of(tmp_path, erp_support=[native()]).cells[5] == (*listed, *count)
    assert row_of(tmp_path, erp_support=[native(), unknown]).cells[5] == (*listed, *count)
    assert row_of(tmp_path, erp_support=[]).cells[5] == rich(Badge("unknown", Tone.UNKNOWN), " 2 of 2")


def test_a_report_whose_support_by_each_product_is_known_counts_no_others(tmp_path: Path) -> None:
    row = row_of(tmp_path, erp_support=[native(), native("erp_id_02", support="add-on")])

    assert [part.text for part in row.cells[5] if isinstance(part, Badge)] == ["native", "add-on"]


# Order


def test_reports_are_grouped_by_country_in_one_table_whatever_their_topic(tmp_path: Path) -> None:
    files = with_reports(vat_report(), report("saf-t", 1))
    files["countries/at.json"] = country("at", "Austria") | {"reporting": [vat_report()]}
    (table,) = tables_of(load_pages(tmp_path, files)["/reporting/"])

    assert [(group.id, group.title, len(group.rows)) for group in table.groups] == [
        ("at", rich(Link("Austria", "/austria/#vat-reporting")), 1),
        ("fr", rich(Link("France", "/france/#vat-reporting")), 2),
    ]


def test_reports_of_a_country_are_in_the_order_of_a_filing_calendar(tmp_path: Path) -> None:
    per_invoice = {"frequency": "Per invoice", "frequencies": [{"frequency": "per-transaction"}]}
    reports = [
        vat_report(1, **UNKNOWN, **NO_RULE),
        vat_report(2, **per_invoice, **NO_RULE),
        vat_report(3, **QUARTERLY, **due(10)),
        vat_report(4, **MONTHLY, **NO_RULE),
        vat_report(5, **BOTH, **due(25, 20)),
        vat_report(6, **MONTHLY, **due(15)),
    ]
    pages = load_pages(tmp_path, with_reports(*reports))

    for path in ("/reporting/", "/france/"):
        numbers = [str(row.id)[-1] for row in rows_of(*tables_of(pages[path])) if "vat-reporting" in str(row.id)]
        assert numbers == ["6", "5", "4", "3", "2", "1"]


def test_the_sections_of_the_topics_link_to_the_first_report_of_each_country(tmp_path: Path) -> None:
    files = with_reports(vat_report(1, **QUARTERLY), vat_report(2, **MONTHLY), report("saf-t", 1))
    page = load_pages(tmp_path, files)["/reporting/"]

    assert [(section.id, section.title) for section in page.sections] == [
        ("calendar", "Reports by country"),
        ("vat-reporting", "VAT and tax reports by country"),
        ("saf-t", "SAF-T and audit files by country"),
    ]
    assert links_of(section_of(page, "vat-reporting")) == [Link("France", "#vat-reporting-fr-2")]
    assert links_of(section_of(page, "saf-t")) == [Link("France", "#saf-t-fr-1")]


def test_a_topic_without_a_report_has_no_section(two_countries: Page) -> None:
    assert [section.id for section in two_countries.sections] == ["calendar", "vat-reporting"]


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
        ("country", "Countries"),
        ("kind", "Kind"),
        ("frequency", "How often"),
        ("due", "Due in the following month"),
        ("erp", "ERP products"),
    ]


def test_which_returns_are_due_by_the_20th(two_countries: Page) -> None:
    assert matching(two_countries, kind="vat-return", due="day-20") == ["fr-1", "fr-5"]
    assert matching(two_countries, kind="vat-return", due="day-25") == ["at-1", "fr-1", "fr-5", "fr-2"]
    assert matching(two_countries, due="not-recorded") == ["fr-3", "fr-4"]


def test_what_a_company_of_a_country_files_monthly(two_countries: Page) -> None:
    assert matching(two_countries, country="fr", frequency="monthly") == ["fr-1", "fr-5", "fr-3"]
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

    assert texts_of(explanation)[0].startswith(
        "A report with several frequencies or deadlines matches if one of them does."
    )
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


# Whether a list is complete


def intro_of(folder: Path, *reports: dict[str, Any], **fields: object) -> dict[str, Rich]:
    """What the calendar says of the list of the country, by term."""
    (table,) = tables_of(load_pages(folder, with_reports(*reports, **fields))["/reporting/"])
    return {pair.term: pair.content for pair in table.groups[0].intro}


def test_a_list_without_an_expected_kind_is_incomplete_and_names_it(tmp_path: Path) -> None:
    intro = intro_of(tmp_path, vat_report(kind="vat-return"), vat_report(2, kind="other"))

    assert intro == {
        "List": rich(
            Badge("incomplete", Tone.PARTLY),
            " 1 of 3 expected kinds recorded; not recorded yet: recapitulative statement, one-stop shop",
        )
    }


def test_a_list_with_each_expected_kind_is_complete_also_if_nobody_files_one(tmp_path: Path) -> None:
    absent_reports = {"one-stop-shop": absent_report("No such scheme.")}
    reports = [vat_report(1), vat_report(2, kind="recapitulative-statement")]
    intro = intro_of(tmp_path, *reports, absent_reports=absent_reports)

    assert intro["List"] == rich(Badge("complete", Tone.YES), " 2 of 3 expected kinds recorded")
    assert intro["Not filed"][:3] == rich("one-stop shop", ": ", "No such scheme.")


def test_a_list_counts_what_its_reports_leave_open(tmp_path: Path) -> None:
    reports = [
        vat_report(1, **UNKNOWN, **NO_RULE),
        vat_report(2, **NO_RULE),
        vat_report(3, channel_format="Not known."),
    ]

    assert intro_of(tmp_path, *reports)["Not known"] == rich(
        "frequency of 1 of 3 reports; deadline of 2 of 3 reports; way of filing of 1 of 3 reports"
    )


def test_the_page_says_in_how_many_countries_the_list_is_complete(two_countries: Page) -> None:
    assert texts_of(two_countries.lead)[0].startswith("6 reports in 2 countries, 0 of which have a complete list: ")


def test_every_country_can_be_chosen_also_one_without_a_report(tmp_path: Path) -> None:
    files = whole() | {"countries/at.json": country("at", "Austria") | {"reporting": []}}
    (filters,) = filters_of(load_pages(tmp_path, files)["/reporting/"])

    assert [option.value for option in filters.filters[0].options] == ["at", "fr"]
