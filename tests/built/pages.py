"""A built page and its Markdown twin, read as a stranger's program would read them.

HTML is parsed as its standard says, Markdown as CommonMark does, with tables.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise, takewhile
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin
from xml.etree.ElementTree import Element

from html5lib import HTMLParser
from markdown_it import MarkdownIt
from markdown_it.token import Token

Heading = tuple[int, str]
"""Level and text."""

XLINK = "{http://www.w3.org/1999/xlink}href"
"""How drawings once said where a link leads."""

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


class Page:
    """An HTML page. ``file`` is its path in the site and ``address`` its URL."""

    def __init__(self, file: str, address: str, content: bytes) -> None:
        parser = HTMLParser(namespaceHTMLElements=False)
        self.file = file
        self.address = address
        self.root: Element = parser.parse(content)
        self.encoding = parser.documentEncoding
        self.errors = [f"{file}: {position}: {code}" for position, code, _ in parser.errors]

    @cached_property
    def elements(self) -> list[Element]:
        """Every element."""
        return list(self.root.iter())

    def all(self, *names: str) -> list[Element]:
        """The elements of these names."""
        return [element for element in self.elements if name(element) in names]

    def one(self, wanted: str) -> Element:
        """The one element of that name."""
        (found,) = self.all(wanted)
        return found

    @property
    def title(self) -> str:
        """What tabs and search engines call it."""
        return text(self.one("head").findall("title")[0])

    @property
    def description(self) -> str:
        """What search engines may say of it."""
        (found,) = [meta.attrib["content"] for meta in self.all("meta") if meta.attrib.get("name") == "description"]
        return found

    @cached_property
    def ids(self) -> Mapping[str, Element]:
        """The elements that have an id, by id."""
        return {element.attrib["id"]: element for element in self.elements if "id" in element.attrib}

    def values_of(self, *attributes: str) -> list[str]:
        """The values of attributes, wherever they stand."""
        return [
            element.attrib[attribute]
            for element in self.elements
            for attribute in attributes
            if attribute in element.attrib
        ]

    def linked(self, *relations: str) -> list[str]:
        """Where the ``link`` elements of these relations lead, as they say it."""
        return [link.attrib["href"] for link in self.all("link") if {*link.attrib["rel"].split()} & {*relations}]

    @property
    def scripts(self) -> list[str]:
        """The paths of its scripts."""
        return [script.attrib["src"] for script in self.all("script") if "src" in script.attrib]

    def name_of(self, element: Element) -> str:
        """What an element is called to those who do not see it."""
        labels = element.attrib.get("aria-labelledby", "").split()
        return " ".join(text(self.ids[label]) for label in labels) or element.attrib.get("aria-label", "")

    @property
    def links(self) -> list[str]:
        """Where everything in it that leads somewhere leads, as URLs."""
        return [urljoin(self.address, value) for value in self.values_of("href", "src", XLINK)]

    @cached_property
    def said(self) -> list[Element]:
        """What the page says of its subject: its main part without what leads through the page itself."""
        return list(_walk(self.one("main"), skip=_is_guidance))

    @property
    def links_of_what_is_said(self) -> set[str]:
        """Where that leads, as URLs."""
        return {urljoin(self.address, element.attrib["href"]) for element in self.said if "href" in element.attrib}

    @property
    def headings(self) -> list[Heading]:
        """The headings in their order."""
        return _headings(self.elements)

    @property
    def headings_of_what_is_said(self) -> list[Heading]:
        """The headings in their order, without the one of the contents."""
        return _headings(self.said)

    @property
    def titles(self) -> list[str]:
        """The titles in their order: of headings, of groups of rows and of maps, which are all headings in Markdown."""
        labels = {label.attrib["for"]: text(label) for label in self.all("label") if "for" in label.attrib}
        maps = [text for id_, text in labels.items() if id_.startswith("choose-map-")]
        titles: list[str] = []
        for element in self.said:
            if name(element) in _HEADINGS or element.attrib.get("scope") == "rowgroup":
                titles.append(text(element))
            elif has_class(element, "maps"):
                titles.extend(maps)
        return titles

    @property
    def verdicts(self) -> list[tuple[str, str]]:
        """The questions that have a verdict, with it."""
        answers = [div for dl in self.all("dl") if has_class(dl, "answers") for div in dl]
        return [(text(answer[0]), text(p)) for answer in answers for p in answer.iter("p") if has_class(p, "verdict")]

    @property
    def rows(self) -> list[Element]:
        """The rows of tables, without those that speak of columns or of a group."""
        return [row for row in self.all("tr") if len(row) and row[0].attrib.get("scope") == "row"]

    @property
    def addresses_of_rows(self) -> list[str]:
        """The URLs of the rows that have an anchor."""
        return [f"{self.address}#{row.attrib['id']}" for row in self.rows if "id" in row.attrib]


class Twin:
    """A Markdown file; ``file`` is its path in the site."""

    def __init__(self, file: str, content: bytes) -> None:
        parser = MarkdownIt("commonmark").enable("table")
        parser.normalizeLink = _unchanged  # type: ignore[method-assign]  # the parser is told so in this way
        self.file = file
        self.text = content.decode()
        self._tokens = parser.parse(self.text)

    @property
    def links(self) -> list[str]:
        """Where its links lead."""
        return [target for line in self._lines for target, _ in _links(line)]

    @property
    def links_of_what_is_said(self) -> set[str]:
        """The same without those that lead through the page itself: to its address and licence, and from a row to itself."""
        said = [line for line in self._lines if not line.content.startswith("Page: <")]
        return {target for line in said for target, words in _links(line) if words != "row"}

    @property
    def headings(self) -> list[Heading]:
        """The headings in their order."""
        return [
            (int(opening.tag[1]), _words(line.children or []))
            for opening, line in pairwise(self._tokens)
            if opening.type == "heading_open"
        ]

    @property
    def verdicts(self) -> list[tuple[str, str]]:
        """The questions that have a verdict, with it: both are strong, one after the other, and the verdict has a full stop."""
        beginnings = [
            [token for token in line.children or [] if token.markup or token.content][:7] for line in self._lines
        ]
        strong = ["strong_open", "text", "strong_close"]
        return [
            (tokens[1].content, tokens[5].content.removesuffix("."))
            for tokens in beginnings
            if [token.type for token in tokens] == [*strong, "text", *strong] and tokens[5].content.endswith(".")
        ]

    @property
    def addresses_of_rows(self) -> list[str]:
        """The URLs of the rows that have an anchor."""
        return [target for line in self._lines for target, words in _links(line) if words == "row"]

    @property
    def _lines(self) -> list[Token]:
        return [token for token in self._tokens if token.type == "inline"]


class ParsedSite(NamedTuple):
    """The files of the site, parsed once. ``pages`` and ``twins`` by path: ``/spain/index.html``."""

    base_url: str
    contents: Mapping[str, bytes]
    pages: Mapping[str, Page]
    twins: Mapping[str, Twin]

    def page(self, path: str) -> Page:
        """The page of a folder."""
        return self.pages[f"{path}index.html"]

    @property
    def pairs(self) -> Iterator[tuple[Page, Twin]]:
        """Each page with its twin."""
        return ((page, self.twins[file.replace(".html", ".md")]) for file, page in self.pages.items())

    def is_own(self, url: str) -> bool:
        """Whether a URL lies below the base URL."""
        return url == self.base_url or url.startswith(f"{self.base_url}/")

    def leads_somewhere(self, url: str) -> bool:
        """Whether a URL of the site is that of a file, and its fragment that of an element there."""
        address, fragment = urldefrag(url)
        path = unquote(address.removeprefix(self.base_url))
        file = f"{path}index.html" if path.endswith("/") else path
        if file not in self.contents:
            return False
        return not fragment or (file in self.pages and unquote(fragment) in self.pages[file].ids)


def read_site(contents: Mapping[str, bytes], base_url: str) -> ParsedSite:
    """Parse every page and twin."""
    return ParsedSite(
        base_url=base_url,
        contents=contents,
        pages={
            path: Page(path, f"{base_url}{path.removesuffix('index.html')}", content)
            for path, content in contents.items()
            if path.endswith(".html")
        },
        twins={path: Twin(path, content) for path, content in contents.items() if path.endswith(".md")},
    )


def name(element: Element) -> str:
    """The name of an element, be it of HTML or SVG."""
    return element.tag.rpartition("}")[2]


def has_class(element: Element, wanted: str) -> bool:
    """Whether an element is of a class."""
    return wanted in element.attrib.get("class", "").split()


def text(element: Element) -> str:
    """The words of an element, without signs that are links to anchors."""
    return " ".join("".join(_texts(element)).split())


def _texts(element: Element) -> Iterator[str]:
    if name(element) == "br":
        yield " "
    yield element.text or ""
    for child in element:
        if not has_class(child, "anchor"):
            yield from _texts(child)
        yield child.tail or ""


def _headings(elements: list[Element]) -> list[Heading]:
    return [(int(name(element)[1]), text(element)) for element in elements if name(element) in _HEADINGS]


def _is_guidance(element: Element) -> bool:
    return name(element) == "nav" or has_class(element, "anchor")


def _walk(element: Element, skip: Callable[[Element], bool]) -> Iterator[Element]:
    yield element
    for child in element:
        if not skip(child):
            yield from _walk(child, skip)


def _unchanged(url: str) -> str:
    """The URL as it is written, which is how HTML has it."""
    return url


def _links(line: Token) -> Iterator[tuple[str, str]]:
    """Where each link of a line of Markdown leads, and its words."""
    tokens = line.children or []
    for index, token in enumerate(tokens):
        if token.type == "link_open":
            words = takewhile(lambda following: following.type != "link_close", tokens[index + 1 :])
            yield str(token.attrs["href"]), _words(words)


def _words(tokens: Iterable[Token]) -> str:
    return "".join(token.content for token in tokens)
