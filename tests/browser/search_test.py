"""The search: results below the field in the header by pointer and keyboard, the page of all results, errors, and no scripts."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.kinds import TRACKED, proof, without_script
from browser.measuring import layout_shift
from browser.serving import answer

FIRST = {
    "Antarctica": "/antarctica/",
    "antarktika": "/antarctica/",
    "南极洲": "/antarctica/",
    "aq": "/antarctica/",
    "island heard": "/heard-island/",
    "what is the timeline": "/timeline/",
    "when do I use Antarctica": "/antarctica/",
    "must I issue e-invoices in Antarctica": "/antarctica/#duty-e-invoicing-b2b",
    "threshold antarctica": "/antarctica/#thresholds-",
    "my countries": "/countries/",
    "antractica": "/antarctica/",
}
"""The beginning of the path of the first result for queries."""


def field(page: Page) -> Locator:
    """Return the field of the search."""
    return page.get_by_role("banner").locator("input")


def options(page: Page) -> Locator:
    """Return the results in the list, of which the last one leads to all."""
    return page.get_by_role("listbox", name="Results").get_by_role("option")


def active(page: Page) -> Locator:
    """Return the result to which the field points."""
    return page.locator(f"[id='{field(page).get_attribute('aria-activedescendant')}']")


def test_nothing_is_loaded_until_the_search_has_the_focus(page: Page) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(TRACKED)
    page.wait_for_load_state("networkidle")

    assert [url for url in loaded if re.search(r"search(_ranking|_results|\.json|/)", url)] == []

    with page.expect_response(re.compile(r"/search\.json$")):
        field(page).focus()


@pytest.mark.parametrize(
    ("file", "found"),
    [
        pytest.param("**/search.json", (200, '{"kinds": {}}'), id="another index"),
        pytest.param("**/search_results.*.js", None, id="no script"),
    ],
)
def test_search_that_cannot_be_loaded_is_reported_and_tried_again(
    page: Page, issues: list[str], file: str, found: tuple[int, str] | None
) -> None:
    answer(page, file, found)
    page.goto("/licence/")
    field(page).fill("antarctica")
    message = page.get_by_role("search").get_by_role("status")

    expect(message).to_have_text("The search could not be loaded. All names: A–Z")
    expect(message.get_by_role("link")).to_have_attribute("href", re.compile("/a-z/$"))

    field(page).blur()

    expect(message).to_have_count(0)

    page.unroute(file)
    field(page).focus()

    expect(options(page).first).to_have_attribute("href", re.compile("/antarctica/$"))
    issues.clear()


def test_a_piece_that_cannot_be_loaded_is_reported_and_tried_again(page: Page, issues: list[str]) -> None:
    answer(page, "**/search/aq.json", None)
    page.goto("/licence/")
    field(page).fill("antarctica")

    expect(page.locator(".results")).to_have_text("The search could not be loaded. All names: A–Z")

    page.unroute("**/search/aq.json")
    field(page).fill("antarctica ")

    expect(options(page).first).to_have_attribute("href", re.compile("/antarctica/$"))
    issues.clear()


def test_the_best_result_comes_first(page: Page) -> None:
    page.goto("/licence/")
    for words, path in FIRST.items():
        field(page).fill(words)

        expect(options(page).first, words).to_have_attribute("href", re.compile(f"{re.escape(path)}"))
        # The results of the next words are not these.
        field(page).fill("nosuchword")
        expect(options(page)).to_have_count(0)


def test_chosen_result_stays_chosen_while_further_letters_still_find_it(page: Page) -> None:
    page.goto("/licence/")
    field(page).focus()
    page.keyboard.type("heard isl")

    expect(options(page).last).to_have_text('All results for "heard isl"')

    page.keyboard.press("ArrowDown")
    page.keyboard.type("and")

    expect(options(page).last).to_have_text('All results for "heard island"')
    expect(active(page)).to_have_attribute("href", re.compile("/heard-island/$"))


def test_arrows_choose_a_result_and_enter_follows_it(page: Page) -> None:
    page.goto("/licence/")
    field(page).focus()
    page.keyboard.type("island")

    expect(field(page)).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d+ results?$"))

    first, second = options(page).nth(0), options(page).nth(1)
    page.keyboard.press("ArrowDown")

    expect(first).to_have_attribute("aria-selected", "true")
    expect(active(page)).to_have_attribute("href", f"{first.get_attribute('href')}")

    page.keyboard.press("ArrowDown")

    expect(second).to_have_attribute("aria-selected", "true")
    expect(first).to_have_attribute("aria-selected", "false")

    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")

    expect(options(page).last).to_have_attribute("aria-selected", "true")
    expect(field(page)).to_be_focused()

    wanted = options(page).last.get_attribute("href")
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{wanted}")


def test_a_result_shows_its_country_its_name_and_its_value(page: Page) -> None:
    page.goto("/licence/")
    field(page).fill("registration threshold antarctica")

    expect(options(page).first).to_have_text(re.compile(r"^Antarctica, registration threshold: [A-Z]{3} [\d,]+ "))


def test_enter_leads_to_the_page_of_all_results_and_back_returns(page: Page, served: str) -> None:
    page.goto("/licence/")
    field(page).fill("e-invoicing antarctica")

    expect(options(page).last).to_have_text('All results for "e-invoicing antarctica"')

    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{served}/search/?q=e-invoicing+antarctica")
    expect(page).to_have_title(re.compile("^e-invoicing antarctica: Search"))
    expect(field(page)).to_have_value("e-invoicing antarctica")
    expect(page.get_by_role("main").get_by_role("status")).to_have_text(
        re.compile(r'^\d+ results for "e-invoicing antarctica"$')
    )
    hits = page.get_by_role("main").locator("ol").get_by_role("link")
    expect(hits.first).to_have_attribute("href", re.compile(r"/antarctica/#duty-e-invoicing-b2b$"))
    assert hits.count() > 8
    expect(options(page)).to_have_count(0)

    page.go_back()

    expect(page).to_have_url(f"{served}/licence/")


def test_page_of_results_helps_if_nothing_is_found(page: Page) -> None:
    page.goto("/search/?q=xyzzy+%3Csvg%3E")
    main = page.get_by_role("main")

    expect(main.get_by_role("status")).to_have_text(
        'Nothing found for "xyzzy <svg>". Try a country or the name of a form, or browse A–Z.'
    )
    expect(main.get_by_role("link", name="browse A–Z")).to_have_attribute("href", re.compile("/a-z/$"))
    expect(main.get_by_role("link", name="Report an error")).to_be_visible()

    page.goto("/search/?q=xyzzy+antarctica")

    expect(main.get_by_role("heading", name="What is near")).to_be_visible()
    expect(main.get_by_role("link", name="Antarctica", exact=True)).to_have_attribute(
        "href", re.compile("/antarctica/$")
    )


def test_page_of_results_names_the_word_that_it_read_otherwise_and_those_that_nothing_has(page: Page) -> None:
    page.goto("/search/?q=threshold+antractica")
    main = page.get_by_role("main")

    expect(main).to_contain_text('There is no "antractica". These are results for Antarctica.')

    page.goto("/search/?q=threshold+antarctica+xyzzy")

    expect(main).to_contain_text('Nothing has the word "xyzzy".')


@pytest.mark.parametrize("words", ["threshold antarctica", "xyzzy antarctica"])
def test_page_of_results_does_not_move_while_it_loads(page: Page, words: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/search/?q={words}")
    expect(page.get_by_role("main").get_by_role("link", name="Report an error")).to_be_attached()

    assert layout_shift(page) == 0


def test_list_without_a_result_says_so_and_leads_to_all_names(page: Page) -> None:
    page.goto("/licence/")
    field(page).fill("nosuchword")

    expect(options(page)).to_have_count(0)
    expect(page.get_by_role("status")).to_have_text("No results")
    expect(page.get_by_role("search").get_by_role("link", name="browse A–Z")).to_be_visible()


def test_a_piece_is_loaded_once_and_only_for_its_country(page: Page) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto("/licence/")
    for words in ("threshold", "threshold antarctica", "formats antarctica"):
        field(page).fill(words)
        expect(options(page).last).to_have_text(f'All results for "{words}"')

    assert [url.rpartition("/")[2] for url in loaded if "/search/" in url] == ["aq.json"]


def test_escape_closes_the_results_and_keeps_the_words(page: Page) -> None:
    page.goto("/licence/")
    field(page).fill("island")

    expect(options(page).first).to_be_visible()

    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")

    expect(options(page)).to_have_count(0)
    expect(field(page)).to_have_value("island")
    expect(field(page)).to_have_attribute("aria-expanded", "false")
    expect(field(page)).not_to_have_attribute("aria-activedescendant", re.compile(""))

    page.keyboard.press("ArrowDown")

    expect(options(page).first).to_be_visible()


def test_results_close_when_the_focus_leaves_the_search(page: Page) -> None:
    page.goto("/licence/")
    field(page).fill("island")

    expect(options(page).first).to_be_visible()

    page.keyboard.press("Tab")

    expect(page.get_by_role("search").get_by_role("link", name="A–Z")).to_be_focused()
    expect(options(page).first).to_be_visible()

    page.keyboard.press("Tab")

    expect(options(page)).to_have_count(0)


def test_layout_is_stable_when_results_open(page: Page) -> None:
    page.goto(TRACKED)
    before = page.locator("h1").bounding_box()
    field(page).fill("island")

    expect(options(page).first).to_be_visible()
    assert page.locator("h1").bounding_box() == before


@pytest.mark.parametrize(("width", "rows"), [pytest.param(1440, 1, marks=proof), (360, 5)])
def test_the_header_is_low_and_the_results_fit_the_screen(page: Page, width: int, rows: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/licence/")
    header = page.get_by_role("banner").bounding_box()
    field(page).fill("island")
    expect(options(page).first).to_be_visible()
    results = page.locator(".results").bounding_box()

    assert header is not None
    assert header["height"] <= 28 + 36 * rows
    assert results is not None
    assert results["x"] >= 0
    assert results["x"] + results["width"] <= width


@without_script
def test_without_script_the_search_leads_to_a_page_with_all_names(page: Page, served: str) -> None:
    page.goto("/licence/")
    field(page).fill("heard")
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{served}/search/?q=heard")
    expect(page.get_by_role("main")).to_contain_text("Search needs JavaScript. Without it, browse A–Z")
    expect(page.get_by_role("main").get_by_role("link", name="A–Z")).to_have_attribute("href", "/a-z/")
