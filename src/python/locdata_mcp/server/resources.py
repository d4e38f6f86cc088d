"""The resources: the files for language models that ``llms.txt`` lists, such as the Markdown twins of pages."""

import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from locdata_client import Client, NotFoundError
from locdata_model.endpoints import INDEX
from locdata_model.urls import API_FOLDER, LLMS_PATH

SCHEME, HOST = "locdata", "site"

URI_TEMPLATE = f"{SCHEME}://{HOST}{{+path}}"
"""The URI of any of these files (RFC 6570)."""

MARKDOWN = "text/markdown"

MEDIA_TYPES = {".md": MARKDOWN, ".txt": "text/plain"}
"""The endings of the files that may be read, and their media types."""

_LINK = re.compile(r"^- \[(?P<title>.{1,200})\]\((?P<url>[^()\s]{1,200})\): (?P<description>.{1,300})$", re.MULTILINE)
"""A file in ``llms.txt``. What is longer is no title and no description, and is not listed."""

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
"""An escaped character of CommonMark, in which ``llms.txt`` is written."""


class SiteText(Struct, frozen=True, kw_only=True):
    """A file for language models. ``description`` ends with its size in tokens."""

    path: str
    title: str
    description: str = ""

    @property
    def uri(self) -> str:
        """The URI by which a client reads it."""
        return f"{SCHEME}://{HOST}{self.path}"


def site_texts(client: Client) -> Iterator[SiteText]:
    """Yield ``llms.txt``, and each of the files for language models that it lists."""
    base_url = client.get(INDEX.path, INDEX.response).meta.docs.removesuffix(API_FOLDER)
    yield SiteText(path=LLMS_PATH, title="List of the files for language models, with their sizes")
    listed: dict[str, SiteText] = {}
    for link in _LINK.finditer(client.read(LLMS_PATH).decode("utf-8", errors="replace")):
        path = link["url"].removeprefix(base_url)
        if media_type(path):
            title, description = (_ESCAPED.sub(r"\1", link[name]) for name in ("title", "description"))
            listed.setdefault(path, SiteText(path=path, title=title, description=description))
    yield from listed.values()


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
