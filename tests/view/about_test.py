"""The pages about the data explain every word, say how the data may be used, and lead lost readers on."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from locdata_build.derive.toggles import TOGGLE_RULES
from locdata_build.view.blocks import Table
from locdata_build.view.evidence import CHECK_DUE_DAYS
from locdata_build.view.page import Page
from locdata_build.view.pages.about import ADVICE, REPORT_AN_ERROR, licence_page, methodology_page, not_found_page
from locdata_build.view.text import Code, Link, rich
from locdata_build.view.words import (
    EVIDENCE,
    OBLIGATIONS,
    STATUSES,
    SUPPORT_TYPES,
    TOGGLE_LABELS,
    TOGGLE_MEANINGS,
    VERIFICATIONS,
    Meaning,
    support_badge,
)
from support.dataset import whole
from support.pages import links_of, pairs_of, rows_of, section_of, texts_of
from support.world import load_world


@pytest.fixture
def methodology(tmp_path: Path) -> Page:
    return methodology_page(load_world(tmp_path).site)


@pytest.fixture
def licence(tmp_path: Path) -> Page:
    return licence_page(load_world(tmp_path).site)


def rows(page: Page, section: str) -> list[tuple[object, ...]]:
    """The cells of the table of a section."""
    tables = (block for block in section_of(page, section).blocks if isinstance(block, Table))
    return [row.cells for row in rows_of(*tables)]


@pytest.mark.parametrize(
    ("section", "words"), [("status", STATUSES), ("verification", VERIFICATIONS), ("evidence", EVIDENCE)]
)
def test_every_word_is_explained_as_pages_use_it(methodology: Page, section: str, words: Mapping[str, Meaning]) -> None:
    assert rows(methodology, section) == [
        (rich(word.label), rich(Code(value)), rich(word.meaning)) for value, word in words.items()
    ]


def test_every_toggle_is_explained_with_the_duty_that_it_rests_on(methodology: Page) -> None:
    assert rows(methodology, "toggles") == [
        (
            rich(TOGGLE_LABELS[name]),
            rich(Code(name)),
            rich(f"{TOGGLE_MEANINGS[name]}."),
            rich(OBLIGATIONS[kind].label),
        )
        for name, (kind, _) in TOGGLE_RULES.items()
    ]


def test_yes_no_and_unknown_are_explained(methodology: Page) -> None:
    texts = texts_of(section_of(methodology, "toggles").blocks)

    assert [text for text in texts if text in ("Yes", "No", "Unknown")] == ["Yes", "No", "Unknown"]


def test_every_support_type_is_explained(methodology: Page) -> None:
    assert rows(methodology, "support") == [
        (rich(support_badge(support)), rich(words.meaning)) for support, words in SUPPORT_TYPES.items()
    ]


def test_the_age_at_which_a_check_is_overdue_is_told(methodology: Page) -> None:
    assert f"more than {CHECK_DUE_DAYS} days old" in "".join(texts_of(section_of(methodology, "checks")))


def test_a_reader_learns_where_to_report_an_error(methodology: Page) -> None:
    section = section_of(methodology, "errors")

    assert links_of(section) == [Link("contact@data.example", "mailto:contact@data.example")]
    assert ADVICE in texts_of(section)


def test_data_files_and_api_have_their_own_licence(licence: Page) -> None:
    pairs = pairs_of(*licence.blocks)

    assert {term: links_of(pairs[term]) for term in ("Data files", "API")} == {
        "Data files": [Link("CC BY 4.0", "https://licences.example/by"), Link("Data", "/data/")],
        "API": [Link("CC BY-NC 4.0", "https://licences.example/nc"), Link("API", "/api/")],
    }


def test_the_page_that_frames_link_to_explains_how_to_report_an_error(methodology: Page) -> None:
    path, _, anchor = REPORT_AN_ERROR.href.partition("#")

    assert (path, section_of(methodology, anchor).title) == (methodology.path, "How to report an error")


def test_the_attribution_stands_as_it_must_be_given(licence: Page) -> None:
    assert pairs_of(*licence.blocks)["Attribution"] == rich("Service (data.example)")


def test_commercial_use_is_asked_for_by_mail(licence: Page) -> None:
    content = pairs_of(*licence.blocks)["Commercial use of the API"]

    assert links_of(content) == [Link("contact@data.example", "mailto:contact@data.example")]


def test_the_licence_says_that_it_is_no_advice(licence: Page) -> None:
    assert ADVICE in texts_of(licence.blocks)


def test_the_page_on_commercial_use_is_the_one_that_the_api_names(licence: Page) -> None:
    assert licence.path == whole()["site.json"]["commercial_licence"]


def test_a_lost_reader_is_led_on() -> None:
    page = not_found_page()

    assert (page.path, page.is_listed) == ("/404", False)
    assert [link.href for link in links_of(page.blocks)] == ["/", "/countries/", "/erp/", "/data/", "/api/"]
