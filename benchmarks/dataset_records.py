"""Made-up records of the benchmarks' data: real ones with words in another order and other days, links and names."""

import datetime as dt
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import count
from random import Random
from typing import Generic, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from locdata_build.source.records import NOT_KNOWN
from locdata_build.source.slugs import page_slug
from locdata_model.record import Record

CardT = TypeVar("CardT")
RecordT = TypeVar("RecordT", bound=Record)

PROSE = frozenset(
    [
        *("value", "summary", "what", "notes", "note", "description", "profile", "title", "category"),
        *("short_label", "mandate", "scope", "deadlines", "format", "vendors", "countries_covered"),
        *("report_local", "report_en", "frequency", "deadline", "channel_format"),
    ]
)
"""The fields whose words change places. Words of vocabularies, names, ids and slugs are no prose."""

PAGES, SITES = frozenset({"url", "source_urls"}), frozenset({"source", "website"})
"""The fields with links to pages, of which each record has its own, and with links to whole sites."""

MOST_DAYS = 90
"""Days by which a date moves at most: into the past or into the future, wherever it lies."""


class Deck(Generic[CardT]):
    """Deals every card once a round, each round in another order, so that each card comes as often as the others."""

    def __init__(self, cards: Iterable[CardT], rng: Random) -> None:
        self._cards, self._rng = tuple(cards), rng
        self._left: list[CardT] = []

    def deal(self) -> CardT:
        """The next card."""
        if not self._left:
            self._left = self._rng.sample(self._cards, len(self._cards))
        return self._left.pop()


class Names:
    """New names that make slugs of their own, each from halves of two real names."""

    def __init__(self, real: Sequence[str], taken: Iterable[str], rng: Random) -> None:
        self._real, self._rng = real, rng
        self._taken = {*taken, *map(page_slug, real)}

    def new(self) -> tuple[str, str]:
        """A name that was not given before, and its slug."""
        first, second = self._rng.choice(self._real), self._rng.choice(self._real)
        halves = first[: (len(first) + 1) // 2] + second[len(second) // 2 :]
        blend = unicodedata.normalize("NFC", " ".join(halves.split()))
        for number in count(1):
            name = blend if number == 1 else f"{blend} {number}"
            slug = page_slug(name)
            # A blend of two names in another script may hold no Latin letter: the first number makes its slug.
            if slug and slug not in self._taken:
                break
        self._taken.add(slug)
        return name, slug


class Variation(Struct, frozen=True):
    """How records are varied: whose they become, which is part of their links, and how far their dates move."""

    rng: Random
    owner: str
    today: dt.date
    days: dt.timedelta


def variation(rng: Random, owner: str, today: dt.date) -> Variation:
    """A variation for the records of ``owner``, with a number of days drawn from ``rng``."""
    return Variation(rng, owner, today, dt.timedelta(days=rng.randrange(MOST_DAYS + 1)))


def varied(record: RecordT, how: Variation) -> RecordT:
    """``record`` with other texts, links and dates, in it and in the records below it.

    No date crosses today and all move equally far, so that their order and what follows from it stay. A text that is
    not known stays so.
    """
    changes = {name: _varied(name, getattr(record, name), how) for name in record.__struct_fields__}
    return msgspec.structs.replace(record, **changes)


def _varied(name: str, value: object, how: Variation) -> object:
    match value:
        case Record():
            return varied(value, how)
        case tuple():
            return tuple(_varied(name, member, how) for member in value)
        case dt.datetime():
            return value - how.days
        case dt.date():
            return value + how.days if value > how.today else value - how.days
        case str() if name in PROSE and value != NOT_KNOWN:
            return permuted(value, how.rng)
        case str() if name in PAGES:
            return f"{moved(value)}/{how.owner}"
        case str() if name in SITES:
            return moved(value)
    return value


def permuted(text: str, rng: Random) -> str:
    """``text`` with all words but the first in another order. The first stays: not every one may begin a text."""
    first, *others = text.split(" ")
    rng.shuffle(others)
    return " ".join([first, *others])


def moved(url: str) -> str:
    """``url`` at a host that nobody has, with no slash at its end."""
    parts = urlsplit(url)
    host = parts.netloc.replace(":", "-")
    return parts._replace(netloc=f"{host}.example.org").geturl().rstrip("/")
