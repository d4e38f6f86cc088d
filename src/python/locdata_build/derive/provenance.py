"""The provenance of a claim as it is published: its sources, and the markers that follow from the first one."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.data.claims import Erps, LocatedClaim
from locdata_build.data.sources import CitedSource
from locdata_build.data.statements import Marker
from locdata_model.sources import Statement
from locdata_model.vocabulary import Evidence, SourceKind, Status, Verification

OFFICIAL_KINDS = frozenset({SourceKind.LAW, SourceKind.AUTHORITY, SourceKind.INTERNATIONAL})
"""The kinds of sources that are official for every claim."""


class Citation(Struct, frozen=True, kw_only=True):
    """A source as a claim cites it: its id and record, the place in it, and its quality for this claim."""

    id: str
    source: CitedSource
    locator: str | None
    verification: Verification


class Provenance(Struct, frozen=True, kw_only=True, dict=True):
    """The sources of a claim, the one that carries it first, its statements, its grade, its last check, and for how long it holds."""

    citations: tuple[Citation, ...]
    statements: tuple[Statement, ...]
    evidence: Evidence
    verification: Verification
    last_checked: dt.date
    check_days: int

    @cached_property
    def source_urls(self) -> tuple[str, ...]:
        """The addresses of the sources, the primary one first."""
        return tuple(citation.source.url for citation in self.citations)

    @property
    def source_url(self) -> str:
        """The address of the primary source."""
        return self.citations[0].source.url

    @cached_property
    def _citations_by_id(self) -> Mapping[str, Citation]:
        return {citation.id: citation for citation in self.citations}

    def cited_by(self, marker: Marker) -> Citation:
        """Return the citation of the source of a marker, with the place that the marker names alone."""
        return replace(self._citations_by_id[marker.source], locator=marker.locator)

    @property
    def status(self) -> Status:
        """The status that follows from the grade."""
        return status_of(self.verification)

    def is_overdue(self, today: dt.date) -> bool:
        """Return whether the last check is longer ago than it holds."""
        return (today - self.last_checked).days > self.check_days


def status_of(verification: Verification) -> Status:
    """Return the status that follows from a grade: ``verified`` unless it is ``unverified``."""
    return Status.UNVERIFIED if verification is Verification.UNVERIFIED else Status.VERIFIED


def cite(claim: LocatedClaim[Any], erps: Erps, parts: Iterable[LocatedClaim[Any]] = ()) -> Provenance:
    """Return the provenance of a claim of a checked file. ``parts`` are checked with it: their sources are its sources too."""
    places: dict[str, list[str]] = {}
    for marker in chain.from_iterable(each.markers for each in (claim, *parts)):
        places.setdefault(marker.source, []).extend([marker.locator] if marker.locator else [])
    citations = {
        source_id: Citation(
            id=source_id,
            source=(source := claim.file.sources[source_id]),
            locator="; ".join(dict.fromkeys(locators)) or None,
            verification=_verification(claim, source, erps),
        )
        for source_id, locators in places.items()
    }
    first, is_known = next(iter(citations.values())), (claim.whole if claim.spec.is_part else claim).is_known
    verification = first.verification if is_known else Verification.UNVERIFIED
    return Provenance(
        citations=tuple(citations.values()),
        statements=tuple(_statements(claim, citations, verification)),
        evidence=first.source.evidence if is_known else Evidence.UNVERIFIED,
        verification=verification,
        last_checked=claim.checked,
        check_days=claim.spec.check_days,
    )


def _statements(
    claim: LocatedClaim[Any], citations: Mapping[str, Citation], verification: Verification
) -> Iterator[Statement]:
    """Yield the statements of a claim. One that is not known, or has no markers, has the grade of the claim."""
    is_unverified = verification is Verification.UNVERIFIED
    for field, statement in claim.statements:
        cited = [citations[marker.source] for marker in statement.markers]
        yield Statement(
            field=field,
            text=statement.text,
            source_urls=tuple(citation.source.url for citation in cited),
            locators=tuple(marker.locator for marker in statement.markers),
            verification=verification if is_unverified or not cited else cited[0].verification,
        )


def _verification(claim: LocatedClaim[Any], source: CitedSource, erps: Erps) -> Verification:
    is_official = claim.spec.is_from_maker(source, claim.source, erps)
    return Verification.OFFICIAL if is_official else verification_of(source)


def verification_of(source: CitedSource) -> Verification:
    """Return the quality of a source for a claim that is not about a product of its publisher.

    A law that was read in a public copy is secondary.
    """
    is_official = source.kind in OFFICIAL_KINDS and source.read_at is None
    return Verification.OFFICIAL if is_official else Verification.SECONDARY
