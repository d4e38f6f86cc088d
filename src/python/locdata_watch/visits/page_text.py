"""The title and the text of a page, in lines: what it is about, and the rest, such as menus and footers."""

import io
import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from msgspec import Struct
from pypdf import PdfReader
from selectolax.lexbor import LexborHTMLParser, LexborNode
from w3lib.encoding import html_to_unicode

_MIN_LETTERS = 80
"""Letters and digits that an HTML page must have. One with fewer is usually made by scripts."""

_MAX_PAGES = 1_500
"""The pages of a PDF file that are read."""

_INVISIBLE = frozenset(["script", "style", "noscript", "template", "svg", "iframe", "object", "select", "-comment"])

_INLINE = frozenset(
    (
        *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn"),
        *("em", "font", "i", "ins", "kbd", "label", "mark", "nobr", "q", "s", "samp", "small"),
        *("span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    )
)
"""The elements that do not end a line."""

_ASIDE = (
    "nav, footer, aside, dialog, menu, [aria-modal=true], [role=navigation], [role=banner], "
    "[role=contentinfo], [role=complementary], [role=search], [role=dialog], [role=alert], [role=alertdialog], [role=menu]"
)
"""The elements around what a page is about."""

_ASIDE_NAME = re.compile(
    r"(?:^|[\s_-])(?:cookies?|consent|gdpr|banner|breadcrumbs?|newsletter|share|sharing|social|sidebar|related|menu|nav|navbar|navigation"
    r"|pagination|pager|skip|footer|topbar|toolbar|counter|visits|teasers?|ticker|promo|popup|modal|advert|language|login)"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)
"""The names that such elements have in their ``id`` or ``class``."""

_CHALLENGE = re.compile(
    r"just a moment|attention required|access denied|are you (?:a )?(?:human|robot)|checking your browser|ddos-guard"
    r"|verify you are human|request rejected|pardon our interruption",
    re.IGNORECASE,
)
"""Titles of pages that hosts show to programs instead of what was asked for."""

_ENCODINGS: Mapping[str, str] = {
    **dict.fromkeys(("bg", "mk", "ru", "sr", "uk"), "cp1251"),
    **dict.fromkeys(("bs", "cs", "hr", "hu", "pl", "ro", "sk", "sl"), "cp1250"),
    **dict.fromkeys(("et", "lt", "lv"), "cp1257"),
    "ar": "cp1256",
    "el": "cp1253",
    "he": "cp1255",
    "th": "cp874",
    "tr": "cp1254",
    "vi": "cp1258",
    "ja": "shift_jis",
    "ko": "cp949",
    "zh": "gb18030",
}
"""The encoding of old pages in a language that declare none."""


class NoTextError(Exception):
    """An answer has no text of the page, for a reason."""


class PageText(Struct, frozen=True):
    """The title of a page, the lines that it is about, and the lines around them."""

    title: str | None
    main: tuple[str, ...]
    rest: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """All lines."""
        return "\n".join((*self.main, *self.rest))


def read_page(body: bytes, content_type: str, language: str) -> PageText:
    """Return the text of a page in a language, a BCP 47 tag. Raises ``NoTextError`` if it has no text or shows another page."""
    kind = content_type.partition(";")[0].strip().lower()
    if body.startswith(b"%PDF-") or kind == "application/pdf":
        page = _read_pdf(body)
    elif "html" in kind or re.match(rb"\W*<(?:!doctype\s+html|html)\b", body[:1000], re.IGNORECASE):
        page = _read_html(_decoded(body, content_type, language))
    elif not kind or kind.startswith("text/") or re.search("xml|json|yaml|javascript", kind):
        text = _decoded(body, content_type, language)
        page = PageText(None, tuple(_lines((_without_tags(text) if text.startswith("<?xml") else text).split("\n"))))
    else:
        raise NoTextError(f"no text in {kind}")
    if not page.whole:
        raise NoTextError("no text")
    if page.title and _CHALLENGE.search(page.title):
        raise NoTextError(f"asks whether the reader is a program: {page.title}")
    return page


def _without_tags(xml: str) -> str:
    """Return the text between the tags of an XML file, or all of it if most is in the tags, as in a schema."""
    text = re.sub(r"<[^>]*>", "\n", xml)
    return text if len(text.split()) * 2 > len(xml.split()) else xml


def _decoded(body: bytes, content_type: str, language: str) -> str:
    """Return the text of a page in the encoding that it declares, unless Python has another use for the name of that."""
    try:
        text: str = html_to_unicode(content_type, body, auto_detect_fun=partial(_likely_encoding, language=language))[1]
    except (LookupError, UnicodeError):
        return body.decode(_likely_encoding(body, language), "replace")
    return text


def _likely_encoding(body: bytes, language: str) -> str:
    """Return the likely encoding of a page that declares none: UTF-8, or else the one that browsers assume for its language."""
    try:
        body.decode()
    except UnicodeDecodeError:
        return _ENCODINGS.get(language.partition("-")[0], "cp1252")
    return "utf-8"


def _read_pdf(body: bytes) -> PageText:
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(body))
        lines = tuple(_lines(line for page in reader.pages[:_MAX_PAGES] for line in page.extract_text().split("\n")))
        title = " ".join(str((reader.metadata and reader.metadata.title) or "").split())
    # A broken file raises nearly anything, and one that is encrypted with AES another error.
    except Exception as error:
        raise NoTextError(f"no PDF file that can be read: {type(error).__name__}") from error
    if not lines:
        raise NoTextError("no text in the PDF file, which may be scanned")
    return PageText(title or None, lines)


def _read_html(text: str) -> PageText:
    tree = LexborHTMLParser(text)
    title, body = tree.css_first("title"), tree.body
    main, rest = _lines_of(body) if body else ((), ())
    page = PageText(" ".join(title.text().split()) or None if title else None, main, rest)
    if sum(map(len, re.findall(r"\w+", page.whole))) < _MIN_LETTERS:
        raise NoTextError("no text: scripts may make the page")
    return page


class _Place(NamedTuple):
    """Where a node is: in what the page is about, in a link, in text whose line breaks count."""

    is_main: bool
    is_link: bool = False
    is_preformatted: bool = False


def _lines_of(body: LexborNode) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines of what a page is about, and of what is around it. A line that is nothing but links is around it."""
    root = _main_of(body)
    asides, holders = {node.mem_id for node in body.css(_ASIDE)}, _holders((body, *body.css("main, article, h1")))
    lines: dict[bool, list[str]] = {True: [], False: []}
    line: list[tuple[str, bool]] = []
    is_line_main = False
    # None ends a line. Broken pages may be nested too deep for a recursion.
    waiting: list[tuple[LexborNode | None, _Place]] = [
        (None, _Place(is_main=False)),
        (body, _Place(root.mem_id == body.mem_id)),
    ]
    while waiting:
        node, place = waiting.pop()
        if node is None or place.is_main is not is_line_main:
            is_linked = all(is_link for text, is_link in line if re.search(r"\w", text))
            lines[is_line_main and not is_linked] += "".join(text for text, _ in line).split("\n")
            line, is_line_main = [], place.is_main
        if node is None:
            continue
        if node.is_text_node:
            text = node.text_content or ""
            line.append((text if place.is_preformatted else re.sub(r"\s+", " ", text), place.is_link))
        elif node.tag not in _INVISIBLE:
            is_aside = node.mem_id in asides or (_has_aside_name(node) and node.mem_id not in holders)
            inner = _Place(
                is_main=(place.is_main and not is_aside) or node.mem_id == root.mem_id,
                is_link=place.is_link or node.tag == "a",
                is_preformatted=place.is_preformatted or node.tag == "pre",
            )
            breaks = [] if node.tag in _INLINE else [(None, inner)]
            waiting += [*breaks, *reversed([(child, inner) for child in node.iter(include_text=True)]), *breaks]
    return tuple(_lines(lines[True])), tuple(_lines(lines[False]))


def _has_aside_name(node: LexborNode) -> bool:
    names = [name for key in ("id", "class") if (name := node.attributes.get(key))]
    return any(_ASIDE_NAME.search(name) for name in names)


def _holders(nodes: Iterable[LexborNode]) -> set[int]:
    """Return the ids of nodes and of all that they are in. A page as a whole may have a class such as "has-sidebar"."""
    holders: set[int] = set()
    for node in nodes:
        each: LexborNode | None = node
        while each is not None and each.mem_id not in holders:
            holders.add(each.mem_id)
            each = each.parent
    return holders


def _main_of(body: LexborNode) -> LexborNode:
    """Return the element with what the page is about, or the body."""
    for selector in ("main", "[role=main]", "article", "#content", "#main"):
        found = body.css(selector)
        if len(found) == 1 and len(found[0].text().split()) > len(body.text().split()) / 3:
            return found[0]
    return body


def _lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that have letters or digits, with single spaces."""
    for line in lines:
        if re.search(r"\w", line):
            yield " ".join(line.replace("\u200b", "").replace("\u00ad", "").split())
