"""The pages that show all countries in one table: matrix, reporting, timeline, connectors, countries."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import pytest

from locdata_build.view.blocks import Table
from locdata_build.view.dates import STANDINGS, Standing
from locdata_build.view.page import Page
from locdata_build.view.pictures import PhaseChart
from locdata_build.view.text import Badge, Break, Link, Tone, Words, rich
from support.dataset import COUNTRY, Files, country, obligation, support, whole
from support.pages import anchors_of, links_of, load_pages, nothing_known, rows_of, small_world, tables_of, texts_of

YES, NO, UNKNOWN = Badge("Yes", Tone.YES), Badge("No", Tone.NO), Badge("Unknown", Tone.UNKNOWN)


def two_countries() -> Files:
    """A tracked country and one outside the matrix of which nothing is known."""
    return whole() | {"countries/no.json": country("no", "Norway") | nothing_known()}


@pytest.fixture
def pages(tmp_path: Path) -> dict[str, Page]:
    return load_pages(tmp_path, two_countries())


@pytest.fixture
def empty(tmp_path: Path) -> dict[str, Page]:
    """The pages of a site on which next to nothing is recorded."""
    return load_pages(tmp_path, small_world())


# Matrix


def test_the_matrix_has_a_group_for_each_tracked_country_and_a_row_for_each_product(pages: dict[str, Page]) -> None:
    _, table = tables_of(pages["/e-invoicing/"])

    assert [(group.id, group.title, [row.id for row in group.rows]) for group in table.groups] == [
        ("fr", rich(Link("France", "/france/#e-invoicing")), ["fr-erp_id_01", "fr-erp_id_02"])
    ]


def test_products_of_the_matrix_stand_in_the_order_of_their_ids(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"] = [support("erp_id_02"), support("erp_id_01")]
    overview, table = tables_of(load_pages(tmp_path, files)["/e-invoicing/"])

    assert [column.title for column in overview.columns] == ["Country", "Product 1", "Product 2"]
    assert [row.id for row in rows_of(table)] == ["fr-erp_id_01", "fr-erp_id_02"]


def test_the_overview_of_the_matrix_has_a_word_for_each_cell_with_a_link_to_its_row(pages: dict[str, Page]) -> None:
    (row,) = rows_of(tables_of(pages["/e-invoicing/"])[0])

    assert [(link.text, link.href) for link in links_of(row.cells)] == [
        ("France", "#fr"),
        ("native", "#fr-erp_id_01"),
        ("unknown", "#fr-erp_id_02"),
    ]


def test_a_row_of_the_matrix_tells_support_providers_notes_and_source(pages: dict[str, Page]) -> None:
    row = rows_of(*tables_of(pages["/e-invoicing/"]))[1]

    assert row.cells[:4] == (
        rich(Link("Product 1", "/france/#erp-erp_id_01")),
        rich(Badge("native", Tone.YES)),
        rich("None named."),
        rich("Makes the format."),
    )
    assert row.cells[4][0] == Link("vendor.example", "https://vendor.example/e-invoices")


def test_a_group_of_the_matrix_tells_the_two_e_invoicing_duties_and_the_mandate(pages: dict[str, Page]) -> None:
    _, table = tables_of(pages["/e-invoicing/"])
    terms = {pair.term: pair.content for pair in table.groups[0].intro}

    assert list(terms) == ["B2B e-invoicing", "B2G e-invoicing", "Mandate", "Dates", "Format", "Source"]
    assert terms["B2G e-invoicing"] == rich(YES, " ", "Recorded step, ", dt.date(2020, 1, 1), ": Step of 2020-01-01.")
    assert terms["Format"] == rich("UBL")


# Reporting


def test_reports_stand_by_topic_then_country(tmp_path: Path) -> None:
    files = two_countries()
    report = files[COUNTRY]["reporting"][0]
    files[COUNTRY]["reporting"] = [report | {"topic": "saf-t"}, report]
    files["countries/at.json"] = country("at", "Austria")
    page = load_pages(tmp_path, files)["/reporting/"]

    assert [section.id for section in page.sections] == ["vat-reporting", "saf-t"]
    assert [[group.title for group in table.groups] for table in tables_of(page)] == [
        [rich(Link("Austria", "/austria/#vat-reporting")), rich(Link("France", "/france/#vat-reporting"))],
        [rich(Link("France", "/france/#saf-t"))],
    ]


def test_a_topic_without_reports_has_no_section(pages: dict[str, Page]) -> None:
    assert [section.id for section in pages["/reporting/"].sections] == ["vat-reporting"]


def test_a_report_tells_products_by_support_and_counts_those_of_which_nothing_is_known(
    pages: dict[str, Page],
) -> None:
    (row,) = rows_of(*tables_of(pages["/reporting/"]))

    assert row.cells[4] == (
        *rich(Badge("native", Tone.YES), " ", Link("Product 1", "/france/#erp-erp_id_01"), Break()),
        *rich(Badge("unknown", Tone.UNKNOWN), " 1 of 2"),
    )


def test_a_report_of_which_every_product_is_known_counts_no_others(tmp_path: Path) -> None:
    files = whole()
    (report,) = files[COUNTRY]["reporting"]
    cell = report["erp_support"][0]
    report["erp_support"] = [cell, cell | {"erp": "erp_id_02", "support": "add-on"}]
    (row,) = rows_of(*tables_of(load_pages(tmp_path, files)["/reporting/"]))

    assert [part.text for part in row.cells[4] if isinstance(part, Badge)] == ["native", "add-on"]


@pytest.mark.parametrize(
    ("english", "notes", "told"),
    [
        pytest.param("VAT return", "", (rich("Déclaration", Break(), "VAT return"), rich("Online")), id="another name"),
        pytest.param("Déclaration", "", (rich("Déclaration"), rich("Online")), id="the same name"),
        pytest.param(
            "Déclaration",
            "Or on paper.",
            (rich("Déclaration"), rich("Online", Break(), "Notes: Or on paper.")),
            id="notes",
        ),
    ],
)
def test_a_report_has_a_second_line_only_for_another_name_or_notes(
    tmp_path: Path, english: str, notes: str, told: tuple[object, object]
) -> None:
    files = whole()
    files[COUNTRY]["reporting"][0].update({"report_en": english, "notes": notes})
    (row,) = rows_of(*tables_of(load_pages(tmp_path, files)["/reporting/"]))

    assert (row.cells[0], row.cells[3]) == told


def test_without_reports_the_lead_is_a_sentence_as_well(empty: dict[str, Page]) -> None:
    assert texts_of(empty["/reporting/"].lead)[0][0].isalpha()


# Timeline


def steps_of(pages: Mapping[str, Page]) -> Table:
    """The table of all steps, which stands below that of the answers that change."""
    return tables_of(pages["/timeline/"])[-1]


def test_steps_ahead_stand_first_and_those_that_have_come_from_the_last_on(pages: dict[str, Page]) -> None:
    rows = rows_of(steps_of(pages))

    assert [(row.id, row.cells[4]) for row in rows] == [
        ("step-fr-e-invoicing-b2b-step-2", rich(STANDINGS[Standing.TO_COME])),
        ("step-fr-real-time-reporting-step-1", rich(STANDINGS[Standing.TO_COME])),
        ("step-fr-e-invoicing-b2b-step-1", rich(STANDINGS[Standing.STARTED])),
        ("step-fr-e-invoicing-b2g-step-1", rich(STANDINGS[Standing.STARTED])),
    ]


def test_a_step_leads_to_its_country_and_duty(pages: dict[str, Page]) -> None:
    row = rows_of(steps_of(pages))[0]

    assert row.cells[:4] == (
        rich(dt.date(2027, 1, 1)),
        rich(Link("France", "/france/")),
        rich(Link("B2B e-invoicing", "/france/#duty-e-invoicing-b2b")),
        rich("Step of 2027-01-01"),
    )


def test_a_step_of_today_has_come(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["obligations"] = dict.fromkeys(files[COUNTRY]["obligations"], obligation("unknown"))
    files[COUNTRY]["obligations"]["saft"] = obligation("in_force", "2026-11-21", "2026-11-22")
    rows = rows_of(steps_of(load_pages(tmp_path, files)))

    assert [row.facets["standing"] for row in rows] == [("to-come",), ("started",)]


def test_the_chart_stands_above_the_steps(pages: dict[str, Page]) -> None:
    (chart,) = pages["/timeline/"].blocks

    assert isinstance(chart, PhaseChart)
    assert sum(len(lane.marks) for lane in chart.lanes) == 4


def test_without_steps_there_is_no_chart(empty: dict[str, Page]) -> None:
    assert (empty["/timeline/"].blocks, rows_of(*tables_of(empty["/timeline/"]))) == ((), [])


# Connectors


def test_connectors_stand_by_provider_whatever_its_case_then_by_product(tmp_path: Path) -> None:
    files = whole()
    (connector,) = files["connectors.json"]["connectors"]
    files["connectors.json"]["connectors"] = [
        connector | {"provider": provider, "erp": erp}
        for provider, erp in [
            ("Beta", "erp_id_02"),
            ("gamma", "erp_id_01"),
            ("Beta", "erp_id_01"),
            ("alpha", "erp_id_02"),
        ]
    ]
    rows = rows_of(*tables_of(load_pages(tmp_path, files)["/connectors/"]))

    assert [(row.cells[0], row.facets["erp"]) for row in rows] == [
        (rich("alpha"), ("erp_id_02",)),
        (rich("Beta"), ("erp_id_01",)),
        (rich("Beta"), ("erp_id_02",)),
        (rich("gamma"), ("erp_id_01",)),
    ]


def test_a_connector_leads_to_the_products_of_its_countries(pages: dict[str, Page]) -> None:
    (row,) = rows_of(*tables_of(pages["/connectors/"]))

    assert row.cells[4][0] == Words("France.")
    assert links_of(row.cells[4]) == [Link("France", "/france/#erp")]


def test_a_connector_without_tracked_countries_has_the_words_of_its_source_alone(tmp_path: Path) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0]["countries_in_scope"] = []
    (row,) = rows_of(*tables_of(load_pages(tmp_path, files)["/connectors/"]))

    assert row.cells[4] == rich("France.")


def test_words_of_a_source_that_end_in_a_full_stop_get_no_other(tmp_path: Path) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0].update({"countries_covered": "Not known.", "direction": "Not known."})
    pages = load_pages(tmp_path, files)

    assert [text for path in ("/connectors/", "/france/") for text in texts_of(pages[path]) if ".." in text] == []


def test_without_connectors_there_are_no_rows(empty: dict[str, Page]) -> None:
    assert rows_of(*tables_of(empty["/connectors/"])) == []


# Countries


def test_a_country_has_an_answer_for_each_toggle_and_its_count_of_facts(pages: dict[str, Page]) -> None:
    rows = rows_of(*tables_of(pages["/countries/"]))

    assert [(row.id, row.cells) for row in rows] == [
        (
            "fr",
            (
                rich(Link("France", "/france/")),
                *map(rich, (YES, YES, YES, NO, NO, UNKNOWN)),
                rich("8 of 10"),
            ),
        ),
        ("no", (rich(Link("Norway", "/norway/")), *(rich(UNKNOWN) for _ in range(6)), rich("0 of 7"))),
    ]


def test_countries_stand_by_name_not_by_code(tmp_path: Path) -> None:
    page = load_pages(tmp_path, whole() | {"countries/at.json": country("at", "Zland")})["/countries/"]

    assert anchors_of(page) == ["fr", "at"]


def test_the_lead_counts_the_countries(pages: dict[str, Page]) -> None:
    assert pages["/countries/"].lead[0] == Words("2 countries. Answers as of ")


# All


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/e-invoicing/", "/data/matrix.json"),
        ("/reporting/", "/data/reporting.json"),
        ("/connectors/", "/data/connectors.json"),
        ("/countries/", "/api/v1/countries.json"),
        ("/local-erps/", "/api/v1/local-erps.json"),
        ("/partners/", "/api/v1/partners.json"),
        ("/news/", "/api/v1/news.json"),
        ("/sponsors/", "/api/v1/sponsors.json"),
    ],
)
def test_a_page_leads_to_the_file_that_holds_the_same(pages: dict[str, Page], path: str, data: str) -> None:
    assert pages[path].data == (data,)
