"""The markup of every kind of page is valid HTML, and says the same to a quick reader as to one that follows the standard."""

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

import pytest
from html5lib import HTMLParser

from support.markup import read_html
from support.sample import build_sample
from support.site import read_files


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The pages of the sample's site by path."""
    files = read_files(build_sample(tmp_path_factory))
    return {path: content for path, content in files.items() if path.endswith(".html")}


def contents_of(element: Element) -> Iterator[tuple[str, Mapping[str, str], str, str]]:
    """Yield what is in a tree. html5lib marks SVG by a namespace, and leaves out space around the head and the body."""
    for each in element.iter():
        attributes = {name.lower(): value for name, value in each.attrib.items()}
        yield each.tag.rpartition("}")[2].lower(), attributes, (each.text or "").strip(), (each.tail or "").strip()


def test_every_page_is_valid_html_in_utf_8(pages: Mapping[str, bytes]) -> None:
    for path, content in pages.items():
        parser = HTMLParser()
        parser.parse(content)

        assert (path, parser.documentEncoding, parser.errors) == (path, "utf-8", [])


def test_quick_reader_gives_the_same_tree(pages: Mapping[str, bytes]) -> None:
    for path, content in pages.items():
        root, errors = read_html(content.decode())
        standard = HTMLParser(namespaceHTMLElements=False).parse(content)

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
