"""Paths can be appended to the base URL, and every page and calendar has a path of its own."""

from pathlib import Path

import pytest

from locdata_build.check.url_rules import is_base_url
from locdata_model import DATA_FILES, ENDPOINTS
from locdata_model.data_files import DataFormat
from locdata_model.urls import PageName
from support.dataset import COUNTRY, ERP, changed, issues, support, whole


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("https://data.example/", id="slash at the end"),
        pytest.param("https://data.example/path/", id="slash after a path"),
        pytest.param("https://data.example/?page=1", id="query"),
        pytest.param("https://data.example#top", id="fragment"),
        pytest.param("https://data.example/(a)", id="parentheses"),
    ],
)
def test_base_url_that_no_path_can_follow_is_refused(tmp_path: Path, url: str) -> None:
    assert not is_base_url(url)
    assert issues(tmp_path, changed("site.json", "$.base_url", url)) == [
        (
            "data/site.json: $.base_url: must not end with a slash or have a query, fragment or parenthesis, "
            f"but is {url!r} [base-url]"
        )
    ]


@pytest.mark.parametrize("url", ["https://data.example", "http://localhost:8000", "https://example.org/data/set"])
def test_base_url_that_a_path_can_follow_is_accepted(tmp_path: Path, url: str) -> None:
    assert is_base_url(url)
    assert issues(tmp_path, changed("site.json", "$.base_url", url)) == []


@pytest.mark.parametrize(
    "address",
    ['"><script>alert(1)</script>@a.example', "a@b.example?bcc=c", "a,b@c.example", "a@b.example\\"],
)
def test_contact_that_could_break_out_of_a_link_is_refused(tmp_path: Path, address: str) -> None:
    assert issues(tmp_path, changed("site.json", "$.contact", address)) == [
        (
            "data/site.json: $.contact: must be an email address of letters, digits and . _ + - only, "
            f"but is {address!r} [wrong-pattern]"
        )
    ]


@pytest.mark.parametrize("name", ["法国", "Франция", "&"])
@pytest.mark.parametrize(("file", "path"), [(COUNTRY, "$.name"), ("site.json", "$.regions[1]")])
def test_name_that_makes_no_slug_is_refused(tmp_path: Path, file: str, path: str, name: str) -> None:
    value = name if file == COUNTRY else ["Region 1", name]

    assert issues(tmp_path, changed(file, path.removesuffix("[1]"), value)) == [
        f"data/{file}: {path}: must have a Latin letter or a digit, because a URL is made from it [no-slug]"
    ]


def test_name_that_is_too_long_for_a_folder_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, changed(COUNTRY, "$.name", "a" * 300)) == [
        "data/countries/fr.json: $.name: must make a slug of at most 80 characters, but makes one of 300 [too-long]"
    ]


def test_id_that_is_too_long_for_a_folder_is_refused(tmp_path: Path) -> None:
    files, long = whole(), "a" * 81
    files[f"erps/{long}.json"] = {**files[ERP], "id": long, "key": "other", "localization_label": "Other"}
    files[COUNTRY]["e_invoicing"]["erp_support"].append(support(long))

    assert issues(tmp_path, files) == [
        f"data/erps/{long}.json: $.id: must make a slug of at most 80 characters, but makes one of 81 [too-long]"
    ]


@pytest.mark.parametrize("page", PageName)
def test_name_that_makes_the_path_of_another_page_is_refused(tmp_path: Path, page: PageName) -> None:
    assert issues(tmp_path, changed(COUNTRY, "$.name", page.replace("-", " ").title())) == [
        (
            "data/countries/fr.json: $.name: must not make the path of another page of the site, "
            f"but makes '/{page}/' [duplicate]"
        )
    ]


def test_name_that_begins_like_the_path_of_another_page_is_accepted(tmp_path: Path) -> None:
    assert issues(tmp_path, changed(COUNTRY, "$.name", "Newsland")) == []


def test_published_files_are_in_folders_that_no_country_can_have() -> None:
    paths = [*(spec.path for spec in ENDPOINTS), *(spec.path(kind) for spec in DATA_FILES for kind in DataFormat)]

    assert {path.split("/")[1] for path in paths} <= {*PageName}


def test_regions_that_would_share_a_calendar_are_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, changed("site.json", "$.regions", ["Region 1", "Region-1"])) == [
        (
            "data/site.json: $.regions[1]: must not make the same slug as another region, "
            "but 'Region 1' makes 'region-1' too [duplicate]"
        )
    ]
