"""Paths can be appended to the base URL, and every page, text and calendar has its own path."""

from pathlib import Path

import pytest

from locdata_build.data.site import BASE_URL_FORM, is_base_url
from locdata_model import DATA_FILES, ENDPOINTS
from locdata_model.data_files import DataFormat
from locdata_model.urls import PageName
from support.dataset import COUNTRY, changed, issues

MISREAD = (
    "/", "/path/", "//path", "?", "#top", "/(a)", "/a/../b", "/.well-known", "/a./b", "/a..b", "/%2e%2e/x", "/*", "/:name",
    "/a;b", "/$uri", ":65536", ":0", ":080",
)  # fmt: skip
"""Ends of URLs that builders or servers misread, after the host."""

NO_WEB_URLS = [
    "https://data.example:", "https://data.example./a", "https:///a", "https://user:secret@data.example",
    "https://data.example\\a", "https://data.example/a\tb", "https://data.example/é", "https://[::1", "//data.example",
    "HTTPS://data.example", "https://data.example\n",
]  # fmt: skip


@pytest.mark.parametrize("url", ["https://Data.example", *(f"https://data.example{rest}" for rest in MISREAD)])
def test_base_url_that_a_builder_or_a_server_would_misread_is_refused(tmp_path: Path, url: str) -> None:
    assert not is_base_url(url)
    assert issues(tmp_path, changed("site.json", "$.base_url", url)) == [
        f"data/site.json: $.base_url: {BASE_URL_FORM}, got {url!r} [base-url]"
    ]


@pytest.mark.parametrize("url", NO_WEB_URLS)
def test_base_url_that_is_no_web_url_is_refused(tmp_path: Path, url: str) -> None:
    assert not is_base_url(url)
    assert issues(tmp_path, changed("site.json", "$.base_url", url)) != []


@pytest.mark.parametrize(
    "url",
    ["https://data.example", "http://localhost:8000", "https://data.example:65535", "http://192.0.2.1",
     "https://example.org/data/set", "https://example.org/Tax/loc-data_1.0~x"],
)  # fmt: skip
def test_base_url_that_a_path_can_follow_is_accepted(tmp_path: Path, url: str) -> None:
    assert is_base_url(url)
    assert issues(tmp_path, changed("site.json", "$.base_url", url)) == []


@pytest.mark.parametrize(
    "url", ['"><script>alert(1)</script>@a.example', "a@b.example?bcc=c", "a,b@c.example", "a@b.example\\"]
)
def test_contact_that_could_break_out_of_a_link_is_refused(tmp_path: Path, url: str) -> None:
    assert issues(tmp_path, changed("site.json", "$.contact", url)) == [
        (
            "data/site.json: $.contact: must be an email address of letters, digits and . _ + - only, "
            f"got {url!r} [wrong-pattern]"
        )
    ]


@pytest.mark.parametrize("page", PageName)
def test_country_with_the_path_of_another_page_is_refused(tmp_path: Path, page: PageName) -> None:
    assert issues(tmp_path, changed(COUNTRY, "$.name", page.replace("-", " ").title())) == [
        f"data/{COUNTRY}: $.name: must not make the path of another page of the site, got '/{page}/' [duplicate]"
    ]


@pytest.mark.parametrize(
    ("region", "message"),
    [
        ("Region-1", "must not make the slug of another region, got 'region-1' as from 'Region 1'"),
        ("Full", "must not make the path of the text of all countries, got '/llms-full.txt'"),
    ],
)
def test_region_with_the_path_of_another_file_is_refused(tmp_path: Path, region: str, message: str) -> None:
    assert issues(tmp_path, changed("site.json", "$.regions", ["Region 1", region])) == [
        f"data/site.json: $.regions[1]: {message} [duplicate]"
    ]


def test_published_files_are_in_folders_that_no_country_can_have() -> None:
    paths = [*(spec.path for spec in ENDPOINTS), *(spec.path(kind) for spec in DATA_FILES for kind in DataFormat)]

    assert {path.split("/")[1] for path in paths} <= {*PageName}
