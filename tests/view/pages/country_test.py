"""The page of a country answers the first questions of readers, then shows everything recorded with its sources."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Paragraph, Question, Questions
from locdata_build.view.drawings import PhaseChart
from locdata_build.view.page import CoveredCountry, Page
from locdata_build.view.pages.country_erps import COLUMNS
from locdata_build.view.pages.country_phases import SMALLEST_CHART
from locdata_build.view.pages.country_topics import E_INVOICING_OBLIGATIONS, TOPIC_OBLIGATIONS
from locdata_build.view.text import Badge, Day, Details, Link, Strong, Tone, Words, rich
from locdata_build.view.words import OBLIGATIONS
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, ObligationKind
from support.dataset import whole
from support.pages import (
    empty_country,
    links_of,
    load_country_page,
    load_pages,
    pairs_of,
    row_of,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.records import WITHOUT_ANSWER, country, obligation, phase, source, support

SECTIONS = ["phases", "e-invoicing", "vat-reporting", "saf-t", "erp", "local-erps", "partners", "facts", "sources"]
B2B = OBLIGATIONS[ObligationKind.E_INVOICING_B2B].question
FORMAT = "In what format?"
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


def test_an_answer_that_is_not_known_names_the_page_without_it(empty: Page) -> None:
    answer = questions(empty)[B2B]

    assert answer.content == rich("Not known.")
    assert answer.source == rich(
        *(Badge("unknown", Tone.UNKNOWN), ": not answered by ", Link("Tax office, Faq", WITHOUT_ANSWER), ", page read")
    )


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
        (
            "erp",
            "Nothing is recorded about Product 1/erp/erp_id_01/#frerp-erp_id_01, Product 2/erp/erp_id_02/#frerp-erp_id_02.",
        ),
        ("local-erps", "None is recorded."),
        ("partners", "None is recorded."),
        (
            "sources",
            (
                "12 claims, each with a source. The sources of all countries: Sources/sources/. What the words mean, "
                "and how to report an error: Methodology/methodology/."
            ),
        ),
    ],
)
def test_a_section_without_records_says_so(empty: Page, section: str, words: str) -> None:
    assert paragraphs(empty, section) == [words]


def test_phases_after_today_are_listed_by_date_and_the_others_are_folded_away(page: Page, empty: Page) -> None:
    later, past = tables_of(section_of(page, "phases"))

    assert [(row.id, row.other_ids) for row in rows_of(later)] == [
        ("step-fr-e-invoicing-b2b-step-2", ("step-fr-real-time-reporting-step-1",)),
    ]
    assert [row.id for row in rows_of(past)] == ["step-fr-e-invoicing-b2g-step-1", "step-fr-e-invoicing-b2b-step-1"]
    assert (later.fold, past.fold) == ("", "2 phases up to 21 November 2026")
    assert paragraphs(empty, "phases")[0] == "No dated phase is recorded."


def test_a_country_without_a_later_phase_says_so(tmp_path: Path) -> None:
    obligations = empty_country()["obligations"] | {"saft": obligation("in_force", "2026-01-01")}
    page = load_country_page(tmp_path, {"obligations": obligations})

    assert paragraphs(page, "phases")[0] == "No later phase is recorded."
    assert [table.fold for table in tables_of(section_of(page, "phases"))] == ["1 phase up to 21 November 2026"]


@pytest.mark.parametrize("phases", [SMALLEST_CHART - 1, SMALLEST_CHART])
def test_a_chart_shows_phases_if_there_are_many(tmp_path: Path, phases: int) -> None:
    dates = [f"2026-01-{day:02}" for day in range(1, phases + 1)]
    obligations = empty_country()["obligations"] | {"saft": obligation("in_force", *dates)}
    blocks = section_of(load_country_page(tmp_path, {"obligations": obligations}), "phases").blocks

    labels = [
        mark.label for block in blocks if isinstance(block, PhaseChart) for lane in block.lanes for mark in lane.marks
    ]
    assert labels[:1] == ["1 January 2026: Phase of 2026-01-01"] * (phases == SMALLEST_CHART)
    assert len(labels) in (0, phases)


def test_every_country_has_calendars_and_a_feed_of_changes_after_its_phases(page: Page, empty: Page) -> None:
    for each in (page, empty):
        assert links_of(section_of(each, "phases").blocks[-1]) == [
            Link("upcoming dates of France", "/feeds/upcoming/countries/fr.ics"),
            Link("all dates", "/feeds/countries/fr.ics"),
            Link("changes of the data", "/feeds/changes/fr.atom"),
            Link("how", "/feeds/"),
        ]


def test_the_mandate_is_shown_in_short_with_its_words_and_sources_folded_away(page: Page, untracked: Page) -> None:
    pairs = pairs_of(*section_of(page, "e-invoicing").blocks)
    *short, words, sources = pairs["Mandate"]

    assert list(pairs) == ["E-invoicing", "Mandate"]
    assert short == [*rich("B2B in force.", " ", Link("Support by each ERP product", "/e-invoicing/?country=fr"))]
    assert isinstance(words, Details)
    assert isinstance(sources, Details)
    assert texts_of(words.content)[:5] == ["Mandate:", " ", "Businesses must send e-invoices.", "Scope:", " "]
    assert source("mandate") in [link.href for link in links_of(sources)]
    assert list(pairs_of(*section_of(untracked, "e-invoicing").blocks)) == ["E-invoicing"]


def test_every_obligation_is_in_one_section() -> None:
    kinds = [*E_INVOICING_OBLIGATIONS, *(kind for kinds in TOPIC_OBLIGATIONS.values() for kind in kinds)]

    assert sorted(kinds) == sorted(ObligationKind)


def test_an_obligation_is_shown_with_its_verdict_then_its_summary_and_sources(page: Page) -> None:
    pairs = pairs_of(*section_of(page, "duty-e-invoicing-b2b").blocks)
    summary, sources = pairs["Summary"]

    assert list(pairs) == ["Verdict", "Summary"]
    assert pairs["Verdict"] == rich(
        *(Badge("Yes, since 1 January 2026", Tone.YES), " "),
        *("applies from: ", dt.date(2026, 1, 1), "; ", "requires now: ", "not known"),
    )
    assert summary == Words("The obligation is in_force.")
    assert isinstance(sources, Details)
    assert source("law") in [link.href for link in links_of(sources)]


def test_a_summary_that_answers_a_question_is_not_repeated(page: Page, empty: Page) -> None:
    for each, words in ((page, "The obligation is none."), (empty, "Not known.")):
        pairs = pairs_of(*section_of(each, "duty-saft").blocks)
        assert list(pairs) == ["Verdict"]
        assert words not in texts_of(pairs["Verdict"])
        assert isinstance(pairs["Verdict"][-1], Details)


def test_statuses_and_toggles_are_folded_away_for_users_of_the_api(page: Page) -> None:
    (codes,) = pairs_of(*section_of(page, "sources").blocks)["For API users"]

    assert isinstance(codes, Details)
    assert texts_of(codes.content)[:9] == [
        *("B2B e-invoicing: ", "in_force", "; "),
        *("Yes", "yes", " ", "e_invoicing_mandatory_b2b", ", ", "Yes"),
    ]
    assert not [part for each in page.sections[:-1] for part in texts_of(each) if part == "in_force"]


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        pytest.param(
            "e_invoicing_b2b",
            obligation("in_force", phase("2026-01-01", binds=["receive"]), phase("2027-01-01", binds=["issue"])),
            "applies from: 2026-01-01; requires now: receive",
            id="a phase of each kind",
        ),
        pytest.param(
            "e_invoicing_b2b",
            obligation("in_force"),
            "applies from: not known; requires now: not known",
            id="nothing known",
        ),
        pytest.param(
            "e_invoicing_b2b",
            obligation("enacted", phase("2027-01-01", binds=["issue"])),
            "applies from: 2027-01-01; requires now: nothing",
            id="enacted",
        ),
        pytest.param("e_invoicing_b2b", obligation("planned", "2027-01-01"), "", id="planned"),
        pytest.param("e_invoicing_b2b", obligation("unknown"), "", id="unknown"),
        pytest.param(
            "e_invoicing_b2g",
            obligation("in_force", bound=["suppliers", "public-bodies"]),
            "binds: suppliers, public bodies",
            id="bound",
        ),
        pytest.param("e_invoicing_b2g", obligation("in_force"), "binds: not known", id="unknown who is bound"),
        pytest.param("e_invoicing_b2g", obligation("planned"), "", id="planned, and unknown who is bound"),
        pytest.param(
            "real_time_reporting",
            obligation("in_force", mode="clearance"),
            "mode: clearance. Before the invoice counts as issued: the authority, or a body that it authorises, must validate it.",
            id="mode",
        ),
        pytest.param(
            "real_time_reporting",
            obligation("planned", mode="within-days", within_days=4),
            "mode: within 4 days",
            id="planned mode",
        ),
        pytest.param("real_time_reporting", obligation("in_force"), "mode: not known", id="unknown mode"),
        pytest.param("real_time_reporting", obligation("none"), "", id="no mode"),
    ],
)
def test_an_obligation_says_from_when_it_requires_what_of_whom(
    tmp_path: Path, kind: str, value: dict[str, Any], shown: str
) -> None:
    obligations = country()["obligations"] | {kind: value}
    page = load_country_page(tmp_path, {"obligations": obligations})
    verdict = pairs_of(*section_of(page, f"duty-{kind.replace('_', '-')}").blocks)["Verdict"]
    words = [
        str(part.date) if isinstance(part, Day) else part.text for part in verdict if isinstance(part, Day | Words)
    ]

    assert "".join(words).strip().endswith(shown)
    assert bool(words) is bool(shown)


def test_every_fact_is_shown_once(page: Page) -> None:
    sections = [pairs_of(*section_of(page, section).blocks) for section in ("facts", "vat-reporting", "e-invoicing")]
    shown = [term for pairs in sections for term in pairs if term in COUNTRY_TOPIC_LABELS.values()]

    assert sorted(shown) == sorted(COUNTRY_TOPIC_LABELS.values())


# Reports


def test_notes_and_products_of_a_report_are_folded_away(tmp_path: Path) -> None:
    (record,) = country()["reporting"]
    reports = [
        record | {"notes": "Keep it."},
        record | {"number": 2, "report_local": "Other", "report_en": "Other", "notes": "", "erp_support": []},
    ]
    page = load_country_page(tmp_path, {"reporting": reports})
    first, second = rows_of(*tables_of(section_of(page, "vat-reporting")))

    assert first.cells[4][-1] == Details("Notes", rich("Keep it."))
    assert [part.label for part in first.cells[5] if isinstance(part, Details)] == ["1 native"]
    assert [part.label for part in first.cells[6] if isinstance(part, Details)] == [
        "Tax office, official, checked 20 November 2026"
    ]
    assert not any(isinstance(part, Details) for part in second.cells[4])
    assert second.cells[5] == rich("None is recorded.")


# ERP products


def test_a_product_has_everything_that_is_recorded_about_it(page: Page) -> None:
    (table,) = tables_of(section_of(page, "erp"))
    first, second = rows_of(table)
    e_invoicing, localization, reports, others = first.cells[1:]

    assert [column.title for column in table.columns] == ["Product", *COLUMNS]
    assert (first.id, first.cells[0]) == ("erp-erp_id_01", rich(Link("Product 1", "/erp/erp_id_01/#fr")))
    assert e_invoicing[0] == Badge("native", Tone.YES)
    assert localization[0] == Words("A local version.")
    assert reports == rich(
        Details("1 native of 1", rich(Badge("native", Tone.YES), " ", Link("Déclaration", "#vat-reporting-fr-1")))
    )
    assert others[0] == Words("Provider")
    assert Link("Partner", "#partner-fr-erp_id_01-partner") in others
    assert texts_of(second.cells[2])[0] == "By others: "


def test_a_column_that_no_product_fills_is_left_out(untracked: Page) -> None:
    (table,) = tables_of(section_of(untracked, "erp"))

    assert "E-invoicing" not in [column.title for column in table.columns]
    assert [row.id for row in rows_of(table)] == ["erp-erp_id_01", "erp-erp_id_02"]


def test_a_product_without_an_entry_is_named_in_one_line_with_its_anchor(tmp_path: Path) -> None:
    page = load_country_page(tmp_path, {"e_invoicing": None, "partner_flags": []})
    section = section_of(page, "erp")

    assert [row.id for row in rows_of(*tables_of(section))] == ["erp-erp_id_01"]
    assert links_of(section.blocks[-1]) == [Link("Product 2", "/erp/erp_id_02/#fr", id="erp-erp_id_02")]
    assert paragraphs(page, "erp")[0].startswith("Nothing is recorded about Product 2")


def test_support_has_providers_notes_and_source(tmp_path: Path) -> None:
    page = with_support(
        tmp_path, support("erp_id_01") | {"vendors": "Provider", "notes": ""}, support("erp_id_02", "native")
    )
    first, second = (row_of(page, f"erp-erp_id_0{n}").cells[1] for n in (1, 2))

    assert [part.text for part in first if isinstance(part, Words)] == [" Providers: ", "Provider.", " "]
    assert [part.text for part in second if isinstance(part, Words)] == [" ", "Makes the format.", " "]
    assert isinstance(first[-1], Details)


# Facts


def test_the_website_of_the_authority_is_linked(tmp_path: Path) -> None:
    facts = country()["facts"]
    facts["tax_authority"]["value"] = "Tax office (https://www.tax.example); others file by post."
    pairs = pairs_of(*section_of(load_country_page(tmp_path, {"facts": facts}), "facts").blocks)

    assert pairs["Tax authority"][:3] == rich(
        *("Tax office (", Link("tax.example", "https://www.tax.example"), "); others file by post.")
    )


def test_rates_lead_to_those_of_all_countries(page: Page) -> None:
    pairs = pairs_of(*section_of(page, "vat-reporting").blocks)

    assert Link("Rates of all countries", "/vat-rates/#fr") in pairs["VAT / GST"]


# Errors


def test_an_error_in_every_claim_can_be_reported(page: Page) -> None:
    reported = {link.href for link in links_of(page) if link.href.startswith("mailto:")}
    claims = (
        "facts/fr-vat",
        "obligations/fr-saft",
        "reporting/vat-reporting-fr-1",
        "facts/fr-erp-localization-erp_id_01",
    )

    for claim in claims:
        assert any(f"subject=Error%20in%20{claim}&" in href for href in reported)


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
    assert "Provider" not in texts_of(row_of(pages["/austria/"], "erp-erp_id_01").cells[-1])
