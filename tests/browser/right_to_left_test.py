"""Right-to-left texts do not affect the order of what is beside them: a date after a title stays after it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import TEMPLATES, all_pages, country_pages, proof
from browser.serving import published_headers, serve

FIRST, LAST = "תחילת", "טקסט"
"""Hebrew words at the start and at the end of each text of the data."""

NO_LINES = "caption, code, pre, select, svg"
"""Elements whose text is one text of the data together with words, and not put together from parts."""

DISORDER = """
([first, last, noLines]) => {
  const boxesOf = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()];
  };
  const areInOrder = (some, others) =>
    some.every((one) => others.every((other) => Math.abs(one.y - other.y) >= one.height || one.right < other.left + 1));
  const isShown = (element) => element.checkVisibility() && !element.closest(noLines);
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    isShown(node.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
  const disorder = [];
  let former = { boxes: [] };
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const link = node.parentElement.closest("a");
    const block = node.parentElement.closest(":not(a, bdi, small, span, strong, time)");
    for (const { 0: text, index } of node.data.matchAll(`${first} .*? ${last}|[A-Za-z0-9]+`)) {
      const end = index + text.length;
      const boxes = boxesOf(node, index, end);
      const areNeighbours = former.block === block && (!link || former.link !== link);
      if (areNeighbours && !areInOrder(former.boxes, boxes)) {
        disorder.push(`${former.text} | ${text}`);
      }
      if (index === 0 && text.startsWith(first)) {
        if (!areInOrder(boxesOf(node, end - last.length, end), boxesOf(node, 0, first.length))) {
          disorder.push(`inside ${text}`);
        }
      }
      former = { text, link, block, boxes };
    }
  }
  return disorder;
}
"""
"""Returns neighbouring parts of a line that are not shown from left to right, and texts that do not run to the left."""


@pytest.fixture(scope="module")
def folder(sites: Path) -> Path:
    """The folder of a site whose texts are all read from right to left."""
    return sites / "right_to_left"


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[str]:
    """The URL of the site."""
    with serve(folder, published_headers(folder)) as url:
        yield url


@pytest.mark.parametrize("kinds", [{*TEMPLATES}, pytest.param(None, marks=proof)], ids=["some pages", "all pages"])
def test_texts_run_to_the_left_and_the_parts_of_a_line_to_the_right(
    page: Page, folder: Path, kinds: set[str] | None
) -> None:
    disorder = {}
    paths = all_pages(folder)
    visited = [path for path in paths if kinds is None or path in {*kinds, *country_pages(folder)}]
    for path in visited:
        page.goto(path)
        assert FIRST in page.content()
        disorder[path] = page.evaluate(DISORDER, [FIRST, LAST, NO_LINES])

    assert len(paths) >= 20
    assert len(visited) >= 8
    assert {path: parts for path, parts in disorder.items() if parts} == {}


@pytest.mark.parametrize(
    "words",
    [
        "France threshold",
        "France number",
        "France rate",
        "France report",
        "France archiving",
        "France support",
        "France format",
    ],
)
def test_results_of_the_search_run_in_the_same_way(page: Page, words: str) -> None:
    page.goto(f"/search/?q={words}")
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("for")

    assert FIRST in page.locator(".hits").inner_text()
    assert page.evaluate(DISORDER, [FIRST, LAST, NO_LINES]) == []
