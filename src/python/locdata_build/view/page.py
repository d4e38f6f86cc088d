"""A page: its address, its title and its sections of blocks."""

import datetime as dt
from enum import StrEnum

from msgspec import Struct

from locdata_build.view.blocks import Block
from locdata_build.view.feeds import Feed
from locdata_build.view.text import Link, Rich


class Section(Struct, frozen=True, kw_only=True):
    """A titled part of a page; ``id`` is its anchor."""

    id: str
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple["Section", ...] = ()


class Script(StrEnum):
    """The modules that enhance a page. No page needs one to be read."""

    FILTER = "filter"
    FORWARD = "forward"


class Place(Struct, frozen=True):
    """A country by its name and its ISO 3166-1 alpha-2 code."""

    name: str
    code: str


class Page(Struct, frozen=True, kw_only=True):
    """A page. ``path`` is its folder, ``/spain/``.

    ``subject`` tells in a list of search results what a bare name does not; ``note`` says in a list of pages what is on this one; ``data`` are the JSON files that it shows; anchors of this page
    that have moved lie on the page ``moved_anchors``. A page that is not listed is no destination: nothing links to it.

    ``place`` is the country that the page is about, and ``last_checked`` the newest day on which a record that it shows was
    checked; None where there is none. ``feeds`` tell those who subscribe what becomes new on the page.
    """

    path: str
    title: str
    subject: str = ""
    description: str
    lead: Rich
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    crumbs: tuple[Link, ...] = ()
    data: tuple[str, ...] = ()
    feeds: tuple[Feed, ...] = ()
    scripts: tuple[Script, ...] = ()
    note: str = ""
    moved_anchors: str | None = None
    place: Place | None = None
    last_checked: dt.date | None = None
    is_listed: bool = True

    @property
    def full_title(self) -> str:
        """Its title, with the subject where there is one."""
        return f"{self.title}: {self.subject}" if self.subject else self.title

    @property
    def address(self) -> str:
        """Where it is read: its folder, or its HTML file where it has none."""
        return self.path if self.path.endswith("/") else self.html_path

    @property
    def html_path(self) -> str:
        """The path of its HTML file."""
        return html_path(self.path)

    @property
    def markdown_path(self) -> str:
        """The path of its Markdown twin."""
        return markdown_path(self.path)


def html_path(path: str) -> str:
    """The path of the HTML file of the page at ``path``."""
    return f"{path}index.html" if path.endswith("/") else f"{path}.html"


def markdown_path(path: str) -> str:
    """The path of the Markdown twin of the page at ``path``."""
    return f"{path}index.md" if path.endswith("/") else f"{path}.md"
