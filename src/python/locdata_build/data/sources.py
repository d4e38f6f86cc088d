"""Sources of claims: their records, refused pages, and the classification of URLs.

URLs are classified by canonical form, landing page, public host and match of the list of refused pages.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Annotated, Literal, NamedTuple
from urllib.parse import unquote, urlsplit

from msgspec import Meta, Struct, field

from locdata_build.data.record import SCHEMA_OF_FILE, SortedBy, SourceRecord, UniqueBy
from locdata_model.scalars import Text
from locdata_model.sources import (
    CopyAddress,
    Language,
    PublishedDate,
    Publisher,
    ReadDate,
    SourceAddress,
    SourceId,
    SourceTitle,
)
from locdata_model.vocabulary import Evidence, SourceKind


class CitedSource(SourceRecord, frozen=True, kw_only=True):
    """A page or a text that claims of the file cite."""

    url: SourceAddress
    read_at: CopyAddress = None
    title: SourceTitle
    publisher: Publisher
    kind: SourceKind
    language: Language
    published: PublishedDate
    read: ReadDate
    evidence: Evidence

    @property
    def addresses(self) -> tuple[tuple[str, str], ...]:
        """The URL of the source and of the copy that was read, each with the name of its field."""
        return (("url", self.url), *((("read_at", self.read_at),) if self.read_at else ()))


CitedSources = Annotated[
    Mapping[SourceId, CitedSource], Meta(description="The sources that the file cites, by id; each is cited")
]


class RefusedKind(StrEnum):
    """The reason why a page is no source.

    ``landing``: it leads to other pages and states nothing itself. ``search``: it lists what a search finds.
    ``staging``: a test or internal copy of a site. ``document-sharing``: anyone uploads documents there. ``mirror``: a
    copy of another publisher's page. ``redirect``: it forwards to, or translates, a page at another URL.
    """

    LANDING = "landing"
    SEARCH = "search"
    STAGING = "staging"
    DOCUMENT_SHARING = "document-sharing"
    MIRROR = "mirror"
    REDIRECT = "redirect"


RefusedPattern = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~%!$&'()*+,;=:@-]+)*/?$",
        max_length=300,
        description="A host with its subdomains; with a path that ends in a slash, every page below it; with another "
        "path, that page alone",
        examples=["sharing.example", "code.example/someone/copies/", "firm.example/blog"],
    ),
]


class RefusedSource(SourceRecord, frozen=True, kw_only=True):
    """Pages that no claim may cite."""

    pattern: RefusedPattern
    kind: RefusedKind
    reason: Annotated[Text, Meta(description="Why a claim must not cite the pages, in one or two sentences")]


class RefusedSourcesFile(SourceRecord, frozen=True, kw_only=True):
    """The pages that no claim may cite."""

    schema: Annotated[Literal["schema/refused_sources.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    refused: Annotated[
        tuple[RefusedSource, ...],
        UniqueBy("pattern"),
        SortedBy("pattern"),
        Meta(description="Every refused host or path, sorted by pattern"),
    ]


_DEFAULT_PORT = re.compile(r":(80|443)?$")

_CAMPAIGN = re.compile(r"(utm_[^=]*|gclid|fbclid|msclkid)(=.*)?")
"""A parameter that tracks how a reader came to the page."""

_LANGUAGE = re.compile(r"(lang|language|locale|hl)(=.*)?")
"""A parameter that chooses the language of a page."""

_LANDING_PATH = re.compile(
    r"(/[a-z]{2}([-_](hans|hant|latn|cyrl))?([-_][a-z]{2})?)?(/pages)?(/((index|default|home)([.][a-z]+)?)?)?"
)
"""The first page of a site, or of one of its languages: ``/``, ``/en``, ``/pt-br/index.html``."""

_PUBLIC_HOST = re.compile(
    r"(?!.*[.](home[.]arpa|internal|invalid|lan|local|localhost|onion|test)$).*[.][a-z][^.]*", re.IGNORECASE
)
"""A host with a public domain, and not an IP address (RFC 6761, RFC 6762, RFC 7686, RFC 8375)."""


class PageUrl(NamedTuple):
    """A normalized URL.

    It is without scheme, default port, case of the host, dot segments, repeated slashes, percent-encoding, and the parameters
    of campaigns.
    """

    host: str
    port: str
    path: str
    query: str
    fragment: str


@lru_cache(maxsize=8192)
def normalize(url: str) -> PageUrl:
    """Return the normalized URL. Its path begins with a slash and does not end with one, or is empty."""
    parts = urlsplit(url)
    host, colon, port = _DEFAULT_PORT.sub("", parts.netloc.lower()).partition(":")
    path = posixpath.normpath(f"/{unquote(parts.path).lstrip('/')}").rstrip("/")
    parameters = (each for each in parts.query.split("&") if not _CAMPAIGN.fullmatch(each))
    return PageUrl(host, f"{colon}{port}", path, "&".join(parameters), parts.fragment)


@lru_cache(maxsize=8192)
def page_of(url: str) -> PageUrl:
    """Return the normalized URL without ``www.``, which all URLs of a page share."""
    page = normalize(url)
    return page._replace(host=page.host.removeprefix("www."))


def is_same_page(url: str, other: str) -> bool:
    """Return whether two URLs lead to the same page, whatever their fragments."""
    return page_of(url)._replace(fragment="") == page_of(other)._replace(fragment="")


def is_below(url: str, base_url: str) -> bool:
    """Return whether a URL is that of a site or of one of its pages."""
    page, base = page_of(url), page_of(base_url)
    return (page.host, page.port) == (base.host, base.port) and f"{page.path}/".startswith(f"{base.path}/")


@lru_cache(maxsize=8192)
def is_landing_page(url: str) -> bool:
    """Return whether the URL is that of a bare host, or of the first page in a language.

    A fragment that begins with a slash or an exclamation mark may be a page of an application.
    """
    page = normalize(url)
    is_query = any(each and not _LANGUAGE.fullmatch(each) for each in page.query.split("&"))
    is_place = not page.fragment.startswith(("/", "!")) or not page.fragment.strip("/!")
    return not is_query and is_place and _LANDING_PATH.fullmatch(page.path.lower()) is not None


def has_public_host(url: str) -> bool:
    """Return whether the host of the URL has a public name."""
    return _PUBLIC_HOST.fullmatch(normalize(url).host) is not None


class RefusedSources(Struct, frozen=True, dict=True):
    """The list of refused sources."""

    refused: tuple[RefusedSource, ...] = ()

    @cached_property
    def _by_host(self) -> Mapping[str, list[tuple[str, RefusedSource]]]:
        found: dict[str, list[tuple[str, RefusedSource]]] = {}
        for each in self.refused:
            host, slash, path = each.pattern.partition("/")
            found.setdefault(host, []).append((f"{slash}{unquote(path)}".casefold(), each))
        return found

    def refusing(self, url: str) -> Iterator[RefusedSource]:
        """Yield the entries that refuse the URL. Case in paths is ignored, as many hosts ignore it."""
        page = normalize(url)
        domain, path = page.host, page.path.casefold()
        while domain:
            for pattern, refused in self._by_host.get(domain, ()):
                if _is_at(path, pattern, has_query=bool(page.query)):
                    yield refused
            domain = domain.partition(".")[2]


def _is_at(path: str, pattern: str, *, has_query: bool) -> bool:
    """Return whether a path matches the path of a pattern, which is empty for a whole host."""
    if not pattern or pattern.endswith("/"):
        return f"{path}/".startswith(pattern)
    return path == pattern and not has_query
