"""Texts with citations: the markers in a text, and the statements that they divide it into.

A marker has the syntax of a Markdown footnote: ``[^ustg]`` or ``[^ustg: section 12(1)]``, with the id of a source of the file
and a locator. It follows the words that the source supports.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, Self, get_args, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from locdata_build.data.record import NOT_KNOWN
from locdata_model.record import Record

_MARKER = r"\[\^[a-z0-9]+(?:-[a-z0-9]+)*(?:: [^\[\]]*[^\[\]\s])?\]"

_MARKERS = re.compile(rf"(?P<markers>(?:{_MARKER})+)(?:(?P<closing>[^\w\s(\[{{^]*)(?: |\Z))?")
"""Adjacent markers, with the punctuation after them, which ends the statement. Without ``closing``, they are no citation."""

_LIKE_MARKER = re.compile(r"\[\^(?P<content>[^\[\]]*)(?P<end>\]?)")

_SENTENCE_GAP = re.compile(r"(?P<stop>[.!?])[)\]\"”’]* (?=(?P<word>[(\[\"“‘]*\w\S*))")

_ABBREVIATION = re.compile(r"\b(?:approx|arts?|cf|incl|nos?|paras?|secs?|st|(?:[a-z][.]){1,4}[a-z])[.]$", re.IGNORECASE)

_LONGEST_ABBREVIATION = 10

_QUOTED = 40
"""Characters of what is wrong in a message."""

CITES = Meta(extra_json_schema={"format": "citations"})
"""The annotation of a text with citation markers. The rules on citations say in detail what is wrong in it."""


def schema_for_editors(schema: Any) -> Any:  # noqa: ANN401  # JSON
    """Return a JSON Schema that says how markers look, and refuses malformed ones, wherever a text may have them."""
    if isinstance(schema, list):
        return [schema_for_editors(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    described = {name: schema_for_editors(each) for name, each in schema.items()}
    if described.get("format") == "citations":
        del described["format"]
        described["description"] += (
            ". After the words that it supports, a source of the file is cited: [^source-id] or [^source-id: section 4.2]"
        )
        described["pattern"] = rf"^(?:[^\[]|\[(?!\^)|{_MARKER})*$"
    return described


class Marker(Struct, frozen=True):
    """A citation: the id of a source of the file, and where in it."""

    source: str
    locator: str | None = None

    @classmethod
    def of(cls, content: str) -> "Marker":
        """Return the marker with this content."""
        source, _, locator = content.partition(": ")
        return cls(source, locator or None)


class CitedStatement(Struct, frozen=True):
    """A stretch of text up to its markers. Joined by spaces, the statements of a text are the text without markers."""

    text: str
    markers: tuple[Marker, ...] = ()


class CitedText(str):
    """A text without its markers: ``raw`` has them. ``errors`` are messages about what looks like a marker and is none."""

    __slots__ = ("errors", "markers", "raw", "statements")

    raw: str
    statements: tuple[CitedStatement, ...]
    markers: tuple[Marker, ...]
    errors: tuple[str, ...]

    def __new__(cls, statements: Iterable[CitedStatement], *, raw: str, errors: Iterable[str] = ()) -> Self:
        """Return the text of these statements."""
        separated = tuple(statements)
        text = super().__new__(cls, " ".join(statement.text for statement in separated))
        text.raw, text.statements, text.errors = raw, separated, tuple(errors)
        text.markers = tuple([marker for statement in separated for marker in statement.markers])
        return text


def parse_citations(raw: str) -> CitedText:
    """Return a text separated from its markers. What is no marker stays part of the text."""
    statements: list[CitedStatement] = []
    errors: list[str] = []
    start = 0
    for match in _citations(raw):
        words = raw[start : match.start()]
        errors += _errors(words)
        is_inside_another = words.rfind("[^") > words.rfind("]")
        if not is_inside_another and (not words or words[-1].isspace()):
            errors.append(f"must have words directly before a marker, got {match['markers'][:_QUOTED]!r}")
        markers = [Marker.of(content) for content in match["markers"][2:-1].split("][^")]
        if len({*markers}) < len(markers):
            errors.append(f"must not repeat a marker after the same words, got {match['markers'][:_QUOTED]!r}")
        statements.append(CitedStatement(words + match["closing"], tuple(markers)))
        start = match.end()
    if rest := raw[start:]:
        errors += _errors(rest)
        statements.append(CitedStatement(rest))
    return CitedText(statements, raw=raw, errors=errors)


def _citations(raw: str) -> Iterator[re.Match[str]]:
    """Yield the matches of ``_MARKERS`` that are citations."""
    if "[^" in raw:
        yield from (match for match in _MARKERS.finditer(raw) if match["closing"] is not None)


def _errors(text: str) -> Iterator[str]:
    """Yield a message for each thing in a text without markers that begins like one."""
    if "[^" not in text:
        return
    for match in _LIKE_MARKER.finditer(text):
        found = repr(match[0][:_QUOTED])
        if not match["end"]:
            yield f"must close each marker with ']' before the next bracket, got {found}"
        elif not match["content"].strip():
            yield f"must name a source in each marker, got {found}"
        elif not re.fullmatch(_MARKER, match[0]):
            yield f"must have markers like [^source-id] or [^source-id: section 4.2], got {found}"
        elif not text.startswith("[^", match.end()):
            yield f"must have a space, punctuation or its end after a marker, got {found}"


def statements_of(text: str) -> tuple[CitedStatement, ...]:
    """Return the statements of a text, which is one statement if it has no markers; none if it is empty."""
    if isinstance(text, CitedText):
        return text.statements
    return (CitedStatement(text),) if text else ()


def cited_sentences(text: str) -> Iterator[CitedStatement]:
    """Yield the sentences of a text, or parts of one if it has markers inside. What is not known is none.

    Of several sentences before a marker, the last one has it.
    """
    if text == NOT_KNOWN:
        return
    for statement in statements_of(text):
        sentences = sentences_in(statement.text)
        yield from map(CitedStatement, sentences[:-1])
        yield from (CitedStatement(last, statement.markers) for last in sentences[-1:])


def uncited_parts(text: str) -> Iterator[str]:
    """Yield the sentences of a text, and the rest after its last marker, that have no marker. What is not known needs none."""
    yield from (sentence.text for sentence in cited_sentences(text) if not sentence.markers)


@lru_cache(maxsize=32768)
def sentences_in(text: str) -> tuple[str, ...]:
    """Return the sentences of a text. A sentence does not begin with a word in lower case, but may with a name such as myDATA."""
    sentences: list[str] = []
    start = 0
    for gap in _SENTENCE_GAP.finditer(text):
        stop = gap.end("stop")
        is_end = not _ABBREVIATION.search(text, max(start, stop - _LONGEST_ABBREVIATION), stop)
        if is_end and not gap["word"].islower():
            sentences.append(text[start : gap.end() - 1])
            start = gap.end()
    return (*sentences, text[start:]) if start < len(text) else tuple(sentences)


# Records


@cache
def cited_fields(kind: type[Record]) -> tuple[str, ...]:
    """Return the names of the fields of a record that are texts with citation markers."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name in kind.__struct_fields__ if CITES in get_args(hints[name]))


def separate_citations(records: Iterable[Record]) -> None:
    """Separate the texts of records that have just been decoded from their markers."""
    for record in records:
        for name in cited_fields(type(record)):
            if not isinstance(text := getattr(record, name), CitedText):
                force_setattr(record, name, parse_citations(text))


def markers_in(record: Record) -> Iterator[tuple[str, Marker]]:
    """Yield each marker in the texts of a record with the name of its field, in the order of the fields."""
    for name in cited_fields(type(record)):
        if isinstance(text := getattr(record, name), CitedText):
            for marker in text.markers:
                yield name, marker
