"""Past phases are folded; filters and links that lead to one open the fold. Text in any fold is found."""

from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from browser.kinds import TRACKED, without_script
from browser.measuring import count_visible

PAST = "tr[data-state='started']"


def past_phases(page: Page) -> Locator:
    """Open the timeline, and return its folded table of past phases."""
    page.goto("/timeline/")
    fold = page.locator("details.fold").filter(has=page.locator("tr[data-state]"))

    expect(fold).to_have_count(1)
    return fold


def test_only_past_phases_are_folded(page: Page) -> None:
    fold = past_phases(page)

    expect(fold).not_to_have_attribute("open", "")
    expect(fold.locator(PAST).first).to_be_hidden()
    expect(page.locator("tr[data-state='upcoming']").first).to_be_visible()


@without_script
def test_past_phases_can_be_opened_with_the_keyboard_and_without_script(page: Page) -> None:
    fold = past_phases(page)
    fold.locator("summary").focus()
    page.keyboard.press("Enter")

    expect(fold.locator(PAST).first).to_be_visible()


def test_filter_that_finds_past_phases_opens_them_and_show_all_closes_them(page: Page) -> None:
    fold = past_phases(page)
    page.get_by_label("State").select_option("started")

    expect(fold.locator(PAST).first).to_be_visible()

    page.get_by_role("button", name="Clear filters").click()

    expect(fold).not_to_have_attribute("open", "")
    expect(fold).to_be_visible()


def test_filter_that_finds_no_past_phase_hides_their_fold(page: Page) -> None:
    fold = past_phases(page)
    page.get_by_label("State").select_option("upcoming")

    expect(fold).to_be_hidden()

    page.goto("about:blank")
    page.goto("/timeline/?state=started")

    expect(fold).to_have_attribute("open", "")


def test_every_anchor_of_an_event_leads_to_its_row(page: Page) -> None:
    page.goto("/timeline/")
    anchors = page.locator("tr[id^='step-'], th > span[id^='step-']")
    further = page.locator("th > span[id^='step-']")

    expect(further).not_to_have_count(0)
    for anchor in (anchors.first, further.last):
        name = anchor.get_attribute("id")
        page.goto("about:blank")
        page.goto(f"/timeline/#{name}")

        expect(page.locator(f"tr:has(#{name}), tr#{name}")).to_be_in_viewport()


def test_link_to_a_past_phase_opens_the_fold(page: Page) -> None:
    fold = past_phases(page)
    row = fold.locator(PAST).last
    page.evaluate("anchor => { location.hash = anchor; }", row.get_attribute("id"))

    expect(fold).to_have_attribute("open", "")
    expect(row).to_be_in_viewport()


def folded_text(page: Page) -> Locator:
    """Open the page of a country, and return its folded summaries."""
    page.goto(TRACKED)
    fold = page.locator("details.fold").filter(has_text="Summaries of the sections above")

    expect(fold).not_to_have_attribute("open", "")
    return fold


@without_script
def test_text_in_a_fold_is_found_and_opens_it(page: Page) -> None:
    """A link to a text searches for it as find-in-page does, and opens folds in the same way."""
    fold = folded_text(page)
    wanted = " ".join((fold.locator("td").nth(1).text_content() or "").split()[:3])
    page.goto("about:blank")
    page.goto(f"{TRACKED}#:~:text={quote(wanted)}")

    expect(fold).to_have_attribute("open", "")
    expect(fold).to_be_in_viewport()


@without_script
def test_link_back_to_a_note_in_a_fold_opens_it(page: Page) -> None:
    fold = folded_text(page)
    note = fold.locator("sup[id]").first
    page.locator("summary", has_text="sources").click()
    page.locator(f"ol.sources a[href='#{note.get_attribute('id')}']").click()

    expect(fold).to_have_attribute("open", "")
    expect(note).to_be_in_viewport()


def test_chart_marks_link_to_phases_and_are_not_tab_stops(page: Page) -> None:
    page.goto("/timeline/")
    marks = page.locator(".chart a")

    assert count_visible(page, ".chart a[tabindex='-1']") == marks.count() > 0

    marks.first.click()
    _, _, anchor = page.url.partition("#")

    assert anchor.startswith("step-")
    expect(page.locator(f"tr:has(#{anchor}), tr#{anchor}")).to_be_in_viewport()
