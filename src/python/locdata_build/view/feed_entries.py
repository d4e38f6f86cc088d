"""What the entries of the feeds say: what each release changed, and vendor news."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from locdata_build.source.page_names import PageName
from locdata_build.view.evidence import source_links
from locdata_build.view.grouping import together, what_happened
from locdata_build.view.places import release_anchor, top_path
from locdata_build.view.text import Link
from locdata_build.view.words import counted, day_in_words
from locdata_build.view.world import World
from locdata_model.changes import Change, ContractChange, Release
from locdata_model.listings import NewsItem
from locdata_model.vocabulary import ChangeCause, ChangeKind

RELEASES_SHOWN = 20
"""A feed tells what is new; the page of the changes has every release."""


LONGEST = 300
"""Characters of a value that an entry shows."""


class Entry(Struct, frozen=True, kw_only=True):
    """An entry: a text, and the points of a list under it.

    ``name`` never changes and is that of no other entry; ``subjects`` are the labels of what it is about by their codes.
    """

    name: str
    title: str
    url: str
    published: dt.datetime
    updated: dt.datetime
    text: str
    points: tuple[str, ...] = ()
    subjects: Mapping[str, str] = {}
    author: Link | None = None


def change_entries(world: World) -> Iterator[Entry]:
    """For each release an entry of its own, then one for each country with changes; the newest release first."""
    releases = world.published.releases
    for release in releases[:RELEASES_SHOWN]:
        of_countries = dict(together(sorted(release.changes, key=_code), _code))
        of_no_country = of_countries.pop("", ())
        yield _release_entry(world, release, of_no_country, is_first=release is releases[-1])
        for code, changes in of_countries.items():
            yield _country_entry(world, release, code, changes)


def _release_entry(world: World, release: Release, changes: Sequence[Change], *, is_first: bool) -> Entry:
    return Entry(
        name=f"releases/{release.version}",
        title=f"Release {release.version}",
        url=_url(world, release),
        published=release.released_at,
        updated=release.released_at,
        text="First release." if is_first else _account(release),
        points=(*map(_contract_line, release.contract), *_lines(changes)),
    )


def _country_entry(world: World, release: Release, code: str, changes: Sequence[Change]) -> Entry:
    # A country that is covered no longer has no name here.
    name = next((country.name for country in world.countries if country.code == code), code.upper())
    return Entry(
        name=f"releases/{release.version}/{code}",
        title=f"{name}: {counted(len(changes), 'change')} in release {release.version}",
        url=_url(world, release),
        published=release.released_at,
        updated=release.released_at,
        text=f"What release {release.version} changed in the records of {name}:",
        points=tuple(_lines(changes)),
        subjects={code: name},
    )


def _url(world: World, release: Release) -> str:
    return f"{world.site.base_url}{top_path(PageName.CHANGES)}#{release_anchor(release.version)}"


def _code(change: Change) -> str:
    """The code of its country; empty where it is about none or several."""
    return change.country or ""


def _account(release: Release) -> str:
    codes = {change.country for change in release.changes if change.country}
    of_records = counted(len(release.changes), "change of records", "changes of records")
    of_contract = counted(len(release.contract), "change of the contract", "changes of the contract")
    return f"{of_records} in {counted(len(codes), 'country', 'countries')}, and {of_contract}."


def _contract_line(change: ContractChange) -> str:
    breaking = "; a client that relied on it can fail" if change.is_breaking else ""
    return f"Contract: {change.part} {change.name} {_happening(change.kind, change.before, change.after)}{breaking}"


def _lines(changes: Iterable[Change]) -> Iterator[str]:
    """A line for each change; records of a list with the same one share it."""
    for same in together(changes, lambda change: (change.resource, *what_happened(change))).values():
        yield _line(same[0], len(same) - 1)


def _line(change: Change, others: int) -> str:
    more = f"and {others} more" if others else ""
    subject = " ".join(filter(None, [f"{change.resource}/{change.record}", more, change.field]))
    cause = "; the day of its step has come" if change.cause is ChangeCause.TIME else ""
    return f"{subject} {_happening(change.kind, change.before, change.after)}{cause}"


def _happening(kind: ChangeKind, before: str | None, after: str | None) -> str:
    if kind is ChangeKind.CHANGED:
        values = [f"{word} {_short(value)}" for word, value in (("from", before), ("to", after)) if value is not None]
        return " ".join([kind, *values])
    return ": ".join([kind, *(_short(value) for value in (before, after) if value is not None)])


def _short(value: str) -> str:
    """A value as a reader of feeds has room for it; the page and the API have the whole."""
    return value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"


def news_entries(world: World) -> Iterator[Entry]:
    """Every news item, the newest first."""
    return (_news_entry(world, item) for item in world.published.news)


def _news_entry(world: World, item: NewsItem) -> Entry:
    (publisher,) = source_links((item.source,))
    products = {erp: world.erp(erp).name for erp in item.erps}
    day = f"on {day_in_words(item.date)}" if item.date else "without a date"
    published = dt.datetime.combine(item.date, dt.time(), dt.UTC) if item.date else item.first_seen
    return Entry(
        name=f"news/{item.id}",
        title=item.title,
        url=item.url,
        published=published,
        # Readers sort by this time: a second for each number keeps the items of one day in their order.
        updated=published + dt.timedelta(seconds=int(item.id.removeprefix("n"))),
        text=f"About {', '.join(products.values())}. Published by {publisher.text} {day}.",
        subjects=products,
        author=publisher,
    )
