"""Texts of the data with the URLs in them as links."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from locdata_build.view.text import Inline, Link, Rich, Words

_URL = re.compile(r"https?://[^\s<>\"“”«»]+")

_PUNCTUATION = ".,;:!?)]}'’"

_BRACKETS = {")": "(", "]": "["}


def linked(text: str) -> Rich:
    """Return a text as a line. Each URL becomes a link, named by its host; the punctuation after it is no part of it."""
    return tuple(_parts(text))


def _parts(text: str) -> Iterator[Inline]:
    start = 0
    for match in _URL.finditer(text):
        url = _without_punctuation(match[0])
        host = _host(url)
        if not host:
            continue
        if match.start() > start:
            yield Words(text[start : match.start()])
        yield Link(host, url)
        start = match.start() + len(url)
    if start < len(text):
        yield Words(text[start:])


def _without_punctuation(url: str) -> str:
    """Return the URL without the signs at its end that belong to the sentence. A bracket that it opens is its own."""
    last = url[-1]
    is_own_bracket = last in _BRACKETS and url.count(_BRACKETS[last]) >= url.count(last)
    return url if is_own_bracket or last not in _PUNCTUATION else _without_punctuation(url[:-1])


def _host(url: str) -> str:
    """Return the host of a URL; empty if it has none."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
