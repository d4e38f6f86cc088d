"""The page of a country answers the first questions of readers, then shows everything recorded with its sources."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Paragraph, PhaseChart, Question, Questions
from locdata_build.view.page import CoveredCountry, Page
from locdata_build.view.pages.country import SMALLEST_CHART
from locdata_build.view.pages.country_topics import E_INVOICING_OBLIGATIONS, TOPIC_OBLIGATIONS
from locdata_build.view.text import Aside, Badge, Code, Link, Rich, Strong, Tone, Words, rich
from locdata_build.view.words import OBLIGATIONS
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, ObligationKind
from support.dataset import whole
from support.pages import (
    empty_country,
    links_of,
    load_country_page,
    load_pages,
    pairs_of,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.records import country, obligation, phase, source, support

SECTIONS = ["phases", "e-invoicing", "vat-reporting", "saf-t", "facts", "erp", "local-erps", "partners", "sources"]
B2B = OBLIGATIONS[ObligationKind.E_INVOICING_B2B].question
FORMAT = "In what format?"
DETAILS = {
    "e_invoicing_b2b": ("Applies from", "Requires now", "Binds", "Mode"),
    "e_invoicing_b2g": ("Binds", "Mode"),
    "real_time_reporting": ("Binds", "Mode"),
}
"""What the page may say of an obligation, and the test of each kind looks at."""

OFFICIAL = Badge("official", Tone.OFFICIAL)

PRODUCTS = "Which ERP products support e-invoicing here, and how?"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of the tracked country."""
    return load_country_page(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def untracked(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of the same country outside the matrix."""
    return load_country_page(tmp_path_factory.mktemp("data"), {"e_invoicing": None})


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of a country about which nothing is recorded."""
    return load_country_page(tmp_path_factory.mktemp("data"), empty_country())


def questions(page: Page) -> dict[str, Question]:
    """Each question with its answer; they come first on the page."""
    assert isinstance(page.blocks[0], Questions)
    return {question.question: question for question in page.blocks[0].questions}


def paragraphs(page: Page, section: str) -> list[str]:
    """The paragraphs of a section."""
    blocks = section_of(page, section).blocks
    return ["".join(texts_of(block)) for block in blocks if isinstance(block, Paragraph)]


def with_support(folder: Path, *cells: dict[str, Any]) -> Page:
    """The page with that support for e-invoicing."""
    return load_country_page(folder, {"e_invoicing": country()["e_invoicing"] | {"erp_support": [*cells]}})


# Questions


def test_every_country_answers_the_same_questions(page: Page, untracked: Page, empty: Page) -> None:
    first, second, *others = (words.question for words in OBLIGATIONS.values())

    for each in (page, untracked, empty):
        assert list(questions(each)) == [first, second, FORMAT, PRODUCTS, *others]


def test_an_answer_has_verdict_explanation_source_and_details(page: Page) -> None:
    assert questions(page)[B2B] == Question(
        question=B2B,
        verdict=Badge("Yes, since 1 January 2026", Tone.YES),
        content=rich(
            *("Since ", dt.date(2026, 1, 1), ": ", "Phase of 2026-01-01."),
            *(" ", Strong("Next"), ", ", dt.date(2027, 1, 1), ": ", "Phase of 2027-01-01."),
        ),
        more=Link("Details: B2B e-invoicing", "#duty-e-invoicing-b2b"),
        source=rich(OFFICIAL, ": ", Link("Tax office, Law", source("law")), ", page read"),
    )


def test_an_answer_without_a_source_says_so(empty: Page) -> None:
    answer = questions(empty)[B2B]

    assert answer.content == rich("No clear source was found.")
    assert answer.source == rich(Badge("unknown", Tone.UNKNOWN), ": no source found")


def test_the_format_is_that_of_the_mandate(page: Page, empty: Page) -> None:
    assert questions(page)[FORMAT].content == rich("UBL")
    assert questions(page)[FORMAT].source == rich(
        OFFICIAL, ": ", Link("Tax office, Mandate", source("mandate")), ", page read"
    )
    assert texts_of(questions(empty)[FORMAT].content)[0].startswith("No format is recorded separately")
    assert questions(empty)[FORMAT].source == rich(Badge("unknown", Tone.UNKNOWN), ": no source found")


def test_products_are_listed_by_support(tmp_path: Path) -> None:
    page = with_support(tmp_path, support("erp_id_01", "unknown/unverified"), support("erp_id_02", "add-on"))

    assert texts_of(questions(page)[PRODUCTS].content) == [
        *("add-on", "partly", " ", "Product 2", "#erp-erp_id_02"),
        *("unknown/unverified", "unknown", " ", "Product 1", "#erp-erp_id_01"),
    ]


def test_outside_the_matrix_products_with_any_record_are_listed(untracked: Page, empty: Page) -> None:
    assert links_of(questions(untracked)[PRODUCTS].content) == [Link("Product 1", "#erp-erp_id_01")]
    assert texts_of(questions(empty)[PRODUCTS].content) == [
        "Support for e-invoicing is not recorded for this country. Nothing else is recorded about the products."
    ]


# Sections


def test_every_country_has_the_same_sections_with_content_in_each(page: Page, untracked: Page, empty: Page) -> None:
    for each in (page, untracked, empty):
        assert [section.id for section in each.sections if section.blocks or section.sections] == SECTIONS, (
            "list a new section in SECTIONS of tests/view/pages/country_test.py"
        )


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("vat-reporting", "No report is recorded."),
        ("saf-t", "No report is recorded."),
        ("erp-erp_id_01", "Nothing is recorded."),
        ("local-erps", "None is recorded."),
        ("partners", "None is recorded."),
        (
            "sources",
            "Claims without a source, marked unverified: 12 of 12. The sources of all countries: Sources/sources/.",
        ),
    ],
)
def test_a_section_without_records_says_so(empty: Page, section: str, words: str) -> None:
    assert paragraphs(empty, section) == [words]


