"""How the files of the site are served: the one table that every configuration, the preview and their tests come from."""

import re
from collections.abc import Mapping

from locdata_build.delivery.media_types import NO_ANSWER_PATH, media_type
from locdata_build.source.copies import CopySuffix
from locdata_build.source.page_names import PageName
from locdata_build.view.places import NOT_FOUND, top_path

LASTING = "public, max-age=31536000, immutable"
"""For names that change with their content."""

SHORT = "public, max-age=300"
"""For all else. Nobody sees what is older than five minutes without asking anew, and asking costs a 304."""

ASSETS = f"/{PageName.ASSETS}/"
API = top_path(PageName.API)
NO_PAGE_PATH = f"{NOT_FOUND}.html"

POLICY: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
}
"""All that pages may do: load their own scripts, styles and icon, and send the form of filters to themselves."""

EVERYWHERE: Mapping[str, str] = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Accept-Ranges, Content-Range",
    "Content-Security-Policy": "; ".join(f"{directive} {sources}" for directive, sources in POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}
"""What every answer says, whatever its status."""

METHODS = ("GET", "HEAD", "OPTIONS")

ALLOWED: Mapping[str, str] = {"Allow": ", ".join(METHODS)}
"""What is added for a method that is not among these, and for OPTIONS."""

PREFLIGHT: Mapping[str, str] = {
    "Access-Control-Allow-Methods": ", ".join(METHODS),
    "Access-Control-Allow-Headers": "If-Modified-Since, If-None-Match, If-Range, Range",
    "Access-Control-Max-Age": "86400",
}
"""What is added for OPTIONS: a page of another site may ask whether its copy is still good."""

DOTTED = r"/\."
"""What a path holds in which a name begins with a dot: it is not served, but for what is ``WELL_KNOWN``."""

WELL_KNOWN = r"/\.well-known(/[^./][^/]*)+$"
"""The whole of a path at addresses agreed for all sites (RFC 8615). Other files may lie there, by which a host proves whose it is."""

ENCODINGS: Mapping[str, CopySuffix] = {"br": CopySuffix.BROTLI, "gzip": CopySuffix.GZIP}
"""What clients and servers call the kinds of copies; the first that a client takes is sent."""

COPIED = rf"\.({'|'.join(suffix.removeprefix('.') for suffix in CopySuffix)})$"
"""How a path ends that is a compressed copy: it is sent in place of its file, and not by its own name.

Servers read these three, so that they hold nothing which one of them does not know.
"""


def is_hidden(path: str) -> bool:
    """Whether ``path`` is not served even where there is such a file."""
    is_dotted = re.search(DOTTED, path) and not re.match(WELL_KNOWN, path)
    return bool(is_dotted or re.search(COPIED, path))


def caching(path: str) -> str:
    """How long the file at ``path`` may be kept."""
    return LASTING if path.startswith(ASSETS) else SHORT


def headers_for(path: str) -> Mapping[str, str]:
    """What is said with the file at ``path``, in the order in which it is sent; the server adds length, date and ETag."""
    return {"Content-Type": media_type(path), "Cache-Control": caching(path), **EVERYWHERE}


def error_path(path: str) -> str:
    """The path of the file that answers, with status 404, where there is none at ``path``."""
    return NO_ANSWER_PATH if path.startswith(API) else NO_PAGE_PATH
