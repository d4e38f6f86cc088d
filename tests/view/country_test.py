"""The page of a country answers first, then tells what the answers rest on."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Answer, Answers, Paragraph, Table
from locdata_build.view.evidence import UNVERIFIED
from locdata_build.view.page import Page
from locdata_build.view.pages.country import WORTH_A_CHART
from locdata_build.view.pictures import PhaseChart
from locdata_build.view.text import Aside, Badge, Break, Code, Day, Link, Rich, Strong, Tone, Words, rich
from locdata_build.view.words import OBLIGATIONS, VERIFICATIONS
from locdata_model.vocabulary import ObligationKind, Verification
from support.dataset import country, obligation, provenance, source, support, whole
from support.pages import (
    links_of,
    load_country_page,
    load_pages,
    nothing_known,
    pairs_of,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)

SECTIONS = [
    "phases",
    "e-invoicing",
    "vat-reporting",
    "saf-t",
    "facts",
    "erp",
    "local-erps",
    "partners",
    "sources",
]
OFFICIAL = VERIFICATIONS[Verification.OFFICIAL].label
FORMAT = "In what format?"
PRODUCTS = "Which ERP products support e-invoicing here, and how?"


@pytest.fixture
def page(tmp_path: Path) -> Page:
    """The page of the tracked country."""
    return load_country_page(tmp_path)


@pytest.fixture
def empty(tmp_path: Path) -> Page:
    """The page of a country of which nothing is recorded."""
    return load_country_page(tmp_path, nothing_known())


def answers(page: Page) -> dict[str, Answer]:
    """Each answer by its question."""
    return {answer.question: answer for block in page.blocks if isinstance(block, Answers) for answer in block.answers}


def with_obligation(kind: str, value: dict[str, Any]) -> dict[str, Any]:
    """The change of one obligation."""
    return {"obligations": country()["obligations"] | {kind: value}}


def notes(page: Page, section: str) -> list[str]:
    """The paragraphs of a section."""
    blocks = section_of(page, section).blocks
    return ["".join(texts_of(block)) for block in blocks if isinstance(block, Paragraph)]


# Answers


@pytest.mark.parametrize("e_invoicing", [country()["e_invoicing"], None], ids=["tracked", "outside the matrix"])
def test_every_country_answers_format_and_products_after_the_two_e_invoicing_duties(
    tmp_path: Path, e_invoicing: dict[str, Any] | None
) -> None:
    assert list(answers(load_country_page(tmp_path, {"e_invoicing": e_invoicing}))) == [
        OBLIGATIONS[ObligationKind.E_INVOICING_B2B].question,
        OBLIGATIONS[ObligationKind.E_INVOICING_B2G].question,
        FORMAT,
        PRODUCTS,
        OBLIGATIONS[ObligationKind.REAL_TIME_REPORTING].question,
        OBLIGATIONS[ObligationKind.SAFT].question,
        OBLIGATIONS[ObligationKind.AUDIT_FILE].question,
    ]


def test_the_first_answer_comes_before_anything_else(page: Page) -> None:
    assert isinstance(page.blocks[0], Answers)


def test_an_answer_has_verdict_account_source_and_details(page: Page) -> None:
    assert answers(page)[OBLIGATIONS[ObligationKind.E_INVOICING_B2B].question] == Answer(
        question=OBLIGATIONS[ObligationKind.E_INVOICING_B2B].question,
        verdict=Badge("Yes", Tone.YES),
        content=rich(
            *("Recorded step, ", dt.date(2026, 1, 1), ": Step of 2026-01-01."),
            *(" ", Strong("Next"), ", ", dt.date(2027, 1, 1), ": Step of 2027-01-01."),
        ),
        more=Link("Details: B2B e-invoicing", "#duty-e-invoicing-b2b"),
        source=rich("Source: ", Link("tax.example", source("law")), f" ({OFFICIAL})"),
    )


def test_an_answer_without_a_source_says_so(empty: Page) -> None:
    told = [answers(empty)[words.question] for words in OBLIGATIONS.values()]

    assert {(answer.verdict, answer.content, answer.source) for answer in told} == {
        (Badge("Unknown", Tone.UNKNOWN), rich("No clear source was found."), (UNVERIFIED,))
    }


@pytest.mark.parametrize("status", ["in_force", "enacted", "planned", "voluntary"])
def test_a_step_that_lies_ahead_is_told_in_the_answer(tmp_path: Path, status: str) -> None:
    page = load_country_page(tmp_path, with_obligation("saft", obligation(status, "2027-01-01")))
    answer = answers(page)[OBLIGATIONS[ObligationKind.SAFT].question]

    assert Day(dt.date(2027, 1, 1)) in answer.content


def test_the_format_is_that_of_the_mandate(page: Page) -> None:
    assert answers(page)[FORMAT].content == rich("UBL")


def test_a_country_outside_the_matrix_has_no_format_apart(empty: Page) -> None:
    answer = answers(empty)[FORMAT]

    assert texts_of(answer.content)[0].startswith("No format is recorded apart")


def test_products_of_a_country_outside_the_matrix_are_those_that_something_is_recorded_of(tmp_path: Path) -> None:
    page = load_country_page(tmp_path, {"e_invoicing": None})

    assert links_of(answers(page)[PRODUCTS].content) == [Link("Product 1", "#erp-erp_id_01")]


def test_nothing_recorded_of_any_product_is_said(empty: Page) -> None:
    assert texts_of(answers(empty)[PRODUCTS].content) == [
        "Support of e-invoicing is not tracked for this country. Nothing else is recorded of the products."
    ]


def test_products_are_told_by_their_support_the_best_first(tmp_path: Path) -> None:
    cells = [support("erp_id_01", "unknown/unverified"), support("erp_id_02", "add-on")]
    page = load_country_page(tmp_path, {"e_invoicing": country()["e_invoicing"] | {"erp_support": cells}})

    assert texts_of(answers(page)[PRODUCTS].content) == [
        *("add-on", "partly", " ", "Product 2", "#erp-erp_id_02"),
        *("unknown/unverified", "unknown", " ", "Product 1", "#erp-erp_id_01"),
    ]


# Sections


@pytest.mark.parametrize("e_invoicing", [country()["e_invoicing"], None], ids=["tracked", "outside the matrix"])
def test_every_section_stands_in_its_order(tmp_path: Path, e_invoicing: dict[str, Any] | None) -> None:
    page = load_country_page(tmp_path, {"e_invoicing": e_invoicing})

    assert [section.id for section in page.sections] == SECTIONS


def test_every_section_stands_with_something_in_it_where_nothing_is_known_too(empty: Page) -> None:
    assert [section.id for section in empty.sections if section.blocks or section.sections] == SECTIONS


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("vat-reporting", "No VAT or tax report is recorded."),
        ("saf-t", "No SAF-T file is recorded."),
        ("erp-erp_id_01", "Nothing is recorded."),
        ("erp-erp_id_02", "Nothing is recorded."),
        ("local-erps", "None is recorded."),
        ("partners", "None is recorded."),
        ("sources", "12 records of 12 have no source and are marked unverified."),
    ],
)
def test_a_section_with_nothing_to_show_says_so(empty: Page, section: str, words: str) -> None:
    assert notes(empty, section) == [words]


def test_a_country_without_dated_steps_says_so(empty: Page) -> None:
    assert notes(empty, "phases")[0] == "No dated step is recorded."


def test_dated_steps_are_listed_by_date(page: Page) -> None:
    table = section_of(page, "phases").blocks[0]

    assert isinstance(table, Table)
    assert [row.id for row in rows_of(table)] == [
        "step-fr-e-invoicing-b2g-step-1",
        "step-fr-e-invoicing-b2b-step-1",
        "step-fr-e-invoicing-b2b-step-2",
        "step-fr-real-time-reporting-step-1",
    ]


@pytest.mark.parametrize(("steps", "charts"), [(WORTH_A_CHART - 1, 0), (WORTH_A_CHART, 1)])
def test_steps_are_drawn_where_there_are_many(tmp_path: Path, steps: int, charts: int) -> None:
    dates = [f"2026-01-{day:02}" for day in range(1, steps + 1)]
    obligations = nothing_known()["obligations"] | {"saft": obligation("in_force", *dates)}
    blocks = section_of(load_country_page(tmp_path, {"obligations": obligations}), "phases").blocks

    assert sum(isinstance(block, PhaseChart) for block in blocks) == charts


def test_the_mandate_is_told_with_its_source(page: Page) -> None:
    pairs = pairs_of(*section_of(page, "e-invoicing").blocks)

    assert {term: content[0] for term, content in pairs.items()} == {
        "E-invoicing": Words("B2B e-invoices are compulsory."),
        "In short": Words("B2B in force"),
        "Mandate": Words("Businesses must send e-invoices."),
        "Who and what": Words("Domestic B2B invoices."),
        "Dates": Words("From 1 January 2026."),
        "Format": Words("UBL"),
    }
    assert source("mandate") in [link.href for link in links_of(pairs["Format"])]


def test_a_country_outside_the_matrix_says_so_and_links_to_it(tmp_path: Path) -> None:
    page = load_country_page(tmp_path, {"e_invoicing": None})
    pairs = pairs_of(*section_of(page, "e-invoicing").blocks)

    assert list(pairs) == ["E-invoicing", "Matrix"]
    assert links_of(pairs["Matrix"]) == [Link("e-invoicing matrix", "/e-invoicing/")]


@pytest.mark.parametrize(
    ("section", "duties"),
    [
        ("e-invoicing", ["duty-e-invoicing-b2b", "duty-e-invoicing-b2g"]),
        ("vat-reporting", ["duty-real-time-reporting"]),
        ("saf-t", ["duty-saft", "duty-audit-file"]),
    ],
)
def test_each_duty_is_told_in_the_section_of_its_topic(page: Page, section: str, duties: list[str]) -> None:
    assert [inner.id for inner in section_of(page, section).sections] == duties


def test_a_duty_is_told_as_the_data_has_it_with_its_toggles(page: Page) -> None:
    pairs = pairs_of(*section_of(page, "duty-e-invoicing-b2b").blocks)
    yes = ("Yes", "yes", " ")

    assert list(pairs) == ["Status", "In words", "In the data"]
    assert Code("in_force") in pairs["Status"]
    assert pairs["In words"][0] == Words("The duty is in_force.")
    assert texts_of(pairs["In the data"]) == [
        *("B2B mandatory: ", *yes, "e_invoicing_mandatory_b2b"),
        *("B2B in force: ", *yes, "e_invoicing_b2b_in_force"),
    ]


def test_a_fact_is_told_once(page: Page) -> None:
    told = [pairs_of(*section_of(page, section).blocks) for section in ("facts", "vat-reporting", "e-invoicing")]

    assert [list(pairs)[:4] for pairs in told] == [
        ["Currency", "EU ViDA", "Statutory accounts / chart of accounts", "Tax authority"],
        ["VAT / GST", "Periodic / real-time reporting"],
        ["E-invoicing", "In short", "Mandate", "Who and what"],
    ]


def test_each_product_has_all_that_is_recorded_of_it(page: Page) -> None:
    first = pairs_of(*section_of(page, "erp-erp_id_01").blocks)
    second = pairs_of(*section_of(page, "erp-erp_id_02").blocks)

    assert list(first) == ["E-invoicing", "Localization", "Reports", "Providers", "Partners"]
    assert list(second) == ["E-invoicing", "Localized by others"]


def test_a_product_links_to_its_row_of_the_matrix_and_to_other_countries(page: Page) -> None:
    support_of_first = pairs_of(*section_of(page, "erp-erp_id_01").blocks)["E-invoicing"]
    within = [link.href for link in links_of(support_of_first) if not link.is_external]

    assert within == ["/e-invoicing/#fr-erp_id_01", "/erp/erp_id_01/#fr"]


def test_a_product_links_to_the_reports_that_it_makes(page: Page) -> None:
    reports = pairs_of(*section_of(page, "erp-erp_id_01").blocks)["Reports"]

    assert reports == rich(
        Badge("native", Tone.YES),
        " ",
        Link("Déclaration", "#vat-reporting-fr-1"),
        " (",
        Link("vendor.example", "https://vendor.example/vat"),
        ")",
    )


def test_support_names_providers_where_there_are_any(tmp_path: Path) -> None:
    cells = [support("erp_id_01") | {"vendors": "Provider", "notes": ""}, support("erp_id_02")]
    page = load_country_page(tmp_path, {"e_invoicing": country()["e_invoicing"] | {"erp_support": cells}})
    told = [pairs_of(*section_of(page, f"erp-erp_id_0{number}").blocks)["E-invoicing"] for number in (1, 2)]

    assert ["Provider." in "".join(texts_of(content)) for content in told] == [True, False]
    assert ["Makes the format." in "".join(texts_of(content)) for content in told] == [False, True]
    assert all(isinstance(content[-1], Aside) for content in told)


def test_a_connector_is_told_only_in_the_countries_of_its_scope(tmp_path: Path) -> None:
    files = whole()
    files["countries/at.json"] = country("at", "Austria")
    pages = load_pages(tmp_path, files)
    with_provider = [
        path
        for path in ("/austria/", "/france/")
        if "Providers" in pairs_of(*section_of(pages[path], "erp-erp_id_01").blocks)
    ]

    assert with_provider == ["/france/"]


def test_partners_of_a_product_stand_in_published_order(tmp_path: Path) -> None:
    partner = country()["partners"][0]
    names = ["beta", "Gamma", "Alpha"]
    page = load_country_page(tmp_path, {"partners": [partner | {"slug": name.lower(), "name": name} for name in names]})
    told = pairs_of(*section_of(page, "erp-erp_id_01").blocks)["Partners"]
    listed = rows_of(*tables_of(page))

    assert told[0] == Words("Alpha, beta, Gamma")
    assert [row.cells[0] for row in listed if row.id and row.id.startswith("partner-fr-erp_id_01")] == [
        rich("Alpha"),
        rich("beta"),
        rich("Gamma"),
    ]


# Sources


def sources(page: Page) -> dict[str, tuple[str, ...]]:
    """What rests on each source: a text for each state of its records."""
    rows = rows_of(*(block for block in section_of(page, "sources").blocks if isinstance(block, Table)))
    return {links_of(row.cells[0])[0].href: texts_of_lines(row.cells[1]) for row in rows}


def texts_of_lines(line: Rich) -> tuple[str, ...]:
    """The first words of each line."""
    starts = [0, *(place + 1 for place, part in enumerate(line) if isinstance(part, Break))]
    return tuple(texts_of(line[start])[0] for start in starts)


def test_each_source_is_listed_once_with_all_that_rests_on_it(page: Page) -> None:
    listed = sources(page)

    assert len(listed) == len(rows_of(*tables_of(page)[-1:]))
    assert listed[source("law")] == ("B2B e-invoicing, B2G e-invoicing, Real-time reporting, SAF-T",)
    assert listed[source("mandate")] == ("E-invoicing mandate",)
    assert listed[source("return")] == ("Déclaration",)
    assert listed["https://vendor.example/local"] == ("Product 1 localization",)


def test_every_source_of_the_page_is_listed(page: Page) -> None:
    own = {"https://local.example/"}
    linked = {link.href for link in links_of(page) if link.is_external} - own

    assert linked - sources(page).keys() == set()


def test_a_record_without_a_source_is_counted(page: Page) -> None:
    assert len(notes(page, "sources")) == 1


def test_a_source_that_was_checked_on_two_days_tells_what_was_checked_on_each(tmp_path: Path) -> None:
    facts = country()["facts"]
    facts["vat"]["provenance"] = provenance(source("fact")) | {"last_checked": "2026-11-01"}
    page = load_country_page(tmp_path, {"facts": facts})

    assert sources(page)[source("fact")] == (
        "Currency, E-invoicing, Periodic / real-time reporting, EU ViDA, Tax authority",
        "VAT / GST",
    )


# The page


def test_the_page_leads_back_to_all_countries_and_to_its_data(page: Page) -> None:
    assert (page.path, page.title, page.crumbs, page.data) == (
        "/france/",
        "France",
        (Link("Countries", "/countries/"),),
        ("/api/v1/countries/fr.json",),
    )


def test_the_note_tells_the_code_and_every_verdict(page: Page) -> None:
    assert page.note == (
        "fr; B2B e-invoicing: Yes; B2G e-invoicing: Yes; Real-time reporting: From 1 January 2027; "
        "SAF-T: No; Audit file: Unknown"
    )


def test_the_lead_tells_how_much_is_verified_and_as_of_when(page: Page) -> None:
    assert page.lead == rich(
        *("Region 1. Answers as of ", dt.date(2026, 11, 21)),
        *("; sources ", "checked ", dt.date(2026, 11, 20), ". 8 of 10 facts verified."),
    )


def test_the_lead_tells_the_first_and_the_last_check_where_they_differ(tmp_path: Path) -> None:
    facts = country()["facts"]
    facts["vat"]["provenance"] = provenance(source("fact")) | {"last_checked": "2026-11-01"}
    page = load_country_page(tmp_path, {"facts": facts})

    assert [part.date for part in page.lead if isinstance(part, Day)][1:] == [
        dt.date(2026, 11, 1),
        dt.date(2026, 11, 20),
    ]


def test_another_country_changes_nothing_on_the_page(tmp_path: Path) -> None:
    alone = load_pages(tmp_path)["/france/"]
    beside = load_pages(tmp_path, whole() | {"countries/at.json": country("at", "Austria")})["/france/"]

    assert beside == alone
