"""Notes: numbers in a text that lead to the list of sources at the end of its page, where each source is listed once."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from string import ascii_lowercase
from typing import Any

from msgspec import Struct

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.record import NOT_KNOWN
from locdata_build.data.sources import CitedSource
from locdata_build.data.statements import statements_of
from locdata_build.derive.claims import Claim
from locdata_build.derive.provenance import Citation
from locdata_build.view.blocks import SourceList
from locdata_build.view.context import SiteContext
from locdata_build.view.page import section
from locdata_build.view.provenance import SOURCE_GRADES, check_age, reading, title_link
from locdata_build.view.text import CACHED_TEXTS, Link, Note, Rich, joined, rich
from locdata_build.view.words import SOURCE_KINDS
from locdata_model.anchors import PageAnchor
from locdata_model.vocabulary import Verification

SOURCES_SECTION = section(PageAnchor.SOURCES, "Sources", SourceList())
"""The section with the list of sources, which is the last one of a page with notes."""


# Texts with notes


def cited_text(
    context: SiteContext,
    claim: Claim[Any, Any],
    field: str,
    *,
    limit: int | None = None,
    words: Callable[[str], Rich] = rich,
) -> Rich:
    """Return a text of a claim with a note after each statement. The first text has the age of a check that is overdue.

    ``limit`` is the number of sources that each statement shows, on pages of all countries. A page without a list of
    sources has a limit of 0. ``words`` returns the words of a statement as a line.
    """
    lines = []
    for statement in statements_of(getattr(claim.source, field)):
        noted = tuple(map(claim.provenance.cited_by, statement.markers[:limit]))
        consulted = rich(" Consulted:") if statement.text == NOT_KNOWN else ()
        note = (*consulted, Note(noted)) if noted else ()
        lines.append((*words(statement.text), *note))
    return (*joined(" ", lines), *_overdue(context, claim, field))


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
    """A place in a page that cites a source: the number of the source, and that of the place on the page.

    ``label`` is the number of the source, with a letter if another place cites another locator.
    """

    source: int
    place: int
    locator: str | None
    label: str


class NotedSource(Struct, kw_only=True):
    """A source of the list with the places that cite it. ``citation`` is the first of them, ``grades`` are those of all."""

    number: int
    citation: Citation
    grades: set[Verification] = set()
    references: list[Reference] = []
    labels: dict[str | None, str] = {}
    """The label of each locator."""

    @property
    def named_references(self) -> Iterator[tuple[Reference, str]]:
        """Each place with a name: the number of the source with a letter, and the locator."""
        for index, reference in enumerate(self.references):
            yield reference, " ".join(filter(None, (f"{self.number}{letter(index)}", reference.locator)))


def letter(index: int) -> str:
    """Return the letter of an index from 0: ``a`` to ``z``, then ``aa``, ``ab``."""
    before, last = divmod(index, len(ascii_lowercase))
    return (letter(before - 1) if before else "") + ascii_lowercase[last]


class PageNotes:
    """The sources that a page cites, numbered in the order of their first notes. It is filled as the page is rendered."""

    def __init__(self) -> None:
        self._sources: dict[str, NotedSource] = {}
        self._places = 0

    def add(self, citation: Citation) -> Reference:
        """Add a citation, and return where it is."""
        number, locator = len(self._sources) + 1, citation.locator
        if not (source := self._sources.get(citation.id)):
            source = self._sources[citation.id] = NotedSource(number=number, citation=citation)
        index = len(source.labels)
        label = source.labels.setdefault(locator, f"{source.number}{letter(index) if index else ''}")
        self._places += 1
        source.grades.add(citation.verification)
        source.references.append(Reference(source=source.number, place=self._places, locator=locator, label=label))
        return source.references[-1]

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
