"""Feeds in Atom (RFC 4287). Feeds and entries keep their ids for ever."""

import datetime as dt
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from locdata_build.render.artifacts import Artifact
from locdata_build.render.permanent_ids import permanent_id
from locdata_build.source.files import SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.feed_entries import Entry, change_entries, news_entries
from locdata_build.view.feeds import CHANGES_FEED, NEWS_FEED, Feed
from locdata_build.view.places import HOME, top_path
from locdata_build.view.world import World
from locdata_model.scalars import STAMP_FORMAT

ATOM = "http://www.w3.org/2005/Atom"
XHTML = "http://www.w3.org/1999/xhtml"


FEED_PATHS = (CHANGES_FEED.path, NEWS_FEED.path)
"""Where the feeds lie."""


def feed_artifacts(world: World) -> Iterator[Artifact]:
    """Every feed."""
    for feed, page, entries in (
        (CHANGES_FEED, PageName.CHANGES, change_entries(world)),
        (NEWS_FEED, PageName.NEWS, news_entries(world)),
    ):
        yield Artifact(feed.path, _feed(world.site, feed, top_path(page), tuple(entries)))


def _feed(site: SiteFile, feed: Feed, page: str, entries: Sequence[Entry]) -> bytes:
    """The feed's XML. A feed is as new as its newest entry; one without entries is as new as the site."""
    root = Element("feed", {"xmlns": ATOM, "xml:lang": "en"})
    _add(root, "id", permanent_id(feed.path).urn)
    _add(root, "title", f"{site.title}: {feed.title}")
    _add(root, "updated", _stamp(max((entry.updated for entry in entries), default=site.generated_at)))
    _author(root, site.title, f"{site.base_url}{HOME}")
    _link(root, "self", f"{site.base_url}{feed.path}", feed.media_type)
    _link(root, "alternate", f"{site.base_url}{page}", "text/html")
    _link(root, "license", site.data_licence.url)
    _add(root, "rights", f"{site.attribution}, {site.data_licence.name}")
    root.extend(map(_entry, entries))
    indent(root)
    content: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _entry(entry: Entry) -> Element:
    element = Element("entry")
    _add(element, "id", permanent_id(entry.name).urn)
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


def _content(entry: Entry) -> Element:
    """A paragraph and a list: of plain text, readers show no line breaks."""
    content = Element("content", type="xhtml")
    division = SubElement(content, "div", xmlns=XHTML)
    _add(division, "p", entry.text)
    if entry.points:
        items = SubElement(division, "ul")
        for point in entry.points:
            _add(items, "li", point)
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
