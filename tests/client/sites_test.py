"""Requests and the cache of the client, and its errors for a site that is broken or missing."""

import gzip
import re
import socket
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

import pytest

from locdata_build.hosting.preview import Request, Response, answer
from locdata_client import (
    Client,
    InvalidContentError,
    LocdataError,
    NotFoundError,
    UnreachableError,
    UnsupportedVersionError,
    sites,
)
from support.serving import answered, recorded, response_with, served
from support.site import Files

COUNTRIES = "/api/v1/countries.json"
META = b'{"meta": {"version": "%s"}, "data": []}'


class RecordedSite(NamedTuple):
    """A served site, whose files may change, and the path, ``If-None-Match`` and status of each request so far."""

    url: str
    files: dict[str, bytes]
    log: list[tuple[str, str, int]]

    def statuses(self) -> list[int]:
        """Return the statuses since the last call."""
        statuses = [status for _, _, status in self.log]
        self.log.clear()
        return statuses


@pytest.fixture
def served_site(contents: Files) -> Iterator[RecordedSite]:
    """The site, served and site."""
    files = dict(contents)
    with recorded(lambda request: answer(files, "", request)) as (url, log):
        yield RecordedSite(url, files, log)


# Unchanged content is not sent again


def test_unchanged_response_is_transferred_once(served_site: RecordedSite) -> None:
    client = Client(served_site.url)
    first, second = client.countries(), client.countries()

    assert second is first
    assert served_site.statuses() == [200, 304]

    fresh = Client(served_site.url, fresh_for=3_600)
    assert fresh.countries() is fresh.countries()
    assert served_site.statuses() == [200]


def test_changed_response_is_transferred_again(served_site: RecordedSite, additions: Files) -> None:
    client = Client(served_site.url)
    before = client.countries()
    served_site.files[COUNTRIES] = additions[COUNTRIES]

    assert len(client.countries()) == len(before) + 1
    assert served_site.statuses() == [200, 200]


def test_cache_on_disk_holds_one_file_for_each_url(served_site: RecordedSite, additions: Files, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "cache"
    for files in (dict(served_site.files), additions):
        served_site.files.update(files)
        Client(served_site.url, cache=folder).countries()

    assert len([*folder.iterdir()]) == 1
    assert len(Client(served_site.url, cache=folder).countries()) == 6
    assert served_site.statuses() == [200, 200, 304]


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda content: content.replace(b"Antarctica", b"Atlantis!!"), id="changed"),
        pytest.param(lambda _: b'{"url": 1}\n', id="another form"),
        pytest.param(lambda content: content.replace(b"127.0.0.1", b"127.0.0.2"), id="of another URL"),
    ],
)
def test_damaged_file_of_the_cache_counts_as_absent(
    served_site: RecordedSite, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    first = Client(served_site.url, cache=tmp_path).countries()
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(damage(kept.read_bytes()))

    assert Client(served_site.url, cache=tmp_path).countries() == first
    assert served_site.statuses() == [200, 200]


def test_kept_content_that_cannot_be_decoded_is_requested_again(tmp_path: Path) -> None:
    """The site says that the content is unchanged, because its ETag is."""
    contents = iter([b"{", b"{}"])

    def respond(request: Request) -> Response:
        unchanged = Response(HTTPStatus.NOT_MODIFIED, {})
        return unchanged if request.if_none_match else response_with(next(contents), ETag='"a"')

    with answered(respond) as url:
        assert Client(url, cache=tmp_path).read("/any.json") == b"{"

        assert Client(url, cache=tmp_path).json("/any.json") == {}
        assert Client(url, cache=tmp_path).json("/any.json") == {}


def test_cache_that_cannot_be_written_to_costs_no_answer(served_site: RecordedSite, tmp_path: Path) -> None:
    client = Client(served_site.url, cache=tmp_path / "cache")
    (tmp_path / "cache").rmdir()

    assert len(client.countries()) == 5


def test_cache_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(LocdataError, match=r"cannot keep responses in .*file/cache: Not a directory"):
        Client("http://localhost", cache=tmp_path / "file" / "cache")


def test_compressed_response_is_unpacked(contents: Files) -> None:
    packed = gzip.compress(contents[COUNTRIES])
    with answered(lambda _: response_with(packed, Content_Encoding="gzip")) as url, served(contents) as plain:
        assert Client(url).countries() == Client(plain).countries()


# Missing sites and files


@pytest.mark.parametrize(
    "location",
    [
        *("", "no/such/folder", "a" * 5_000, "a\0b", "\ud800", "file:///etc"),
        *("http://[", "https://a/?b", "http://a:b/", "http://a/\r\nHost: b"),
    ],
)
def test_location_that_is_no_site_is_refused(location: str) -> None:
    with pytest.raises(LocdataError, match=f"^{re.escape(location)}: (neither a folder nor a URL|not the base URL)"):
        Client(location)


@pytest.mark.parametrize(
    ("location", "message"),
    [
        (
            "https://user:secret@host.example:8080/base",
            "host.example: a base URL cannot have a user name or a password",
        ),
        ("https://user:secret@host.example/?x", "...@host.example/?x: not the base URL of a site"),
        ("https://user:secret@host.example:99999/", "...@host.example:99999/: not the base URL of a site"),
        ("https://user:sec/ret@host.example/", "...@host.example/: not the base URL of a site"),
        ("https://user:secret@/", "...@/: not the base URL of a site"),
        (
            "HTTPS://user:secret@host.example/",
            "...@host.example/: neither a folder nor a URL that begins with http:// or https://",
        ),
    ],
)
def test_password_in_a_url_is_refused_and_not_quoted(location: str, message: str) -> None:
    with pytest.raises(LocdataError) as raised:
        Client(location)

    assert str(raised.value) == message


def test_path_is_not_taken_for_one_that_is_quoted() -> None:
    with answered(lambda request: response_with(request.target.encode())) as url:
        assert Client(url).read("/%2e%2e/a b") == b"/%252e%252e/a%20b"


def test_server_without_the_api_is_no_site() -> None:
    with served({}) as url, pytest.raises(UnsupportedVersionError, match=r"no site with version 1 of the API is here$"):
        Client(url).countries()


@pytest.mark.parametrize("path", ["llms.txt", "/api/../../secret", "//etc/passwd", "/llms.txt?x", "/a\r\nb", "/"])
def test_path_that_leads_elsewhere_is_refused(served_site: RecordedSite, tmp_path: Path, path: str) -> None:
    for location in (tmp_path, served_site.url):
        with pytest.raises(NotFoundError, match=r"^not the path of a published file: "):
            Client(location).read(path)


def test_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "link").symlink_to(tmp_path / "secret")

    with pytest.raises(NotFoundError, match=r"link: no such file of the site$"):
        Client(tmp_path / "site").read("/link")


