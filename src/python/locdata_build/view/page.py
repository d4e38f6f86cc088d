"""A page: its path, its title and its sections of blocks."""

import datetime as dt
from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, TypedDict

from msgspec import Struct

from locdata_build.view.blocks import Block, SourceList
from locdata_build.view.feeds import Feed
from locdata_build.view.text import Link, Rich
from locdata_model.urls import PageName, html_path, markdown_path

MIN_LISTED_SECTIONS = 6
"""Number of sections from which a page lists them."""


class Section(Struct, frozen=True, kw_only=True):
    """A section of a page; ``id`` is its anchor."""

    id: str
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple["Section", ...] = ()


def section(anchor: str, title: str, *blocks: Block, sections: Iterable[Section] = ()) -> Section:
    """Return a section of ``blocks``, followed by its subsections."""
    return Section(id=anchor, title=title, blocks=blocks, sections=tuple(sections))


class Script(StrEnum):
    """A script that enhances a page. Every page is readable without it."""

    CALENDAR = "calendar"
    COMPARE = "compare"
    FILTER = "filter"
    FOLD = "fold"
    FORWARD = "forward"
    GRID = "grid"
    RELATIVE_DAYS = "relative_days"
    SEARCH_PAGE = "search_page"


class CoveredCountry(Struct, frozen=True):
    """The country that a page is about: its name and its upper-case ISO 3166-1 alpha-2 code."""

    name: str
    code: str


class BriefLine(Struct, frozen=True):
    """A line of a brief. ``sources`` are forms of its source, the longest first: with URL, with publisher, with neither."""

    content: Rich
    sources: tuple[Rich, ...] = ((),)


class Brief(Struct, frozen=True, kw_only=True):
    """The most important statements on a country, at the start of its Markdown twin.

    - ``obligations``: each obligation, in the order of the vocabulary.
    - ``phases``: the phases to come, the earliest first. As many are written as there is room for.
    - ``without_phases``: the message without phases to come.
    - ``all_phases``: the link to those for which there is no room.
    - ``files``: the line about the files with more.
    """

    title: ClassVar[str] = "In brief"
    obligations: tuple[BriefLine, ...]
    phases: tuple[BriefLine, ...]
    without_phases: str
    all_phases: Link
    files: Rich


class Page(Struct, frozen=True, kw_only=True):
    """A page.

    - ``path``: its folder, such as ``/spain/``.
    - ``subject``: added to the title in search results.
    - ``brief``: the brief, which only the Markdown twin shows.
    - ``data``: the paths of the JSON files with the data that the page shows.
    - ``feeds``: the feeds that announce changes of the page.
    - ``summary``: describes the page in lists of pages.
    - ``moved_anchors``: the path of the page to which anchors of this page have moved.
    - ``last_checked``: the newest check of a record that the page shows.
    - ``is_listed``: whether the page is in sitemaps and in lists of pages.
    """

    path: str
    title: str
    subject: str = ""
    description: str
    lead: Rich
    brief: Brief | None = None
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    crumbs: tuple[Link, ...] = ()
    data: tuple[str, ...] = ()
    feeds: tuple[Feed, ...] = ()
    scripts: tuple[Script, ...] = ()
    summary: str = ""
    moved_anchors: str | None = None
    country: CoveredCountry | None = None
    last_checked: dt.date | None = None
    is_listed: bool = True

    @property
    def full_title(self) -> str:
        """The title, with the subject if there is one."""
        return f"{self.title}: {self.subject}" if self.subject else self.title

    @property
    def contents(self) -> tuple[Link, ...]:
        """The list of its sections; empty if there are few."""
        links = (Link(each.title, f"#{each.id}") for each in self.sections)
        return tuple(links) if len(self.sections) >= MIN_LISTED_SECTIONS else ()

    @property
    def has_sources(self) -> bool:
        """Presence of a list of sources, to which notes lead."""
        return any(isinstance(block, SourceList) for section in self.sections for block in section.blocks)

    @property
    def url_path(self) -> str:
        """The path in the URL of the page: its folder, or its HTML file if it has no folder."""
        return self.path if self.path.endswith("/") else self.html_path

    @property
    def html_path(self) -> str:
        """The path of its HTML file."""
        return html_path(self.path)

    @property
    def markdown_path(self) -> str:
        """The path of its Markdown twin."""
        return markdown_path(self.path)


class _TopPage(TypedDict):
    """The fields of a page for all countries that follow from its ``PageName``."""

    path: str
    title: str
    description: str


def top_page(name: PageName, title: str = "") -> _TopPage:
    """Return the path, title and description of a page for all countries; its title is its label by default."""
    return {"path": name.path, "title": title or name.label, "description": name.summary}
