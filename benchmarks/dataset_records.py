"""Generated records: real ones with words in another order, and with other days, links and names."""

import datetime as dt
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import count
from random import Random
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct, field
from msgspec.structs import replace

from locdata_build.data.record import NOT_KNOWN
from locdata_build.data.sources import CitedSource, SourceProvenance
from locdata_model.record import Record
from locdata_model.urls import slugify

CardT = TypeVar("CardT")
RecordT = TypeVar("RecordT", bound=Record)

PROSE = frozenset(
    [
        *("value", "summary", "what", "notes", "note", "description", "profile", "title", "category"),
        *("short_label", "mandate", "scope", "deadlines", "format", "vendors", "countries_covered"),
        *("report_local", "report_en", "channel_format"),
    ]
)
"""The fields whose words are shuffled. Names, ids, slugs and words of vocabularies are not, nor are words with codes."""

PAGES, SITES = frozenset({"url", "read_at"}), frozenset({"source", "website"})
"""The fields with links to pages, which differ for each record, and with links to whole sites."""

MOST_DAYS = 90
"""The most days by which a date moves, away from today."""


class Deck(Generic[CardT]):
    """Deals every card once in each round, in another order each time, so that all cards are dealt equally often."""

    def __init__(self, cards: Iterable[CardT], rng: Random) -> None:
        self._cards, self._rng = tuple(cards), rng
        self._left: list[CardT] = []

    def deal(self) -> CardT:
        """Return the next card."""
        if not self._left:
            self._left = self._rng.sample(self._cards, len(self._cards))
        return self._left.pop()


class Names:
    """New names with different slugs, each made from halves of two real names."""

    def __init__(self, real: Sequence[str], taken: Iterable[str], rng: Random) -> None:
        self._real, self._rng = real, rng
        self._taken = {*taken, *map(slugify, real)}

    def new(self) -> tuple[str, str]:
        """Return a new name and its slug."""
        first, second = self._rng.choice(self._real), self._rng.choice(self._real)
        halves = first[: (len(first) + 1) // 2] + second[len(second) // 2 :]
        blend = unicodedata.normalize("NFC", " ".join(halves.split()))
        for number in count(1):
            name = blend if number == 1 else f"{blend} {number}"
            slug = slugify(name)
            # A blend of two names in another script may have no Latin letter: only its number makes a slug.
            if slug and slug not in self._taken:
                break
        self._taken.add(slug)
        return name, slug


Library = dict[str, CitedSource]
"""Every source by its id. Those of generated records are added to it."""


class Variation(Struct, frozen=True):
    """How records are varied: ``owner`` becomes part of their links, and their dates move by ``days``.

    ``ids`` has the id of the varied source by that of the real one.
    """

    rng: Random
    owner: str
    today: dt.date
    days: dt.timedelta
    library: Library
    ids: dict[str, str] = field(default_factory=dict)


def variation(rng: Random, owner: str, today: dt.date, library: Library) -> Variation:
    """Return a variation for the records of ``owner``, with a random number of days."""
    return Variation(rng, owner, today, dt.timedelta(days=rng.randrange(MOST_DAYS + 1)), library)


def varied(record: RecordT, how: Variation) -> RecordT:
    """Return ``record`` with other texts, links and dates, also in the records inside it.

    All dates move equally far and away from today, so that their order and what follows from it stay the same. ``Not
    known.`` stays as it is.
    """
    # A phase names sources of its obligation, which have their new ids by then.
    names = sorted(record.__struct_fields__, key=lambda name: name != "provenance")
    changes = {name: _varied(name, getattr(record, name), how) for name in names}
    return replace(record, **changes)


def _varied(name: str, value: object, how: Variation) -> object:
    match value:
        case SourceProvenance():
            return _varied_provenance(value, how)
        case Record():
            return varied(value, how)
        case tuple() if name == "sources":
            return tuple(how.ids[source_id] for source_id in value)
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


def _varied_provenance(provenance: SourceProvenance, how: Variation) -> SourceProvenance:
    """Return provenance that names varied sources, which are added to the library."""
    for source_id in provenance.sources:
        if source_id not in how.ids:
            new_id = f"{slugify(how.owner)}-{len(how.library)}"
            how.ids[source_id] = new_id
            # The new id makes the URL unique.
            how.library[new_id] = varied(how.library[source_id], replace(how, owner=new_id))
    return replace(
        varied(provenance, how),
        locators={how.ids[source_id]: locator for source_id, locator in provenance.locators.items()},
    )


def permuted(text: str, rng: Random) -> str:
    """Return ``text`` with its words shuffled, except the first: not every word can begin a text."""
    first, *others = text.split(" ")
    rng.shuffle(others)
    return " ".join([first, *others])


def moved(url: str) -> str:
    """Return ``url`` at a host that does not exist, without a slash at its end."""
    parts = urlsplit(url)
    host = parts.netloc.replace(":", "-")
    return parts._replace(netloc=f"{host}.example.org").geturl().rstrip("/")
