"""Texts with marks, in which each statement cites its own source, as the Markdown twins do with footnotes."""

import re
from collections.abc import Mapping
from typing import TypeAlias, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from locdata_model import Statement

RecordT = TypeVar("RecordT", bound=Struct)

Cites: TypeAlias = dict[str, str] | UnsetType
"""Citations of a record by the numbers of their marks: a source, unless it is that of the record, and the place in it."""

_MARK = re.compile(r"\[\^(\d+)\]")


class MarkedTexts(Struct, frozen=True):
    """The texts of a record by field, with marks, and what these cite."""

    texts: Mapping[str, str]
    cites: Mapping[str, str]


def marked_texts(record: Struct) -> MarkedTexts:
    """Return the texts of a published record with a mark after each statement, which cites the first of its sources.

    Statements without their own sources have no mark. If all others cite the first source of the record as a whole, no
    statement needs one. A text of the data never has marks.
    """
    statements: tuple[Statement, ...] = getattr(record, "statements", ())
    own = next(iter(getattr(record, "source_urls", ())), "")
    places = [(each.source_urls[0], each.locators[0]) if each.source_urls else None for each in statements]
    cited = [*dict.fromkeys(filter(None, places))]
    numbers = {} if cited == [(own, None)] else {place: str(number) for number, place in enumerate(cited, 1)}
    texts: dict[str, list[str]] = {}
    for each, place in zip(statements, places, strict=True):
        mark = f"[^{numbers[place]}]" if place in numbers else ""
        texts.setdefault(each.field, []).append(f"{each.text}{mark}")
    return MarkedTexts(
        {field: " ".join(parts) for field, parts in texts.items()},
        {number: _in_words(url, locator, own) for (url, locator), number in numbers.items()},
    )


def _in_words(url: str, locator: str | None, own: str) -> str:
    if locator is None:
        return url
    return locator if url == own else f"{url} {locator}"


def without_marks(text: str) -> str:
    """Return a text without its marks."""
    return _MARK.sub("", text)


def with_cites_used(record: RecordT, cites: Mapping[str, str]) -> RecordT:
    """Return a record with those of ``cites`` that the marks in its texts name."""
    texts = " ".join(value for value in asdict(record).values() if isinstance(value, str))
    used = dict.fromkeys(_MARK.findall(texts))
    return replace(record, cites={number: cites[number] for number in used} or UNSET)
