"""The markup of every kind of page is valid HTML, and says the same to a quick reader as to one that follows the standard."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from html5lib import HTMLParser

from support.markup import read_html

Parsed = Mapping[str, tuple[str, HTMLParser, Element]]
"""The text of each page by path, a parser that follows the standard, and the tree that it made."""


@pytest.fixture(scope="module")
def pages(sample_site: Path) -> Parsed:
    """The pages of the sample's site."""
    parsed = {}
    for path in sample_site.rglob("*.html"):
        parser = HTMLParser(namespaceHTMLElements=False)
        parsed[str(path)] = path.read_text(encoding="utf-8"), parser, parser.parse(path.read_bytes())
    return parsed


def contents_of(element: Element) -> Iterator[tuple[str, Mapping[str, str], str, str]]:
    """Yield what is in a tree. html5lib marks SVG by a namespace, and leaves out space around the head and the body."""
    for each in element.iter():
        attributes = {name.lower(): value for name, value in each.attrib.items()}
        yield each.tag.rpartition("}")[2].lower(), attributes, (each.text or "").strip(), (each.tail or "").strip()


def test_every_page_is_valid_html_in_utf_8(pages: Parsed) -> None:
    assert {(parser.documentEncoding, *parser.errors) for _, parser, _ in pages.values()} == {("utf-8",)}


def test_quick_reader_gives_the_same_tree(pages: Parsed) -> None:
    for path, (text, _, standard) in pages.items():
        root, errors = read_html(text)

        assert (path, errors) == (path, [])
        assert [*contents_of(root)] == [*contents_of(standard)]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("<p>a<br>b</p>", []),
        ('<svg><path d="M0" /></svg>', []),
        ("<p><b>a</p></b>", ["1:7: </p> closes another element", "<p> is not closed"]),
        ("<ul>\n<li>a", ["<ul> is not closed", "<li> is not closed"]),
        ("<p>a</p></p>", ["1:8: </p> closes another element"]),
        ('<p id="a" id="b"></p>', ["1:0: <p> has an attribute twice"]),
    ],
)
def test_quick_reader_reports_markup_that_a_browser_would_repair(text: str, errors: list[str]) -> None:
    assert read_html(text)[1] == errors
