"""The latest build or the issues of the data are served, never a mixture, and pages are notified of the next build."""

import html
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path

import pytest

from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.hosting import live
from locdata_build.hosting.live import BUILDS_PATH, SCRIPT_PATH, STYLESHEET_PATH, LiveSite
from locdata_build.hosting.preview import Request, Response, answer
from locdata_build.hosting.rules import COMMON_HEADERS
from locdata_model.urls import CHECKSUMS_PATH
from support.rendering import render_files


def site(text: str = "text") -> dict[str, bytes]:
    """Return a site of a few files."""
    page = f"<html><head><title>{text}</title></head><p>Not the end of a head: &lt;/head>"
    files = {"/index.html": page, "/a/index.html": page, "/404.html": page, "/api/404.json": "{}", "/a/index.md": page}
    return {**{path: content.encode() for path, content in files.items()}, CHECKSUMS_PATH: text.encode()}


def issue(message: str = "must be short", file: str = "data/a.json", path: str = "$.name") -> Issue:
    return Issue(file, path, IssueCode.TOO_LONG, message)


def live_site(prefix: str = "", files: Mapping[str, bytes] | None = None) -> LiveSite:
    started = LiveSite()
    started.show_site(site() if files is None else files, prefix)
    return started


def get(server: LiveSite, target: str) -> Response:
    return server.respond(Request("GET", target))


def build_of(page: Response) -> str:
    """Return the id of the build that a page names; the page has the script once, in its head."""
    (found,) = re.findall(
        rb'<head>.*<script src="/\.watch/reload\.js" data-build="([0-9a-f]+)"></script>\n</head>',
        page.content,
        re.DOTALL,
    )
    return str(found, "ascii")


def next_build(server: LiveSite, shown: str) -> Response:
    return get(server, f"{BUILDS_PATH}{shown}")


@pytest.mark.parametrize("target", ["/", "/a/", "/index.html", "/none"])
def test_every_page_has_the_script(target: str) -> None:
    page = get(live_site(), target)
    own = answer(site(), "", Request("GET", target))

    assert build_of(page)
    assert page.content.replace(re.findall(rb"<script.*</script>\n", page.content)[0], b"") == own.content
    assert page.status == own.status
    assert {name: value for name, value in page.headers.items() if own.headers[name] != value}.keys() == {
        "Cache-Control",
        "ETag",
    }


@pytest.mark.parametrize("target", ["/a/index.md", "/api/none", "/a", CHECKSUMS_PATH])
def test_everything_else_is_as_in_a_preview_except_that_nothing_is_cached(target: str) -> None:
    response = get(live_site(), target)
    own = answer(site(), "", Request("GET", target))

    assert response == own._replace(headers={**own.headers, "Cache-Control": "no-store"})


def test_built_files_do_not_contain_the_script(tmp_path: Path) -> None:
    files = render_files(tmp_path)
    marks = (live.FOLDER.encode(), b"EventSource", b"data-build")

    assert [path for path, content in files.items() if any(mark in content for mark in marks)] == []
    assert [path for path in files if path.startswith(live.FOLDER)] == []
    # Serving the site does not change it either.
    shown = dict(files)
    get(live_site(files=shown), "/")
    assert shown == files


def test_site_is_served_below_the_path_of_its_base_url() -> None:
    server = live_site("/locdata")

    assert get(server, "/locdata/a/").status is HTTPStatus.OK
    assert get(server, "/a/").status is HTTPStatus.NOT_FOUND
    assert get(server, SCRIPT_PATH).status is HTTPStatus.OK


@pytest.mark.parametrize(("path", "media_type"), [(SCRIPT_PATH, "text/javascript"), (STYLESHEET_PATH, "text/css")])
def test_script_and_stylesheet_are_served_whatever_is_built(path: str, media_type: str) -> None:
    found = get(LiveSite(), path)

    assert (found.status, found.headers) == (
        HTTPStatus.OK,
        {"Content-Type": f"{media_type}; charset=utf-8", "Cache-Control": "no-store"},
    )
    assert found.content != b""


def test_page_is_notified_of_a_changed_build_at_once() -> None:
    server = live_site()
    shown = build_of(get(server, "/"))
    server.show_site(site("other"), "")

    event = next_build(server, shown)

    assert event.headers == {"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
    assert re.fullmatch(rb"retry: \d+\ndata: built\n\n", event.content)
    assert build_of(get(server, "/")) != shown


def test_page_waits_for_a_changed_build(monkeypatch: pytest.MonkeyPatch) -> None:
    server = live_site()
    shown = build_of(get(server, "/"))
    monkeypatch.setattr(live, "MAX_WAIT_SECONDS", 60.0)
    with ThreadPoolExecutor() as pool:
        event = pool.submit(next_build, server, shown)
        server.show_site(site(), "")
        assert not event.done()
        server.show_issues(SourceError([issue()]))

        assert b"data: built\n" in event.result(timeout=60).content


def test_page_that_waits_too_long_is_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    server = live_site()
    monkeypatch.setattr(live, "MAX_WAIT_SECONDS", 0.0)

    # An event without data is none.
    assert re.fullmatch(rb"retry: \d+\n\n", next_build(server, build_of(get(server, "/"))).content)


def test_requests_wait_for_the_first_build() -> None:
    server = LiveSite()
    with ThreadPoolExecutor() as pool:
        page = pool.submit(get, server, "/")
        server.show_site(site(), "")

        assert page.result(timeout=60).status is HTTPStatus.OK


@pytest.mark.parametrize("target", ["/", "/a/index.md", "/none"])
def test_issues_are_shown_at_every_path_and_go_with_the_next_good_build(target: str) -> None:
    server = live_site()
    before = get(server, target)
    server.show_issues(SourceError([issue()]))

    page = get(server, target)

    assert page.status is HTTPStatus.INTERNAL_SERVER_ERROR
    assert page.headers == {
        "Content-Type": "text/html; charset=utf-8",
        **COMMON_HEADERS,
        "Content-Security-Policy": get(live_site(), "/").headers["Content-Security-Policy"],
        "Cache-Control": "no-store",
    }
    assert b"data-build" in page.content
    server.show_site(site(), "")
    assert get(server, target) == before


def test_issues_are_listed_by_file_with_path_message_and_code() -> None:
    server = LiveSite()
    server.show_issues(SourceError([issue(), issue("must be long", path="$.b"), issue(file="data/A.json")]))
    page = get(server, "/").content.decode()

    assert "<h1>The data has 3 issues</h1>" in page
    assert re.findall(r"<(?:h2|code|dd)[^>]*>([^<]+)(?=<)", page) == [
        *("data/A.json", "$.name", "must be short ", "[too-long]"),
        *("data/a.json", "$.name", "must be short ", "[too-long]", "$.b", "must be long ", "[too-long]"),
    ]


def test_texts_of_issues_are_escaped() -> None:
    text = "<script>&\"'\u202e\x07" + "x" * 1000
    server = LiveSite()
    server.show_issues(SourceError([issue(text, f"data/{text[:9]}.json", text)]))
    page = get(server, "/").content.decode()

    assert page.count("<script") == 1
    assert r"""<script>&"'\u202e\x07xxx""" in html.unescape(page)
    assert "x" * 601 not in page
