"""The search: records of any kind by their names and words."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Annotated, NamedTuple

from msgspec import Meta

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered_best_first, day_of_build, without
from locdata_mcp.answers.names import CountryNames, country_codes, normalized
from locdata_mcp.answers.search_index import Hit, IndexEntry, index_of, words_of

MAX_HITS = 20

COMMON_WORDS = frozenset(
    words_of(
        "a an and are be can do does for from how i in is long must my of on or the to we what when which who with"
    ).split()
)
"""Words that say nothing of what is looked for."""

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

DETAIL_WEIGHT = 0.6
"""Factor for a phase or a rule of an obligation, so that the obligation comes first if both have the words."""

DETAILS = frozenset({"phase", "tax-rules", "thresholds"})

MIN_NAME_LENGTH = 3
"""Minimum length of a name that is looked for within the query. Shorter ones are words as well."""

MIN_SCORE = 0.5
"""Minimum score of a hit, as a part of the best score of its country."""

IF_NONE = "no record has these words: try another spelling, the local name or fewer words"


class FindQuery(Query, frozen=True, kw_only=True):
    """The words of a search."""

    text: Annotated[
        str, Meta(min_length=1, max_length=200, description="Such as: modelo 349, KSeF, ΑΑΔΕ, e-invoice format Romania")
    ]
    countries: CountryNames = ()
    limit: Annotated[int, Meta(ge=1, le=MAX_HITS)] = 5


def find(client: Client, query: FindQuery) -> Answer[Hit]:
    """Return the records that the words of the query name best. Words that occur nowhere are listed as unknown.

    Countries and regions that the text names limit the search, as the argument does, unless that leaves nothing.
    """
    index = index_of(client)
    given = frozenset(country_codes(client, query.countries))
    text, named = _without_places(query.text, index.places)
    ranked = _ranked(text, index.entries, given or named)
    if named and not ranked.hits and not given:
        ranked = _ranked(words_of(query.text), index.entries, given)
    more = len(ranked.hits) - query.limit
    asked = {words_of(word): word for word in normalized(query.text).split()}
    return answered_best_first(
        day_of_build(client),
        ranked.hits[: query.limit],
        shorten=without("text"),
        unknown=[asked[stem] for stem in ranked.unknown],
        hint=f"{more} more: ask with countries, other words or a higher limit" if more > 0 else "",
        if_none=IF_NONE,
    )


# The ranking


class _Ranked(NamedTuple):
    """The hits, the best first, and the words that occur nowhere."""

    hits: Sequence[Hit]
    unknown: Sequence[str]


def _without_places(text: str, places: Mapping[str, frozenset[str]]) -> tuple[str, frozenset[str]]:
    """Return the words of a query without names of places, and the codes of these. A query of nothing but names is left as it is.

    Short names, such as codes, must be in capitals, because many are words.
    """
    rest = f" {normalized(text)} "
    in_capitals = {normalized(word) for word in text.split() if word.isupper()}
    named: frozenset[str] = frozenset()
    # The longest first: Latin America before America.
    for name in sorted(places, key=len, reverse=True):
        if (len(name) >= MIN_NAME_LENGTH or name in in_capitals) and f" {name} " in rest:
            rest = rest.replace(f" {name} ", " ")
            named |= places[name]
    return (words_of(rest), named) if rest.strip() else (words_of(text), frozenset())


def _ranked(wanted: str, entries: Sequence[IndexEntry], codes: frozenset[str]) -> _Ranked:
    searched = [each for each in entries if not codes or not codes.isdisjoint(each.hit.countries)]
    words = [word for word in wanted.split() if word not in COMMON_WORDS] or wanted.split()
    matches = {word: [_match(each.words, word) for each in searched] for word in words}
    weights = {word: _weight(found) for word, found in matches.items()}
    total = sum(weights.values())

    def score(index: int, entry: IndexEntry) -> float:
        """Return the score of an entry: the more words it has, and the more of these in its names, the higher."""
        of_all = sum(weight * matches[word][index] for word, weight in weights.items())
        if not of_all:
            return 0.0
        in_names = sum(weight * _match(entry.name_words, word) for word, weight in weights.items())
        factor = _exactness(entry, wanted) * (1 + COUNTRY_WEIGHT / len(entry.hit.countries) if codes else 1)
        factor *= DETAIL_WEIGHT if entry.hit.kind in DETAILS else 1
        return (of_all + in_names * (NAME_WEIGHT - 1)) * factor * of_all / total

    # Of equal hits, the first one comes first: countries before terms, terms before reports.
    scored = ((score(index, entry), entry.hit) for index, entry in enumerate(searched))
    best_first = sorted((each for each in scored if each[0]), key=itemgetter(0), reverse=True)
    return _Ranked(_by_turns(best_first, codes), [word for word in weights if not weights[word]])


def _by_turns(best_first: Sequence[tuple[float, Hit]], codes: frozenset[str]) -> Sequence[Hit]:
    """Return the good hits, with those of each of several countries by turns, so that the best ones of each are shown."""
    best: dict[frozenset[str], float] = {}
    turns = Counter[frozenset[str]]()
    hits: list[tuple[int, Hit]] = []
    for score, hit in best_first:
        asked_for = codes.intersection(hit.countries)
        least = best.setdefault(asked_for, score) if len(asked_for) == 1 else best_first[0][0]
        if score >= MIN_SCORE * least:
            hits.append((turns[asked_for], hit))
            turns[asked_for] += 1
    return [hit for _, hit in sorted(hits, key=itemgetter(0))]


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


def _exactness(entry: IndexEntry, wanted: str) -> float:
    """Return the factor of an entry of which a name is the query or a part of it."""
    if wanted in entry.names:
        return EXACT_WEIGHT
    contained = (len(name) >= MIN_NAME_LENGTH and f" {name} " in f" {wanted} " for name in entry.names)
    return CONTAINED_WEIGHT if any(contained) else 1
