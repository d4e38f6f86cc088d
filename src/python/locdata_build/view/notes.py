"""Notes: numbers in a text that lead to the list of sources at the end of its page, where each source is listed once."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Any

from msgspec import Struct

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.record import NOT_KNOWN
from locdata_build.data.sources import CitedSource
from locdata_build.data.statements import CitedStatement, cited_sentences, statements_of
from locdata_build.derive.claims import Claim
from locdata_build.derive.provenance import Citation
from locdata_build.view.blocks import SourceList
from locdata_build.view.context import SiteContext
from locdata_build.view.page import section
from locdata_build.view.provenance import SOURCE_GRADES, check_age, reading, title_link
from locdata_build.view.text import CACHED_TEXTS, Link, Note, Rest, Rich, Words, joined, rich
from locdata_build.view.words import SOURCE_KINDS
from locdata_model.anchors import PageAnchor
from locdata_model.vocabulary import Verification

SOURCES_SECTION = section(PageAnchor.SOURCES, "Sources", SourceList())
"""The section with the list of sources, which is the last one of a page with notes."""

MIN_FOLDED = 80
"""Minimum number of characters after the first sentence of a text that are folded away or left to another page."""

_SENTENCE_ENDS = (".", "!", "?", ".)", ".”")


# Texts with notes


def cited_text(
    context: SiteContext,
    claim: Claim[Any, Any],
    field: str,
    *,
    has_notes: bool = True,
    words: Callable[[str], Rich] = rich,
) -> Rich:
    """Return a text of a claim with a note after each statement. The first text has the age of a check that is overdue.

    A page without a list of sources has no notes. ``words`` returns the words of a statement as a line.
    """
    statements = statements_of(getattr(claim.source, field))
    if not has_notes:
        statements = tuple(CitedStatement(statement.text) for statement in statements)
    return (*_noted(claim, statements, words), *_overdue(context, claim, field))


def short_text(
    context: SiteContext, claim: Claim[Any, Any], field: str, *, words: Callable[[str], Rich] = rich
) -> Rich:
    """Return a text of a claim with notes: the first sentence, then the others folded away unless they are short."""
    start, others = _divided(claim, field)
    rest = (Words(" "), Rest(_noted(claim, others, words))) if others else ()
    return (*_noted(claim, start, words), *_overdue(context, claim, field), *rest)


def text_start(
    context: SiteContext, claim: Claim[Any, Any], field: str, *, words: Callable[[str], Rich] = rich
) -> Rich:
    """Return the start of a text that another page shows in full: its first sentence with notes, or all of a short text.

    Markers at the end of several sentences are those of the first one as well.
    """
    start, others = _divided(claim, field)
    markers = next((part.markers for part in (*start[-1:], *others) if part.markers), ())
    cited = (*start[:-1], *(CitedStatement(last.text, markers) for last in start[-1:]))
    return (*_noted(claim, cited, words), *_overdue(context, claim, field))


def _divided(claim: Claim[Any, Any], field: str) -> tuple[Sequence[CitedStatement], Sequence[CitedStatement]]:
    """Return the first sentence of a text and the others. A short text is not divided."""
    text = getattr(claim.source, field)
    parts = list(cited_sentences(text))
    end = _first_end(parts)
    if sum(len(part.text) for part in parts[end:]) < MIN_FOLDED:
        return statements_of(text), ()
    return parts[:end], parts[end:]


def first_sentence(context: SiteContext, claim: Claim[Any, Any], field: str) -> Rich:
    """Return the first sentence of a text without notes, for lists of all countries: its name leads to the whole text."""
    parts = list(cited_sentences(getattr(claim.source, field)))
    words = " ".join(part.text for part in parts[: _first_end(parts)])
    return (*rich(words or NOT_KNOWN), *_overdue(context, claim, field))


def _first_end(parts: Sequence[CitedStatement]) -> int:
    """Return the number of parts of a text up to the end of its first sentence. "Not known." is none of its own."""
    ends = (index for index, part in enumerate(parts, start=1) if part.text.endswith(_SENTENCE_ENDS))
    return next((end for end in ends if parts[end - 1].text != NOT_KNOWN), len(parts))


def _noted(claim: Claim[Any, Any], statements: Iterable[CitedStatement], words: Callable[[str], Rich]) -> Rich:
    lines = []
    for statement in statements:
        noted = tuple(map(claim.provenance.cited_by, statement.markers))
        consulted = rich(" Consulted:") if statement.text == NOT_KNOWN else ()
        note = (*consulted, Note(noted)) if noted else ()
        lines.append((*words(statement.text), *note))
    return joined(" ", lines)


def claim_note(*claims: Claim[Any, Any]) -> Rich:
    """Return a note on the source that carries each claim, where their texts are not shown or cite nothing."""
    carriers = {first.id: first for first in (claim.provenance.citations[0] for claim in claims)}
    return (Note(tuple(carriers.values())),)


def first_source(claim: Claim[Any, Any]) -> Rich:
    """Return a link to the source that carries a claim, named by its publisher, and its grade: ``(AEAT, official)``.

    Lists of all countries have it in each row instead of notes, with which they would be twice as long.
    """
    first, grade = claim.provenance.citations[0], SOURCE_GRADES[claim.provenance.verification]
    return rich("(", Link(first.source.publisher, first.source.url, subject="source"), f", {grade.text})")


def _overdue(context: SiteContext, claim: Claim[Any, Any], field: str) -> Rich:
    """Return the age of an overdue check after the first text of a claim. A part is checked with the whole, which has it."""
    first = next((name for name, _ in claim.statements), field)
    if claim.spec.is_part or field != first or not claim.provenance.is_overdue(context.today):
        return ()
    return rich(" (checked ", *check_age(claim.provenance, context.today), ")")


# The list of sources


class Reference(Struct, frozen=True, kw_only=True):
    """The places in a page that cite the same locator of a source.

    ``source`` is the number of the source. ``label`` is that number, with a letter if it is also cited with another locator.
    """

    source: int
    locator: str | None
    label: str

    @property
    def name(self) -> str:
        """The name of the link from the source back to the first of the places."""
        return f"↑{self.label} {self.locator}" if self.locator else f"↑{self.label}"


class NotedSource(Struct, kw_only=True):
    """A source of the list with the places that cite it. ``citation`` is the first of them, ``grades`` are those of all."""

    number: int
    citation: Citation
    grades: set[Verification] = set()
    by_locator: dict[str | None, Reference] = {}

    @property
    def references(self) -> tuple[Reference, ...]:
        """Each locator that is cited, in the order of their first places."""
        return tuple(self.by_locator.values())


def letter(index: int) -> str:
    """Return the letter of an index from 0: ``a`` to ``z``, then ``aa``, ``ab``."""
    before, last = divmod(index, len(ascii_lowercase))
    return (letter(before - 1) if before else "") + ascii_lowercase[last]


class PageNotes:
    """The sources that a page cites, numbered in the order of their first notes. It is filled as the page is rendered."""

    def __init__(self) -> None:
        self._sources: dict[str, NotedSource] = {}

    def add(self, citation: Citation) -> tuple[Reference, bool]:
        """Add a citation. Return where its source is cited with its locator, and whether it is the first time."""
        number, locator = len(self._sources) + 1, citation.locator
        if not (source := self._sources.get(citation.id)):
            source = self._sources[citation.id] = NotedSource(number=number, citation=citation)
        source.grades.add(citation.verification)
        if reference := source.by_locator.get(locator):
            return reference, False
        index = len(source.by_locator)
        label = f"{source.number}{letter(index) if index else ''}"
        source.by_locator[locator] = Reference(source=source.number, locator=locator, label=label)
        return source.by_locator[locator], True

    @property
    def sources(self) -> tuple[NotedSource, ...]:
        """The sources in the order of their numbers."""
        return tuple(self._sources.values())


def source_entry(noted: NotedSource) -> Rich:
    """Return the entry of a source in the list: title, publisher, grade, kind, language and dates."""
    return _entry(noted.citation.source, frozenset(noted.grades))


@lru_cache(maxsize=CACHED_TEXTS)
def _entry(source: CitedSource, verifications: frozenset[Verification]) -> Rich:
    link = title_link(source)
    kind = SOURCE_KINDS[source.kind].label
    language = f" ({link.language})" if link.language else ""
    published = (f", published {day_in_words(source.published)}",) if source.published else ()
    read = rich(*reading(source), " ", day_in_words(source.read))
    # Those of a maker are official for claims on its product alone.
    grades = [badge for verification, badge in SOURCE_GRADES.items() if verification in verifications]
    grade = joined(" for its own product, else ", ((badge,) for badge in grades))
    return rich(link, f"{language}, ", source.publisher, " (", *grade, f", {kind}", *published, *read, ")")
