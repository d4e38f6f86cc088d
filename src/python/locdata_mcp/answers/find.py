"""The search: any name or term, and what it stands for."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered_best_first, day_of_build
from locdata_mcp.answers.entries import Entry, Hit, entries
from locdata_mcp.answers.names import CountryNames, country_codes, country_names, normalized

MOST_HITS = 10

NAME_WEIGHT = 3
"""How much more a word counts in a name than in a text."""

BEGINNING_WEIGHT = 0.5
"""How much less a word counts that is only the beginning of another."""

EXACT_WEIGHT = 2
"""How much better a hit is of which one name is exactly what is wanted."""

CONTAINED_WEIGHT = 1.5
"""How much better a hit is of which one name is a part of what is wanted."""

COUNTRY_WEIGHT = 1.0
"""By how much a hit is better that belongs to one country alone, if countries are asked for."""

SHORTEST_NAME = 3
"""Characters of the shortest name that is looked for within what is wanted. Shorter ones are words as well."""

LEAST_SCORE = 0.5
"""The part of the best hit's score that another hit must have."""

IF_NONE = "no record has these words: try another spelling, the local name or fewer words"


class FindQuery(Query, frozen=True, kw_only=True):
    """What to look for."""

    text: Annotated[
        str,
        Meta(min_length=1, max_length=200, description="Such as: modelo 349, KSeF, ΑΑΔΕ, e-invoice format Romania"),
    ]
    countries: CountryNames = ()
    limit: Annotated[int, Meta(ge=1, le=MOST_HITS)] = 5


def find(client: Client, query: FindQuery) -> Answer[Hit]:
    """Return the records that the words of the query name best. Words that occur nowhere are listed as unknown.

    Countries and regions that the text names limit the search, as the argument does, unless that leaves nothing.
    """
    names = country_names(client)
    everything = [*entries(client, names)]
    given = frozenset(country_codes(client, query.countries))
    text, named = _without_places(normalized(query.text), _places(client, names))
    ranked = _ranked(text, everything, given or named)
    if named and not ranked.hits and not given:
        ranked = _ranked(normalized(query.text), everything, given)
    today = day_of_build(client)
    hits = ranked.hits[: query.limit]
    return answered_best_first(today, hits, shorten=_without_text, unknown=ranked.unknown, if_none=IF_NONE)


class _Ranked(Struct, frozen=True):
    """The hits, the best first, and the words that occur nowhere."""

    hits: Sequence[Hit]
    unknown: Sequence[str]


def _ranked(wanted: str, everything: Sequence[Entry], codes: frozenset[str]) -> _Ranked:
    searched = [each for each in everything if not codes or not codes.isdisjoint(each.hit.countries)]
    weights = {word: _weight(word, searched) for word in wanted.split()}
    scores = [_score(each, wanted, weights) * _nearness(each.hit, codes) for each in searched]
    least = max(scores, default=0.0) * LEAST_SCORE
    # Of equal hits, the first one comes first: countries before terms, terms before reports.
    order = sorted((-score, index) for index, score in enumerate(scores) if score and score >= least)
    return _Ranked([searched[index].hit for _, index in order], [word for word in weights if not weights[word]])


def _places(client: Client, names: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """Return the codes of countries by each of their ``names``, and by that of their region."""
    places: dict[str, set[str]] = {}
    for country in client.countries():
        for name in (*names[country.code], country.region):
            places.setdefault(normalized(name), set()).add(country.code)
    return places


def _without_places(wanted: str, places: Mapping[str, set[str]]) -> tuple[str, frozenset[str]]:
    """Return what is wanted without names of places, and their codes. A text of nothing but names is left as it is."""
    rest = f" {wanted} "
    named: set[str] = set()
    # The longest first: Latin America before America.
    for name in sorted(places, key=len, reverse=True):
        if len(name) >= SHORTEST_NAME and f" {name} " in rest:
            rest = rest.replace(f" {name} ", " ")
            named |= places[name]
    return (rest.strip(), frozenset(named)) if rest.strip() else (wanted, frozenset())


def _nearness(hit: Hit, codes: frozenset[str]) -> float:
    """Return how much better a hit is because it belongs to a country that is asked for, and to few others."""
    return 1 + COUNTRY_WEIGHT / len(hit.countries) if codes else 1.0


def _without_text(hit: Hit) -> Hit:
    return replace(hit, text=UNSET)


def _weight(word: str, searched: Sequence[Entry]) -> float:
    """Return how much a word tells: the fewer entries have it, the more; nothing if none has it."""
    count = sum(_has(each.text, word) or any(_has(name, word) for name in each.names) for each in searched)
    return math.log(1 + len(searched) / count) if count else 0.0


def _score(entry: Entry, wanted: str, weights: Mapping[str, float]) -> float:
    """Return how well an entry answers the words: the more of them, and the more of these in its names, the better."""
    in_names = sum(weight * _match(entry.names, word) for word, weight in weights.items())
    total = sum(weight * _match((*entry.names, entry.text), word) for word, weight in weights.items())
    if not total:
        return 0.0
    return (total + in_names * (NAME_WEIGHT - 1)) * _exactness(entry, wanted) * total / sum(weights.values())


def _exactness(entry: Entry, wanted: str) -> float:
    if wanted in entry.names:
        return EXACT_WEIGHT
    contained = (len(name) >= SHORTEST_NAME and f" {name} " in f" {wanted} " for name in entry.names)
    return CONTAINED_WEIGHT if any(contained) else 1


def _match(texts: Iterable[str], word: str) -> float:
    """Return how well one of the texts has a word: from 0, not at all, to 1."""
    having = [text for text in texts if _has(text, word)]
    if any(f" {word} " in f" {text} " for text in having):
        return 1.0
    return BEGINNING_WEIGHT if having else 0.0


def _has(text: str, word: str) -> bool:
    """Tell whether a normalized text has a word that begins so. Scripts without spaces are searched within words too."""
    return f" {word}" in f" {text}" if word.isascii() else word in text
