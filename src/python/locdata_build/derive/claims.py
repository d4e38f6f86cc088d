"""Claims as they are published: each is cited once, and its record is derived once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from locdata_build.data.claims import ClaimSpec, LocatedClaim, SourceT, located_claims
from locdata_build.data.countries import SourcedFile
from locdata_build.data.obligations import OBLIGATION
from locdata_build.data.sources import CitedSource
from locdata_build.derive.provenance import Provenance, cite, verification_of
from locdata_build.derive.records import RecordT, Setting, derive_record, filled
from locdata_model.obligations import toggles_on
from locdata_model.record import Record
from locdata_model.sources import Source
from locdata_model.vocabulary import Evidence

T = TypeVar("T")
K = TypeVar("K")


class Claim(LocatedClaim[SourceT], Generic[SourceT, RecordT], frozen=True, kw_only=True, dict=True):
    """A claim with its provenance, its published record, and the claims that are part of it in published order."""

    provenance: Provenance
    record: RecordT
    parts: "tuple[Claim[Any, Any], ...]"


def derive_claims(file: SourcedFile, setting: Setting) -> tuple[Claim[Any, Any], ...]:
    """Return the claims of a checked file in its order. Parts are in the claims that they are part of."""
    located = tuple(located_claims(file))
    whole = [claim for claim in located if claim.parent is None]
    parts = group_by((claim for claim in located if claim.parent is not None), lambda claim: claim.whole.json_path)

    def derived(claim: LocatedClaim[Any]) -> Claim[Any, Any]:
        own = tuple(sorted(map(derived, parts.get(claim.json_path, ())), key=lambda part: part.spec.order(part)))
        provenance = cite(claim, setting.erps, [part for part in own if part.spec.is_part])
        record: Any = derive_record(claim, provenance, tuple(part.record for part in own), setting)
        return filled(Claim, claim, provenance=provenance, record=record, parts=own)

    # The fact on e-invoicing follows from the toggles, and they from the obligations.
    obligations = {claim.json_path: derived(claim) for claim in whole if claim.spec is OBLIGATION}
    if obligations:
        records = (claim.record for claim in obligations.values())
        setting = replace(setting, toggles=toggles_on(records, setting.site.today))
    return tuple(obligations.get(claim.json_path) or derived(claim) for claim in whole)


def counted_claims(claims: Iterable[Claim[Any, Any]]) -> Iterator[Claim[Any, Any]]:
    """Yield each claim and those of its parts that are checked, audited and counted on their own."""
    for claim in claims:
        yield claim
        yield from (part for part in claim.parts if not part.spec.is_part)


class ClaimIndex:
    """Claims by their kind, each kind in published order."""

    def __init__(self, claims: Iterable[Claim[Any, Any]]) -> None:
        """Take the claims with their parts."""
        every = (each for claim in claims for each in (claim, *claim.parts))
        self._by_source = _sorted_groups(every, lambda claim: claim.spec.source)

    def of_kind(self, spec: ClaimSpec[SourceT, RecordT]) -> tuple[Claim[SourceT, RecordT], ...]:
        """Return the claims of a kind."""
        return self._by_source.get(spec.source, ())

    @cached_property
    def records(self) -> Mapping[type[Record], tuple[Any, ...]]:
        """The published records by their type. Several kinds of claims may have the same."""
        every = (claim for group in self._by_source.values() for claim in group if claim.spec.record)
        groups = _sorted_groups(every, lambda claim: claim.spec.record)
        return {kind: tuple(claim.record for claim in group) for kind, group in groups.items()}


def _sorted_groups(
    claims: Iterable[Claim[Any, Any]], key: Callable[[Claim[Any, Any]], Any]
) -> Mapping[Any, tuple[Claim[Any, Any], ...]]:
    groups = group_by(claims, key)
    return {name: tuple(sorted(group, key=lambda claim: claim.spec.order(claim))) for name, group in groups.items()}


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
    verification = verification_of(source)
    return filled(
        Source, source, id=source_id, verification=verification, claim_count=len(claims), claims=tuple(claims)
    )


def group_by(items: Iterable[T], key: Callable[[T], K]) -> Mapping[K, tuple[T, ...]]:
    """Group items by key. Groups, and the items of each, keep their order."""
    groups: dict[K, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return {name: tuple(group) for name, group in groups.items()}
