"""The search: records of any kind by their names and words."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered_best_first, day_of_build, shown, without
from locdata_mcp.answers.names import CountryNames, country_codes, country_names, normalized
from locdata_mcp.answers.statements import Cites, marked_texts, without_marks
from locdata_model import (
    Connector,
    Country,
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

MAX_HITS = 10

NAME_WEIGHT = 3
"""Factor by which a word counts more in a name than in a text."""

BEGINNING_WEIGHT = 0.5
"""Match of a word that is only the beginning of another."""

EXACT_WEIGHT = 2
"""Factor for a hit of which one name is exactly the query."""

CONTAINED_WEIGHT = 1.5
"""Factor for a hit of which one name is a part of the query."""

COUNTRY_WEIGHT = 1.0
"""Addition to the factor of a hit for one country alone, if countries are asked for. It is less for several ones."""

PHASE_WEIGHT = 0.6
"""Factor for a phase, so that its obligation comes first if both have the words."""

MIN_NAME_LENGTH = 3
"""Minimum length of a name that is looked for within the query. Shorter ones are words as well."""

MIN_SCORE = 0.5
"""Minimum score of a hit, as a part of the best score."""

IF_NONE = "no record has these words: try another spelling, the local name or fewer words"


class FindQuery(Query, frozen=True, kw_only=True):
    """The words of a search."""

    text: Annotated[
        str, Meta(min_length=1, max_length=200, description="Such as: modelo 349, KSeF, ΑΑΔΕ, e-invoice format Romania")
    ]
    countries: CountryNames = ()
    limit: Annotated[int, Meta(ge=1, le=MAX_HITS)] = 5


class Hit(Struct, frozen=True, kw_only=True):
    """A record that the words name."""

    kind: Annotated[
        str,
        Meta(description="country, product, term, report, obligation, phase, fact, connector, local-erp or partner"),
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


def find(client: Client, query: FindQuery) -> Answer[Hit]:
    """Return the records that the words of the query name best. Words that occur nowhere are listed as unknown.

    Countries and regions that the text names limit the search, as the argument does, unless that leaves nothing.
    """
    index = _index_of(client)
    given = frozenset(country_codes(client, query.countries))
    text, named = _without_places(normalized(query.text), index.places)
    ranked = _ranked(text, index.entries, given or named)
    if named and not ranked.hits and not given:
        ranked = _ranked(normalized(query.text), index.entries, given)
    today = day_of_build(client)
    hits = ranked.hits[: query.limit]
    return answered_best_first(today, hits, shorten=without("text"), unknown=ranked.unknown, if_none=IF_NONE)


# The index


class _Found(NamedTuple):
    """A hit, its further names, and further words by which it is found."""

    hit: Hit
    names: tuple[str | None, ...] = ()
    words: tuple[str, ...] = ()


class _FindEntry(NamedTuple):
    """A record as it is searched: its hit, its names, and the words of its names and of all its texts, normalized."""

    hit: Hit
    names: tuple[str, ...]
    name_words: str
    words: str


class _FindIndex(NamedTuple):
    """Every entry, those that are shown first of equal ones first, and the codes of countries by their names and regions."""

    entries: Sequence[_FindEntry]
    places: Mapping[str, frozenset[str]]


def _index_of(client: Client) -> _FindIndex:
    """Return the index of a site, which is made once for each version of the site."""
    return client.derived(
        _index,
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
    )


def _index(countries: Sequence[Country], products: Sequence[Erp], *others: Sequence[Record]) -> _FindIndex:
    """Return the index of records."""
    names = country_names(countries)
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
    }
    # What is known of products has its own tool.
    records = (each for records in (countries, products, *others) for each in records if not _is_on_product(each))
    places: dict[str, frozenset[str]] = {}
    for country in countries:
        for name in map(normalized, (*names[country.code], country.region)):
            places[name] = places.get(name, frozenset()) | {country.code}
    return _FindIndex([_entry(found[type(record)](record), names) for record in records], places)


def _is_on_product(record: Record) -> bool:
    return isinstance(record, Fact) and record.erp is not None


def _entry(found: _Found, of_countries: Mapping[str, Sequence[str]]) -> _FindEntry:
    """Return the entry of a hit, which is also found by its kind and by the names and codes of its countries."""
    hit = found.hit
    names = tuple(_spellings(filter(None, (hit.name, *found.names))))
    countries = (" ".join((*of_countries.get(code, ()), code)) for code in hit.countries)
    words = normalized(" ".join([*found.words, hit.kind, without_marks(hit.text or ""), *countries]))
    return _FindEntry(hit, names, _between_spaces(names), _between_spaces((*names, words)))


def _spellings(names: Iterable[str]) -> Iterator[str]:
    """Yield names for comparison, those with hyphens also as one word: ``Umsatzsteuer-Voranmeldung``."""
    for name in names:
        yield normalized(name)
        if "-" in name:
            yield normalized(name.replace("-", ""))


def _between_spaces(texts: Iterable[str]) -> str:
    return f" {' '.join(texts)} "


def _country(each: Country) -> _Found:
    hit = Hit(kind="country", id=each.code, name=each.name, countries=(each.code,), source_url=each.url)
    return _Found(hit, (each.code,), (each.region,))


def _product(each: Erp) -> _Found:
    hit = Hit(kind="product", id=each.id, name=each.name, countries=(), source_url=each.website)
    return _Found(hit, (each.id,), (each.vendor, each.category))


def _term(each: Term) -> _Found:
    return _Found(shown(each, Hit, kind="term"), each.aliases, (each.category,))


def _report(each: Report) -> _Found:
    texts = marked_texts(each).texts
    known = {cell.erp: cell.support for cell in each.erp_support if cell.support is not ReportingSupport.UNKNOWN}
    hit = shown(
        each,
        Hit,
        kind="report",
        name=f"{each.report_local} ({each.report_en})",
        countries=(each.country,),
        text=f"{texts['frequency']}. Deadline: {texts['deadline']}. Filed: {texts['channel_format']}",
        erp_support=known or UNSET,
    )
    return _Found(hit, (each.report_local, each.form, *each.aliases), (each.kind, each.notes))


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
    text = f"{each.connector_type}, {each.direction}. Countries: {each.countries_covered}. {each.notes}"
    return _Found(shown(each, Hit, kind="connector", name=name, countries=each.countries_in_scope, text=text))


def _local_erp(each: LocalErp) -> _Found:
    hit = shown(each, Hit, kind="local-erp", countries=(each.country,), text=each.description)
    return _Found(hit, words=(each.segment,))


def _partner(each: Partner) -> _Found:
    hit = shown(each, Hit, kind="partner", countries=(each.country,), text=each.summary)
    return _Found(hit, words=(each.erp, each.partner_type))


# The ranking


class _Ranked(NamedTuple):
    """The hits, the best first, and the words that occur nowhere."""

    hits: Sequence[Hit]
    unknown: Sequence[str]


def _without_places(wanted: str, places: Mapping[str, frozenset[str]]) -> tuple[str, frozenset[str]]:
    """Return the query without names of places, and their codes. A query of nothing but names is left as it is."""
    rest = f" {wanted} "
    named: frozenset[str] = frozenset()
    # The longest first: Latin America before America.
    for name in sorted(places, key=len, reverse=True):
        if len(name) >= MIN_NAME_LENGTH and f" {name} " in rest:
            rest = rest.replace(f" {name} ", " ")
            named |= places[name]
    return (rest.strip(), named) if rest.strip() else (wanted, frozenset())


def _ranked(wanted: str, entries: Sequence[_FindEntry], codes: frozenset[str]) -> _Ranked:
    searched = [each for each in entries if not codes or not codes.isdisjoint(each.hit.countries)]
    matches = {word: [_match(each.words, word) for each in searched] for word in wanted.split()}
    weights = {word: _weight(found) for word, found in matches.items()}
    total = sum(weights.values())

    def score(index: int, entry: _FindEntry) -> float:
        """Return the score of an entry: the more words it has, and the more of these in its names, the higher."""
        of_all = sum(weight * matches[word][index] for word, weight in weights.items())
        if not of_all:
            return 0.0
        in_names = sum(weight * _match(entry.name_words, word) for word, weight in weights.items())
        factor = _exactness(entry, wanted) * (1 + COUNTRY_WEIGHT / len(entry.hit.countries) if codes else 1)
        factor *= PHASE_WEIGHT if entry.hit.kind == "phase" else 1
        return (of_all + in_names * (NAME_WEIGHT - 1)) * factor * of_all / total

    scores = [score(index, entry) for index, entry in enumerate(searched)]
    least = max(scores, default=0.0) * MIN_SCORE
    # Of equal hits, the first one comes first: countries before terms, terms before reports.
    order = sorted((-score, index) for index, score in enumerate(scores) if score and score >= least)
    return _Ranked([searched[index].hit for _, index in order], [word for word in weights if not weights[word]])


def _match(words: str, word: str) -> float:
    """Return the match of a word in words between spaces, from 0 to 1.

    Scripts without spaces are searched within words too.
    """
    if (f" {word}" if word.isascii() else word) not in words:
        return 0.0
    return 1.0 if f" {word} " in words else BEGINNING_WEIGHT


def _weight(matches: Sequence[float]) -> float:
    """Return the weight of a word, given its match in each entry: the fewer entries have it, the more; 0 if none has it."""
    count = sum(map(bool, matches))
    return math.log(1 + len(matches) / count) if count else 0.0


def _exactness(entry: _FindEntry, wanted: str) -> float:
    """Return the factor of an entry of which a name is the query or a part of it."""
    if wanted in entry.names:
        return EXACT_WEIGHT
    contained = (len(name) >= MIN_NAME_LENGTH and f" {name} " in f" {wanted} " for name in entry.names)
    return CONTAINED_WEIGHT if any(contained) else 1
