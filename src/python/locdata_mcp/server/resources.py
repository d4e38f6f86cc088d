"""The resources: the Markdown twins of the site's pages, and its files for language models."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from locdata_client import Client, NotFoundError
from locdata_model import IndexResponse
from locdata_model.endpoints import INDEX
from locdata_model.urls import (
    API_FOLDER,
    HOME,
    LLMS_PATH,
    TOP_PAGES,
    country_page_path,
    erp_page_path,
    llms_region_path,
    markdown_path,
)

SCHEME, HOST = "locdata", "site"

URI_TEMPLATE = f"{SCHEME}://{HOST}{{+path}}"
"""The URI of any of these files (RFC 6570)."""

MARKDOWN = "text/markdown"

MEDIA_TYPES = {".md": MARKDOWN, ".txt": "text/plain"}
"""The endings of the files that may be read, and their media types."""


_LISTED = re.compile(r"\]\((?P<url>[^()\s]+)\): .*\((?P<size>[^()]+)\)$", re.MULTILINE)
"""A line of the list of all twins: a link, what it leads to, and its size in tokens."""


class SiteText(Struct, frozen=True, kw_only=True):
    """A file for language models. ``description`` says what it has, unless the title does, and how long it is."""

    path: str
    title: str
    description: str = ""

    @property
    def uri(self) -> str:
        """The URI by which a client reads it."""
        return f"{SCHEME}://{HOST}{self.path}"

    @property
    def media_type(self) -> str:
        """Its media type."""
        return media_type(self.path)


def site_texts(client: Client) -> Iterator[SiteText]:
    """Yield the list of all twins, the briefs by region, and the twins of pages, of countries and of products."""
    sizes = _sizes(client)
    yield SiteText(path=LLMS_PATH, title="What there is, with sizes")
    for region in dict.fromkeys(country.region for country in client.countries()):
        yield _text(llms_region_path(region), f"Briefs on the countries: {region}", sizes)
    yield _text(markdown_path(HOME), "Home page", sizes)
    for page in TOP_PAGES:
        yield _text(markdown_path(page.path), page.label, sizes, summary=page.summary)
    for country in client.countries():
        yield _text(markdown_path(country_page_path(country.name)), country.name, sizes)
    for product in client.products():
        yield _text(markdown_path(erp_page_path(product.id)), product.name, sizes)


def _text(path: str, title: str, sizes: Mapping[str, str], *, summary: str = "") -> SiteText:
    return SiteText(path=path, title=title, description=" ".join(filter(None, (summary, sizes.get(path)))))


def _sizes(client: Client) -> dict[str, str]:
    """Return the sizes of files in words by their paths, as the list of all twins has them."""
    base_url = client.get(INDEX.path, IndexResponse).meta.docs.removesuffix(API_FOLDER)
    listed = client.read(LLMS_PATH).decode("utf-8", errors="replace")
    return {match["url"].removeprefix(base_url): match["size"] for match in _LISTED.finditer(listed)}


def read_text(client: Client, uri: str) -> tuple[str, str]:
    """Return the media type and the text of a resource.

    Raises ``NotFoundError`` for a URI that names no resource, and ``LocdataError`` if the site cannot be read.
    """
    try:
        parts = urlsplit(uri)
    except ValueError as error:
        raise NotFoundError(f"not a URI: {uri[:200]!r}") from error
    path = unquote(parts.path)
    kind = media_type(path)
    if (parts.scheme, parts.netloc) != (SCHEME, HOST) or parts.query or parts.fragment or not kind:
        raise NotFoundError(f"no resource: {uri[:200]!r}; URIs have the form {URI_TEMPLATE}")
    return kind, client.read(path).decode("utf-8", errors="replace")


def media_type(path: str) -> str:
    """Return the media type of a file for language models; empty for any other file."""
    return next((kind for ending, kind in MEDIA_TYPES.items() if path.endswith(ending)), "")
