"""What the URL of a source shows: which page it is, whether it is a landing page, whether everybody reaches it, what refuses it."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from locdata_build.source.refused_sources import RefusedSource

_DEFAULT_PORT = re.compile(r":(80|443)?$")

_CAMPAIGN = re.compile(r"(utm_[^=]*|gclid|fbclid|msclkid)(=.*)?")
"""A parameter that says how a reader came to the page, and not what the page shows."""

_LANGUAGE = re.compile(r"(lang|language|locale|hl)(=.*)?")
"""A parameter that chooses the language of a page."""

_LANDING_PATH = re.compile(
    r"(/[a-z]{2}([-_](hans|hant|latn|cyrl))?([-_][a-z]{2})?)?(/pages)?(/((index|default|home)([.][a-z]+)?)?)?"
)
"""The first page of a site, or of one of its languages: ``/``, ``/en``, ``/pt-br/index.html``."""

_PUBLIC_HOST = re.compile(
    r"(?!.*[.](home[.]arpa|internal|invalid|lan|local|localhost|onion|test)$).*[.][a-z][^.]*", re.IGNORECASE
)
"""A host with a domain that everybody can look up, and not an IP address (RFC 6761, RFC 6762, RFC 7686, RFC 8375)."""


class PageUrl(NamedTuple):
    """A URL without what makes no difference.

    That is the scheme, its usual port, the case of the host, dot segments, slashes too many, percent-encoding, and the
    parameters of campaigns.
    """

    host: str
    port: str
    path: str
    query: str
    fragment: str


@lru_cache(maxsize=8192)
def normalize(url: str) -> PageUrl:
    """Return a URL without what makes no difference. Its path begins with a slash, and does not end with one, or is empty."""
    parts = urlsplit(url)
    host, colon, port = _DEFAULT_PORT.sub("", parts.netloc.lower()).partition(":")
    path = posixpath.normpath(f"/{unquote(parts.path).lstrip('/')}").rstrip("/")
    parameters = (each for each in parts.query.split("&") if not _CAMPAIGN.fullmatch(each))
    return PageUrl(host, f"{colon}{port}", path, "&".join(parameters), parts.fragment)


def page_of(url: str) -> PageUrl:
    """Return what the URLs of a page have in common, also those with and without ``www.``."""
    page = normalize(url)
    return page._replace(host=page.host.removeprefix("www."))


def is_same_page(url: str, other: str) -> bool:
    """Tell whether two URLs are of one page, at whatever place on it."""
    return page_of(url)._replace(fragment="") == page_of(other)._replace(fragment="")


def is_below(url: str, base_url: str) -> bool:
    """Tell whether a URL is that of a site, or of a page of it."""
    page, base = page_of(url), page_of(base_url)
    return (page.host, page.port) == (base.host, base.port) and f"{page.path}/".startswith(f"{base.path}/")


def is_landing_page(url: str) -> bool:
    """Tell whether the URL is a bare host, or the first page of a language, which leads to other pages.

    A fragment that begins with a slash or an exclamation mark may be a page of an application.
    """
    page = normalize(url)
    is_query = any(each and not _LANGUAGE.fullmatch(each) for each in page.query.split("&"))
    is_place = not page.fragment.startswith(("/", "!")) or not page.fragment.strip("/!")
    return not is_query and is_place and _LANDING_PATH.fullmatch(page.path.lower()) is not None


def has_public_host(url: str) -> bool:
    """Tell whether the host of the URL has a name that everybody can look up."""
    return _PUBLIC_HOST.fullmatch(normalize(url).host) is not None


class RefusedSources:
    """The list of refused sources, by host."""

    def __init__(self, refused: Iterable[RefusedSource] = ()) -> None:
        self._by_host: dict[str, list[tuple[str, RefusedSource]]] = {}
        for each in refused:
            host, slash, path = each.pattern.partition("/")
            self._by_host.setdefault(host, []).append((f"{slash}{unquote(path)}".casefold(), each))

    def refusing(self, url: str) -> Iterator[RefusedSource]:
        """Yield what refuses the URL. Paths in upper and in lower case are the same on many hosts."""
        page = normalize(url)
        domain, path = page.host, page.path.casefold()
        while domain:
            for pattern, refused in self._by_host.get(domain, ()):
                if _is_at(path, pattern, has_query=bool(page.query)):
                    yield refused
            domain = domain.partition(".")[2]


def _is_at(path: str, pattern: str, *, has_query: bool) -> bool:
    """Tell whether a path matches that of a pattern, which is empty for a whole host."""
    if not pattern or pattern.endswith("/"):
        return f"{path}/".startswith(pattern)
    return path == pattern and not has_query
