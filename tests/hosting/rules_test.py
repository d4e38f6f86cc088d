"""Types, caching and hidden paths follow one table."""

import re

import pytest

from locdata_build.hosting.rules import (
    PREFLIGHT_HEADERS,
    TYPE_BY_ENDING,
    TYPE_BY_FOLDER,
    TYPE_BY_PATH,
    caching,
    headers_for,
    is_hidden,
    media_type,
)
from support.rendering import render_files

TYPES = "each file needs a media type, and each media type a file: src/python/locdata_build/hosting/rules.py"


HOST_FILES = {"/_headers", "/_redirects", "/.nojekyll"}
"""Files that hosts read."""

STANDARD_TYPES = {
    "/index.html": "text/html; charset=utf-8",
    "/index.md": "text/markdown; charset=utf-8",
    "/llms-region-1.txt": "text/plain; charset=utf-8",
    "/assets/style.css": "text/css; charset=utf-8",
    "/assets/filter.js": "text/javascript; charset=utf-8",
    "/assets/icon.svg": "image/svg+xml",
    "/api/v1/index.json": "application/json",
    "/api/v1/locdata.sqlite": "application/vnd.sqlite3",
    "/api/404.json": "application/problem+json",
    "/api/schemas/v1/index.schema.json": "application/schema+json",
    "/api/locdata.d.ts": "text/plain; charset=utf-8",
    "/.well-known/api-catalog": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    "/data/CITATION.cff": "application/yaml",
    "/data/matrix.csv": "text/csv; charset=utf-8",
    "/data/locdata.sqlite": "application/vnd.sqlite3",
    "/data/locdata.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "/data/locdata.zip": "application/zip",
    "/feeds/news.atom": "application/atom+xml",
    "/feeds/phases.ics": "text/calendar; charset=utf-8",
    "/sitemap.xml": "application/xml",
    "/robots.txt": "text/plain; charset=utf-8",
    "/SHA256SUMS": "text/plain; charset=utf-8",
    "/v1.0/none": "text/plain; charset=utf-8",
}
"""The media type of each kind of file, by a path of that kind."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The small site."""
    return render_files(tmp_path_factory.mktemp("data"))


def test_every_file_has_a_rule_for_its_type(site: dict[str, bytes]) -> None:
    by_ending = {path for path in site if path not in TYPE_BY_PATH and not path.startswith(tuple(TYPE_BY_FOLDER))}

    assert {path for path in by_ending if path.rpartition(".")[2] not in TYPE_BY_ENDING} == HOST_FILES, TYPES
    assert set(TYPE_BY_PATH) <= set(site), TYPES


def test_media_type_of_a_file_is_that_of_its_standard() -> None:
    assert {path: media_type(path) for path in STANDARD_TYPES} == STANDARD_TYPES
    assert {*STANDARD_TYPES.values()} == {*TYPE_BY_PATH.values(), *TYPE_BY_FOLDER.values(), *TYPE_BY_ENDING.values()}


def test_pages_state_the_types_that_are_sent(site: dict[str, bytes]) -> None:
    pages = "".join(content.decode() for path, content in site.items() if path.endswith(".html"))
    links = re.findall(r'<link rel="alternate" type="([^"]+)" href="([^"]+)"', pages)
    downloads = re.findall(r'"contentUrl": "https://[^/]+([^"]+)",.*?"encodingFormat": "([^"]+)"', pages)
    stated = {*((path, stated_type) for stated_type, path in links), *downloads}

    assert {(path, media_type(path).partition(";")[0]) for path, _ in stated} == stated
    assert {"text/markdown", "text/calendar", "application/zip"} < {stated_type for _, stated_type in stated}


def test_headers_are_those_that_the_hosting_document_promises() -> None:
    assert headers_for("/index.html") == {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "public, max-age=300",
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "ETag, Accept-Ranges, Content-Range",
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
            "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
        ),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "X-Content-Type-Options": "nosniff",
    }
    assert caching("/assets/a.12345678.css") == "public, max-age=31536000, immutable"
    assert PREFLIGHT_HEADERS == {
        "Allow": "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
        "Access-Control-Allow-Headers": "If-Modified-Since, If-None-Match, If-Range, Range",
        "Access-Control-Max-Age": "86400",
    }


def test_only_assets_are_cached_for_long(site: dict[str, bytes]) -> None:
    cached_for_long = {path for path in site if caching(path) != caching("/")}

    assert cached_for_long == {path for path in site if path.startswith("/assets/")} != set()


def test_no_published_file_is_hidden_but_one_for_hosts(site: dict[str, bytes]) -> None:
    assert {path for path in site if is_hidden(path)} == {"/.nojekyll"}


@pytest.mark.parametrize("path", ["/.git/config", "/api/.env", "/.well-known/../.env", "/x/.well-known/security.txt"])
def test_hidden_files_and_compressed_copies_have_no_path(path: str) -> None:
    assert is_hidden(path)
    assert is_hidden("/index.html.gz")
    assert not is_hidden("/.well-known/acme-challenge/aB-c_9")
