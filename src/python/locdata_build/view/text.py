"""Lines of text as pages say them: words, links, badges, dates, code and small print, in no markup.

Each part names its ``kind``, by which a renderer finds how to show it. There are tens of thousands of them, and no circles
among them, so that the collector of garbage need not know them.
"""

import datetime as dt
from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, cast, get_args

from msgspec import Struct


class Tone(StrEnum):
    """What a badge says at a glance. Every tone has a glyph of its own, so that no colour is needed to tell it."""

    YES = "yes"
    SOON = "soon"
    PARTLY = "partly"
    NO = "no"
    UNKNOWN = "unknown"
    NOTE = "note"


class Link(Struct, frozen=True, gc=False):
    """A link. ``href`` is a path below the base URL with a slash in front, a fragment of the page, or a whole URL."""

    text: str
    href: str
    kind: ClassVar[str] = "link"
    sponsored: bool = False

    @property
    def is_external(self) -> bool:
        """Whether it leads to another site."""
        return not self.href.startswith(("/", "#"))


class Badge(Struct, frozen=True, gc=False):
    """A word of a closed vocabulary, shown with its tone."""

    text: str
    tone: Tone
    kind: ClassVar[str] = "badge"


class Code(Struct, frozen=True, gc=False):
    """A name as machines write it: a field, a path, a value."""

    text: str
    kind: ClassVar[str] = "code"


class Strong(Struct, frozen=True, gc=False):
    """Words that matter more than those around them."""

    text: str
    kind: ClassVar[str] = "strong"


class Day(Struct, frozen=True, gc=False):
    """A date."""

    date: dt.date
    kind: ClassVar[str] = "day"


class Words(Struct, frozen=True, gc=False):
    """Plain words."""

    text: str
    kind: ClassVar[str] = "words"


class Break(Struct, frozen=True, gc=False):
    """What follows stands on a line of its own."""

    kind: ClassVar[str] = "break"


class Aside(Struct, frozen=True, gc=False):
    """Small print that belongs to the text before it, such as its source."""

    content: "Rich"
    kind: ClassVar[str] = "aside"


Inline = Words | Link | Badge | Code | Strong | Day | Break | Aside
INLINES = frozenset(get_args(Inline))
"""Every kind of part."""

Rich = tuple[Inline, ...]
"""A line of text."""


def rich(*parts: Inline | str | dt.date) -> Rich:
    """A line of text from words, dates and marks."""
    return tuple([cast("Inline", part) if type(part) in INLINES else _inline(part) for part in parts])


def joined(separator: Inline | str, lines: Iterable[Rich]) -> Rich:
    """Lines in one, with the separator between them."""
    parts: list[Inline] = []
    for line in lines:
        if parts:
            parts.append(_inline(separator))
        parts.extend(line)
    return tuple(parts)


def _inline(part: Inline | str | dt.date) -> Inline:
    if isinstance(part, str):
        return Words(part)
    return Day(part) if isinstance(part, dt.date) else part
