"""Paths can be appended to the address of the site, and each region is listed once."""

from pathlib import Path

import pytest

from locdata_build.check.site import is_base_url
from support.dataset import faults, whole


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("https://data.example/", id="slash at the end"),
        pytest.param("https://data.example/path/", id="slash after a path"),
        pytest.param("https://data.example/?page=1", id="query"),
        pytest.param("https://data.example#top", id="fragment"),
    ],
)
def test_address_that_no_path_can_follow_is_refused(tmp_path: Path, url: str) -> None:
    files = whole()
    files["site.json"]["base_url"] = url

    assert not is_base_url(url)
    assert faults(tmp_path, files) == [
        f"data/site.json: $.base_url: must end in no slash, query or fragment, and hold no parenthesis, but is {url!r} [base-url]",
    ]


@pytest.mark.parametrize("url", ["https://data.example", "http://localhost:8000", "https://example.org/data/set"])
def test_address_that_a_path_can_follow_is_no_fault(tmp_path: Path, url: str) -> None:
    files = whole()
    files["site.json"]["base_url"] = url

    assert is_base_url(url)
    assert faults(tmp_path, files) == []


def test_region_is_listed_once(tmp_path: Path) -> None:
    files = whole()
    files["site.json"]["regions"] = ["Region 2", "Region 1", "Region 2"]

    assert faults(tmp_path, files) == [
        (
            "data/site.json: $.regions[2]: must differ from the other entries, but 'Region 2' stands in entry 0 too "
            "[duplicate]"
        )
    ]
