"""A feed reader finds in the feeds every release, every country that it changed and every news item, each under an id that stays."""

import datetime as dt
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import feedparser  # type: ignore[import-untyped]  # it has no types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from locdata_build.render.atom import feed_artifacts
from locdata_build.view.feed_entries import LONGEST, RELEASES_SHOWN
from locdata_build.view.world import World
from locdata_model.changes import Change, ContractChange, Release
from locdata_model.vocabulary import ChangeCause, ChangeKind, ContractPart
from support.dataset import whole
from support.pages import small_world
from support.world import load_world

CHANGES = "/feeds/changes.atom"
NEWS = "/feeds/news.atom"
BASE = "https://data.example"

ATOM = "{http://www.w3.org/2005/Atom}"
XHTML = "{http://www.w3.org/1999/xhtml}"

AWKWARD = "<b>&amp; \"a\" 'c' ]]> <!-- 😀 é --> {x}"

TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Cn", "Zl", "Zp"]), min_size=1).map(
    lambda text: f"x{text}x"
)
"""Texts that the checks let into the data."""

FIRST = Release(version="1.0.0", released_at=dt.datetime(2026, 11, 21, tzinfo=dt.UTC), contract=(), changes=())


def change(**fields: Any) -> Change:  # noqa: ANN401  # any fields
    """A value that somebody edited, or another change."""
    edited = {
        "resource": "facts",
        "record": "fr-vat",
        "country": "fr",
        "kind": ChangeKind.CHANGED,
        "cause": ChangeCause.EDIT,
        "field": "value",
        "before": '"Rate 19%."',
        "after": '"Rate 20%."',
        "phase": None,
    }
    return Change(**{**edited, **fields})


SECOND = Release(
    version="1.1.0",
    released_at=dt.datetime(2026, 11, 28, 6, 30, tzinfo=dt.UTC),
    contract=(
        ContractChange(
            part=ContractPart.FIELD,
            name="Fact.source_url",
            kind=ChangeKind.CHANGED,
            is_breaking=True,
            before="string",
            after="string or null",
        ),
    ),
    changes=(
        change(),
        change(
            resource="countries",
            record="fr",
            field="saft_required",
            before="false",
            after="true",
            cause=ChangeCause.TIME,
            phase="fr-saft-step-1",
        ),
        change(resource="phases", record="zz-saft-gone", country="zz", kind=ChangeKind.REMOVED, field=None, after=None),
        change(resource="erps", record="erp_id_03", country=None, kind=ChangeKind.ADDED, field=None, before=None),
    ),
)


def written(world: World) -> dict[str, bytes]:
    """Each feed by its path."""
    return {artifact.path: artifact.content for artifact in feed_artifacts(world)}


def parsed(content: bytes) -> Any:  # noqa: ANN401  # the parser has no types
    """The feed, as a reader without the network takes it."""
    feed = feedparser.parse(content)

    assert (feed.bozo, feed.version, feed.encoding) == (False, "atom10", "utf-8")
    return feed


def texts(content: bytes, name: str) -> list[str | None]:
    """The text of each element of that name."""
    return [element.text for element in ET.fromstring(content).iter(name)]  # noqa: S314  # it is ours


def points(entry: Any) -> list[str]:  # noqa: ANN401  # the parser has no types
    """The points of an entry's list, as markup."""
    return re.findall(r"<li>(.*?)</li>", entry.content[0].value)


