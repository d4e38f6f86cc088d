"""Texts of the data with the URLs in them as links."""

import re
from collections.abc import Iterator
from typing import get_args
from urllib.parse import urlsplit

from locdata_build.view.text import Inline, Link, Rich, Words
from locdata_model.scalars import WebUrl

_URL = re.compile(r"https?://[^\s<>\"“”«»]+")

_WEB_URL = re.compile(get_args(WebUrl)[1].pattern)

_PUNCTUATION = ".,;:!?)]}'’"

_BRACKETS = {")": "(", "]": "["}


def linked(text: str) -> Rich:
    """Return a text as a line. Each URL becomes a link, named by its host; the punctuation after it is no part of it.

    What may not be recorded as a URL, such as one with a user's name that looks like a host, stays text.
    """
    return tuple(_parts(text))


def _parts(text: str) -> Iterator[Inline]:
    start = 0
    for match in _URL.finditer(text):
        url = _without_punctuation(match[0])
        if not _WEB_URL.fullmatch(url):
            continue
        if match.start() > start:
            yield Words(text[start : match.start()])
        yield Link(_host(url), url)
        start = match.start() + len(url)
    if start < len(text):
        yield Words(text[start:])


def _without_punctuation(url: str) -> str:
    """Return the URL without the signs at its end that belong to the sentence. A bracket that it opens is its own."""
    last = url[-1]
    is_own_bracket = last in _BRACKETS and url.count(_BRACKETS[last]) >= url.count(last)
    return url if is_own_bracket or last not in _PUNCTUATION else _without_punctuation(url[:-1])


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")
