"""Servers follow the link to the current release at once, and send the assets of the former one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hosting.promises import nothing_outside_or_hidden_is_served
from hosting.servers import ServedSite, serve
from locdata_build.hosting.rules import headers_for
from locdata_build.render.artifacts import Artifact, checksums
from locdata_build.site.publication import CURRENT_RELEASE, FORMER_RELEASE, publish_release, restore_release

STYLESHEETS = {"one": "/assets/style-1111.css", "two": "/assets/style-2222.css", "three": "/assets/style-3333.css"}


def site_of(name: str) -> tuple[Artifact, ...]:
    """Return a site with a page, a stylesheet and a compressed copy of it, error pages and an index."""
    stylesheet = STYLESHEETS[name]
    paths = ["/index.html", "/404.html", "/api/404.json", "/api/v1/index.json", stylesheet, f"{stylesheet}.gz"]
    files = [Artifact(path, f"{path} of {name}".encode()) for path in paths]
    return (*files, checksums({file.path: file.sha256 for file in files}))


CASES = [
    pytest.param((server, prefix), marks=() if server == "preview" else pytest.mark.proof, id=f"{server} {prefix}")
    for server in ("nginx", "caddy", "preview")
    for prefix in ("", "/tax/locdata")
]


@contextmanager
def serving(server: str, prefix: str, folder: Path) -> Iterator[ServedSite]:
    """Serve the current release in ``folder / "out"``, which is the first site. Skip the test if the server is missing."""
    publish_release(site_of("one"), folder / "out")
    with serve(server, folder / "out" / CURRENT_RELEASE, prefix, folder) as site:
        if site is None:
            pytest.skip(f"{server} is not installed")
        yield site


@pytest.fixture(params=CASES)
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServedSite]:
    """A server that has started when the first release was current."""
    server, prefix = request.param
    with serving(server, prefix, tmp_path) as site:
        yield site


@pytest.fixture(params=[case for case in CASES if case.marks])
def with_fallback(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServedSite]:
    """A server with a generated configuration, on which the second release has followed the first."""
    server, prefix = request.param
    with serving(server, prefix, tmp_path) as site:
        publish_release(site_of("two"), out_of(site))
        yield site


def out_of(served: ServedSite) -> Path:
    return served.folder.parent


def test_release_and_restore_are_seen_without_a_reload(served: ServedSite) -> None:
    before = served.request("/").content
    publish_release(site_of("two"), out_of(served))
    released = served.request("/").content
    restore_release(out_of(served))
    restored = served.request("/").content

    assert (before, released, restored) == (b"/index.html of one", b"/index.html of two", b"/index.html of one")


def test_assets_of_the_current_and_the_former_release_are_sent_with_their_headers(with_fallback: ServedSite) -> None:
    for name in ("one", "two"):
        path = STYLESHEETS[name]
        reply = with_fallback.request(path)
        again = with_fallback.request(path, headers={"If-None-Match": reply.header("ETag")})
        packed = with_fallback.request(path, headers={"Accept-Encoding": "gzip"})

        assert (reply.status, reply.content) == (200, f"{path} of {name}".encode())
        assert {header: reply.header(header) for header in headers_for(path)} == headers_for(path)
        assert again.status == 304
        assert (packed.header("Content-Encoding"), packed.content) == ("gzip", f"{path}.gz of {name}".encode())


@pytest.mark.parametrize("path", ["/assets/style-9999.css", "/assets/", "/assets/style-1111.css.gz", "/assets/style-1111.css/", "/assets/a%3Fb", "/locdata-former/assets/style-1111.css"])  # fmt: skip
def test_file_of_neither_release_is_missing(with_fallback: ServedSite, path: str) -> None:
    reply = with_fallback.request(path)

    assert (reply.status, reply.content) == (404, b"/404.html of two")
    assert reply.header("Cache-Control") == headers_for("/404.html")["Cache-Control"]


def test_nothing_but_assets_of_the_former_release_is_sent(with_fallback: ServedSite) -> None:
    (out_of(with_fallback) / FORMER_RELEASE / "only-former.txt").write_bytes(b"former")

    assert [with_fallback.request(f"{path}only-former.txt").status for path in ("/", "/assets/../")] == [404, 404]
    assert list(nothing_outside_or_hidden_is_served(with_fallback)) == []


def test_assets_of_the_release_before_the_former_one_are_gone(with_fallback: ServedSite) -> None:
    publish_release(site_of("three"), out_of(with_fallback))

    statuses = [with_fallback.request(path).status for path in STYLESHEETS.values()]

    assert statuses == [404, 200, 200]
