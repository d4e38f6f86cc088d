"""Texts with citations: the markers in a text, and the statements that they divide it into.

A marker has the syntax of a Markdown footnote: ``[^ustg]`` or ``[^ustg: section 12(1)]``, with the id of a source of the file
and a locator. It follows the words that the source supports.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import get_args, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from locdata_build.data.record import NOT_KNOWN, walk
from locdata_model.record import Record

_ID = "[a-z0-9]+(?:-[a-z0-9]+)*"

_MARKER = re.compile(rf"\[\^(?P<source>{_ID})(?:: (?P<locator>[^\[\]]*[^\[\]\s]))?\]")

_CITATIONS = re.compile(
    rf"(?P<markers>(?:{_MARKER.pattern.replace('?P<source>', '?:').replace('?P<locator>', '?:')})+)(?P<closing>[^\w\s\[]*)(?: |$)"
)
"""Adjacent markers, with the punctuation after them, which ends the statement."""

_SENTENCE_END = re.compile(r"(?<=[.!?])[)\"”’]* (?=[A-ZÀ-Þ0-9\"“(])")

_ABBREVIATION = re.compile(r"\b(?:approx|art|arts|cf|e\.g|i\.e|incl|no|nos|para|paras|sec|st)[.]$", re.IGNORECASE)

CITES = Meta(
    extra_json_schema={"pattern": rf"^(?:[^\[]|\[(?!\^)|\[\^{_ID}(?:: [^\[\]]*[^\[\]\s])?\])*$"},
)
"""The annotation of a text with citation markers. Its pattern is for editors; the rules report what is wrong in detail."""


class Marker(Struct, frozen=True):
    """A citation: the id of a source of the file, and where in it."""

    source: str
    locator: str | None = None


class CitedStatement(Struct, frozen=True):
    """A stretch of text up to its markers. Joined by spaces, the statements of a text are the text without markers."""

    text: str
    markers: tuple[Marker, ...] = ()


class CitedText(str):
    """A text without its markers: ``raw`` has them. ``errors`` are messages about what looks like a marker and is none."""

    __slots__ = ("errors", "raw", "statements")

    raw: str
    statements: tuple[CitedStatement, ...]
    errors: tuple[str, ...]


@lru_cache(maxsize=65536)
def parse_citations(raw: str) -> CitedText:
    """Return a text separated from its markers. What is no marker stays part of the text."""
    statements = tuple(_statements(raw))
    text = CitedText(" ".join(statement.text for statement in statements))
    text.raw = raw
    text.statements = statements
    text.errors = tuple(_errors(raw)) if "[^" in text or any(not each.text for each in statements) else ()
    return text


def _statements(raw: str) -> Iterator[CitedStatement]:
    start = 0
    for match in _CITATIONS.finditer(raw):
        markers = tuple(Marker(each["source"], each["locator"]) for each in _MARKER.finditer(match["markers"]))
        yield CitedStatement(f"{raw[start : match.start()]}{match['closing']}", markers)
        start = match.end()
    if start < len(raw) or not start:
        yield CitedStatement(raw[start:])


def _errors(raw: str) -> Iterator[str]:
    """Yield a message for each thing in a text that begins like a marker and is none, or is at the wrong place."""
    for match in re.finditer(r"\[\^", raw):
        marker = _MARKER.match(raw, match.start())
        before, after = raw[: match.start()], raw[marker.end() :] if marker else ""
        found = repr(raw[match.start() : match.start() + 40])
        if not marker:
            yield _malformed(raw[match.end() :], found)
        elif not before or before.isspace():
            yield f"must have words before its first marker, got {found}"
        elif before[-1].isspace():
            yield f"must have no space before a marker, got {found}"
        elif not _CITATIONS.match(raw, match.start()) and not after.startswith("[^"):
            yield f"must have a space, punctuation or its end after a marker, got {found}"


def _malformed(inner: str, found: str) -> str:
    content, bracket, _ = inner.partition("]")
    if not bracket:
        return f"must close each marker with ']', got {found}"
    if "[" in content:
        return f"must not have brackets in a marker, got {found}"
    if not content.strip():
        return f"must name a source in each marker, got {found}"
    return f"must have markers like [^source-id] or [^source-id: section 4.2], got {found}"


def statements_of(text: str) -> tuple[CitedStatement, ...]:
    """Return the statements of a text, which is one statement if it has no markers; none if it is empty."""
    if isinstance(text, CitedText):
        return text.statements
    return (CitedStatement(text),) if text else ()


def uncited_parts(text: str) -> Iterator[str]:
    """Yield the sentences of a text, and the rest after its last marker, that have no marker. What is not known needs none."""
    if text == NOT_KNOWN:
        return
    for statement in statements_of(text):
        sentences = sentences_in(statement.text)
        yield from sentences[: -1 if statement.markers else None]


def sentences_in(text: str) -> list[str]:
    """Return the sentences of a text."""
    sentences: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text, 0, match.start()):
            sentences.append(text[start : match.end()].strip())
            start = match.end()
    return [*sentences, text[start:]] if start < len(text) else sentences


# Records


@cache
def cited_fields(kind: type[Record]) -> tuple[str, ...]:
    """Return the names of the fields of a record that are texts with citation markers."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name in kind.__struct_fields__ if CITES in get_args(hints[name]))


def separate_citations(value: object) -> None:
    """Separate the texts with markers in all records below a value that has just been decoded from their markers."""
    for _, record in walk(value):
        for name in cited_fields(type(record)):
            force_setattr(record, name, parse_citations(getattr(record, name)))


def markers_in(record: Record) -> Iterator[tuple[str, Marker]]:
    """Yield each marker in the texts of a record with the name of its field, in the order of the fields."""
    for name in cited_fields(type(record)):
        for statement in statements_of(getattr(record, name)):
            yield from ((name, marker) for marker in statement.markers)
