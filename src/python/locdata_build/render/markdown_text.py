"""Texts and lines of text as Markdown: every text is escaped, so that a parser reads it as it is, and every link is a whole URL."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from locdata_build.data.site import SiteFile
from locdata_build.view.notes import NotedSource, PageNotes, source_entry
from locdata_build.view.text import (
    CACHED_TEXTS,
    Aside,
    Badge,
    Break,
    Code,
    Day,
    Details,
    Link,
    Note,
    Rest,
    Rich,
    Strong,
    Words,
)
from locdata_openapi import commonmark

_ENTITY = re.compile(r"&(?=#?\w+;)")


escape = lru_cache(maxsize=CACHED_TEXTS)(commonmark.escape)


def table_cell(text: str) -> str:
    """Return Markdown with its pipes escaped, also those in code, so that none ends a cell."""
    return re.sub(r"(?<!\\)\|", r"\\|", text)


@lru_cache(maxsize=CACHED_TEXTS)
def link_target(url: str) -> str:
    """Return a URL as the target of a link: in angle brackets if a parenthesis could end the link."""
    safe = _ENTITY.sub("&amp;", url.replace("<", "%3C").replace(">", "%3E"))
    return f"<{safe}>" if re.search(r"[()\s]", safe) else safe


def join_blocks(blocks: Iterable[str]) -> bytes:
    """Return blocks of Markdown as a file."""
    return ("\n\n".join(blocks) + "\n").encode()


class LineWriter:
    """Writer of lines of text, without a line break at the end. A fragment leads to the page at ``url``."""

    def __init__(self, site: SiteFile, url: str = "") -> None:
        self._site = site
        self._url = url
        self.notes = PageNotes()
        self._inlines: Mapping[type, Callable[[Any], str]] = {
            Link: self.link,
            Code: lambda part: commonmark.code_span(part.text),
            Strong: _strong,
            Badge: _strong,
            Day: lambda part: part.text,
            Break: lambda _: " · ",
            Aside: lambda part: f" – {self.line(part.content)}",
            Note: lambda part: "".join([f"[^{self.notes.add(each)[0].label}]" for each in part.citations]),
            Details: lambda part: f" · {escape(part.label)}: {self.line(part.content)}",
            Rest: lambda part: self.line(part.content),
        }

    def line(self, content: Rich) -> str:
        """Return a line of text. A leading collapsed part gets no separator."""
        writers = self._inlines
        # Most parts are words.
        line = "".join([escape(part.text) if type(part) is Words else writers[type(part)](part) for part in content])
        line = line.strip()
        return line.removeprefix("· ") if content and isinstance(content[0], Details) else line

    def footnotes(self) -> str:
        """Return the definitions of the footnotes of all lines: one for each source and place in it."""
        return "\n".join(line for source in self.notes.sources for line in self._definitions(source))

    def _definitions(self, source: NotedSource) -> Iterator[str]:
        entry = self.line(source_entry(source))
        for reference in source.references:
            place = f"{commonmark.escape_start(escape(reference.locator))}: " if reference.locator else ""
            yield f"[^{reference.label}]: {place}{entry}"

    def link(self, link: Link) -> str:
        """Return a link; one whose text is its URL is written once."""
        target = self._absolute(link.href)
        return f"<{target}>" if link.text == target else f"[{escape(link.text)}]({link_target(target)})"

    def _absolute(self, href: str) -> str:
        """Return the whole URL of a path, an anchor of this page or a URL."""
        if href.startswith("#"):
            return f"{self._url}{href}"
        return self._site.url(href) if href.startswith("/") else href


def _strong(part: Strong | Badge) -> str:
    return f"**{escape(part.text)}**"
