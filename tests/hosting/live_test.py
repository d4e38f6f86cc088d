"""The latest state of a site or the issues of its data are served, never a mixture, and open pages reload after each change."""

import html
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from threading import Barrier, BrokenBarrierError

import pytest

from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.hosting import live
from locdata_build.hosting.live import BUILDS_PATH, SCRIPT_PATH, STYLESHEET_PATH, LiveSite
from locdata_build.hosting.preview import Request, Response, answer
from locdata_build.hosting.rules import COMMON_HEADERS

PAGE = b"<html><head><title>A</title></head><p>Not the end of a head: &lt;/head>"
FILES = {"/index.html": PAGE, "/a/index.html": PAGE, "/404.html": PAGE, "/api/404.json": b"{}", "/a/index.md": b"A"}


def issue(message: str = "must be short", file: str = "data/a.json", path: str = "$.name") -> Issue:
    return Issue(file, path, IssueCode.TOO_LONG, message)


def live_site(prefix: str = "", run: str = "") -> LiveSite:
    started = LiveSite(run)
    started.show_site(FILES, prefix)
    return started


def with_issues(*issues: Issue) -> LiveSite:
    server = LiveSite()
    server.show_issues(SourceError(issues))
    return server


def get(server: LiveSite, target: str) -> Response:
    return server.respond(Request("GET", target, if_none_match="*", byte_range="bytes=0-1"))


def next_build(server: LiveSite, page: Response) -> Response:
    """Return the response to the script of a page, which the page has once, in its head."""
    script = rb'<head>.*<script src="/\.watch/reload\.js" data-build="([0-9a-f]+)"></script>\n</head>'
    (shown,) = re.findall(script, page.content, re.DOTALL)
    return get(server, f"{BUILDS_PATH}{shown.decode()}")


def without_script(content: bytes) -> bytes:
    return re.sub(rb"<script.*</script>\n", b"", content)


@pytest.mark.parametrize("target", ["/", "/index.html", "/none", "/a/index.md", "/api/none", "/a"])
def test_response_is_that_of_a_preview_that_no_client_keeps_with_the_script_in_pages(target: str) -> None:
    status, headers, content = answer(FILES, "", Request("GET", target))
    uncached = {name: value for name, value in headers.items() if name not in ("ETag", "Accept-Ranges")} | {
        "Cache-Control": "no-store"
    }
    response = get(live_site(), target)

    assert response._replace(content=without_script(response.content)) == (status, uncached, content)
    assert (response.content != content) == (uncached.get("Content-Type") == "text/html; charset=utf-8")


def test_one_thread_at_a_time_reads_the_site() -> None:
    both = Barrier(2)

    class Site(dict[str, bytes]):
        def get(self, path: str) -> bytes:  # type: ignore[override]
            with suppress(BrokenBarrierError):
                both.wait(0.05)
                return b"Two threads."
            return b"One thread."

    server = LiveSite()
    server.show_site(Site(FILES), "")
    with ThreadPoolExecutor() as pool:
        found = pool.map(get, (server, server), ("/", "/a/index.md"))

    assert [response.content for response in found] == [b"One thread."] * 2


def test_site_is_served_below_the_path_of_its_base_url() -> None:
    server = live_site("/locdata")

    assert get(server, "/locdata/a/").status is HTTPStatus.OK
    assert get(server, "/a/").status is HTTPStatus.NOT_FOUND
    assert get(server, SCRIPT_PATH).status is HTTPStatus.OK


@pytest.mark.parametrize(("path", "media_type"), [(SCRIPT_PATH, "text/javascript"), (STYLESHEET_PATH, "text/css")])
def test_script_and_stylesheet_are_served_before_the_first_build(path: str, media_type: str) -> None:
    found = get(LiveSite(), path)

    assert found.headers == {"Content-Type": f"{media_type}; charset=utf-8", "Cache-Control": "no-store"}
    assert found.content != b""


def test_page_is_notified_of_a_change_at_once() -> None:
    server = live_site()
    page = get(server, "/")
    server.show_site(FILES, "")

    event = next_build(server, page)

    assert event.headers == {"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
    assert re.fullmatch(rb"retry: \d+\ndata: built\n\n", event.content)


def test_page_of_an_earlier_run_of_the_server_is_reloaded() -> None:
    assert b"data: built\n" in next_build(live_site(run="b"), get(live_site(run="a"), "/")).content


def test_page_waits_for_a_change() -> None:
    server = live_site()
    with ThreadPoolExecutor() as pool:
        event = pool.submit(next_build, server, get(server, "/"))
        assert not event.done()
        server.show_issues(SourceError([issue()]))

        assert b"data: built\n" in event.result(timeout=60).content


def test_page_that_waits_too_long_is_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    server = live_site()
    monkeypatch.setattr(live, "MAX_WAIT_SECONDS", 0.0)

    # An event without data is none.
    assert re.fullmatch(rb"retry: \d+\n\n", next_build(server, get(server, "/")).content)


def test_requests_wait_for_the_first_build() -> None:
    server = LiveSite()
    with ThreadPoolExecutor() as pool:
        page = pool.submit(get, server, "/")
        server.show_site(FILES, "")

        assert page.result(timeout=60).status is HTTPStatus.OK


@pytest.mark.parametrize("target", ["/", "/a/index.md", "/none"])
def test_issues_are_shown_at_every_path_until_the_next_good_build(target: str) -> None:
    server = with_issues(issue())
    page = get(server, target)

    assert page.status is HTTPStatus.INTERNAL_SERVER_ERROR
    assert page.headers == {**get(live_site(), "/").headers, **COMMON_HEADERS}
    assert b"data-build" in page.content
    server.show_site(FILES, "")
    assert get(server, target).status == get(live_site(), target).status


def test_issues_are_listed_by_file_with_path_message_and_code() -> None:
    server = with_issues(issue(), issue("must be long", path="$.b"), issue(file="data/A.json"))
    page = get(server, "/").content.decode()

    assert "<h1>The data has 3 issues</h1>" in page
    assert re.findall(r"<(?:h2|code|dd)[^>]*>([^<]+)(?=<)", page) == [
        *("data/A.json", "$.name", "must be short ", "[too-long]"),
        *("data/a.json", "$.name", "must be short ", "[too-long]", "$.b", "must be long ", "[too-long]"),
    ]


def test_texts_of_issues_are_escaped() -> None:
    text = "<script>&\"'\u202e\x07" + "x" * 1000
    page = get(with_issues(issue(text, f"data/{text[:9]}.json", text)), "/").content.decode()

    assert page.count("<script") == 1
    assert r"""<script>&"'\u202e\x07xxx""" in html.unescape(page)
    assert "x" * 601 not in page
