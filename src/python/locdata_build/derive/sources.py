"""The published sources: each once, with the claims of all files that cite it."""

from collections.abc import Iterable
from typing import Any

from locdata_build.data.sources import CitedSource
from locdata_build.derive.claims import Claim
from locdata_build.derive.provenance import verification_of
from locdata_model.sources import Source
from locdata_model.vocabulary import Evidence


def derive_sources(claims: Iterable[Claim[Any, Any]]) -> tuple[Source, ...]:
    """Return every source by id. Of several readings, the latest counts, and on one day that of the whole page."""
    readings: dict[str, list[CitedSource]] = {}
    names: dict[str, set[str]] = {}
    for claim in claims:
        for citation in claim.provenance.citations:
            readings.setdefault(citation.id, []).append(citation.source)
            names.setdefault(citation.id, set()).add(claim.name)
    return tuple(_source(source_id, readings[source_id], sorted(names[source_id])) for source_id in sorted(readings))


def _source(source_id: str, readings: Iterable[CitedSource], claims: list[str]) -> Source:
    source = max(readings, key=lambda reading: (reading.read, reading.evidence is Evidence.FETCHED))
    return Source(
        id=source_id,
        url=source.url,
        read_at=source.read_at,
        title=source.title,
        publisher=source.publisher,
        kind=source.kind,
        language=source.language,
        published=source.published,
        read=source.read,
        evidence=source.evidence,
        verification=verification_of(source),
        claim_count=len(claims),
        claims=tuple(claims),
    )