def with_releases(world: World, *releases: Release) -> World:
    """The world after these releases, of which the newest stands first."""
    return World(dataset=world.dataset, published=replace(world.published, releases=releases))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A site with one country and one news item."""
    return load_world(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def feeds(world: World) -> Mapping[str, bytes]:
    """Its feeds after two releases."""
    return written(with_releases(world, SECOND, FIRST))


def test_a_feed_says_what_it_is_and_where_it_lies(feeds: Mapping[str, bytes]) -> None:
    feed = parsed(feeds[CHANGES]).feed

    assert {key: feed[key] for key in ("id", "title", "updated", "author_detail", "rights", "language")} == {
        "id": "urn:uuid:6ef7049c-dfa2-5ddd-905a-a2e0da2b938e",
        "title": "Service: Changes of the data",
        "updated": "2026-11-28T06:30:00Z",
        "author_detail": {"name": "Service", "href": f"{BASE}/"},
        "rights": "Service (data.example), CC BY 4.0",
        "language": "en",
    }
    assert [(link.rel, link.href) for link in feed.links] == [
        ("self", f"{BASE}{CHANGES}"),
        ("alternate", f"{BASE}/changes/"),
        ("license", "https://licences.example/by"),
    ]


def test_each_release_has_an_entry_before_those_of_the_countries_that_it_changed(feeds: Mapping[str, bytes]) -> None:
    entries = parsed(feeds[CHANGES]).entries

    assert [(entry.title, entry.updated, entry.published) for entry in entries] == [
        ("Release 1.1.0", "2026-11-28T06:30:00Z", "2026-11-28T06:30:00Z"),
        ("France: 2 changes in release 1.1.0", "2026-11-28T06:30:00Z", "2026-11-28T06:30:00Z"),
        ("ZZ: 1 change in release 1.1.0", "2026-11-28T06:30:00Z", "2026-11-28T06:30:00Z"),
        ("Release 1.0.0", "2026-11-21T00:00:00Z", "2026-11-21T00:00:00Z"),
    ]
    assert [entry.link for entry in entries] == [*[f"{BASE}/changes/#v1-1-0"] * 3, f"{BASE}/changes/#v1-0-0"]


def test_an_entry_of_a_country_lists_its_changes_with_the_values_before_and_after(feeds: Mapping[str, bytes]) -> None:
    france, gone = parsed(feeds[CHANGES]).entries[1:3]

    assert points(france) == [
        'facts/fr-vat value changed from "Rate 19%." to "Rate 20%."',
        "countries/fr saft_required changed from false to true; the day of its step has come",
    ]
    assert points(gone) == ['phases/zz-saft-gone removed: "Rate 19%."']
    assert [(tag.term, tag.label) for entry in (france, gone) for tag in entry.tags] == [("fr", "France"), ("zz", "ZZ")]


def test_an_entry_of_a_release_lists_what_belongs_to_no_country(feeds: Mapping[str, bytes]) -> None:
    release = parsed(feeds[CHANGES]).entries[0]

    assert points(release) == [
        "Contract: field Fact.source_url changed from string to string or null; a client that relied on it can fail",
        'erps/erp_id_03 added: "Rate 20%."',
    ]
    assert "<p>4 changes of records in 2 countries, and 1 change of the contract.</p>" in release.content[0].value


def test_records_with_the_same_edit_share_a_point(world: World) -> None:
    changes = tuple(replace(SECOND.changes[0], record=f"fr-{name}") for name in ("a", "b", "c"))
    feed = written(with_releases(world, replace(SECOND, changes=changes), FIRST))[CHANGES]

    (point,) = points(parsed(feed).entries[1])
    assert point.partition("/")[2].startswith("fr-a and 2 more ")


def test_a_long_value_is_cut(world: World) -> None:
    change = replace(SECOND.changes[0], before=None, after="x" * (LONGEST + 1))
    feed = written(with_releases(world, replace(SECOND, changes=(change,)), FIRST))[CHANGES]

    (point,) = points(parsed(feed).entries[1])
    assert f"{'x' * (LONGEST - 1)}…" in point
    assert "x" * LONGEST not in point


def test_the_first_release_says_that_it_is_the_first(feeds: Mapping[str, bytes]) -> None:
    assert parsed(feeds[CHANGES]).entries[-1].content[0].value == "<p>First release.</p>"


def test_a_feed_shows_the_newest_releases_alone(world: World) -> None:
    releases = [replace(SECOND, version=f"1.{minor}.0", changes=()) for minor in range(30, 0, -1)]
    entries = parsed(written(with_releases(world, *releases, FIRST))[CHANGES]).entries

    assert [entry.title for entry in entries] == [f"Release {each.version}" for each in releases[:RELEASES_SHOWN]]
    assert "First release." not in {entry.content[0].value for entry in entries}


def test_a_news_item_has_an_entry_with_its_own_link_its_date_and_its_publisher(feeds: Mapping[str, bytes]) -> None:
    (entry,) = parsed(feeds[NEWS]).entries
    keys = ("id", "title", "link", "published", "updated", "author_detail")

    assert {key: entry[key] for key in keys} == {
        "id": "urn:uuid:311ec864-b710-5345-946f-0783de1c4b11",
        "title": "New format",
        "link": "https://vendor.example/news/1",
        "published": "2026-11-20T00:00:00Z",
        "updated": "2026-11-20T00:00:01Z",
        "author_detail": {"name": "vendor.example", "href": "https://vendor.example"},
    }
    assert [(tag.term, tag.label) for tag in entry.tags] == [("erp_id_01", "Product 1")]
    assert entry.content[0].value == "<p>About Product 1. Published by vendor.example on 20 November 2026.</p>"


def test_a_news_item_without_a_date_counts_from_the_day_it_was_first_seen(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0] |= {"date": None, "first_seen": "2026-11-19T12:00:00Z"}
    (entry,) = parsed(written(load_world(tmp_path, files))[NEWS]).entries

    assert (entry.published, entry.updated) == ("2026-11-19T12:00:00Z", "2026-11-19T12:00:01Z")
    assert "Published by vendor.example without a date." in entry.content[0].value


@pytest.mark.parametrize("path", [CHANGES, NEWS])
def test_a_feed_without_entries_is_as_new_as_the_site(tmp_path: Path, path: str) -> None:
    feed = parsed(written(load_world(tmp_path, small_world()))[path])

    assert (feed.entries, feed.feed.updated) == ([], "2026-11-21T00:00:00Z")


def test_no_two_entries_share_an_id(feeds: Mapping[str, bytes]) -> None:
    found = [parsed(content) for content in feeds.values()]
    ids = [*(feed.feed.id for feed in found), *(entry.id for feed in found for entry in feed.entries)]

    assert len({*ids}) == len(ids) == 7
    assert [id_ for id_ in ids if not re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id_)] == []


def test_entries_keep_their_ids_when_a_release_is_added_and_the_site_moves(tmp_path: Path, world: World) -> None:
    files = whole()
    files["site.json"] |= {"base_url": "https://example.org/locdata", "title": "Other"}
    before = parsed(written(with_releases(world, FIRST))[CHANGES])
    after = parsed(written(with_releases(load_world(tmp_path, files), SECOND, FIRST))[CHANGES])

    assert (after.feed.id, after.entries[-1].id) == (before.feed.id, before.entries[-1].id)


def test_a_later_day_of_the_build_changes_no_byte_of_feeds_with_entries(
    tmp_path: Path, feeds: Mapping[str, bytes]
) -> None:
    files = whole()
    files["site.json"] |= {"generated_at": "2027-06-30T00:00:00Z", "version": "1.9.0"}

    assert written(with_releases(load_world(tmp_path, files), SECOND, FIRST)) == feeds


def test_a_text_is_no_markup(world: World) -> None:
    release = replace(SECOND, changes=(change(after=AWKWARD),))
    content = written(with_releases(world, release, FIRST))[CHANGES]
    text = f'facts/fr-vat value changed from "Rate 19%." to {AWKWARD}'

    assert text in texts(content, f"{XHTML}li")
    assert b"<b>" not in content


@given(title=TEXTS)
def test_any_title_is_read_as_it_was_written(world: World, title: str) -> None:
    item = replace(world.published.news[0], title=title)
    content = written(World(dataset=world.dataset, published=replace(world.published, news=(item,))))[NEWS]

    assert texts(content, f"{ATOM}title")[1:] == [title]
