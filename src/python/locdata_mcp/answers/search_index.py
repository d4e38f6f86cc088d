"""The index of the search: every record with its names and its words."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Annotated, Any, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType

import locdata_model as model
from locdata_client import Client
from locdata_mcp.answers.answer import shown
from locdata_mcp.answers.names import codes_by_region, country_names, normalized
from locdata_mcp.answers.records import KINDS, text_field, values_of
from locdata_mcp.answers.statements import Cites, marked_texts, without_marks
from locdata_model import (
    Connector,
    Country,
    DatedRecord,
    Erp,
    Fact,
    LocalErp,
    Obligation,
    Partner,
    Phase,
    Record,
    Report,
    ReportingSupport,
    Term,
)
from locdata_model.endpoints import FACTS, LOCAL_ERPS, PARTNERS, PHASES

MIN_STEM_LENGTH = 3
"""Minimum length of what is left of a word without its ending."""


class Hit(Struct, frozen=True, kw_only=True):
    """A record that the words name."""

    kind: Annotated[
        str,
        Meta(
            description="country, product, term, report, obligation, phase, fact, connector, local-erp, partner, or a kind of "
            "records, such as vat-rates"
        ),
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
    cites: Cites = UNSET


class _Found(NamedTuple):
    """A hit, its names, unless the name that is shown is the only one, and further words by which it is found."""

    hit: Hit
    names: tuple[str | None, ...] = ()
    words: tuple[str, ...] = ()


class IndexEntry(NamedTuple):
    """A record as it is searched: its hit, its names, and the words of its names and of all its texts, normalized."""

    hit: Hit
    names: tuple[str, ...]
    name_words: str
    words: str


class SearchIndex(NamedTuple):
    """Every entry, those that are shown first of equal ones first, and the codes of countries by their names and regions."""

    entries: Sequence[IndexEntry]
    places: Mapping[str, frozenset[str]]


def index_of(client: Client) -> SearchIndex:
    """Return the index of a site, which is made once for each version of the site."""
    return client.derived(
        _index,
        client.meta(),
        client.countries(),
        client.products(),
        client.terms(),
        client.reports(),
        client.obligations(),
        client.get(PHASES.path, PHASES.response).data,
        client.get(FACTS.path, FACTS.response).data,
        client.connectors(),
        client.get(LOCAL_ERPS.path, LOCAL_ERPS.response).data,
        client.get(PARTNERS.path, PARTNERS.response).data,
        *map(client.records, KINDS.values()),
    )


def _index(
    meta: model.Meta, countries: Sequence[Country], products: Sequence[Erp], *others: Sequence[Record]
) -> SearchIndex:
    """Return the index of records, without those that no longer apply."""
    names, today = country_names(countries), meta.generated_at.date()
    found: Mapping[type[Record], Callable[[Any], _Found]] = {
        Country: _country,
        Erp: _product,
        Term: _term,
        Report: _report,
        Obligation: _obligation,
        Phase: _phase,
        Fact: _fact,
        Connector: partial(_connector, {product.id: product.name for product in products}),
        LocalErp: _local_erp,
        Partner: _partner,
        **{kind: partial(_dated, name) for name, kind in KINDS.items()},
    }
    records = (each for records in (countries, products, *others) for each in records if _is_searched(each, today))
    places = {normalized(name): frozenset({code}) for code in names for name in (*names[code], code)}
    places |= {region: frozenset(codes) for region, codes in codes_by_region(countries).items()}
    return SearchIndex([_entry(found[type(record)](record), names) for record in records], places)


def _is_searched(record: Record, today: dt.date) -> bool:
    """Return whether a record is searched. What is known of products has its own tool, and the past has the tool for records."""
    if isinstance(record, DatedRecord):
        return record.until is None or record.until >= today
    return not (isinstance(record, Fact) and record.erp)


def _entry(found: _Found, of_countries: Mapping[str, Sequence[str]]) -> IndexEntry:
    """Return the entry of a hit, which is also found by its kind and by the names and codes of its countries."""
    hit = found.hit
    names = tuple(_spellings(filter(None, found.names or (hit.name,))))
    countries = (" ".join((*of_countries.get(code, ()), code)) for code in hit.countries)
    words = words_of(" ".join([*found.words, hit.kind, without_marks(hit.text or ""), *countries]))
    return IndexEntry(hit, names, _between_spaces(names), _between_spaces((*names, words)))


def _spellings(names: Iterable[str]) -> Iterator[str]:
    """Yield names for comparison, those with hyphens also as one word: ``Umsatzsteuer-Voranmeldung``."""
    for name in names:
        yield words_of(name)
        if "-" in name:
            yield words_of(name.replace("-", ""))


def words_of(text: str) -> str:
    """Return a text for comparison, with the stems of English words: ``rat`` for ``Rates``, ``invoic`` for ``invoicing``."""
    return " ".join(map(_stem, normalized(text).split()))


@cache
def _stem(word: str) -> str:
    """Return a word without the endings of English plurals and verbs. Words that are no English get the same stem everywhere."""
    stem = f"{word[:-3]}y" if word.endswith("ies") else word
    if not stem.endswith(("ss", "us", "is")):
        stem = stem.removesuffix("s")
    for ending in ("ing", "ed", "e"):
        if stem.endswith(ending) and len(stem) - len(ending) >= MIN_STEM_LENGTH:
            return stem.removesuffix(ending)
    return stem if len(stem) >= MIN_STEM_LENGTH else word


def _between_spaces(texts: Iterable[str]) -> str:
    return f" {' '.join(texts)} "


def _country(each: Country) -> _Found:
    hit = Hit(kind="country", id=each.code, name=each.name, countries=(each.code,), source_url=each.url)
    return _Found(hit, (each.name, each.code, *each.aliases), (each.region,))


def _product(each: Erp) -> _Found:
    hit = Hit(kind="product", id=each.id, name=each.name, countries=(), source_url=each.website)
    return _Found(hit, (each.name, each.id), (each.vendor, each.category))


def _term(each: Term) -> _Found:
    return _Found(shown(each, Hit, kind="term"), (each.name, *each.aliases), (each.category,))


def _report(each: Report) -> _Found:
    texts = marked_texts(each).texts
    known = {cell.erp: cell.support for cell in each.erp_support if cell.support is not ReportingSupport.UNKNOWN}
    hit = shown(
        each,
        Hit,
        kind="report",
        name=f"{each.report_local} ({each.report_en})",
        countries=(each.country,),
        text=_sentences(texts["frequency"], f"Deadline: {texts['deadline']}", f"Filed: {texts['channel_format']}"),
        erp_support=known or UNSET,
    )
    return _Found(hit, (hit.name, each.report_local, each.form, *each.aliases), (each.kind, each.notes))


def _obligation(each: Obligation) -> _Found:
    name = f"{each.obligation.replace('_', ' ')}: {each.verdict}"
    return _Found(shown(each, Hit, kind="obligation", name=name, countries=(each.country,), text_of="summary"))


def _phase(each: Phase) -> _Found:
    name = f"{each.obligation.replace('_', ' ')}: {each.state}, {each.date}"
    hit = shown(each, Hit, kind="phase", name=name, countries=(each.country,), text_of="what")
    return _Found(hit, words=(each.who or "",))


def _fact(each: Fact) -> _Found:
    return _Found(shown(each, Hit, kind="fact", name=each.label, countries=(each.country,), text_of="value"))


def _connector(products: Mapping[str, str], each: Connector) -> _Found:
    name = f"{each.provider} for {products.get(each.erp, each.erp)}"
    text = _sentences(f"{each.connector_type}, {each.direction}", f"Countries: {each.countries_covered}", each.notes)
    return _Found(shown(each, Hit, kind="connector", name=name, countries=each.countries_in_scope, text=text))


def _local_erp(each: LocalErp) -> _Found:
    hit = shown(each, Hit, kind="local-erp", countries=(each.country,), text=each.description)
    return _Found(hit, words=(each.segment,))


def _partner(each: Partner) -> _Found:
    hit = shown(each, Hit, kind="partner", countries=(each.country,), text=each.summary)
    return _Found(hit, words=(each.erp, each.partner_type))


def _dated(list_name: str, each: DatedRecord) -> _Found:
    values = " ".join(value for value in values_of(each).values() if "://" not in value)
    kind, label = getattr(each, "kind", getattr(each, "category", "")), list_name.replace("-", " ")
    hit = shown(
        each,
        Hit,
        kind=list_name,
        name=f"{label}: {values}",
        countries=(each.country,),
        text_of=text_field(each),
    )
    names = (f"{label} {kind}", getattr(each, "name", None), getattr(each, "short", None))
    return _Found(hit, names, (values,))


def _sentences(*texts: str) -> str:
    """Return texts one after the other, each with a full stop unless it ends with one, perhaps before a mark."""
    return " ".join(text if without_marks(text).endswith(".") else f"{text}." for text in texts if text)
