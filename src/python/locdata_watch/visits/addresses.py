"""The addresses that claims cite, with what rests on each, and which of them to visit next."""

import datetime as dt
import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import urldefrag

from msgspec import Struct

from locdata_build.data.claims import LocatedClaim, codes_of
from locdata_build.data.record import walk
from locdata_build.data.sources import CitedSource
from locdata_build.data.statements import CitedStatement
from locdata_build.derive.claims import Claim
from locdata_build.derive.published import Published
from locdata_model.vocabulary import ClaimKind, SourceKind


class Citing(Struct, frozen=True, kw_only=True):
    """A claim that rests on an address, the id of the source, and its statements that cite that, each with the name of its field.

    ``source`` is null for an address that a record has in one of its fields.
    """

    claim: Claim[Any, Any]
    source: str | None
    statements: tuple[tuple[str, CitedStatement], ...] = ()


class CitedAddress(Struct, frozen=True, kw_only=True):
    """An address without its fragment, the language of its page as a BCP 47 tag, and the claims that rest on it."""

    url: str
    language: str
    kinds: frozenset[SourceKind]
    citings: tuple[Citing, ...]
    is_due: bool

    @property
    def importance(self) -> tuple[bool, int, str]:
        """The key that sorts addresses by how many readers their claims are likely to have."""
        return reading_order(self.citings[0].claim)


def cited_addresses(published: Published) -> tuple[CitedAddress, ...]:
    """Return every address that a claim cites or names in a field, sorted. A law that was read in a copy has two."""
    citings: dict[str, list[tuple[Citing, str, SourceKind | None]]] = {}
    for claim in published.claims:
        for url, citing, language, kind in (*_citations(claim), *_links(claim)):
            citings.setdefault(urldefrag(url).url, []).append((citing, language, kind))
    due = {each.claim.name for each in published.due_claims}
    return tuple(
        CitedAddress(
            url=url,
            language=next((language for _, language, _ in found if language), "en"),
            kinds=frozenset(kind for _, _, kind in found if kind),
            citings=tuple(citing for citing, _, _ in sorted(found, key=lambda each: reading_order(each[0].claim))),
            is_due=any(citing.claim.name in due for citing, _, _ in found),
        )
        for url, found in sorted(citings.items())
    )


def _citations(claim: Claim[Any, Any]) -> Iterator[tuple[str, Citing, str, SourceKind]]:
    """Yield the addresses of the sources of a claim, each with its statements, its language and the kind of the source."""
    texts = [claim, *(part for part in claim.parts if part.spec.is_part)]
    statements = [each for text in texts for each in text.statements]
    # The page that carries a claim states its codes too, such as a rate.
    codes = ", ".join(code for code in codes_of(claim) if any(map(str.isdigit, code)))
    for number, citation in enumerate(claim.provenance.citations):
        own = [each for each in statements if any(marker.source == citation.id for marker in each[1].markers)]
        if codes and number == 0:
            own.append(("codes", CitedStatement(codes)))
        citing = Citing(claim=claim, source=citation.id, statements=tuple(own))
        for _, url in citation.source.addresses:
            yield url, citing, citation.source.language, citation.source.kind


def _links(claim: Claim[Any, Any]) -> Iterator[tuple[str, Citing, str, None]]:
    """Yield the addresses in the fields of a claim, such as that of a schema. A product is a file, with sources in it."""
    for record in (record for _, record in walk(claim.source) if not isinstance(record, CitedSource)):
        for name in record.__struct_fields__:
            value = getattr(record, name)
            if isinstance(value, str) and value.startswith(("https://", "http://")) and " " not in value:
                yield value, Citing(claim=claim, source=None), "", None


_READING_ORDER = (
    *(ClaimKind.OBLIGATION, ClaimKind.PHASE, ClaimKind.FACT, ClaimKind.VAT_RATE),
    *(ClaimKind.MANDATE, ClaimKind.THRESHOLD, ClaimKind.REPORT, ClaimKind.FORMAT, ClaimKind.TAX_RULE),
)
"""The kinds of claims that most readers come for, in the order in which pages show them. The site counts no readers."""


def reading_order(claim: LocatedClaim[Any]) -> tuple[bool, int, str]:
    """Return the key that sorts claims by how many readers they are likely to have: those of tracked countries first."""
    is_tracked = bool(getattr(claim.file, "e_invoicing", None))
    kind = _READING_ORDER.index(claim.kind) if claim.kind in _READING_ORDER else len(_READING_ORDER)
    return not is_tracked, kind, claim.name


def select_addresses(
    addresses: Iterable[CitedAddress],
    visited: Mapping[str, dt.date],
    *,
    country: str | None = None,
    kind: SourceKind | None = None,
    sample: int | None = None,
    is_due_first: bool = False,
    visited_before: dt.date,
    seed: int = 0,
) -> tuple[CitedAddress, ...]:
    """Return the addresses to visit: those never visited first, then those whose last visit is longest ago.

    ``visited`` has the day of the last visit of each address. Only those of a country and of a kind of source are returned, if
    one is given, and only ``sample`` random ones, which follow from ``seed``.
    """
    found = [
        address
        for address in addresses
        if visited.get(address.url, dt.date.min) < visited_before
        and (country is None or any(citing.claim.country == country for citing in address.citings))
        and (kind is None or kind in address.kinds)
    ]
    if sample is not None:
        found = random.Random(seed).sample(found, min(sample, len(found)))  # noqa: S311  # must be reproducible, not secret

    def order(address: CitedAddress) -> tuple[bool, dt.date, str]:
        return is_due_first and not address.is_due, visited.get(address.url, dt.date.min), address.url

    return tuple(sorted(found, key=order))
