"""Where a statement comes from: the sources of a record."""

import datetime as dt
from collections.abc import Iterator
from itertools import chain
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from locdata_client import Client, NotFoundError
from locdata_mcp.answers.answer import Answer, CitedRecord, Query, answered, day_of_build
from locdata_model import FactsResponse, PhasesResponse, Source
from locdata_model.endpoints import FACTS, PHASES


class SourcesQuery(Query, frozen=True, kw_only=True):
    """Which record."""

    record: Annotated[
        str, Meta(min_length=1, max_length=200, description="Id of a record of any answer, such as it-e-invoicing-b2b")
    ]


class SourceRecord(Struct, frozen=True, kw_only=True):
    """A page or a text. The first one carries the statement."""

    id: str
    url: str
    title: Annotated[str | None, Meta(description="In its own language; null: not recorded")]
    publisher: str
    kind: str
    verification: str
    evidence: Annotated[str, Meta(description="fetched: the page was read; search-extract: an extract of it")]
    published: Annotated[dt.date | None, Meta(description="null: not known")]
    read: dt.date
    read_at: Annotated[str | UnsetType, Meta(description="The copy in which a law was read")] = UNSET


def sources(client: Client, query: SourcesQuery) -> Answer[SourceRecord]:
    """Return the sources of a record, the one that carries it first. Raises ``NotFoundError`` if nothing has the id."""
    everything = client.sources()
    by_url = {source.url: source for source in everything}
    cited = (by_url.get(url) for url in _cited_urls(client, query.record))
    claiming = (source for source in everything if any(_is_of(claim, query.record) for claim in source.claims))
    found = dict.fromkeys(source for source in chain(cited, claiming) if source)
    if not found:
        raise NotFoundError(f"no record has the id {query.record!r}; ids are in the answers of the other tools")
    return answered(day_of_build(client), [_record(source) for source in found])


def _is_of(claim: str, record: str) -> bool:
    """Tell whether a claim, such as ``obligations/it-saft``, has the name or the id that is asked for."""
    return record in (claim, claim.partition("/")[2])


def _cited_urls(client: Client, record: str) -> Iterator[str]:
    """Yield the URLs of a record's sources in their order, if it is one that lists them."""
    supports = (support for report in client.reports() for support in report.erp_support)
    citing: Iterator[CitedRecord] = chain(
        client.obligations(),
        client.get(PHASES.path, PhasesResponse).data,
        client.reports(),
        supports,
        client.get(FACTS.path, FactsResponse).data,
        client.terms(),
        client.connectors(),
    )
    for each in citing:
        if each.id == record:
            yield from each.source_urls


def _record(source: Source) -> SourceRecord:
    return SourceRecord(
        id=source.id,
        url=source.url,
        title=source.title,
        publisher=source.publisher,
        kind=source.kind,
        verification=source.verification,
        evidence=source.evidence,
        published=source.published,
        read=source.read,
        read_at=source.read_at or UNSET,
    )
