"""Feeds in Atom (RFC 4287). The ids of feeds and entries are permanent."""

import datetime as dt
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from locdata_build.data.site import SiteFile
from locdata_build.render.artifacts import Artifact
from locdata_build.view.context import SiteContext
from locdata_build.view.feed_entries import (
    FeedEntry,
    change_entries,
    change_entries_by_country,
    change_entries_by_erp,
    news_entries,
)
from locdata_build.view.feeds import CHANGES_FEED, NEWS_FEED, Feed, country_changes_feed, erp_changes_feed
from locdata_build.view.navigation import country_path
from locdata_model.ids import permanent_uuid
from locdata_model.media_types import HTML
from locdata_model.scalars import STAMP_FORMAT
from locdata_model.urls import HOME, PageName, erp_page_path

ATOM = "http://www.w3.org/2005/Atom"
XHTML = "http://www.w3.org/1999/xhtml"


def feed_artifacts(context: SiteContext) -> Iterator[Artifact]:
    """Yield every feed: of changes and of news, then of the changes to each country and to each ERP product."""
    for feed, page, entries in (
        (CHANGES_FEED, PageName.CHANGES, change_entries(context)),
        (NEWS_FEED, PageName.NEWS, news_entries(context)),
    ):
        yield Artifact(feed.path, _feed(context.site, feed, page.path, tuple(entries)))
    by_country, by_erp = change_entries_by_country(context), change_entries_by_erp(context)
    for country in context.countries:
        found = by_country.get(country.code, ())
        yield _changes_artifact(context, country_changes_feed(country), country_path(country), country.name, found)
    for erp in context.erps:
        found = by_erp.get(erp.id, ())
        yield _changes_artifact(context, erp_changes_feed(erp), erp_page_path(erp.id), erp.name, found)


def _changes_artifact(
    context: SiteContext, feed: Feed, page_path: str, name: str, entries: Sequence[FeedEntry]
) -> Artifact:
    """Return the feed of the changes to the country or product called ``name``. Until there are any, it stays the same."""
    nothing = "" if entries else " No release has changed any of them so far."
    about = f"What each release changed in the records of {name}.{nothing}"
    first = min((release.released_at for release in context.published.releases), default=None)
    return Artifact(feed.path, _feed(context.site, feed, page_path, entries, about=about, since=first))


def _feed(
    site: SiteFile,
    feed: Feed,
    page_path: str,
    entries: Sequence[FeedEntry],
    *,
    about: str = "",
    since: dt.datetime | None = None,
) -> bytes:
    """Return a feed, updated when its newest entry was. One without entries was updated ``since``, or with the site."""
    root = Element("feed", {"xmlns": ATOM, "xml:lang": "en"})
    _add(root, "id", permanent_uuid(feed.path).urn)
    _add(root, "title", f"{site.title}: {feed.title}")
    if about:
        _add(root, "subtitle", about)
    _add(root, "updated", _stamp(max((entry.updated for entry in entries), default=since or site.generated_at)))
    _author(root, site.title, site.url(HOME))
    _link(root, "self", site.url(feed.path), feed.media_type)
    _link(root, "alternate", site.url(page_path), HTML)
    _link(root, "license", site.data_licence.url)
    _add(root, "rights", f"{site.attribution}, {site.data_licence.name}")
    root.extend(map(_entry, entries))
    indent(root)
    content: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _entry(entry: FeedEntry) -> Element:
    element = Element("entry")
    _add(element, "id", permanent_uuid(entry.name).urn)
    _add(element, "title", entry.title)
    _add(element, "published", _stamp(entry.published))
    _add(element, "updated", _stamp(entry.updated))
    if entry.author:
        _author(element, entry.author.text, entry.author.href)
    _link(element, "alternate", entry.url)
    for code, label in entry.subjects.items():
        SubElement(element, "category", term=code, label=label)
    element.append(_content(entry))
    return element


def _content(entry: FeedEntry) -> Element:
    """Return the content as XHTML, because feed readers drop the line breaks of plain text."""
    content = Element("content", type="xhtml")
    division = SubElement(content, "div", xmlns=XHTML)
    _add(division, "p", entry.text)
    if entry.items:
        items = SubElement(division, "ul")
        for item in entry.items:
            _add(items, "li", item)
    return content


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text


def _author(parent: Element, name: str, uri: str) -> None:
    author = SubElement(parent, "author")
    _add(author, "name", name)
    _add(author, "uri", uri)


def _link(parent: Element, relation: str, url: str, media_type: str | None = None) -> None:
    SubElement(parent, "link", {"rel": relation, **({"type": media_type} if media_type else {}), "href": url})


def _stamp(moment: dt.datetime) -> str:
    return moment.strftime(STAMP_FORMAT)
