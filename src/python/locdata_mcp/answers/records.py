"""Rates, thresholds and formats of countries on a day."""

import datetime as dt
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from locdata_client import Client, NotFoundError
from locdata_mcp.answers.answer import Answer, Query, answered, day_of_build, named, shown, without
from locdata_mcp.answers.names import CountryNames, country_codes
from locdata_mcp.answers.statements import Cites
from locdata_model import DatedRecord, applying_on, endpoints
from locdata_model.data_files import cell_of, own_fields

KINDS = {spec.list_name: kind for spec in endpoints.DATED_LISTS if issubclass(kind := spec.item, DatedRecord)}
"""The type of each kind of dated records by the name of its list."""


class RecordsQuery(Query, frozen=True, kw_only=True):
    """A choice of dated records."""

    kind: Annotated[str, Meta(extra_json_schema={"enum": [*KINDS]})]
    countries: CountryNames = ()
    date: Annotated[dt.date | None, Meta(description="Without: the day of the build")] = None


class DatedLine(Struct, frozen=True, kw_only=True):
    """A record that applies on the day. ``values`` are its fields that are not empty, ``text`` what it applies to."""

    id: str
    country: str
    since: dt.date | None
    until: dt.date | None
    values: dict[str, str]
    text: str | UnsetType = UNSET
    verification: str
    source_url: str
    cites: Cites = UNSET


def records(client: Client, query: RecordsQuery) -> Answer[DatedLine]:
    """Return the records of a kind that apply on a day."""
    if query.kind not in KINDS:
        raise NotFoundError(f"there is no kind of records {query.kind!r}; the kinds are {', '.join(KINDS)}")
    day = query.date or day_of_build(client)
    recorded = client.records(KINDS[query.kind], country_codes(client, query.countries))
    unclear = [each.id for each in recorded if each.since is None and day < each.last_checked]
    return answered(
        day_of_build(client),
        [*map(_line, applying_on(recorded, day))],
        shortened=[without("text")],
        unknown=[f"whether these applied on {day} already: {named(unclear)}"] if unclear else [],
        if_none=f"none of the {query.kind} of the site applies on {day} there: ask for another day or country",
    )


def _line(record: DatedRecord) -> DatedLine:
    return shown(record, DatedLine, text_of=text_field(record), values=values_of(record))


def text_field(record: DatedRecord) -> str:
    """Return the name of the field with what a record applies to, in words."""
    (field,) = {statement.field for statement in record.statements}
    return field


def values_of(record: DatedRecord) -> dict[str, str]:
    """Return the fields of a kind of records that are not empty, without that of its words, as they are in CSV."""
    others = {*DatedRecord.__struct_fields__, text_field(record)}
    values = {name: cell_of(getattr(record, name)) for name in own_fields(type(record)) if name not in others}
    return {name: value for name, value in values.items() if value}
