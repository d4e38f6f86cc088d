"""The page of a country: its order, what is folded away or left out, what each obligation requires, and the brief."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Paragraph, Questions
from locdata_build.view.obligations import E_INVOICING_OBLIGATIONS
from locdata_build.view.page import Brief, Page
from locdata_build.view.pages.country_sections import TOPIC_OBLIGATIONS
from locdata_model.vocabulary import ObligationKind
from support.dataset import whole
from support.pages import (
    empty_country,
    load_country_page,
    load_page,
    markdown,
    pairs_of,
    row_of,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.records import country, marked, obligation, phase


@pytest.fixture
def page(pages: Mapping[str, Page]) -> Page:
    """The page of the tracked country."""
    return pages["/france/"]


def with_obligation(folder: Path, kind: str, value: dict[str, Any]) -> Page:
    """The page of a country with that obligation, and no other that is known."""
    return load_country_page(folder, {"obligations": empty_country()["obligations"] | {kind: value}})


def test_later_phases_are_listed_the_next_one_first_and_past_ones_the_latest_first(page: Page) -> None:
    later, past = tables_of(section_of(page, "phases"))

    assert [(row.id, row.other_ids) for row in rows_of(later)] == [
        ("step-fr-e-invoicing-b2b-step-2", ("step-fr-real-time-reporting-step-1",))
    ]
    assert [row.id for row in rows_of(past)] == ["step-fr-e-invoicing-b2b-step-1", "step-fr-e-invoicing-b2g-step-1"]
    assert (later.fold, past.fold) == ("", "2 earlier phases")


def test_every_obligation_is_in_one_section() -> None:
    kinds = [*E_INVOICING_OBLIGATIONS, *(kind for kinds in TOPIC_OBLIGATIONS.values() for kind in kinds)]

    assert sorted(kinds) == sorted(ObligationKind)


B2B, B2G, REAL_TIME = "e_invoicing_b2b", "e_invoicing_b2g", "real_time_reporting"
RECEIVE_THEN_ISSUE = [phase("2026-01-01", binds=["receive"]), phase("2027-01-01", binds=["issue"])]
BOTH = ["suppliers", "public-bodies"]


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        (
            B2B,
            obligation("in_force", *RECEIVE_THEN_ISSUE),
            "Applies from 1 January 2026. You must receive e-invoices.",
        ),
        (B2B, obligation("in_force"), ""),
        (B2B, obligation("enacted", "2027-01-01"), ""),
        (B2B, obligation("planned", "2027-01-01"), ""),
        (B2G, obligation("in_force", bound=BOTH), "Applies to suppliers and public bodies."),
        (REAL_TIME, obligation("in_force", mode="clearance"), "You must report transaction data."),
        (REAL_TIME, obligation("planned", mode="within-days", within_days=4), "Within 4 days."),
    ],
)
def test_obligation_has_what_it_requires_after_its_verdict_unless_that_has_it(
    tmp_path: Path, kind: str, value: dict[str, Any], shown: str
) -> None:
    section = section_of(with_obligation(tmp_path, kind, value), f"duty-{kind.replace('_', '-')}")
    (paragraph,) = section.blocks
    assert isinstance(paragraph, Paragraph)
    requirements, _, _ = markdown(paragraph.content).partition(" The obligation is")

    assert requirements.endswith(shown or "**")


def test_facts_that_no_other_section_has_in_detail_are_shown(page: Page) -> None:
    assert [*pairs_of(*section_of(page, "facts").blocks)] == [
        "Currency",
        "Statutory accounts / chart of accounts",
        "Tax authority",
    ]


def test_source_of_an_answer_is_the_carrier_of_its_verdict(tmp_path: Path) -> None:
    later = phase("2027-01-01", what=marked("Issue", "https://law.example/act: Art. 1"), binds=["issue"])
    (questions,) = with_obligation(tmp_path, B2B, obligation("enacted", later)).blocks
    assert isinstance(questions, Questions)
    first, *_ = questions.questions

    assert markdown(first.source) == "**official**: [law.example](https://law.example/act), Art. 1"


LAW, NEWS = "https://law.example/act: Art. 1", "https://news.example/item"


@pytest.mark.parametrize(
    ("whats", "sources", "notes"),
    [
        pytest.param(("Start", "Start"), ([LAW], [LAW]), ["[^1]"], id="one source of both obligations"),
        pytest.param(("Start", "Start"), ([LAW, NEWS], [NEWS, LAW]), ["[^1][^2]"], id="first sources of both"),
        pytest.param((marked("Start", LAW),) * 2, ([NEWS], [NEWS]), ["[^1]"], id="one source of both phases"),
        pytest.param(
            (marked("Start", LAW, NEWS), marked("Start", NEWS)),
            ([LAW], [LAW]),
            ["[^1][^2]", "[^2]"],
            id="other sources",
        ),
    ],
)
def test_changes_with_the_same_words_and_sources_are_one(
    tmp_path: Path, whats: tuple[str, str], sources: tuple[list[str], list[str]], notes: list[str]
) -> None:
    obligations = empty_country()["obligations"]
    for kind, what, urls in zip((B2B, B2G), whats, sources, strict=True):
        begun = phase("2020-01-01", what=what)
        obligations[kind] = obligation("in_force", begun, summary=marked("It applies.", *urls))
    page = load_country_page(tmp_path, {"obligations": obligations})
    cell = markdown(rows_of(*tables_of(section_of(page, "phases")))[0].cells[-1])

    assert re.findall(r"Start((?:\[\^\w+\])+)", cell) == notes


def test_countries_do_not_change_each_other_s_pages(tmp_path: Path, page: Page) -> None:
    files = whole() | {"countries/at.json": country("at", "Austria")}

    assert load_page(tmp_path, "/france/", files) == page
    assert "Provider" not in texts_of(row_of(load_page(tmp_path, "/austria/", files), "erp-erp_id_01").cells[-1])


def brief_on_b2b(folder: Path, value: dict[str, Any]) -> Brief:
    """Return the brief on a country with that obligation between businesses, and no other that is known."""
    brief = with_obligation(folder, B2B, value).brief
    assert brief is not None
    return brief


@pytest.mark.parametrize(
    ("value", "start"),
    [
        pytest.param(obligation("in_force", "2020-01-01"), "", id="in the verdict"),
        pytest.param(obligation("in_force", *RECEIVE_THEN_ISSUE), "; applies from: 1 January 2026", id="not in it"),
        pytest.param(obligation("in_force"), "; applies from: not known", id="not known"),
        pytest.param(obligation("voluntary", "2020-01-01"), "", id="never"),
    ],
)
def test_line_of_an_obligation_says_from_when_it_applies_unless_the_verdict_does(
    tmp_path: Path, value: dict[str, Any], start: str
) -> None:
    assert markdown(brief_on_b2b(tmp_path, value).obligations[0].content[4:-1]) == start


def test_phases_after_the_day_of_the_build_have_their_states(tmp_path: Path) -> None:
    later = phase("2027-01-01"), phase("2028-01-01", certainty="announced")
    brief = brief_on_b2b(tmp_path, obligation("in_force", phase("2020-01-01"), *later))

    assert [markdown(line.content) for line in brief.phases] == [
        "**1 January 2027**, B2B e-invoicing (**upcoming**): Phase of 2027-01-01.",
        "**1 January 2028**, B2B e-invoicing (**announced, no law**): Phase of 2028-01-01.",
    ]


def test_phase_names_its_source_if_that_is_not_the_one_of_its_obligation(tmp_path: Path) -> None:
    later = phase("2027-01-01", what=marked("Phase to come", "https://news.example/phase"))
    (line,) = brief_on_b2b(tmp_path, obligation("in_force", phase("2020-01-01"), later)).phases

    assert markdown(line.content).endswith("Phase to come. Source:")
    assert markdown(line.sources[0]) == "[news.example](https://news.example/phase), secondary"
