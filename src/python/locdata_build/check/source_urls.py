"""What the URL of a source shows: whether it is a landing page, whether everybody reaches it, and what refuses it."""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from locdata_build.source.refused_sources import RefusedSource

_LANDING_PAGE = re.compile(
    r"https?://[^/?#]++(/[a-z]{2}([-_][a-z]{2,4})?)?(/((index|default|home)([.][a-z]+)?)?)?[?]?(#(?![/!]).*)?",
    re.IGNORECASE,
)
"""The first page of a site, or of one of its languages: ``/``, ``/en``, ``/pt-br/index.html``. A fragment that begins with a
slash or an exclamation mark is a page of an application."""

_PUBLIC_HOST = re.compile(
    r"https?://[^/?#:]*[.](?!(?:internal|local|localhost)(?:[/?#:]|$))[A-Za-z][^/?#:.]*(?:[/?#:]|$)"
)
"""A host with a domain that everybody can look up, and not an IP address (RFC 6761, RFC 6762)."""


def is_landing_page(url: str) -> bool:
    """Tell whether the URL is a bare host, or the first page of a language, which leads to other pages."""
    return _LANDING_PAGE.fullmatch(url) is not None


def has_public_host(url: str) -> bool:
    """Tell whether the host of the URL has a name that everybody can look up."""
    return _PUBLIC_HOST.match(url) is not None


def page_of(url: str) -> str:
    """Return what URLs have in common that differ only in ``http``, in ``www.`` or in a slash at the end."""
    host, slash, path = url.partition("://")[2].partition("/")
    return f"{host.lower().removeprefix('www.')}{slash}{path}".removesuffix("/")


class RefusedSources:
    """The list of refused sources, by host."""

    def __init__(self, refused: Iterable[RefusedSource] = ()) -> None:
        self._by_host: dict[str, list[tuple[str, RefusedSource]]] = {}
        for each in refused:
            host, slash, path = each.pattern.partition("/")
            self._by_host.setdefault(host, []).append((f"{slash}{unquote(path)}", each))

    def refusing(self, url: str) -> Iterator[RefusedSource]:
        """Yield what refuses the URL."""
        path = url.partition("#")[0].partition("://")[2]
        domain = path.partition("/")[0].partition("?")[0].partition(":")[0].lower()
        while domain:
            for pattern, refused in self._by_host.get(domain, ()):
                if _is_at(path, pattern):
                    yield refused
            domain = domain.partition(".")[2]


def _is_at(url: str, pattern: str) -> bool:
    """Tell whether a URL without its scheme and fragment matches the path of a pattern, which is empty for a whole host."""
    address, _, query = url.partition("?")
    _, slash, path = address.partition("/")
    folder = f"{slash}{unquote(path)}".removesuffix("/") + "/"
    if not pattern or pattern.endswith("/"):
        return folder.startswith(pattern)
    return folder == f"{pattern}/" and not query
