"""The comparison shows the answers and key facts of chosen countries, question by question."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.kinds import PHASED, TRACKED, UNKNOWN, proof, without_script
from browser.measuring import DESK, PHONE, barriers, choose, layout_shift
from browser.serving import answer

COUNTRIES = {"io": UNKNOWN, "aq": TRACKED, "gs": PHASED}
NAMES = ["Indian Ocean Territory", "Antarctica", "South Georgia"]
QUERY = "?country=io&country=aq&country=gs"
NOTHING = "No information yet."

ANSWERS = """
() => [...document.querySelectorAll(".answers > div")].map((pair) => [
  pair.querySelector("dt").textContent.trim(),
  [...pair.querySelectorAll("dd > p:not(.source)")].map((part) => {
    const copy = part.cloneNode(true);
    for (const each of copy.querySelectorAll("sup, .aside, details")) each.remove();
    return copy.textContent.trim();
  }),
])
"""
QUESTIONS = ".comparison section"
CHOSEN = ".comparison > ul > li > a"
SCROLLING = """
() => [...document.querySelectorAll("main *")].filter((each) =>
  /auto|scroll/.test(getComputedStyle(each).overflow) && each.matches(":not(pre, textarea)")).map((each) => each.className)
"""


def compared(page: Page, query: str = QUERY) -> None:
    """Open the comparison, and wait until it is shown."""
    page.goto(f"/compare/{query}")
    expect(page.locator(QUESTIONS).first).to_be_visible()


def question(page: Page, title: str) -> Locator:
    """Return the answers to a question."""
    return page.locator(QUESTIONS, has=page.get_by_role("heading", name=title, exact=True))


def test_comparison_has_the_answers_of_each_country_below_the_question(page: Page) -> None:
    said = {}
    for path in COUNTRIES.values():
        page.goto(path)
        said[path] = dict(page.evaluate(ANSWERS))
    compared(page)

    for title in {title for each in said.values() for title in each}:
        answers = question(page, title)
        expect(answers.locator("dt")).to_have_text(NAMES)
        for number, path in enumerate(COUNTRIES.values()):
            text = answers.locator("dd").nth(number).text_content() or ""
            assert [part for part in said[path].get(title, [NOTHING]) if part not in text] == [], (path, title)


def test_key_facts_follow_the_answers(page: Page) -> None:
    compared(page)
    titles = page.locator(f"{QUESTIONS} h2").all_text_contents()
    page.goto(TRACKED)
    rows = page.locator("main .first table, [aria-labelledby=records] table").first.locator("tbody th")

    assert rows.count() > 0
    assert [title for title in rows.all_text_contents() if title.removesuffix("#").strip() not in titles] == []


def test_details_are_shown_on_request(page: Page) -> None:
    compared(page)

    assert page.locator(".comparison :is(.source, sup)").count() == 0
    before = page.locator(QUESTIONS).count()

    page.get_by_label("Show details").check()

    expect(page.locator(".comparison .source").first).to_be_visible()
    expect(page).to_have_url(f"/compare/{QUERY}&show=details")
    assert page.locator(QUESTIONS).count() > before


def test_only_differences_leaves_out_what_all_countries_answer_alike(page: Page) -> None:
    compared(page)
    questions = page.locator(QUESTIONS).evaluate_all(
        "all => all.map((each) => new Set([...each.querySelectorAll('dd')].map((said) => said.innerText)).size)"
    )
    differing = sum(count > 1 for count in questions)

    page.get_by_label("Only differences").check()

    expect(page.locator(QUESTIONS)).to_have_count(differing)
    expect(page.get_by_role("status")).to_contain_text(f". {differing} of {len(questions)} answers differ")
    expect(page).to_have_url(f"/compare/{QUERY}&show=differences")


def test_answers_with_the_same_verdict_do_not_differ_by_their_words(page: Page) -> None:
    same = page.request.get(UNKNOWN).text().replace("Not known.", "No source has an answer.")
    page.route(f"**{PHASED}", lambda route: route.fulfill(body=same, content_type="text/html"))
    page.goto("/compare/?country=io&country=gs&show=differences")

    expect(page.get_by_role("status")).to_contain_text(". 0 of 7 answers differ")


def test_links_of_the_comparison_lead_to_where_the_pages_lead(page: Page) -> None:
    compared(page, f"{QUERY}&show=details")
    links = page.locator(".comparison a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")

    assert [link for link in links if link.startswith("#")] == []
    assert any("/antarctica/#" in link for link in links)
    assert page.locator(".comparison [id], .comparison .anchor, .comparison script").count() == 0


def test_countries_are_added_and_removed_and_the_url_keeps_them(page: Page) -> None:
    page.goto("/compare/?country=nowhere")
    expect(page.get_by_role("status")).to_have_text(
        "Choose the countries to compare. What is unknown in the URL is left out"
    )
    expect(page.get_by_role("region", name="Comparison")).to_have_count(0)

    choose(page, "country", "gs", "aq")

    expect(page.locator(CHOSEN)).to_have_text(["Antarctica", "South Georgia"])
    expect(page).to_have_url("/compare/?country=aq&country=gs")
    expect(page).to_have_title(re.compile("^Antarctica, South Georgia: Compare"))
    expect(page.get_by_role("status")).to_have_text("Comparing Antarctica, South Georgia")

    page.get_by_role("button", name="Remove Antarctica").click()

    expect(page.locator(CHOSEN)).to_have_text(["South Georgia"])
    expect(page.locator("form summary")).to_be_focused()
    expect(page).to_have_url("/compare/?country=gs")

    page.get_by_role("button", name="Remove all").click()

    expect(page.get_by_role("region", name="Comparison")).to_have_count(0)
    expect(page).to_have_url("/compare/")


def test_countries_are_found_by_typing_and_chosen_by_the_keyboard(page: Page) -> None:
    page.goto("/compare/")
    page.get_by_label("Search countries").focus()
    page.keyboard.type("geor")

    expect(page.locator(".picker [name=country]:visible")).to_have_count(1)

    page.keyboard.press("Enter")

    expect(page.locator(CHOSEN)).to_have_text(["South Georgia"])
    expect(page.locator(".picker [name=country]:visible")).to_have_count(5)
    expect(page).to_have_url("/compare/?country=gs")


def test_a_region_is_chosen_and_removed_as_a_whole(page: Page) -> None:
    page.goto("/compare/")
    region = page.locator(".picker fieldset").first
    count = region.locator("[name=country]").count()
    region.get_by_role("checkbox").first.click()

    expect(page.locator(CHOSEN)).to_have_count(count)

    region.get_by_role("checkbox").first.click()

    expect(page.get_by_role("region", name="Comparison")).to_have_count(0)


def test_nothing_scrolls_within_the_page_and_the_layout_is_stable(page: Page) -> None:
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        for query in ("", f"{QUERY}&show=details"):
            page.goto("about:blank")
            page.goto(f"/compare/{query}")
            if query:
                expect(page.locator(QUESTIONS).first).to_be_visible()

            assert layout_shift(page) == 0
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
            assert page.evaluate(SCROLLING) == []


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=proof)])
def test_axe_finds_no_violation_in_the_comparison(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/compare/{QUERY}")
    expect(page.locator(CHOSEN)).to_have_count(3)

    assert barriers(page) == []
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize(
    "found",
    [
        pytest.param(None, id="no answer", marks=proof),
        pytest.param((200, "<!doctype html><title>Log in to this network</title>"), id="page of a network"),
    ],
)
def test_comparison_reports_a_page_that_cannot_be_loaded(
    page: Page, issues: list[str], found: tuple[int, str] | None
) -> None:
    page.goto("/compare/?country=io")
    expect(page.locator(CHOSEN)).to_have_text(["Indian Ocean Territory"])
    answer(page, f"**{TRACKED}", found)
    choose(page, "country", "aq")

    expect(page.get_by_role("status")).to_have_text("The pages of the countries could not be loaded. Try again later.")
    expect(page.get_by_role("region", name="Comparison")).to_have_count(0)

    page.unroute(f"**{TRACKED}")
    choose(page, "country", "aq", "gs")

    expect(page.locator(CHOSEN)).to_have_text(["Antarctica", "South Georgia"])
    expect(page.get_by_role("status")).to_have_text("Comparing Antarctica, South Georgia")
    issues.clear()


@without_script
def test_without_a_script_all_countries_are_linked(page: Page) -> None:
    page.goto("/compare/")

    assert page.locator("main .columns a").count() == 5
    expect(page.locator("main .first p").last).to_have_text(
        "Comparing needs JavaScript. Without it, use the table of all countries."
    )
