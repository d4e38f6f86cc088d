"""Promises of every served site on any server. Each promise yields a line for each violation."""

import gzip
from collections.abc import Callable, Iterator, Mapping

import brotli  # type: ignore[import-untyped]  # it carries no types

from hosting.servers import Reply, ServedSite
from locdata_build.hosting.rules import (
    ALLOW,
    COMMON_HEADERS,
    ENCODINGS,
    NOT_FOUND_PAGE,
    PREFLIGHT_HEADERS,
    headers_for,
    is_hidden,
)
from locdata_model.urls import API_NOT_FOUND_PATH

Promise = Callable[[ServedSite], Iterator[str]]

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
MISSING_API_PATHS = (
    "/api/none",
    "/api/schemas/",
    "/api/v1/none.json",
    "/api/v1/countries/none/",
    "/api/schemas/none.json",
)

HIDDEN = (
    "/../outside.txt",
    "/%2e%2e/outside.txt",
    "/assets/../../outside.txt",
    "/..%2foutside.txt",
    "/..%5coutside.txt",
    "/.%00./outside.txt",
    "/index.html%00.md",
    "/%00",
    "/.secret",
    "/.git/config",
    "/api/.secret",
    "/.well-known/.secret",
    "/.well-known/../.secret",
    "//.secret",
    "/%2esecret",
)
"""Paths to files outside the site, or hidden in it."""

SECRET = b"secret"
"""The content of the files outside the site and of the hidden ones."""

OPEN_REDIRECTS = (
    "//evil.example",
    "//evil.example/%2e%2e/data",
    "//data",
    "/%2f/data",
    "/\\evil.example",
    "//evil.example//..//data",
)
"""Paths that a careless server redirects to another host."""

