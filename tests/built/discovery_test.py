"""What leads machines to the site: sitemap, datasets for search engines, catalogue of the API, security contact, citation."""

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from built.census import COUNTRIES
from built.pages import ParsedSite
from built.specification import Files, Values

NAMESPACE = {"sitemap": "http://www.sitemaps.org/schemas/sitemap/0.9"}
NOT_FOUND = "/404.html"
DATA_SET = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


@pytest.fixture(scope="module")
def base_url(values: Values) -> str:
    """The URL of the site without a slash at its end."""
    openapi: str = values["/api/v1/index.json"]["meta"]["openapi"]
    return openapi.removesuffix("/api/openapi.json")


@pytest.fixture(scope="module")
def listed(contents: Files) -> Mapping[str, str | None]:
    """The URL of each page of the sitemap, with the day of its newest check."""
    urls = ET.fromstring(contents["/sitemap.xml"]).findall("sitemap:url", NAMESPACE)  # noqa: S314  # it is ours
    days = {
        url.findtext("sitemap:loc", "", NAMESPACE): url.findtext("sitemap:lastmod", None, NAMESPACE) for url in urls
    }

    assert len(days) == len(urls)
    return days


@pytest.fixture(scope="module")
def datasets(contents: Files, base_url: str) -> Mapping[str, Any]:
    """The dataset on each page that has one, by the URL of the page."""
    found = {path: DATA_SET.findall(content.decode()) for path, content in contents.items() if path.endswith(".html")}

    assert [path for path, scripts in found.items() if len(scripts) > 1] == []
    return {
        f"{base_url}{path.removesuffix('index.html')}": json.loads(script)
        for path, scripts in found.items()
        for script in scripts
    }


@pytest.fixture(scope="module")
def catalog(contents: Files) -> Any:  # noqa: ANN401  # any JSON
    """The catalogue of the API."""
    return json.loads(contents["/.well-known/api-catalog"])


def texts(value: object) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(member)


def test_the_sitemap_lists_every_page_and_nothing_else(
    contents: Files, listed: Mapping[str, str | None], base_url: str
) -> None:
    pages = [path for path in contents if path.endswith(".html") and path != NOT_FOUND]

    assert sorted(listed) == sorted(f"{base_url}{path.removesuffix('index.html')}" for path in pages)


def test_robots_names_the_sitemap(contents: Files, base_url: str) -> None:
    assert contents["/robots.txt"].decode().splitlines()[-1] == f"Sitemap: {base_url}/sitemap.xml"


def test_every_address_that_machines_are_given_is_that_of_a_file(
    contents: Files, listed: Mapping[str, str | None], datasets: Mapping[str, Any], catalog: object, base_url: str
) -> None:
    site = ParsedSite(base_url, contents, {}, {})
    plain = [
        line.partition(": ")[2]
        for path in ("/robots.txt", "/.well-known/security.txt")
        for line in contents[path].decode().splitlines()
    ]
    own = {text for text in (*listed, *plain, *texts([*datasets.values()]), *texts(catalog)) if site.is_own(text)}

    assert len(own) > len(listed)
    assert sorted(url for url in own if not site.leads_somewhere(url)) == []


def test_a_page_with_records_is_a_dataset_of_the_same_day_and_no_other_page_is_one(
    listed: Mapping[str, str | None], datasets: Mapping[str, Any]
) -> None:
    days = {url: day for url, day in listed.items() if day}

    assert {url: dataset["dateModified"] for url, dataset in datasets.items()} == days
    assert {url: dataset["url"] for url, dataset in datasets.items()} == {url: url for url in days}


def test_every_dataset_has_what_search_engines_want(datasets: Mapping[str, Any]) -> None:
    wanted = {"name", "description", "license", "creator", "identifier", "version", "keywords", "isAccessibleForFree"}
    places = [dataset["spatialCoverage"]["identifier"] for dataset in datasets.values() if "spatialCoverage" in dataset]

    assert [url for url, dataset in datasets.items() if wanted - dataset.keys()] == []
    assert [url for url, dataset in datasets.items() if not 50 <= len(dataset["description"]) <= 5000] == []
    assert len({dataset["name"] for dataset in datasets.values()}) == len(datasets)
    assert len({*places}) == len(places) == COUNTRIES


def test_the_whole_dataset_names_every_file_beside_its_page(
    contents: Files, datasets: Mapping[str, Any], base_url: str
) -> None:
    files = {path for path in contents if re.fullmatch(r"/data/[^/]+\.(?!html$|md$|cff$)\w+", path)}
    named = [file["contentUrl"] for file in datasets[f"{base_url}/data/"]["distribution"]]

    assert sorted(named) == sorted(f"{base_url}{path}" for path in files)


def test_no_check_is_later_than_the_release(listed: Mapping[str, str | None], values: Values) -> None:
    release = values["/api/v1/index.json"]["meta"]["generated_at"]

    assert max(day for day in listed.values() if day) <= release[:10]


def test_the_contact_for_a_weakness_expires_within_a_year_of_the_release(contents: Files, values: Values) -> None:
    lines = contents["/.well-known/security.txt"].decode().splitlines()
    fields = dict(line.split(": ", 1) for line in lines)
    valid = dt.datetime.fromisoformat(fields["Expires"]) - dt.datetime.fromisoformat(
        values["/api/v1/index.json"]["meta"]["generated_at"]
    )

    assert dt.timedelta() < valid < dt.timedelta(days=365)
    assert fields["Contact"].startswith("mailto:")


def test_the_citation_is_yaml_of_quoted_texts(contents: Files) -> None:
    lines = contents["/data/CITATION.cff"].decode().splitlines()
    values = [match[1] for line in lines if (match := re.fullmatch(r"(?: {2,4})?(?:- )?(?:[a-z-]+: )?(\".*\")", line))]

    assert [line for line in lines if line not in ("authors:", "keywords:") and not line.endswith('"')] == []
    assert len(values) == len(lines) - 2
    assert all(isinstance(json.loads(value), str) for value in values)


def test_the_repository_has_the_citation_of_the_site(contents: Files) -> None:
    assert Path("CITATION.cff").read_bytes() == contents["/data/CITATION.cff"], (
        "take the one of the built site: cp dist/site/data/CITATION.cff ."
    )
