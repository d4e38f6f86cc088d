"""The sources of a record."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from locdata_client import Client, NotFoundError
from locdata_mcp.answers.answer import Answer, Query, answered, day_of_build, shown
from locdata_model import ENDPOINTS, Record
from locdata_model.endpoint_spec import Tag
from locdata_model.record import nested_fields


class SourcesQuery(Query, frozen=True, kw_only=True):
    """A choice of one record."""

    record: Annotated[
        str, Meta(min_length=1, max_length=200, description="Id of a record of any answer, such as it-e-invoicing-b2b")
    ]


class CitedSource(Struct, frozen=True, kw_only=True):
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


def sources(client: Client, query: SourcesQuery) -> Answer[CitedSource]:
    """Return the sources of a record, the one that carries it first. Raises ``NotFoundError`` if nothing has the id."""
    everything = client.sources()
    by_url = {source.url: source for source in everything}
    urls = client.derived(_urls_by_id, *_cited(client)).get(query.record, ())
    cited = (by_url[url] for url in urls if url in by_url)
    # The id, or the name of a claim, such as ``obligations/it-saft``.
    claiming = (
        each for each in everything if any(query.record in (name, name.partition("/")[2]) for name in each.claims)
    )
    found = dict.fromkeys([*cited, *claiming])
    if not found:
        raise NotFoundError(f"no record has the id {query.record!r}; ids are in the answers of the other tools")
    records = [shown(source, CitedSource, read_at=source.read_at or UNSET) for source in found]
    return answered(day_of_build(client), records)


def _cited(client: Client) -> Iterator[object]:
    """Yield the data of every list of records with sources. An earlier version of the API may lack some of them."""
    for spec in ENDPOINTS:
        if spec.parameter is None and spec.tag is not Tag.SERVICE:
            with suppress(NotFoundError):
                yield client.get(spec.path, spec.response).data


def _urls_by_id(*lists: object) -> dict[str, list[str]]:
    """Return the URLs of the sources of each record by its id, in the order of the record."""
    urls = defaultdict[str, list[str]](list)
    for record in _records(lists):
        if hasattr(record, "id"):
            urls[record.id] += getattr(record, "source_urls", ())
    return urls


def _records(value: object) -> Iterator[Record]:
    """Yield a record or the records of a list, and every record within them."""
    if isinstance(value, Record):
        yield value
        yield from _records(tuple(getattr(value, name) for name in nested_fields(type(value))))
    elif isinstance(value, tuple):
        for item in value:
            yield from _records(item)
