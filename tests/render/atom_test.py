"""A feed reader finds every entry of the feeds, with its texts as they are and under a permanent id."""

import datetime as dt
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import feedparser  # type: ignore[import-untyped]  # it has no types
import pytest
from hypothesis import given
from msgspec.structs import replace

from locdata_build.render.atom import feed_artifacts
from locdata_build.view.context import SiteContext
from locdata_model.changes import Change, Release
from locdata_model.vocabulary import ChangeCause, ChangeKind
from render.texts import AWKWARD_TEXT, TEXTS
from support.context import load_context
from support.dataset import whole
from support.pages import minimal_files

CHANGES = "/feeds/changes.atom"
NEWS = "/feeds/news.atom"
FRANCE = "/feeds/changes/fr.atom"
PRODUCT = "/feeds/changes/erp_id_01.atom"
OTHER_PRODUCT = "/feeds/changes/erp_id_02.atom"

ATOM = "{http://www.w3.org/2005/Atom}"
XHTML = "{http://www.w3.org/1999/xhtml}"

CHANGE = Change(
    resource="facts",
    record="fr-vat",
    country="fr",
    erp=None,
    kind=ChangeKind.CHANGED,
    cause=ChangeCause.EDIT,
    field="value",
    before='"Rate 19%."',
    after='"Rate 20%."',
    phase=None,
)
OF_PRODUCT = replace(CHANGE, record="fr-erp-localization-erp_id_01", erp="erp_id_01")
FIRST = Release(version="1.0.0", released_at=dt.datetime(2026, 11, 21, tzinfo=dt.UTC), contract=(), changes=())
SECOND = Release(
    version="1.1.0", released_at=dt.datetime(2026, 11, 28, 6, 30, tzinfo=dt.UTC), contract=(), changes=(CHANGE,)
)


def feeds_of(context: SiteContext, *releases: Release) -> dict[str, bytes]:
    """Return each feed by path after these releases, the newest first."""
    released = SiteContext(dataset=context.dataset, published=replace(context.published, releases=releases))
    return {artifact.path: artifact.content for artifact in feed_artifacts(released)}


def parsed(content: bytes) -> Any:  # noqa: ANN401  # the parser has no types
    """Return a valid feed as a reader gets it."""
    feed = feedparser.parse(content)

    assert (feed.bozo, feed.version, feed.encoding) == (False, "atom10", "utf-8")
    return feed


def texts_in(content: bytes, name: str) -> list[str | None]:
    """Return the text of each element of that name."""
    return [element.text for element in ET.fromstring(content).iter(name)]  # noqa: S314  # our own file


@pytest.fixture(scope="module")
def feeds(context: SiteContext) -> Mapping[str, bytes]:
    """The feeds of the small set after two releases."""
    return feeds_of(context, SECOND, FIRST)


def test_there_is_a_feed_of_changes_for_each_country_and_each_product(feeds: Mapping[str, bytes]) -> None:
    assert [*feeds] == [CHANGES, NEWS, FRANCE, PRODUCT, OTHER_PRODUCT]


def test_feed_of_a_country_has_its_entries_of_the_feed_of_all_changes(feeds: Mapping[str, bytes]) -> None:
    (france,) = ET.fromstring(feeds[FRANCE]).iter(f"{ATOM}entry")  # noqa: S314  # our own file
    _, same, _ = ET.fromstring(feeds[CHANGES]).iter(f"{ATOM}entry")  # noqa: S314  # our own file

    assert ET.tostring(france).strip() == ET.tostring(same).strip()


def test_feed_without_changes_states_so_and_stays_the_same(context: SiteContext, feeds: Mapping[str, bytes]) -> None:
    later = feeds_of(context, replace(SECOND, version="1.2.0"), SECOND, FIRST)
    feed = parsed(feeds[PRODUCT])

    assert (feed.entries, feed.feed.updated) == ([], "2026-11-21T00:00:00Z")
    assert feed.feed.subtitle.endswith("No release has changed any of them so far.")
    assert later[PRODUCT] == feeds[PRODUCT]


@pytest.mark.parametrize("path", [CHANGES, NEWS, FRANCE])
def test_feed_without_entries_was_updated_with_the_site(tmp_path: Path, path: str) -> None:
    feed = parsed(feeds_of(load_context(tmp_path, minimal_files()))[path])

    assert (feed.entries, feed.feed.updated) == ([], "2026-11-21T00:00:00Z")


def test_no_two_entries_have_the_same_id(context: SiteContext) -> None:
    feeds = feeds_of(context, replace(SECOND, changes=(CHANGE, OF_PRODUCT)), FIRST)
    readers = {path: parsed(content) for path, content in feeds.items()}
    # The feed of a country repeats entries of the feed of all changes, which readers of both see once.
    entries = [entry.id for path, reader in readers.items() for entry in reader.entries if path != FRANCE]
    ids = [*(reader.feed.id for reader in readers.values()), *entries]

    assert len({*ids}) == len(ids) == 10
    assert [id_ for id_ in ids if not re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id_)] == []


def test_entries_keep_their_ids_if_a_release_is_added_and_the_site_moves(tmp_path: Path, context: SiteContext) -> None:
    files = whole()
    files["site.json"] |= {"base_url": "https://example.org/locdata", "title": "Other"}
    before = parsed(feeds_of(context, FIRST)[CHANGES])
    after = parsed(feeds_of(load_context(tmp_path, files), SECOND, FIRST)[CHANGES])

    assert (after.feed.id, after.entries[-1].id) == (before.feed.id, before.entries[-1].id)


def test_later_build_of_the_same_data_has_the_same_feeds(tmp_path: Path, feeds: Mapping[str, bytes]) -> None:
    files = whole()
    files["site.json"] |= {"generated_at": "2027-06-30T00:00:00Z", "version": "1.9.0"}

    assert feeds_of(load_context(tmp_path, files), SECOND, FIRST) == feeds


def test_text_of_an_item_is_not_markup(context: SiteContext) -> None:
    release = replace(SECOND, changes=(replace(CHANGE, before=None, after=AWKWARD_TEXT),))
    content = feeds_of(context, release, FIRST)[CHANGES]

    assert texts_in(content, f"{XHTML}li") == [f"facts/fr-vat value changed to {AWKWARD_TEXT}"]
    assert b"<b>" not in content


@given(title=TEXTS)
def test_any_title_is_read_as_it_is(context: SiteContext, title: str) -> None:
    item = replace(context.published.news[0], title=title)
    news = SiteContext(dataset=context.dataset, published=replace(context.published, news=(item,)))
    contents = {artifact.path: artifact.content for artifact in feed_artifacts(news)}

    assert texts_in(contents[NEWS], f"{ATOM}title")[1:] == [title]
