"""The entries of the feeds of changes and of news."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from msgspec import Struct

from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.derive.erps import group_by
from locdata_build.view.context import SiteContext
from locdata_build.view.provenance import publisher_name
from locdata_build.view.text import Link
from locdata_build.view.words import counted
from locdata_model.changes import Change, ContractChange, Release
from locdata_model.listings import NewsItem
from locdata_model.urls import PageName, release_anchor
from locdata_model.vocabulary import ChangeCause, ChangeKind

RELEASES_SHOWN = 20
"""Releases in the feed of changes. The page of changes lists all of them."""

LONGEST = 300
"""Characters of a value in an entry. Longer values are cut; the page and the API have them in full."""


class Entry(Struct, frozen=True, kw_only=True):
    """An entry of a feed: a text, followed by the items of a list.

    ``name`` is unique and permanent. ``subjects`` are the labels of what the entry is about, by code or id.
    """

    name: str
    title: str
    url: str
    published: dt.datetime
    updated: dt.datetime
    text: str
    items: tuple[str, ...] = ()
    subjects: Mapping[str, str] = {}
    author: Link | None = None


# Changes


def change_entries(context: SiteContext) -> Iterator[Entry]:
    """Yield an entry for each release, newest first, each followed by an entry for each country with changes."""
    releases = context.published.releases
    for release in releases[:RELEASES_SHOWN]:
        yield from _release_entries(context, release, is_first=release is releases[-1])


def _release_entries(context: SiteContext, release: Release, *, is_first: bool) -> Iterator[Entry]:
    url = context.site.url(f"{PageName.CHANGES.path}#{release_anchor(release.version)}")
    entry = partial(Entry, url=url, published=release.released_at, updated=release.released_at)
    by_country = dict(group_by(sorted(release.changes, key=_country_code), _country_code))
    without_country = by_country.pop("", ())
    yield entry(
        name=f"releases/{release.version}",
        title=f"Release {release.version}",
        text="First release." if is_first else _summary(release),
        items=(*map(_contract_line, release.contract), *_lines(without_country)),
    )
    for code, changes in by_country.items():
        country = context.find_country(code)
        name = country.name if country else code.upper()
        yield entry(
            name=f"releases/{release.version}/{code}",
            title=f"{name}: {counted(len(changes), 'change')} in release {release.version}",
            text=f"Changes to the records of {name} in release {release.version}:",
            items=tuple(_lines(changes)),
            subjects={code: name},
        )


def _country_code(change: Change) -> str:
    """Return the code of the country; an empty string for a change that concerns none or several."""
    return change.country or ""


def _summary(release: Release) -> str:
    codes = {change.country for change in release.changes if change.country}
    record_changes = counted(len(release.changes), "change to records", "changes to records")
    contract_changes = counted(len(release.contract), "change to the contract", "changes to the contract")
    return f"{record_changes} in {counted(len(codes), 'country', 'countries')}, and {contract_changes}."


def _contract_line(change: ContractChange) -> str:
    breaking = "; clients that use it may fail" if change.is_breaking else ""
    return f"Contract: {change.part} {change.name} {_change_words(change.kind, change.before, change.after)}{breaking}"


def _lines(changes: Iterable[Change]) -> Iterator[str]:
    """Yield a line for each change. Records of one list with the same change share a line."""
    for same in group_by(changes, lambda change: (change.resource, *edit_key(change))).values():
        yield _line(same[0], len(same) - 1)


def _line(change: Change, others: int) -> str:
    more = f"and {others} more" if others else ""
    subject = " ".join(filter(None, [f"{change.resource}/{change.record}", more, change.field]))
    cause = "; the date of its phase was reached" if change.cause is ChangeCause.TIME else ""
    return f"{subject} {_change_words(change.kind, change.before, change.after)}{cause}"


def _change_words(kind: ChangeKind, before: str | None, after: str | None) -> str:
    if kind is ChangeKind.CHANGED:
        values = [f"{word} {_short(value)}" for word, value in (("from", before), ("to", after)) if value is not None]
        return " ".join([kind, *values])
    return ": ".join([kind, *(_short(value) for value in (before, after) if value is not None)])


def _short(value: str) -> str:
    return value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"


def edit_key(change: Change) -> tuple[str | None, ...]:
    """Return a key that is equal for the same change to different records."""
    return change.kind, change.field, change.before, change.after, change.phase


# News


def news_entries(context: SiteContext) -> Iterator[Entry]:
    """Yield an entry for every news item, newest first."""
    return (_news_entry(context, item) for item in context.published.news)


def _news_entry(context: SiteContext, item: NewsItem) -> Entry:
    publisher = publisher_name(item.source)
    products = {erp: context.erp(erp).name for erp in item.erps}
    about = f"About {', '.join(products.values())}. " if products else ""
    day = f"on {day_in_words(item.date)}" if item.date else "without a date"
    published = dt.datetime.combine(item.date, dt.time(), dt.UTC) if item.date else item.first_seen
    return Entry(
        name=f"news/{item.id}",
        title=item.title,
        url=item.url,
        published=published,
        # Programs sort by this time. Adding the number in seconds keeps the items of one day in their order.
        updated=published + dt.timedelta(seconds=item.number),
        text=f"{about}Published by {publisher} {day}.",
        subjects=products,
        author=Link(publisher, item.source),
    )