def test_phases_are_listed_by_date(page: Page, empty: Page) -> None:
    assert [(row.id, row.other_ids) for row in rows_of(*tables_of(section_of(page, "phases")))] == [
        ("step-fr-e-invoicing-b2g-step-1", ()),
        ("step-fr-e-invoicing-b2b-step-1", ()),
        ("step-fr-e-invoicing-b2b-step-2", ("step-fr-real-time-reporting-step-1",)),
    ]
    assert paragraphs(empty, "phases")[1] == "No dated phase is recorded."


@pytest.mark.parametrize("phases", [SMALLEST_CHART - 1, SMALLEST_CHART])
def test_a_chart_shows_phases_if_there_are_many(tmp_path: Path, phases: int) -> None:
    dates = [f"2026-01-{day:02}" for day in range(1, phases + 1)]
    obligations = empty_country()["obligations"] | {"saft": obligation("in_force", *dates)}
    blocks = section_of(load_country_page(tmp_path, {"obligations": obligations}), "phases").blocks

    assert any(isinstance(block, PhaseChart) for block in blocks) is (phases == SMALLEST_CHART)


def test_every_country_has_calendars_and_a_feed_of_changes_before_its_phases(page: Page, empty: Page) -> None:
    for each in (page, empty):
        assert links_of(section_of(each, "phases").blocks[0]) == [
            Link("upcoming dates of France", "/feeds/upcoming/countries/fr.ics"),
            Link("all dates of France", "/feeds/countries/fr.ics"),
            Link("changes to France", "/feeds/changes/fr.atom"),
            Link("Calendars and feeds", "/feeds/"),
        ]