MALFORMED: Mapping[str, tuple[bytes, set[int]]] = {
    "no request": (b"NONSENSE\r\n\r\n", {400}),
    "a length that is no number": (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", {400}),
    "another version": (b"GET / HTTP/3.0\r\nHost: a\r\n\r\n", {505}),
    # Caddy reads up to 1 MB.
    "a long path": (b"GET /%s HTTP/1.1\r\nHost: a\r\n\r\n" % (b"a" * 70_000), {200, 404, 414}),
    "a long header": (b"GET /none HTTP/1.1\r\nHost: a\r\nX-Long: %s\r\n\r\n" % (b"a" * 70_000), {200, 400, 404, 431}),
}
"""Requests that a server may refuse before its configuration applies, with the statuses that are right."""


def paths(site: ServedSite) -> list[str]:
    """Return the path of every file that is served."""
    files = [f"/{file.relative_to(site.folder).as_posix()}" for file in site.folder.rglob("*") if file.is_file()]
    return sorted(path for path in files if not is_hidden(path))


def request_path(path: str) -> str:
    """Return the path by which browsers request a file."""
    return path.removesuffix("index.html") if path.endswith("/index.html") else path


def content_of(site: ServedSite, path: str) -> bytes:
    """Return the bytes of a file in the folder of the site."""
    return (site.folder / path.removeprefix("/")).read_bytes()


def mismatches(reply: Reply, status: int, headers: Mapping[str, str], about: str) -> Iterator[str]:
    """Yield where a response differs from the expected status and headers, or states the version of its server."""
    if reply.status != status:
        yield f"{about}: status {reply.status}, not {status}"
    for name, value in headers.items():
        if reply.header(name) != value:
            yield f"{about}: {name}: {reply.header(name)!r}, not {value!r}"
    if any(character.isdigit() for character in reply.header("Server")):
        yield f"{about}: states the version of the server"


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


def the_folder_of_the_api_leads_to_its_index(site: ServedSite) -> Iterator[str]:
    """It has no page."""
    for path in ("/api/v1/", "/api/v1"):
        expected = {"Location": f"{site.prefix}/api/v1/index.json", **COMMON_HEADERS}
        yield from mismatches(site.request(path), 301, expected, path)


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
    """For clients that read the databases, the spreadsheet or the archive in parts, also cross-origin."""
    for path in ("/api/v1/locdata.sqlite", "/data/locdata.sqlite", "/data/locdata.xlsx", "/data/locdata.zip"):
        content, etag = content_of(site, path), site.request(path).header("ETag")
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


# Refusals: other methods, malformed requests, and files that are not part of the site


def other_methods_are_refused(site: ServedSite) -> Iterator[str]:
    """Status 405 with the methods that are allowed."""
    expected = {**COMMON_HEADERS, "Allow": ALLOW}
    # Below a path, nginx refuses TRACE in the name of the operator's host.
    trace = [] if site.server == "nginx" and site.prefix else ["TRACE"]
    for method in ("POST", "PUT", "DELETE", "PATCH", "PROPFIND", *trace):
        for path in ("/", "/api/v1/index.json", "/data", "/none", "/.well-known/api-catalog"):
            yield from mismatches(site.request(path, method), 405, expected, f"{method} {path}")


def nothing_outside_or_hidden_is_served(site: ServedSite) -> Iterator[str]:
    """No file outside the site, no hidden file, no copy under its own path, no redirection to another host."""
    copies = [f"/{file.relative_to(site.folder)}" for file in site.folder.rglob("*.gz")][:3]
    for path in (*HIDDEN, *copies, *(copy.replace(".gz", ".br") for copy in copies)):
        reply = site.request(path)
        # A path that leaves the prefix belongs to the operator, whose server is empty here.
        is_missing = reply.status in {400, 404} or (site.prefix and not reply.content)
        if SECRET in reply.content or not is_missing:
            yield f"{path}: status {reply.status}, {reply.content[:40]!r}"
    for path in OPEN_REDIRECTS:
        location = site.request(path).header("Location")
        if location and (not location.startswith("/") or location.startswith(("//", "/\\"))):
            yield f"{path}: redirects to {location}"


def malformed_requests_are_refused(site: ServedSite) -> Iterator[str]:
    """With the same headers as everything else, and without the version of the server; see docs/hosting.md for exceptions."""
    if site.server == "nginx" and site.prefix:
        return
    for name, (request, statuses) in MALFORMED.items():
        reply = site.send(request)
        headers = {} if site.server == "caddy" else COMMON_HEADERS
        yield from mismatches(reply, reply.status if reply.status in statuses else min(statuses), headers, name)


def links_out_of_the_site_are_not_followed(site: ServedSite) -> Iterator[str]:
    """Neither to a file nor to a folder. Caddy and nginx with Brotli follow them; see docs/hosting.md."""
    if site.server == "caddy" or (site.server == "nginx" and "br" in site.encodings):
        return
    secret, link, linked_folder = site.folder.parent / "linked.txt", site.folder / "link.txt", site.folder / "linked"
    secret.write_bytes(SECRET)
    link.symlink_to(secret)
    linked_folder.symlink_to(site.folder.parent)
    for path in ("/link.txt", "/linked/linked.txt"):
        reply = site.request(path)
        yield from mismatches(reply, 404, COMMON_HEADERS, path)
        if SECRET in reply.content:
            yield f"{path}: {reply.content[:40]!r}"
    for file in (link, linked_folder, secret):
        file.unlink()


PROMISES: tuple[Promise, ...] = (
    every_file_is_served_as_the_rules_say,
    an_unchanged_file_is_not_sent_again,
    head_is_get_without_content,
    preflight_requests_are_allowed,
    other_methods_are_refused,
    a_missing_file_is_404_whatever_the_conditions,
    a_folder_is_redirected_to_its_page,
    the_folder_of_the_api_leads_to_its_index,
    nothing_outside_or_hidden_is_served,
    malformed_requests_are_refused,
    links_out_of_the_site_are_not_followed,
    the_operator_may_add_well_known_files,
    compressed_copies_are_sent_to_clients_that_accept_them,
    ranges_of_large_files_are_served,
)
