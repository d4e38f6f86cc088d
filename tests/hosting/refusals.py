"""Promises about refusals: other methods, malformed requests, and files that are not part of the site."""

from collections.abc import Iterator, Mapping

from hosting.replies import mismatches
from hosting.servers import ServedSite
from locdata_build.hosting.rules import ALLOW, COMMON_HEADERS

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
