"""What the search looks through: the names and texts of records, and the hit that each gives."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from locdata_client import Client
from locdata_mcp.answers.answer import CitedRecord
from locdata_mcp.answers.names import normalized
from locdata_model import FactsResponse, LocalErpsResponse, PartnersResponse, Report, ReportingSupport
from locdata_model.endpoints import FACTS, LOCAL_ERPS, PARTNERS


class Hit(Struct, frozen=True, kw_only=True):
    """A record that the words name."""

    kind: Annotated[
        str, Meta(description="country, product, term, report, obligation, fact, connector, local-erp or partner")
    ]
    id: str
    name: str
    countries: tuple[str, ...]
    source_url: str
    verification: str | UnsetType = UNSET
    erp_support: Annotated[
        dict[str, str] | UnsetType, Meta(description="Of a report: support by product, where it is known")
    ] = UNSET
    text: str | UnsetType = UNSET


class Entry(Struct, frozen=True):
    """A record as it is searched: its hit, its names, and its other words, both normalized."""

    hit: Hit
    names: tuple[str, ...]
    text: str


_MakeEntry = Callable[..., Entry]
"""Makes an entry of a hit, further names and further words."""


def entries(client: Client, of_countries: Mapping[str, Sequence[str]]) -> Iterator[Entry]:
    """Yield every record that the search can find, given the names of each country by its code."""

    def entry(hit: Hit, *names: str | None, words: Iterable[str] = ()) -> Entry:
        """Return the entry of a hit, which is also found by its kind and by the names and codes of its countries."""
        countries = (" ".join((*of_countries.get(code, ()), code)) for code in hit.countries)
        text = normalized(" ".join([*words, hit.kind, hit.text or "", *countries]))
        return Entry(hit, tuple(_spellings(name for name in (hit.name, *names) if name)), text)

    for kind in (_countries, _products, _terms, _reports, _obligations, _facts, _connectors, _local_erps, _partners):
        yield from kind(client, entry)


def _spellings(names: Iterable[str]) -> Iterator[str]:
    """Yield names for comparison, those with hyphens also as one word: ``Umsatzsteuer-Voranmeldung``."""
    for name in names:
        yield normalized(name)
        if "-" in name:
            yield normalized(name.replace("-", ""))


def _hit(kind: str, record: CitedRecord, name: str, countries: tuple[str, ...], text: str) -> Hit:
    return Hit(
        kind=kind,
        id=record.id,
        name=name,
        countries=countries,
        source_url=record.source_urls[0],
        verification=record.verification,
        text=text,
    )


def _countries(client: Client, entry: _MakeEntry) -> Iterator[Entry]:
    for each in client.countries():
        hit = Hit(kind="country", id=each.code, name=each.name, countries=(each.code,), source_url=each.url)
        yield entry(hit, each.code, words=[each.region])


def _products(client: Client, entry: _MakeEntry) -> Iterator[Entry]:
    for each in client.products():
        hit = Hit(kind="product", id=each.id, name=each.name, countries=(), source_url=each.website)
        yield entry(hit, each.id, words=[each.vendor, each.category])


def _terms(client: Client, entry: _MakeEntry) -> Iterator[Entry]:
    for each in client.terms():
        yield entry(_hit("term", each, each.name, each.countries, each.text), *each.aliases, words=[each.category])


def _reports(client: Client, entry: _MakeEntry) -> Iterator[Entry]:
    for each in client.reports():
        name = f"{each.report_local} ({each.report_en})"
        text = f"{each.frequency}. Deadline: {each.deadline}. Filed: {each.channel_format}"
        hit = replace(_hit("report", each, name, (each.country,), text), erp_support=_known_support(each))
        yield entry(hit, each.report_local, each.form, *each.aliases, words=[each.kind, each.notes])


def _known_support(report: Report) -> dict[str, str] | UnsetType:
    known = {each.erp: each.support for each in report.erp_support if each.support is not ReportingSupport.UNKNOWN}
    return {**known} or UNSET


def _obligations(client: Client, entry: _MakeEntry) -> Iterator[Entry]:
    for each in client.obligations():
        name = f"{each.obligation.replace('_', ' ')}: {each.verdict}"
        yield entry(_hit("obligation", each, name, (each.country,), each.summary))


def _facts(client: Client, entry: _MakeEntry) -> Iterator[Entry]:
    """Yield the facts on countries. What is known of products has a tool of its own."""
    for each in client.get(FACTS.path, FactsResponse).data:
        if each.erp is None:
            yield entry(_hit("fact", each, each.label, (each.country,), each.value))


def _connectors(client: Client, entry: _MakeEntry) -> Iterator[Entry]:
    names = {product.id: product.name for product in client.products()}
    for each in client.connectors():
        name = f"{each.provider} for {names.get(each.erp, each.erp)}"
        text = f"{each.connector_type}, {each.direction}. Countries: {each.countries_covered}. {each.notes}"
        yield entry(_hit("connector", each, name, each.countries_in_scope, text))


def _local_erps(client: Client, entry: _MakeEntry) -> Iterator[Entry]:
    for each in client.get(LOCAL_ERPS.path, LocalErpsResponse).data:
        hit = Hit(
            kind="local-erp",
            id=each.id,
            name=each.name,
            countries=(each.country,),
            source_url=each.source_url,
            verification=each.verification,
            text=each.description,
        )
        yield entry(hit, words=[each.segment])


def _partners(client: Client, entry: _MakeEntry) -> Iterator[Entry]:
    for each in client.get(PARTNERS.path, PartnersResponse).data:
        hit = Hit(
            kind="partner",
            id=each.id,
            name=each.name,
            countries=(each.country,),
            source_url=each.source_urls[0],
            text=each.summary,
        )
        yield entry(hit, words=[each.erp, each.partner_type])
