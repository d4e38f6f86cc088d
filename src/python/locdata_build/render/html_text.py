"""HTML as a type, so that mypy separates it from raw text, and lines of text in it."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NewType

import markupsafe

from locdata_build.derive.provenance import Citation
from locdata_build.view.link_names import LinkNames
from locdata_build.view.notes import PageNotes
from locdata_build.view.text import (
    CACHED_TEXTS,
    Aside,
    Badge,
    Break,
    Code,
    Day,
    Details,
    Link,
    Note,
    Rest,
    Rich,
    Strong,
    Words,
)

Html = NewType("Html", str)
"""A piece of HTML. Raw text becomes HTML by ``escape`` alone; ``Html(...)`` is for constants of the markup."""

NOTHING = Html("")

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
"""The bidirectional classes of the letters and digits of Hebrew, Arabic and other scripts that run from right to left."""


@lru_cache(maxsize=CACHED_TEXTS)
def escape(text: str) -> Html:
    """Return a text as HTML that shows it as it is, also in an attribute."""
    return Html(str(markupsafe.escape(text)))


# Browsers break a line after a hyphen, but neither within a host, nor within a path, nor between words with a slash.
_CODE_WITH_LETTER = re.compile(r"(^|[\s(/;“])([A-Za-z0-9]{2,10}-[A-Za-z0-9](?:_[A-Za-z0-9]+)?\b)")
_PART_OF_ADDRESS = re.compile(r"[./_?=;](?=[^\W_])(?:(?<=(?:[^\W_]|-){6}[./_?=])|(?<=(?:[^\W_]|-){6}&amp;))")
_WORD_OF_A_TYPE = re.compile(r"(?<=[a-z]{5})(?=[A-Z][a-z]{4})")
_LONG_IDENTIFIER = re.compile(r"([A-Za-z0-9_]{24})([A-Za-z0-9_]{8})")


def _with_line_breaks(html: Html) -> Html:
    """Return a text in which lines break between the parts of an address or of the name of a type, but not in ``SAF-T``.

    A copy of the text and a search for it are not affected.
    """
    divided = _PART_OF_ADDRESS.sub(r"\g<0><wbr>", html)
    divided = _WORD_OF_A_TYPE.sub("<wbr>", divided)
    divided = _LONG_IDENTIFIER.sub(r"\1<wbr>\2", divided)
    return Html(_CODE_WITH_LETTER.sub(r'\1<span class="whole">\2</span>', divided) if "-" in divided else divided)


@lru_cache(maxsize=CACHED_TEXTS)
def isolated(text: str) -> Html:
    """Return a text as HTML for the content of an element, with line breaks, isolated if any of it runs from right to left.

    It then has its own direction, and what is beside it, such as a date, keeps its place.
    """
    html = _with_line_breaks(escape(text))
    is_right_to_left = not text.isascii() and not _RIGHT_TO_LEFT.isdisjoint(map(unicodedata.bidirectional, text))
    return markup("<bdi>%s</bdi>", html) if is_right_to_left else html


def markup(template: str, *values: Html | int, **named_values: Html | int) -> Html:
    """Return a template of HTML with each ``%s`` or ``%(name)s`` replaced. Raw text as a value is a type error."""
    return Html(template % (values or named_values))


def concat(parts: Iterable[Html]) -> Html:
    """Return the parts as one."""
    return Html("".join(parts))


def lines(parts: Iterable[Html]) -> Html:
    """Return the parts as one, with a line break after each."""
    return Html("".join([f"{part}\n" for part in parts]))


class HtmlText:
    """Renderer of lines of text. ``base_path`` is the path of the base URL: empty, or with a slash in front.

    ``notes`` collects the sources that the page cites; each page begins with new ones. ``names`` are those of its links
    whose text several targets share.
    """

    def __init__(self, base_path: str) -> None:
        self._base_path = base_path
        self.notes = PageNotes()
        self.names: LinkNames = {}
        self._writers: Mapping[type, Callable[[Any], Html]] = {
            Link: self.link,
            Badge: badge,
            Code: lambda part: markup("<code>%s</code>", isolated(part.text)),
            Strong: lambda part: markup("<strong>%s</strong>", isolated(part.text)),
            Day: _day,
            Break: lambda _: Html("<br>"),
            # No "small", which may not hold details.
            Aside: lambda part: markup('<div class="aside">%s</div>', self.line(part.content)),
            Note: self._note,
            Details: self._details,
            Rest: self._rest,
        }

    def href(self, href: str) -> str:
        """Return the target of a link, not escaped, with the base path in front of a path of the site."""
        return f"{self._base_path}{href}" if href.startswith("/") else href

    def line(self, content: Rich) -> Html:
        """Return a line of text."""
        writers = self._writers
        # Most parts are words.
        return concat([isolated(part.text) if type(part) is Words else writers[type(part)](part) for part in content])

    def link(self, link: Link) -> Html:
        """Return a link, with its relation for search engines if it leads to another site or is paid for."""
        relation = ' rel="sponsored nofollow"' if link.sponsored else ' rel="external"' if link.is_external else ""
        language = markup(' lang="%s"', escape(link.language)) if link.language else NOTHING
        look = markup(' class="badge %s"', escape(link.tone.value)) if link.tone else NOTHING
        href = escape(self.href(link.href))
        anchor = markup(' id="%s"', escape(link.id)) if link.id else NOTHING
        name = self.names.get((link.text, link.href), link.text)
        label = markup(' aria-label="%s"', escape(name)) if name != link.text else NOTHING
        # In this order, long lists of sources are half a percent smaller when compressed.
        first, last = concat((anchor, Html(relation))), concat((look, language, label))
        return markup('<a%s href="%s"%s>%s</a>', first, href, last, isolated(link.text))

    def _note(self, note: Note) -> Html:
        return concat(map(self._citation, note.citations))

    def _citation(self, citation: Citation) -> Html:
        """Return the number of a source. The first number with a locator is the one to which its source leads back."""
        reference, is_first = self.notes.add(citation)
        anchor = markup(' id="r%s"', escape(reference.label)) if is_first else NOTHING
        return markup('<sup%s><a href="#s%s">%s</a></sup>', anchor, reference.source, escape(reference.label))

    def _rest(self, part: Rest) -> Html:
        return markup('<details class="rest"><summary>More</summary>%s</details>', self.line(part.content))

    def _details(self, part: Details) -> Html:
        template = "<details><summary>%s</summary>%s</details>"
        return markup(template, isolated(part.label), self.line(part.content))


@lru_cache(maxsize=CACHED_TEXTS)
def badge(part: Badge) -> Html:
    """Return a badge, with its tone as a class."""
    return markup('<span class="badge %s">%s</span>', escape(part.tone.value), isolated(part.text))


@lru_cache(maxsize=CACHED_TEXTS)
def _day(part: Day) -> Html:
    relative = Html(" data-relative" if part.is_relative else "")
    return markup('<time datetime="%s"%s>%s</time>', escape(part.date.isoformat()), relative, escape(part.text))
