"""Lines of text without markup: words, links, badges, dates, code, notes, small print and folded details."""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Self, get_args
from urllib.parse import urlsplit

from msgspec import Struct

from locdata_build.data.dates_in_words import day_in_words, weekday_in_words
from locdata_build.data.sources import has_public_host
from locdata_build.derive.provenance import Citation
from locdata_model.scalars import WebUrl

CACHED_TEXTS = 50_000
"""Maximum number of results in the cache of a renderer's function. Most texts are on several pages, names on hundreds."""


class Tone(StrEnum):
    """The meaning of a badge at a glance. Every tone has its own glyph, so that it never depends on colour alone.

    The stylesheet has the shape and colours of each tone. It takes the glyphs from here.
    """

    glyph: str

    def __new__(cls, value: str, glyph: str) -> Self:
        """Return a tone with its glyph."""
        tone = str.__new__(cls, value)
        tone._value_, tone.glyph = value, glyph
        return tone

    YES = "yes", "✓"
    CLEARANCE = "clearance", "▣"
    REAL_TIME = "real-time", "»"
    WITHIN_DAYS = "within-days", "◷"
    PARTLY = "partly", "◐"
    SOON = "soon", "→"
    UNDATED = "undated", "▷"
    PLANNED = "planned", "✎"
    VOLUNTARY = "voluntary", "○"
    NO = "no", "–"
    UNKNOWN = "unknown", "?"
    ATTENTION = "attention", "!"
    OFFICIAL = "official", "◆"
    SECONDARY = "secondary", "◇"


class Link(Struct, frozen=True):
    """A link. ``href`` is a path below the base URL with a leading slash, a fragment of the same page, or a whole URL.

    ``language`` is that of a text that is not in English (BCP 47). A link with a tone looks like a badge. ``id`` is an
    anchor that leads to the link itself. ``subject`` completes the name for screen readers where another link of the page
    has the same text.
    """

    text: str
    href: str
    sponsored: bool = False
    language: str = ""
    tone: Tone | None = None
    id: str = ""
    subject: str = ""

    @property
    def is_external(self) -> bool:
        """Whether the link leads to another site."""
        return not self.href.startswith(("/", "#", "webcal:"))


class Badge(Struct, frozen=True):
    """A word of a closed vocabulary, shown with its tone."""

    text: str
    tone: Tone


class Code(Struct, frozen=True):
    """A name for machines: a field, a path, a value."""

    text: str


class Strong(Struct, frozen=True):
    """Emphasized words."""

    text: str


class Day(Struct, frozen=True):
    """A date. With ``is_relative``, a script adds how far it is from the reader's day, such as "in 34 days"."""

    date: dt.date
    is_relative: bool = False
    has_weekday: bool = False

    @property
    def text(self) -> str:
        """The date in words."""
        return weekday_in_words(self.date) if self.has_weekday else day_in_words(self.date)


class Words(Struct, frozen=True):
    """Plain words."""

    text: str


class Break(Struct, frozen=True):
    """A line break."""


class Aside(Struct, frozen=True):
    """Small print that belongs to the text before it."""

    content: "Rich"


class Note(Struct, frozen=True):
    """Citations of the words before it, shown as numbers that lead to the list of sources of the page."""

    citations: tuple[Citation, ...]


class Details(Struct, frozen=True):
    """Text that is folded away under a label until the reader opens it: always the last part of a line."""

    label: str
    content: "Rich"


class Rest(Struct, frozen=True):
    """The rest of a text, which a page folds away: always the last part of a line, or followed by small print alone."""

    content: "Rich"


Inline = Words | Link | Badge | Code | Strong | Day | Break | Aside | Note | Details | Rest
"""A part of a line."""

Rich = tuple[Inline, ...]
"""A line of text."""


def sort_key(name: str) -> str:
    """Return a name in lower case and without accents, by which it is sorted."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def inline(part: Inline | str | dt.date) -> Inline:
    """Return a part of a line; a string becomes words, and a date becomes a day."""
    if isinstance(part, str):
        return Words(part)
    return Day(part) if isinstance(part, dt.date) else part


def rich(*parts: Inline | str | dt.date) -> Rich:
    """Return a line of text; strings become words, and dates become days."""
    return tuple([Words(part) if type(part) is str else inline(part) for part in parts])


def joined(separator: Inline | str, lines: Iterable[Rich]) -> Rich:
    """Join lines into one, with the separator between them."""
    parts: list[Inline] = []
    for line in lines:
        if parts:
            parts.append(inline(separator))
        parts.extend(line)
    return tuple(parts)


def links_by_badge(links: Iterable[tuple[Badge, Link]]) -> Rich:
    """Return a line for each badge, with its links; lines and links keep their order."""
    lines: dict[Badge, list[Rich]] = {}
    for badge, link in links:
        lines.setdefault(badge, []).append((link,))
    return joined(Break(), ((badge, Words(" "), *joined(", ", each)) for badge, each in lines.items()))


# Texts of the data

_URL = re.compile(r"https?://[^\s<>\"“”«»]+")

_WEB_URL = re.compile(get_args(WebUrl)[1].pattern)

_PUNCTUATION = ".,;:!?)]}'’"

_BRACKETS = {")": "(", "]": "["}


def linked(text: str) -> Rich:
    """Return a text as a line. Each URL becomes a link, named by its host, without the punctuation after it.

    URLs that may not be recorded, such as those on private hosts or with a user name that looks like a host, stay text.
    """
    return tuple(_linked_parts(text))


def _linked_parts(text: str) -> Iterator[Inline]:
    start = 0
    for match in _URL.finditer(text):
        url = _without_punctuation(match[0])
        if not (_WEB_URL.fullmatch(url) and has_public_host(url)):
            continue
        if match.start() > start:
            yield Words(text[start : match.start()])
        yield Link((urlsplit(url).hostname or "").removeprefix("www."), url)
        start = match.start() + len(url)
    if start < len(text):
        yield Words(text[start:])


def _without_punctuation(url: str) -> str:
    """Return the URL without punctuation of the sentence at its end. A bracket that the URL opens belongs to it."""
    last = url[-1]
    is_own_bracket = last in _BRACKETS and url.count(_BRACKETS[last]) >= url.count(last)
    return url if is_own_bracket or last not in _PUNCTUATION else _without_punctuation(url[:-1])
