"""The pages of a built site and their Markdown twins, which are parsed as CommonMark with tables."""

import gc
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise, takewhile
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin
from xml.etree.ElementTree import Element

from markdown_it import MarkdownIt
from markdown_it.token import Token

from locdata_build.view.page import Brief
from locdata_model.urls import html_path
from support.markup import read_html

Heading = tuple[int, str]
"""The level and the text of a heading."""

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

INLINE = {"a", "b", "bdi", "code", "span", "strong", "time", "wbr"}
"""The elements that begin no line. All others of the pages do."""

CONTROLS = {"form", "legend", "nav", "svg"}


class Page:
    """An HTML page. ``path`` is that of its file."""

    def __init__(self, path: str, url: str, content: bytes) -> None:
        self.path = path
        self.url = url
        self.root, errors = read_html(content.decode())
        self.errors = [f"{path}:{error}" for error in errors]

    @cached_property
    def elements(self) -> list[Element]:
        """Every element."""
        return list(self.root.iter())

    def all(self, *names: str) -> list[Element]:
        """Return the elements with one of these names."""
        return [element for element in self.elements if element.tag in names]

    def one(self, wanted: str) -> Element:
        """Return the only element with this name."""
        (element,) = self.all(wanted)
        return element

    @property
    def title(self) -> str:
        """The title in tabs and search results."""
        return text(self.one("head").findall("title")[0])

    @property
    def description(self) -> str:
        """The description in search results."""
        (content,) = [meta.attrib["content"] for meta in self.all("meta") if meta.attrib.get("name") == "description"]
        return content

    @cached_property
    def ids(self) -> Mapping[str, Element]:
        """The elements with an id, by id."""
        return {element.attrib["id"]: element for element in self.elements if "id" in element.attrib}

    def values_of(self, *attributes: str) -> list[str]:
        """Return the values of some attributes of all elements."""
        return [
            element.attrib[attribute]
            for element in self.elements
            for attribute in attributes
            if attribute in element.attrib
        ]

    def linked(self, *relations: str) -> list[str]:
        """Return the targets of the ``link`` elements with one of these relations, as written."""
        return [link.attrib["href"] for link in self.all("link") if {*link.attrib["rel"].split()} & {*relations}]

    @property
    def scripts(self) -> list[str]:
        """The paths of its scripts."""
        return [script.attrib["src"] for script in self.all("script") if "src" in script.attrib]

    @cached_property
    def links(self) -> list[str]:
        """The URLs of all links and loaded files."""
        return [urljoin(self.url, value) for value in self.values_of("href", "src")]

    @property
    def named_links(self) -> Iterator[tuple[str, str]]:
        """The accessible name and the URL of each link that screen readers list."""
        for element in _read_aloud(self.root):
            if element.tag == "a":
                yield " ".join(_accessible_name(element).split()), urljoin(self.url, element.attrib["href"])

    @cached_property
    def content(self) -> list[Element]:
        """The elements of the main part without navigation inside the page, and without what screen readers pass over."""
        return list(_walk(self.one("main")))

    @cached_property
    def content_links(self) -> set[str]:
        """The URLs of the links in the content, without those between notes and the list of sources."""
        targets = {element.attrib["href"] for element in self.content if "href" in element.attrib}
        return {urljoin(self.url, target) for target in targets if not re.fullmatch(r"#s\d+|#r\d\w*", target)}

    @cached_property
    def shown_texts(self) -> set[str]:
        """The texts that a reader sees in the content, each as far as a line or a separator goes.

        Controls, drawings and what the stylesheet hides are left out: a caption directly below a heading or in a fold. So are
        titles of columns that name the rows, and the numbers of notes with the links back to them.
        """
        main = self.one("main")
        return {
            " ".join(part.split())
            for line in "".join(_shown(main, {*_hidden(main)})).split("\n")
            for part in line.split(" · ")
            if part.strip(" ·")
        }

    @property
    def headings(self) -> list[Heading]:
        """All headings in their order."""
        return _headings(self.elements)

    @property
    def content_headings(self) -> list[Heading]:
        """The headings of the content in their order."""
        return _headings(self.content)

    @property
    def content_titles(self) -> list[str]:
        """The texts of headings, groups of rows and maps in their order: all of these are headings in Markdown."""
        labels = {label.attrib["for"]: text(label) for label in self.all("label") if "for" in label.attrib}
        titles: list[str] = []
        for element in self.content:
            if element.tag in HEADINGS or element.attrib.get("scope") == "rowgroup":
                titles.append(text(element))
            elif has_class(element, "maps"):
                titles.extend(label for id_, label in labels.items() if id_.startswith("choose-map-"))
        return titles

    @property
    def verdicts(self) -> list[tuple[str, str]]:
        """The questions that have a verdict, with the verdict."""
        questions = [div for dl in self.all("dl") if has_class(dl, "answers") for div in dl]
        return [(text(div[0]), text(p)) for div in questions for p in div.iter("p") if has_class(p, "verdict")]

    @property
    def rows(self) -> list[Element]:
        """The rows of tables, without those that head columns or a group."""
        return [row for row in self.all("tr") if len(row) and row[0].attrib.get("scope") == "row"]

    @property
    def row_urls(self) -> list[str]:
        """The URLs of the rows that have an anchor."""
        return [f"{self.url}#{row.attrib['id']}" for row in self.rows if "id" in row.attrib]


