"""Lines of text as HTML. Every text is escaped, every link gets the path that the site is served below."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import markupsafe

from locdata_build.source.remembered import MOST_REMEMBERED
from locdata_build.view.text import Aside, Badge, Break, Code, Day, Link, Rich, Strong, Words
from locdata_build.view.words import day_in_words


@lru_cache(maxsize=MOST_REMEMBERED)
def escape(text: str) -> str:
    """The text, in which no character means anything to HTML, inside attributes too."""
    return str(markupsafe.escape(text))


class HtmlText:
    """Writes lines of text. ``base_path`` is the path of the base URL: empty, or with a slash in front."""

    def __init__(self, base_path: str) -> None:
        self._base_path = base_path
        self._writers: Mapping[type, Callable[[Any], str]] = {
            Link: self.link,
            Badge: badge,
            Code: _code,
            Strong: _strong,
            Day: _day,
            Break: _break,
            Aside: self._aside,
        }

    def href(self, href: str) -> str:
        """Where a link leads: a path of the site, a fragment or a whole URL; not escaped."""
        return f"{self._base_path}{href}" if href.startswith("/") else href

    def line(self, content: Rich) -> str:
        """A line of text."""
        writers = self._writers
        # Most parts are words.
        return "".join([escape(part.text) if type(part) is Words else writers[type(part)](part) for part in content])

    def link(self, link: Link) -> str:
        """A link; search engines are told which ones are paid for."""
        relation = ' rel="sponsored nofollow"' if link.sponsored else ' rel="external"' if link.is_external else ""
        return f'<a href="{escape(self.href(link.href))}"{relation}>{escape(link.text)}</a>'

    def _aside(self, part: Aside) -> str:
        return f"<br><small>{self.line(part.content)}</small>"


def badge(part: Badge) -> str:
    """A word with its tone."""
    return f'<span class="badge {part.tone.value}">{escape(part.text)}</span>'


def _code(part: Code) -> str:
    return f"<code>{escape(part.text)}</code>"


def _strong(part: Strong) -> str:
    return f"<strong>{escape(part.text)}</strong>"


def _day(part: Day) -> str:
    return f'<time datetime="{part.date.isoformat()}">{day_in_words(part.date)}</time>'


def _break(part: Break) -> str:
    del part
    return "<br>"
