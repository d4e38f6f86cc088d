"""Rules for serving each file of the site: one table for the server configurations, ``_headers``, the preview and their tests."""

import re
from collections.abc import Mapping

from locdata_model import media_types
from locdata_model.endpoints import INDEX
from locdata_model.json_schema import SchemaForm
from locdata_model.media_types import CopySuffix
from locdata_model.urls import (
    API_CATALOG_PATH,
    API_FOLDER,
    API_NOT_FOUND_PATH,
    API_V1_FOLDER,
    CHECKSUMS_PATH,
    DATA_FOLDER,
    NOT_FOUND,
    SCHEMAS_FOLDER,
    PageName,
    html_path,
)

# Media types


def _utf8(media_type: str) -> str:
    """Return a text type with its charset, which clients would otherwise guess. JSON and XML need none."""
    return f"{media_type}; charset=utf-8"


PLAIN_TEXT = _utf8("text/plain")
"""Type of every file that no rule below covers."""

TYPE_BY_ENDING: Mapping[str, str] = {
    "atom": media_types.ATOM,
    # RFC 9512. The Citation File Format has no own type.
    "cff": "application/yaml",
    "css": _utf8("text/css"),
    "csv": _utf8(media_types.CSV),
    "html": _utf8(media_types.HTML),
    "ics": _utf8(media_types.CALENDAR),
    "js": _utf8("text/javascript"),
    "json": media_types.JSON,
    "md": _utf8(media_types.MARKDOWN),
    "sqlite": media_types.SQLITE,
    "svg": "image/svg+xml",
    # TypeScript has no registered type, and servers take the ending for a video format.
    "ts": PLAIN_TEXT,
    "txt": PLAIN_TEXT,
    "xlsx": media_types.XLSX,
    "xml": "application/xml",
    "zip": media_types.ZIP,
}
TYPE_BY_FOLDER: Mapping[str, str] = {form.path(SCHEMAS_FOLDER): media_types.SCHEMA for form in SchemaForm}
"""Type of all files below a folder; it overrides the type by ending."""

TYPE_BY_PATH: Mapping[str, str] = {
    API_CATALOG_PATH: media_types.API_CATALOG,
    API_NOT_FOUND_PATH: media_types.PROBLEM,
    CHECKSUMS_PATH: PLAIN_TEXT,
}
"""Type of single files; it overrides the other two."""


def media_type(path: str) -> str:
    """Return the media type of the file at ``path``, with its parameters."""
    if path in TYPE_BY_PATH:
        return TYPE_BY_PATH[path]
    for folder, folder_type in TYPE_BY_FOLDER.items():
        if path.startswith(folder):
            return folder_type
    _, dot, ending = path.rpartition("/")[2].rpartition(".")
    return TYPE_BY_ENDING.get(ending, PLAIN_TEXT) if dot else PLAIN_TEXT


# Caching

ASSETS_FOLDER = PageName.ASSETS.path

IMMUTABLE = "public, max-age=31536000, immutable"
"""For assets, whose names change with their content."""

SHORT_CACHE = "public, max-age=300"
"""For all other files: clients revalidate after five minutes, which costs a 304."""


def caching(path: str) -> str:
    """Return the ``Cache-Control`` of ``path``."""
    return IMMUTABLE if path.startswith(ASSETS_FOLDER) else SHORT_CACHE


# Headers

CONTENT_SECURITY_POLICY: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
}
"""Policy of pages: they may load files of the site only, and submit their forms to the site only."""


def policy_header(policy: Mapping[str, str]) -> str:
    """Return the value of the header ``Content-Security-Policy``, from the sources of each directive."""
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())


COMMON_HEADERS: Mapping[str, str] = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Accept-Ranges, Content-Range",
    "Content-Security-Policy": policy_header(CONTENT_SECURITY_POLICY),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every response with any status."""

METHODS = ("GET", "HEAD", "OPTIONS")

ALLOW = ", ".join(METHODS)
"""``Allow`` header of responses to other methods."""

PREFLIGHT_HEADERS: Mapping[str, str] = {
    "Allow": ALLOW,
    "Access-Control-Allow-Methods": ALLOW,
    "Access-Control-Allow-Headers": "If-Modified-Since, If-None-Match, If-Range, Range",
    "Access-Control-Max-Age": "86400",
}
"""Additional headers of responses to ``OPTIONS``: scripts of other sites may revalidate cached files."""


def headers_for(path: str) -> Mapping[str, str]:
    """Return the headers of the file at ``path`` in their order; servers add the length, the date and the ETag."""
    return {"Content-Type": media_type(path), "Cache-Control": caching(path), **COMMON_HEADERS}


# Redirects, compressed copies, hidden files and missing files

REDIRECTS: Mapping[str, str] = {API_V1_FOLDER: INDEX.path, API_V1_FOLDER.removesuffix("/"): INDEX.path}
"""The file for each path that is none: the folder of the API leads to its index. Folders with a page need no entry."""

ENCODINGS: Mapping[str, CopySuffix] = {"br": CopySuffix.BROTLI, "gzip": CopySuffix.GZIP}
"""Suffix of the copy for each content encoding; the first encoding that a client accepts is used."""

# nginx, Caddy and Python all read these patterns, so they use only what all three know.
COPY_PATTERN = rf"\.({'|'.join(suffix.removeprefix('.') for suffix in CopySuffix)})$"
"""Paths of compressed copies. They replace their originals and are not served under their own paths."""

DOTFILE_PATTERN = r"/\."
"""Paths with a segment that begins with a dot. They are not served unless they match ``WELL_KNOWN_PATTERN``."""

WELL_KNOWN_PATTERN = r"/\.well-known(/[^./][^/]*)+$"
"""Paths of well-known URIs (RFC 8615). The operator may add files there, for example ACME challenges."""


def is_hidden(path: str) -> bool:
    """Return whether ``path`` is not served even if the file exists."""
    is_dotfile = re.search(DOTFILE_PATTERN, path) and not re.match(WELL_KNOWN_PATTERN, path)
    return bool(is_dotfile or re.search(COPY_PATTERN, path))


NOT_FOUND_PAGE = html_path(NOT_FOUND)


def error_path(path: str) -> str:
    """Return the path of the file that is sent with status 404 when there is no file at ``path``."""
    return API_NOT_FOUND_PATH if path.startswith(API_FOLDER) else NOT_FOUND_PAGE


# Rules that only ``_headers`` needs

CACHED_FOLDERS = (API_FOLDER, DATA_FOLDER, PageName.FEEDS.path, ASSETS_FOLDER)
"""Folders with a ``Cache-Control``. Pages are in too many folders to have rules; hosts revalidate them."""

ENDINGS_KNOWN_TO_HOSTS = frozenset({"css", "html", "js", "json", "svg", "xml", "zip"})
"""Endings whose media types every host knows."""
