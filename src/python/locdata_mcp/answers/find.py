"""The search: any name or term, and what it stands for."""

import math
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta
from msgspec.structs import replace

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered_best_first
from locdata_mcp.answers.entries import Entry, Hit, entries
from locdata_mcp.answers.names import CountryNames, country_codes, normalized

MOST_HITS = 10

NAME_WEIGHT = 3
"""How much more a word counts in a name than in a text."""

EXACT_WEIGHT = 2
"""How much better a hit is of which one name is exactly what is wanted."""

LEAST_SCORE = 0.5
"""The part of the best hit's score that another hit must have."""

IF_NONE = "no record has these words: try another spelling, the local name or fewer words"


class FindQuery(Query, frozen=True, kw_only=True):
    """What to look for."""

    text: Annotated[
        str,
        Meta(min_length=1, max_length=200, description="Names or terms, also in local script: modelo 349, KSeF, ΑΑΔΕ"),
    ]
    countries: CountryNames = ()
    limit: Annotated[int, Meta(ge=1, le=MOST_HITS, description="Number of hits at most")] = 5


def find(client: Client, query: FindQuery) -> Answer[Hit]:
    """Return the records that the words of the query name best. Words that occur nowhere are listed as unknown."""
    codes = {*country_codes(client, query.countries)}
    searched = [each for each in entries(client) if not codes or not codes.isdisjoint(each.hit.countries)]
    wanted = normalized(query.text)
    weights = {word: _weight(word, searched) for word in wanted.split()}
    scores = [_score(each, wanted, weights) for each in searched]
    least = max(scores, default=0.0) * LEAST_SCORE
    # Of equal hits, the first one comes first: countries before terms, terms before reports.
    ranked = sorted((-score, index) for index, score in enumerate(scores) if score and score >= least)
    hits = [searched[index].hit for _, index in ranked[: query.limit]]
    today = client.meta().generated_at.date()
    unknown = [word for word, weight in weights.items() if not weight]
    return answered_best_first(today, hits, shorten=_without_text, unknown=unknown, if_none=IF_NONE)


def _without_text(hit: Hit) -> Hit:
    return replace(hit, text=UNSET)


def _weight(word: str, searched: Sequence[Entry]) -> float:
    """Return how much a word tells: the fewer entries have it, the more; nothing if none has it."""
    count = sum(_has(each.text, word) or any(_has(name, word) for name in each.names) for each in searched)
    return math.log(1 + len(searched) / count) if count else 0.0


def _score(entry: Entry, wanted: str, weights: Mapping[str, float]) -> float:
    """Return how well an entry answers the words: the more of them, and the more of these in its names, the better."""
    found = {word: weight for word, weight in weights.items() if _has(" ".join((*entry.names, entry.text)), word)}
    in_names = sum(weight for word, weight in found.items() if any(_has(name, word) for name in entry.names))
    total = sum(found.values())
    if not total:
        return 0.0
    exactness = EXACT_WEIGHT if wanted in entry.names else 1
    return (total + in_names * (NAME_WEIGHT - 1)) * exactness * total / sum(weights.values())


def _has(text: str, word: str) -> bool:
    """Tell whether a normalized text has a word that begins so. Scripts without spaces are searched within words too."""
    return f" {word}" in f" {text}" if word.isascii() else word in text
