"""A number in the text leads to its source in the list at the end of the page, and back; the source is shown beside it."""

import re
from string import ascii_lowercase

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.kinds import TRACKED
from browser.measuring import PHONE


@pytest.fixture
def note(page: Page) -> Locator:
    """The first number in the key facts of a country that cites a second place in a source."""
    page.goto(f"{TRACKED}#records")
    numbers = page.locator("section[aria-labelledby=records] sup[id] > a", has_text=re.compile("b$"))
    return numbers.filter(visible=True).first


def source_of(note: Locator) -> Locator:
    """Return the entry of the source to which a number leads."""
    return note.page.locator(f"ol.sources > {note.get_attribute('href')}")


def test_note_leads_to_its_source_and_back_on_a_phone(page: Page, note: Locator) -> None:
    page.set_viewport_size(PHONE)
    note.click()
    source = source_of(note)

    expect(source).to_be_in_viewport()

    place = note.locator("..").get_attribute("id")
    source.locator(f"a[href='#{place}']").click()

    expect(note).to_be_in_viewport()


def test_source_is_shown_beside_its_note_under_the_pointer(page: Page, note: Locator) -> None:
    tooltip = page.get_by_role("tooltip")
    note.hover()

    expect(tooltip).to_contain_text(source_of(note).locator("a").first.text_content() or "")
    expect(tooltip).to_contain_text("official")
    back = source_of(note).locator(f"a[href='#{note.locator('..').get_attribute('id')}']")
    place = (back.text_content() or "").partition(" ")[2]
    assert place
    expect(tooltip).to_contain_text(f"{place}: ")

    page.mouse.move(0, 0)

    expect(tooltip).to_be_hidden()


def test_source_is_shown_beside_its_note_with_the_focus_until_escape(page: Page, note: Locator) -> None:
    note.focus()

    expect(page.get_by_role("tooltip")).to_be_visible()
    expect(note).to_have_attribute("aria-describedby", "note")

    page.keyboard.press("Escape")

    expect(page.get_by_role("tooltip")).to_be_hidden()


def test_keyboard_goes_from_a_note_to_its_source_and_back(page: Page, note: Locator) -> None:
    note.focus()
    page.keyboard.press("Enter")
    source = source_of(note)
    page.keyboard.press("Tab")

    expect(source.get_by_role("link").first).to_be_focused()

    for _ in range(source.get_by_role("link").count() - 1):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.closest('section').getAttribute('aria-labelledby')") != "sources"


def test_notes_are_read_after_their_words_and_sources_after_all_notes(page: Page, note: Locator) -> None:
    numbers = [label.rstrip(ascii_lowercase) for label in page.locator("main sup > a").all_text_contents()]
    first = list(dict.fromkeys(numbers))
    last_note, sources = page.locator("main sup").last, page.locator("ol.sources")

    assert first == [str(number) for number in range(1, len(first) + 1)]
    assert last_note.evaluate("(note, list) => note.compareDocumentPosition(list)", sources.element_handle()) & 4