class Twin:
    """A Markdown file. ``path`` is its path on the site."""

    def __init__(self, path: str, content: bytes) -> None:
        parser = MarkdownIt("commonmark").enable("table")
        # HTML has URLs as they are written.
        parser.normalizeLink = lambda url: url  # type: ignore[method-assign]  # this is how the parser is configured
        self.path = path
        self.text = content.decode()
        brief = self.brief
        self._tokens = parser.parse(self.text.replace(brief, "", 1))
        self._brief = parser.parse(brief)

    @property
    def brief(self) -> str:
        """The brief with its heading; empty if there is none. The page of the twin has no brief."""
        found = re.search(rf"^## {Brief.title}\n.*?(?=^## )", self.text, re.MULTILINE | re.DOTALL)
        return found[0] if found else ""

    @property
    def links(self) -> list[str]:
        """The URLs of all links."""
        return [url for line in (*self._lines, *self.brief_lines) for url, _ in _links(line)]

    @property
    def content_links(self) -> set[str]:
        """The URLs of the links, without those to the page itself, to its licence, and from a row to itself."""
        lines = [line for line in self._lines if not line.content.startswith("Page: <")]
        return {url for line in lines for url, words in _links(line) if words != "row"}

    @property
    def headings(self) -> list[Heading]:
        """The headings in their order, without that of the brief."""
        return [
            (int(opening.tag[1]), _words(line.children or []))
            for opening, line in pairwise(self._tokens)
            if opening.type == "heading_open"
        ]

    @property
    def verdicts(self) -> list[tuple[str, str]]:
        """The questions that have a verdict, with the verdict: both are strong, and the verdict ends with a full stop."""
        starts = [[token for token in line.children or [] if token.markup or token.content][:7] for line in self._lines]
        strong = ["strong_open", "text", "strong_close"]
        return [
            (tokens[1].content, tokens[5].content.removesuffix("."))
            for tokens in starts
            if [token.type for token in tokens] == [*strong, "text", *strong] and tokens[5].content.endswith(".")
        ]

    @property
    def row_urls(self) -> list[str]:
        """The URLs of the rows that have an anchor."""
        return [url for line in self._lines for url, words in _links(line) if words == "row"]

    @property
    def shown_text(self) -> str:
        """The text that a reader sees, in one line, without footnotes."""
        blocks = [token for token in self._tokens if token.type in ("inline", "fence")]
        words = " ".join(_words(token.children or [token]) for token in blocks)
        return " ".join(re.sub(r"\[\^\w+\]", "", words).split())

    @property
    def brief_lines(self) -> list[Token]:
        """The lines of the brief."""
        return [token for token in self._brief if token.type == "inline"]

    @property
    def _lines(self) -> list[Token]:
        return [token for token in self._tokens if token.type == "inline"]


class ParsedSite(NamedTuple):
    """The files of the site, with its pages and twins by the paths of their files."""

    base_url: str
    contents: Mapping[str, bytes]
    pages: Mapping[str, Page]
    twins: Mapping[str, Twin]

    def page(self, path: str) -> Page:
        """Return the page at ``path``."""
        return self.pages[html_path(path)]

    @property
    def pairs(self) -> Iterator[tuple[Page, Twin]]:
        """Each page with its twin."""
        return ((page, self.twins[path.replace(".html", ".md")]) for path, page in self.pages.items())

    def is_own(self, url: str) -> bool:
        """Return whether a URL is that of the site or below it."""
        return url == self.base_url or url.startswith(f"{self.base_url}/")

    def leads_somewhere(self, url: str) -> bool:
        """Return whether a URL of the site leads to a file, and its fragment to an element in it."""
        whole_url, fragment = urldefrag(url)
        page_url = whole_url.partition("?")[0]  # filters of the page
        path = unquote(page_url.removeprefix(self.base_url))
        file = f"{path}index.html" if path.endswith("/") else path
        return file in self.contents and (
            not fragment or (file in self.pages and unquote(fragment) in self.pages[file].ids)
        )


