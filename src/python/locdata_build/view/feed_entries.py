"""The entries of the feeds of changes and of news."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.derive.claims import group_by
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import former_country_link
from locdata_build.view.provenance import publisher_name
from locdata_build.view.text import Link
from locdata_build.view.words import counted
from locdata_model.anchors import release_anchor
from locdata_model.changes import Change, ContractChange, Release
from locdata_model.endpoints import REPORTS
from locdata_model.service import NewsItem
from locdata_model.urls import PageName
from locdata_model.vocabulary import ChangeCause, ChangeKind

RELEASES_SHOWN = 20
"""Releases in a feed of changes: the newest ones, or the newest ones that changed its country or product. The page of changes
lists all of them.
"""

MAX_VALUE_LENGTH = 300
"""Maximum number of characters of a value in an entry. The page and the API have the whole values."""

ITEMS_SHOWN = 100
"""Items of an entry about a country or a product. The page and the API have all of them."""

SUPPORT_FIELD = "erp_support"
"""The field of a report with the support of each ERP product."""


class FeedEntry(Struct, frozen=True, kw_only=True):
    """An entry of a feed: a text, followed by the items of a list.

    ``name`` is unique and permanent. ``subjects`` are the names of the countries or products of the entry, by code or id.
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


def change_entries(context: SiteContext) -> Iterator[FeedEntry]:
    """Yield an entry for each release, newest first, each followed by an entry for each country with changes."""
    releases = context.published.releases
    for release in releases[:RELEASES_SHOWN]:
        yield _release_entry(context, release, is_first=release is releases[-1])
        yield from _country_entries(context, release).values()


def change_entries_by_country(context: SiteContext) -> Mapping[str, Sequence[FeedEntry]]:
    """Return the entries about each country by its code, newest first. One without changes has none."""
    return _newest(_country_entries(context, release) for release in context.published.releases)


def change_entries_by_erp(context: SiteContext) -> Mapping[str, Sequence[FeedEntry]]:
    """Return the entries about each ERP product by its id, newest first. One without changes has none."""
    return _newest(_erp_entries(context, release) for release in context.published.releases)


def _newest(entries: Iterable[Mapping[str, FeedEntry]]) -> Mapping[str, Sequence[FeedEntry]]:
    pairs = group_by((pair for by_subject in entries for pair in by_subject.items()), itemgetter(0))
    return {subject: [entry for _, entry in same[:RELEASES_SHOWN]] for subject, same in pairs.items()}


def _release_entry(context: SiteContext, release: Release, *, is_first: bool) -> FeedEntry:
    return _entry(context, release)(
        name=f"releases/{release.version}",
        title=f"Release {release.version}",
        text="First release." if is_first else _summary(release),
        items=(
            *map(_contract_line, release.contract),
            *_lines(change for change in release.changes if not change.country),
        ),
    )


def _country_entries(context: SiteContext, release: Release) -> Mapping[str, FeedEntry]:
    """Return an entry for each country with changes, in the order of their codes."""
    by_country = group_by(release.changes, lambda change: change.country or "")
    return {
        code: _subject_entry(context, release, code, {code: former_country_link(context, code).text}, by_country[code])
        for code in sorted(filter(None, by_country))
    }


def _erp_entries(context: SiteContext, release: Release) -> Mapping[str, FeedEntry]:
    """Return an entry for each product of the registry with changes."""
    by_erp = changes_by_erp(release.changes)
    return {
        erp.id: _subject_entry(context, release, f"erps/{erp.id}", {erp.id: erp.name}, by_erp[erp.id])
        for erp in context.erps
        if erp.id in by_erp
    }


def _subject_entry(
    context: SiteContext, release: Release, key: str, subjects: Mapping[str, str], changes: Sequence[Change]
) -> FeedEntry:
    """Return the entry of a release about one country or product; ``key`` is the end of the name of the entry."""
    (name,) = subjects.values()
    lines = [*_lines(changes)]
    others = len(lines) - ITEMS_SHOWN
    return _entry(context, release)(
        name=f"releases/{release.version}/{key}",
        title=f"{name}: {counted(len(changes), 'change')} in release {release.version}",
        text=f"Changes to the records of {name} in release {release.version}:",
        items=(*lines[:ITEMS_SHOWN], *([f"and {others} more, listed with the release"] if others > 0 else [])),
        subjects=subjects,
    )


def _entry(context: SiteContext, release: Release) -> partial[FeedEntry]:
    url = context.site.url(f"{PageName.CHANGES.path}#{release_anchor(release.version)}")
    return partial(FeedEntry, url=url, published=release.released_at, updated=release.released_at)


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
    for change, *others in group_by(changes, lambda change: (change.resource, *edit_key(change))).values():
        more = f"and {len(others)} more" if others else ""
        subject = " ".join(filter(None, [f"{change.resource}/{change.record}", more, change.field]))
        cause = "; the date of its phase was reached" if change.cause is ChangeCause.TIME else ""
        yield f"{subject} {_change_words(change.kind, change.before, change.after)}{cause}"


def _change_words(kind: ChangeKind, before: str | None, after: str | None) -> str:
    if kind is ChangeKind.CHANGED:
        values = [f"{word} {_short(value)}" for word, value in (("from", before), ("to", after)) if value is not None]
        return " ".join([kind, *values])
    return ": ".join([kind, *(_short(value) for value in (before, after) if value is not None)])


def _short(value: str) -> str:
    return value if len(value) <= MAX_VALUE_LENGTH else f"{value[: MAX_VALUE_LENGTH - 1]}…"


def edit_key(change: Change) -> tuple[str | None, ...]:
    """Return a key that equal changes to different records share."""
    return change.kind, change.field, change.before, change.after, change.phase


def changes_by_erp(changes: Iterable[Change]) -> Mapping[str, Sequence[Change]]:
    """Group changes by the ERP product of their record.

    A change to the support of a report by several products becomes a change for each product whose support differs, with
    that support as its values. Changes that concern no single product, such as a new report or news item, are left out.
    """
    pairs = group_by((pair for change in changes for pair in _concerned(change)), itemgetter(0))
    return {erp: [change for _, change in same] for erp, same in pairs.items()}


def _concerned(change: Change) -> Iterator[tuple[str, Change]]:
    if change.erp:
        yield change.erp, change
    elif (change.resource, change.field) == (REPORTS.list_name, SUPPORT_FIELD):
        before, after = _support_by_erp(change.before), _support_by_erp(change.after)
        for erp in dict.fromkeys((*before, *after)):
            own = replace(change, before=before.get(erp), after=after.get(erp))
            if own.before != own.after:
                yield erp, own


def _support_by_erp(value: str | None) -> Mapping[str, str]:
    """Return the support of each product as JSON text; nothing if the value, which may be edited by hand, has another type."""
    try:
        supports = msgspec.json.decode(value or "[]", type=list[dict[str, Any]])
    except msgspec.ValidationError:
        return {}
    return {str(support.get("erp")): msgspec.json.encode(support).decode() for support in supports}


# News


def news_entries(context: SiteContext) -> Iterator[FeedEntry]:
    """Yield an entry for every news item, newest first."""
    return (_news_entry(context, item) for item in context.published.news)


def _news_entry(context: SiteContext, item: NewsItem) -> FeedEntry:
    publisher = publisher_name(item.source)
    products = {erp: context.erp(erp).name for erp in item.erps}
    about = f"About {', '.join(products.values())}. " if products else ""
    day = f"on {day_in_words(item.date)}" if item.date else "without a date"
    published = dt.datetime.combine(item.date, dt.time(), dt.UTC) if item.date else item.first_seen
    return FeedEntry(
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
