"""The policy promises something for each part of the contract, and leads to what keeps the promise."""

from pathlib import Path

import pytest

from locdata_build.view.page import Page
from locdata_build.view.pages.policy import PROMISES, policy_page
from locdata_build.view.text import Code, Link, rich
from locdata_model.endpoints import CHANGES, TOMBSTONES
from locdata_model.vocabulary import ContractPart
from support.pages import anchors_of, links_of, load_pages, rows_of, section_of, tables_of, texts_of
from support.world import load_world


@pytest.fixture
def policy(tmp_path: Path) -> Page:
    return policy_page(load_world(tmp_path).site)


def test_every_part_of_the_contract_has_a_promise_in_its_order(policy: Page) -> None:
    rows = rows_of(*tables_of(policy))

    assert [*PROMISES] == [*ContractPart]
    assert [(row.id, row.cells) for row in rows] == [
        (part.value, (rich(Code(part.value)), *map(rich, PROMISES[part]))) for part in ContractPart
    ]


def test_every_part_can_be_linked_to(policy: Page) -> None:
    assert {*ContractPart} <= {*anchors_of(policy)}


@pytest.mark.parametrize("bump", ["Patch", "Minor", "Major"])
def test_each_number_of_a_version_is_explained(policy: Page, bump: str) -> None:
    assert [text for text in texts_of(section_of(policy, "versions").blocks) if text.startswith(f"{bump}: ")] != []


def test_a_client_is_told_that_fields_words_and_lists_grow(policy: Page) -> None:
    words = " ".join(texts_of(section_of(policy, "clients").blocks))

    assert [word for word in ("fields", "vocabularies", "null", "ids", "Lists") if word not in words] == []


def test_announcements_changes_and_tombstones_are_one_link_away(policy: Page) -> None:
    assert [link.href for link in links_of(section_of(policy, "deprecation"))] == [
        "/changes/#announced",
        TOMBSTONES.path,
        CHANGES.path,
        "/feeds/changes.atom",
        "mailto:contact@data.example",
    ]


def test_links_to_other_pages_lead_to_sections_that_are_there(tmp_path: Path) -> None:
    pages = load_pages(tmp_path)
    found = [
        link.href
        for link in links_of(pages["/policy/"])
        if "#" in link.href and link.href.partition("#")[2] in anchors_of(pages[link.href.partition("#")[0]])
    ]

    assert found == ["/timeline/#flips", "/changes/#announced"]


def test_the_flips_are_named_as_what_needs_no_version(policy: Page) -> None:
    assert Link("Which and when", "/timeline/#flips") in links_of(section_of(policy, "versions"))