# Broken and hostile servers


def test_refused_connection_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"

        with pytest.raises(UnreachableError, match=f"^{url}{COUNTRIES}: .*refused"):
            Client(url).countries()


def test_silent_server_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"

        with pytest.raises(UnreachableError, match="timed out"):
            Client(url, timeout=0.01).countries()


@pytest.mark.parametrize(
    ("response", "message"),
    [
        (response_with(b"", HTTPStatus.SERVICE_UNAVAILABLE), "status 503 Service Unavailable"),
        (response_with(b"", HTTPStatus.NO_CONTENT), "status 204 No Content"),
        (response_with(b"no gzip", Content_Encoding="gzip"), ".*incorrect header check"),
        (response_with(gzip.compress(b"{}")[:-9], Content_Encoding="gzip"), "the content ends too early"),
        (response_with(gzip.compress(b"{}") * 2, Content_Encoding="gzip"), "the content goes on after its end"),
        (response_with(b"{}", Content_Encoding="br"), "compressed in a way that was not asked for"),
    ],
)
def test_error_of_a_server_is_reported(response: Response, message: str) -> None:
    with (
        answered(lambda _: response) as url,
        pytest.raises(UnreachableError, match=f"(?s)^{url}{COUNTRIES}: {message}"),
    ):
        Client(url).countries()


@pytest.mark.parametrize(
    "response",
    [response_with(bytes(20_000)), response_with(gzip.compress(bytes(1_000_000)), Content_Encoding="gzip")],
    ids=["long", "long when unpacked"],
)
def test_content_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch, response: Response) -> None:
    monkeypatch.setattr(sites, "MAX_FILE_BYTES", 10_000)

    with answered(lambda _: response) as url, pytest.raises(UnreachableError, match="longer than 10000 bytes"):
        Client(url).read("/any")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[" * 100_000, "Expected `object`, got `array`|recursion|nest"),
        (META % b"1.2.3", r"Object missing required field `generated_at` - at `\$\.meta`"),
    ],
)
def test_content_that_does_not_conform_is_reported_with_its_file(content: bytes, message: str) -> None:
    with (
        answered(lambda _: response_with(content)) as url,
        pytest.raises(InvalidContentError, match=f"(?i)^{url}{COUNTRIES}: .*({message})"),
    ):
        Client(url).countries()


def test_another_major_version_is_reported() -> None:
    with answered(lambda _: response_with(META % b"2.0.0")) as url, pytest.raises(UnsupportedVersionError) as raised:
        Client(url).countries()

    assert str(raised.value) == f"{url}{COUNTRIES}: the data has version '2.0.0'; this package reads version 1"


def test_site_without_a_glossary_has_no_terms(contents: Files) -> None:
    with served({path: content for path, content in contents.items() if path != "/api/v1/terms.json"}) as url:
        assert Client(url).terms() == ()