def test_the_mandate_is_shown_with_its_source(page: Page, untracked: Page) -> None:
    pairs = pairs_of(*section_of(page, "e-invoicing").blocks)
    matrix = pairs_of(*section_of(untracked, "e-invoicing").blocks)

    assert list(pairs) == ["E-invoicing", "In short", "Mandate", "Scope", "Dates", "Format"]
    assert (pairs["Mandate"], pairs["Format"][0]) == (rich("Businesses must send e-invoices."), Words("UBL"))
    assert source("mandate") in [link.href for link in links_of(pairs["Format"])]
    assert list(matrix) == ["E-invoicing", "Matrix"]
    assert links_of(matrix["Matrix"]) == [Link("e-invoicing matrix", "/e-invoicing/")]


def test_every_obligation_is_in_one_section() -> None:
    kinds = [*E_INVOICING_OBLIGATIONS, *(kind for kinds in TOPIC_OBLIGATIONS.values() for kind in kinds)]

    assert sorted(kinds) == sorted(ObligationKind)


def test_an_obligation_is_shown_with_verdict_status_start_requirements_and_toggles(page: Page) -> None:
    pairs = pairs_of(*section_of(page, "duty-e-invoicing-b2b").blocks)
    yes = ("Yes", "yes", " ")

    assert list(pairs) == ["Verdict", "Status", "Applies from", "Requires now", "Summary", "Toggles"]
    assert pairs["Verdict"][0] == Badge("Yes, since 1 January 2026", Tone.YES)
    assert links_of(pairs["Verdict"]) == [Link("what it means", "/methodology/#verdicts")]
    assert pairs["Status"] == rich(Code("in_force"), " at the last check: The obligation applies, at least in part.")
    assert (pairs["Applies from"], pairs["Requires now"]) == (rich(dt.date(2026, 1, 1)), rich("not known"))
    assert pairs["Summary"][0] == Words("The obligation is in_force.")
    assert texts_of(pairs["Toggles"]) == [
        *("B2B mandatory: ", *yes, "e_invoicing_mandatory_b2b"),
        *("B2B in force: ", *yes, "e_invoicing_b2b_in_force"),
    ]


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        pytest.param(
            "e_invoicing_b2b",
            obligation("in_force", phase("2026-01-01", binds=["receive"]), phase("2027-01-01", binds=["issue"])),
            {"Applies from": rich(dt.date(2026, 1, 1)), "Requires now": rich("receive")},
            id="a phase of each kind",
        ),
        pytest.param(
            "e_invoicing_b2b",
            obligation("in_force"),
            {"Applies from": rich("not known"), "Requires now": rich("not known")},
            id="nothing known",
        ),
        pytest.param(
            "e_invoicing_b2b",
            obligation("enacted", phase("2027-01-01", binds=["issue"])),
            {"Applies from": rich(dt.date(2027, 1, 1)), "Requires now": rich("nothing")},
            id="enacted",
        ),
        pytest.param("e_invoicing_b2b", obligation("planned", "2027-01-01"), {}, id="planned"),
        pytest.param("e_invoicing_b2b", obligation("unknown"), {}, id="unknown"),
        pytest.param(
            "e_invoicing_b2g",
            obligation("in_force", bound=["suppliers", "public-bodies"]),
            {"Binds": rich("suppliers, public bodies")},
            id="bound",
        ),
        pytest.param(
            "e_invoicing_b2g", obligation("in_force"), {"Binds": rich("not known")}, id="unknown who is bound"
        ),
        pytest.param("e_invoicing_b2g", obligation("planned"), {}, id="planned, and unknown who is bound"),
        pytest.param(
            "real_time_reporting",
            obligation("in_force", mode="clearance"),
            {
                "Mode": rich(
                    "clearance. Before the invoice counts as issued: the authority, or a body that it authorises, must validate it."
                )
            },
            id="mode",
        ),
        pytest.param(
            "real_time_reporting",
            obligation("planned", mode="within-days", within_days=4),
            {"Mode": rich("within 4 days")},
            id="planned mode",
        ),
        pytest.param("real_time_reporting", obligation("in_force"), {"Mode": rich("not known")}, id="unknown mode"),
        pytest.param("real_time_reporting", obligation("none"), {}, id="no mode"),
    ],
)
def test_an_obligation_says_from_when_it_requires_what_of_whom(
    tmp_path: Path, kind: str, value: dict[str, Any], shown: dict[str, Rich]
) -> None:
    obligations = country()["obligations"] | {kind: value}
    page = load_country_page(tmp_path, {"obligations": obligations})
    pairs = pairs_of(*section_of(page, f"duty-{kind.replace('_', '-')}").blocks)
    details = {term: content for term, content in pairs.items() if term in DETAILS[kind]}

    assert details == shown