def read_site(contents: Mapping[str, bytes], base_url: str) -> ParsedSite:
    """Parse every page and every twin."""
    # A third of the time would go into searching these many objects for garbage, and there is none.
    gc.disable()
    site = ParsedSite(
        base_url=base_url,
        contents=contents,
        pages={
            path: Page(path, f"{base_url}{path.removesuffix('index.html')}", content)
            for path, content in contents.items()
            if path.endswith(".html")
        },
        twins={path: Twin(path, content) for path, content in contents.items() if path.endswith(".md")},
    )
    gc.freeze()
    gc.enable()
    return site


def has_class(element: Element, wanted: str) -> bool:
    """Return whether an element has a class."""
    return wanted in element.attrib.get("class", "").split()


def text(element: Element) -> str:
    """Return the text of an element without the numbers of notes."""
    return " ".join("".join(_texts(element)).split())


def _texts(element: Element) -> Iterator[str]:
    if element.tag == "br":
        yield " "
    yield element.text or ""
    for child in element:
        if child.tag != "sup" and not (child.tag == "summary" and has_class(element, "rest")):
            yield from _texts(child)
        yield child.tail or ""


def _accessible_name(element: Element) -> str:
    """Return the name from the content of an element, as far as pages need it (https://www.w3.org/TR/accname-1.2/)."""
    if "aria-label" in element.attrib:
        return element.attrib["aria-label"]
    shown = (child for child in element if child.attrib.get("aria-hidden") != "true")
    inside = "".join(f"{_accessible_name(child)}{child.tail or ''}" for child in shown)
    return f"{element.text or ''}{element.attrib.get('alt', '')}{inside}"


def _read_aloud(element: Element) -> Iterator[Element]:
    """Yield an element with all inside, without what screen readers pass over."""
    if element.attrib.get("aria-hidden") != "true":
        yield element
        for child in element:
            yield from _read_aloud(child)


def _headings(elements: list[Element]) -> list[Heading]:
    return [(int(element.tag[1]), text(element)) for element in elements if element.tag in HEADINGS]


def _walk(element: Element) -> Iterator[Element]:
    yield element
    for child in element:
        if child.tag != "nav" and child.attrib.get("aria-hidden") != "true":
            yield from _walk(child)


def _shown(element: Element, hidden: Container[Element]) -> Iterator[str]:
    """Yield the text that is shown of an element, with a line break around everything but inline elements."""
    edge = "" if element.tag in INLINE else "\n"
    yield f"{edge}{element.text or ''}"
    for child in element:
        if child not in hidden and child.tag not in CONTROLS:
            yield from _shown(child, hidden)
        yield child.tail or ""
    yield edge


def _hidden(main: Element) -> Iterator[Element]:
    """Yield charts, captions that the stylesheet hides, titles of columns that name the rows, notes, and the links to them.

    The label of the rest of a text and that of the list of sources are left out as well.
    """
    for parent in main.iter():
        for before, child in pairwise([parent, *parent]):
            if (
                has_class(child, "chart")
                or child.tag == "sup"
                or (child.tag == "summary" and (has_class(parent, "rest") or parent.find("ol") is not None))
                or (parent.tag == "li" and child.tag == "span" and not child.attrib)
            ):
                yield child
            elif has_class(child, "fold") or (before.tag in ("h2", "h3") and child.find("table") is not None):
                yield from child.iter("caption")
            elif child.tag == "thead":
                yield child[0][0]


def _links(line: Token) -> Iterator[tuple[str, str]]:
    """Yield the URL and the words of each link in a line of Markdown."""
    tokens = line.children or []
    for index, token in enumerate(tokens):
        if token.type == "link_open":
            words = takewhile(lambda following: following.type != "link_close", tokens[index + 1 :])
            yield str(token.attrs["href"]), _words(words)


def _words(tokens: Iterable[Token]) -> str:
    return "".join(token.content for token in tokens)
