"""Promises of every served site on any server. Each promise yields a line for each violation."""

import gzip
from collections.abc import Callable, Iterator, Mapping

import brotli  # type: ignore[import-untyped]  # it carries no types

from hosting.refusals import (
    links_out_of_the_site_are_not_followed,
    malformed_requests_are_refused,
    nothing_outside_or_hidden_is_served,
    other_methods_are_refused,
)
from hosting.replies import Promise, content_of, mismatches, paths, request_path
from hosting.servers import Reply, ServedSite
from locdata_build.hosting.rules import COMMON_HEADERS, ENCODINGS, NOT_FOUND_PAGE, PREFLIGHT_HEADERS, headers_for
from locdata_model.urls import API_NOT_FOUND_PATH

DECOMPRESS: Mapping[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress}

MISSING_PAGES = (
    "/none",
    "/none?erp=odoo",
    "/none/",
    "/spain.html",
    "/none/index.md",
    "/assets/none.js",
    "/feeds/none.ics",
    "/index.html/none",
)
MISSING_API_PATHS = ("/api/none", "/api/v1/", "/api/v1/none.json", "/api/v1/countries/none/", "/api/schemas/none.json")


def every_file_is_served_as_the_rules_say(site: ServedSite) -> Iterator[str]:
    """Bytes, type, caching, security headers and an ETag."""
    for path in paths(site):
        reply = site.request(request_path(path))
        yield from mismatches(reply, 200, headers_for(path), path)
        if reply.content != content_of(site, path):
            yield f"{path}: other bytes"
        if not reply.header("ETag").startswith('"'):
            yield f"{path}: ETag {reply.header('ETag')!r}"


def an_unchanged_file_is_not_sent_again(site: ServedSite) -> Iterator[str]:
    """304 for the file's ETag, also a weak one or one in a list, with the headers that cross-origin readers need."""
    for path in paths(site):
        etag = site.request(request_path(path)).header("ETag")
        expected = {name: value for name, value in headers_for(path).items() if name != "Content-Type"}
        for condition in (etag, f"W/{etag}", f'"other", {etag}'):
            reply = site.request(request_path(path), headers={"If-None-Match": condition})
            yield from mismatches(reply, 304, {**expected, "ETag": etag}, f"{path} with {condition}")
            if reply.content:
                yield f"{path}: 304 with content"
    for condition in ('"other"', ""):
        reply = site.request("/", headers={"If-None-Match": condition})
        yield from mismatches(reply, 200, COMMON_HEADERS, f"/ with {condition!r}")


def head_is_get_without_content(site: ServedSite) -> Iterator[str]:
    """The same status and headers, including the length."""
    for path in (*map(request_path, paths(site)), "/none", "/api/none", "/data"):
        get, head = site.request(path), site.request(path, "HEAD")
        if head.content:
            yield f"{path}: content for HEAD"
        # Servers send a redirection to HEAD without a length.
        ignored = {"date", *(["content-length"] if get.status == 301 else [])}
        of_get, of_head = ({n: v for n, v in reply.headers.items() if n not in ignored} for reply in (get, head))
        if (get.status, of_get) != (head.status, of_head):
            yield f"{path}: {of_get} for GET, {of_head} for HEAD"


def preflight_requests_are_allowed(site: ServedSite) -> Iterator[str]:
    """OPTIONS, as browsers send it before a cross-origin request with If-None-Match."""
    headers = {
        "Origin": "https://other.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "if-none-match",
    }
    api_paths = ("/api/v1/index.json", "/api/schemas/v1/index.schema.json", "/api/none")
    for path in ("/", *api_paths, "/none", "/assets/none.js"):
        reply = site.request(path, "OPTIONS", headers)
        yield from mismatches(reply, 204, {**COMMON_HEADERS, **PREFLIGHT_HEADERS}, f"OPTIONS {path}")
        if reply.content:
            yield f"OPTIONS {path}: content"


def a_missing_file_is_404_whatever_the_conditions(site: ServedSite) -> Iterator[str]:
    """As JSON below the API, as a page elsewhere."""
    future = {"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}
    conditions: tuple[Mapping[str, str], ...] = ({}, {"If-None-Match": "*"}, {"Range": "bytes=0-9"}, future)
    for missing, error_file in ((MISSING_PAGES, NOT_FOUND_PAGE), (MISSING_API_PATHS, API_NOT_FOUND_PATH)):
        content, headers = content_of(site, error_file), headers_for(error_file)
        for path in missing:
            for condition in conditions:
                reply = site.request(path, headers=condition)
                yield from mismatches(reply, 404, headers, f"{path} with {condition}")
                if reply.content != content:
                    yield f"{path} with {condition}: not {error_file}"


def a_folder_is_redirected_to_its_page(site: ServedSite) -> Iterator[str]:
    """To the same host and scheme, as the location names neither, and with the same query."""
    for path in paths(site):
        folder = path.removesuffix("/index.html")
        if folder not in {path, ""}:
            for query in ("", "?erp=odoo&x=%2F"):
                expected = {"Location": f"{site.prefix}{folder}/{query}", **COMMON_HEADERS}
                yield from mismatches(site.request(f"{folder}{query}"), 301, expected, f"{folder}{query}")
    if site.prefix:
        expected = {"Location": f"{site.prefix}/"}
        yield from mismatches(site.request(""), 301, expected, "the prefix without a slash")


def the_operator_may_add_well_known_files(site: ServedSite) -> Iterator[str]:
    """Such as the challenges of certificate authorities."""
    file = site.folder / ".well-known/acme-challenge/aB-c_9"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"token")
    reply = site.request("/.well-known/acme-challenge/aB-c_9")
    file.unlink()
    file.parent.rmdir()
    yield from mismatches(reply, 200, COMMON_HEADERS, "a challenge")