def test_every_fact_is_shown_once(page: Page) -> None:
    sections = [pairs_of(*section_of(page, section).blocks) for section in ("facts", "vat-reporting", "e-invoicing")]
    shown = [term for pairs in sections for term in pairs if term in COUNTRY_TOPIC_LABELS.values()]

    assert sorted(shown) == sorted(COUNTRY_TOPIC_LABELS.values())


# ERP products


def test_a_product_has_everything_that_is_recorded_about_it(page: Page) -> None:
    first = pairs_of(*section_of(page, "erp-erp_id_01").blocks)
    second = pairs_of(*section_of(page, "erp-erp_id_02").blocks)

    assert list(first) == ["E-invoicing", "Localization", "Reports", "Providers", "Partners"]
    assert list(second) == ["E-invoicing", "Localized by others"]
    assert [link.href for link in links_of(first["E-invoicing"]) if not link.is_external] == [
        "/e-invoicing/#fr-erp_id_01",
        "/erp/erp_id_01/#fr",
    ]
    assert first["Reports"] == rich(
        *(Badge("native", Tone.YES), " ", Link("Déclaration", "#vat-reporting-fr-1"), ": "),
        *(Link("Vendor 1, Vat", "https://vendor.example/vat"), " (", OFFICIAL, ", page read", ")"),
    )


def test_support_has_providers_notes_and_source(tmp_path: Path) -> None:
    page = with_support(
        tmp_path, support("erp_id_01") | {"vendors": "Provider", "notes": ""}, support("erp_id_02", "native")
    )
    first, second = (pairs_of(*section_of(page, f"erp-erp_id_0{n}").blocks)["E-invoicing"] for n in (1, 2))

    assert [part.text for part in first if isinstance(part, Words)][:3] == [" Providers: ", "Provider.", " "]
    assert [part.text for part in second if isinstance(part, Words)][:3] == [" ", "Makes the format.", " "]
    assert isinstance(first[-1], Aside)


# The page


def test_the_page_has_a_lead_and_a_summary(page: Page) -> None:
    assert page.lead == rich(
        *("Region 1", ". Answers: 5 official, 1 unknown. ", "No source is dated; the newest was read "),
        *(dt.date(2026, 11, 20), ", ", "checked ", dt.date(2026, 11, 20)),
        *(". Verdicts are those of ", dt.date(2026, 11, 21), "."),
    )
    assert page.summary == (
        "fr. B2B e-invoicing: Yes, since 1 January 2026. B2G e-invoicing: Yes, since 1 January 2020. "
        "Real-time reporting: From 1 January 2027. SAF-T: No. Audit file: Unknown"
    )
    assert (page.country, page.crumbs) == (CoveredCountry("France", "FR"), (Link("Countries", "/countries/"),))


def test_countries_do_not_change_each_other_s_pages(tmp_path: Path, page: Page) -> None:
    pages = load_pages(tmp_path, whole() | {"countries/at.json": country("at", "Austria")})

    assert pages["/france/"] == page
    assert "Providers" not in pairs_of(*section_of(pages["/austria/"], "erp-erp_id_01").blocks)
