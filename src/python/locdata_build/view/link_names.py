"""Accessible names of links: two links of a page that have the same name lead to the same target.

A link is named by its text. Links with the same text and different targets are also named by what they are about and by
what contains them, such as their row, group and section: as much of it as it takes to tell them apart. The last resort is
the end of the target, and then all of it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import takewhile
from textwrap import shorten
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from locdata_build.data.sources import CitedSource
from locdata_build.derive.claims import group_by
from locdata_build.view.blocks import Group, Pair, Question, Row
from locdata_build.view.drawings import TileMap
from locdata_build.view.page import Page, Section
from locdata_build.view.provenance import reading, title_link
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
    Rich,
    Strong,
    Words,
)

MAX_CONTEXT_LENGTH = 60
"""Characters of the name of what contains a link."""

Context = tuple[str, ...]
"""The names of what contains a link, the innermost first."""

LinkNames = Mapping[tuple[str, str], str]
"""The names of the links whose text several targets share, by text and ``href``."""

_CONTAINERS: Mapping[type, Callable[[Any], str]] = {
    Section: lambda section: section.title,
    Group: lambda group: _words(group.title),
    Row: lambda row: _words(row.cells[0]),
    Pair: lambda pair: pair.term,
    Question: lambda question: question.question,
    TileMap: lambda tiles: tiles.title,
}
"""The name of what contains links."""

_WITHOUT_LINKS = frozenset({str, bool, type(None), Words, Badge, Break, Code, Day, Strong})
"""Types of most parts of a page, which are passed over at once."""


def link_names(page: Page, frame: Iterable[Link]) -> LinkNames:
    """Return the names of the links of a page whose text several targets share.

    ``frame`` are the links around its content, which are named by their text.
    """
    contexts: defaultdict[str, dict[str, Context]] = defaultdict(dict)
    for link in frame:
        contexts[link.text][link.href] = ()
    found: list[tuple[Link, Context]] = []
    cited: dict[object, CitedSource] = {}
    _find_links((page.crumbs, page.contents, page.lead, page.blocks, page.sections), (), found, cited)
    for source in [*cited.values()]:
        _find_links((title_link(source), *reading(source)), (), found, cited)
    for link, outer in found:
        target = _target(page, link)
        here = "on this page" if target.startswith("#") else ""
        named = (name for name in (link.subject, *outer, here) if name not in ("", link.text))
        context = (*map(_shortened, named), target.rstrip("/").rpartition("/")[2], target)
        others = contexts[link.text].setdefault(target, context)
        if others != context:
            contexts[link.text][target] = tuple(name for name in others if name in context)
    names = {text: dict(_distinct_names(text, by_target)) for text, by_target in contexts.items() if len(by_target) > 1}
    return {(link.text, link.href): names[link.text][_target(page, link)] for link, _ in found if link.text in names}


def _target(page: Page, link: Link) -> str:
    """Return the target of a link, which is a fragment if it leads to the page itself."""
    return link.href.removeprefix(page.path) if link.href.startswith(f"{page.path}#") else link.href


def _distinct_names(name: str, contexts: Mapping[str, Context]) -> Iterator[tuple[str, str]]:
    """Yield each target with a name: that which all share, with as much context as needed."""
    if len(contexts) == 1 or not any(contexts.values()):
        yield from ((target, name) for target in contexts)
        return
    groups = group_by(contexts, lambda target: contexts[target][:1])
    for first, targets in groups.items():
        distinct = name if len(groups) == 1 else ", ".join((name, *first))
        yield from _distinct_names(distinct, {target: contexts[target][1:] for target in targets})


def _find_links(
    parts: Iterable[object], context: Context, found: list[tuple[Link, Context]], cited: dict[object, CitedSource]
) -> None:
    """Add every link in parts of a page, with its context, and every source that they cite, once."""
    for part in parts:
        if type(part) in _WITHOUT_LINKS:
            continue
        if isinstance(part, tuple):
            _find_links(part, context, found, cited)
        elif isinstance(part, Link):
            found.append((part, context))
        elif isinstance(part, Note):
            # Country files may have other titles for the same page.
            cited |= {(each.source.url, each.source.title): each.source for each in part.citations}
        elif isinstance(part, Struct):
            name = _CONTAINERS.get(type(part))
            _find_links(astuple(part), (name(part), *context) if name else context, found, cited)


@lru_cache(maxsize=CACHED_TEXTS)
def _shortened(name: str) -> str:
    """Return the beginning of a long name."""
    return shorten(name, MAX_CONTEXT_LENGTH, placeholder="…", break_on_hyphens=False)


def _words(line: Rich) -> str:
    """Return the words of a line up to its small print."""
    shown = takewhile(lambda part: not isinstance(part, Aside | Break | Details), line)
    return "".join(_shown(shown)).strip()


def _shown(parts: Iterable[object]) -> Iterator[str]:
    for part in parts:
        if not isinstance(part, Note):
            yield getattr(part, "text", "")