def compressed_copies_are_sent_to_clients_that_accept_them(site: ServedSite) -> Iterator[str]:
    """The same content with another ETag; a file without copies is sent uncompressed."""
    for path in paths(site):
        plain = site.request(request_path(path))
        available = {
            encoding
            for encoding, suffix in ENCODINGS.items()
            if encoding in site.encodings and (site.folder / f"{path[1:]}{suffix}").exists()
        }
        for accepted, choices in (
            ("br", ["br"]),
            ("gzip", ["gzip"]),
            ("gzip, deflate, br", ["br", "gzip"]),
            ("gzip;q=0, identity", []),
            ("zstd", []),
        ):
            encoding = next((choice for choice in choices if choice in available), "")
            yield from _encoding_mismatches(site, path, accepted, encoding, plain, is_varying=bool(available))


def _encoding_mismatches(
    site: ServedSite, path: str, accepted: str, encoding: str, plain: Reply, *, is_varying: bool
) -> Iterator[str]:
    about = f"{path} for {accepted}"
    # A request through a proxy: by default nginx does not compress these.
    reply = site.request(request_path(path), headers={"Accept-Encoding": accepted, "Via": "1.1 proxy.example"})
    expected = {**headers_for(path), "Content-Encoding": encoding}
    # Caddy sends Vary only with compressed responses; see docs/hosting.md.
    if encoding or site.server != "caddy":
        expected["Vary"] = "Accept-Encoding" if is_varying else ""
    yield from mismatches(reply, 200, expected, about)
    is_encoded = encoding and reply.header("Content-Encoding") == encoding
    if (DECOMPRESS[encoding](reply.content) if is_encoded else reply.content) != plain.content:
        yield f"{about}: other content"
    if (reply.header("ETag") == plain.header("ETag")) == bool(encoding):
        yield f"{about}: ETag {reply.header('ETag')}, uncompressed {plain.header('ETag')}"
    again = {"Accept-Encoding": accepted, "If-None-Match": reply.header("ETag")}
    yield from mismatches(site.request(request_path(path), headers=again), 304, COMMON_HEADERS, f"{about} again")


def ranges_of_large_files_are_served(site: ServedSite) -> Iterator[str]:
    """For clients that read the databases, the spreadsheet or the archive in parts, also cross-origin. The preview sends the whole file."""
    for path in ("/api/v1/locdata.sqlite", "/data/locdata.sqlite", "/data/locdata.xlsx", "/data/locdata.zip"):
        content, etag = content_of(site, path), site.request(path).header("ETag")
        if site.server == "preview":
            reply = site.request(path, headers={"Range": "bytes=2-9"})
            yield from mismatches(reply, 200, headers_for(path), path)
            continue
        reply = site.request(path, headers={"Range": "bytes=2-9", "If-Range": etag})
        expected = {**headers_for(path), "Content-Range": f"bytes 2-9/{len(content)}"}
        yield from mismatches(reply, 206, expected, path)
        if reply.content != content[2:10]:
            yield f"{path}: {reply.content!r}"
        changed = site.request(path, headers={"Range": "bytes=2-9", "If-Range": '"other"'})
        yield from mismatches(changed, 200, headers_for(path), f"{path}, changed")
        beyond = site.request(path, headers={"Range": f"bytes={len(content)}-"})
        # nginx repeats the headers here, so scripts of other sites only learn that the request failed.
        yield from mismatches(beyond, 416, {} if site.server == "nginx" else COMMON_HEADERS, f"{path}, beyond its end")


PROMISES: tuple[Promise, ...] = (
    every_file_is_served_as_the_rules_say,
    an_unchanged_file_is_not_sent_again,
    head_is_get_without_content,
    preflight_requests_are_allowed,
    other_methods_are_refused,
    a_missing_file_is_404_whatever_the_conditions,
    a_folder_is_redirected_to_its_page,
    nothing_outside_or_hidden_is_served,
    malformed_requests_are_refused,
    links_out_of_the_site_are_not_followed,
    the_operator_may_add_well_known_files,
    compressed_copies_are_sent_to_clients_that_accept_them,
    ranges_of_large_files_are_served,
)
