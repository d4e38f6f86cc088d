"""The resources: the Markdown twins of the site's pages, and its files for language models."""

from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from locdata_client import Client, NotFoundError
from locdata_model.urls import (
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


class SiteText(Struct, frozen=True, kw_only=True):
    """A file for language models."""

    path: str
    title: str

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
    yield SiteText(path=LLMS_PATH, title="What there is, with sizes")
    for region in dict.fromkeys(country.region for country in client.countries()):
        yield SiteText(path=llms_region_path(region), title=f"Briefs on the countries: {region}")
    yield SiteText(path=markdown_path(HOME), title="Home page")
    for page in TOP_PAGES:
        yield SiteText(path=markdown_path(page.path), title=page.label)
    for country in client.countries():
        yield SiteText(path=markdown_path(country_page_path(country.name)), title=country.name)
    for product in client.products():
        yield SiteText(path=markdown_path(erp_page_path(product.id)), title=product.name)


def read_text(client: Client, uri: str) -> str:
    """Return the text of a resource.

    Raises ``NotFoundError`` for a URI that is none of a resource, and ``LocdataError`` if the site cannot be read.
    """
    try:
        parts = urlsplit(uri)
    except ValueError as error:
        raise NotFoundError(f"not a URI: {uri[:200]!r}") from error
    path = unquote(parts.path)
    if (parts.scheme, parts.netloc) != (SCHEME, HOST) or parts.query or parts.fragment or not media_type(path):
        raise NotFoundError(f"no resource: {uri[:200]!r}; URIs have the form {URI_TEMPLATE}")
    return client.read(path).decode("utf-8", errors="replace")


def media_type(path: str) -> str:
    """Return the media type of a file for language models; empty for any other file."""
    return next((kind for ending, kind in MEDIA_TYPES.items() if path.endswith(ending)), "")
