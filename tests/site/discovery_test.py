"""Sitemap, llms.txt, datasets for search engines, API catalogue and security contact lead to the files of the site."""

import json
import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from locdata_build.view.words import tokens_in_words
from locdata_model.serialization import estimated_tokens
from locdata_model.urls import (
    API_CATALOG_PATH,
    DATA_FOLDER,
    LLMS_PATH,
    ROBOTS_PATH,
    SECURITY_PATH,
    SITEMAP_PATH,
    html_path,
    markdown_path,
)
from support.reference_pages import UNLISTED_PAGES
from support.site import Files, Sources, Values
from support.site_pages import ParsedSite
from support.values import texts

NAMESPACE = {"sitemap": "http://www.sitemaps.org/schemas/sitemap/0.9"}
DATASET = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


@pytest.fixture(scope="module")
def sitemap(contents: Files) -> Mapping[str, str | None]:
    """The day of the newest check on each page of the sitemap, by URL."""
    urls = ET.fromstring(contents[SITEMAP_PATH]).findall("sitemap:url", NAMESPACE)  # noqa: S314  # it is ours
    days = {
        url.findtext("sitemap:loc", "", NAMESPACE): url.findtext("sitemap:lastmod", None, NAMESPACE) for url in urls
    }

    assert len(days) == len(urls)
    return days


@pytest.fixture(scope="module")
def datasets(parsed: ParsedSite) -> Mapping[str, Any]:
    """The dataset on each page that has one, by the URL of the page."""
    found = {page.url: DATASET.findall(parsed.contents[path].decode()) for path, page in parsed.pages.items()}

    assert [url for url, scripts in found.items() if len(scripts) > 1] == []
    return {url: json.loads(script) for url, scripts in found.items() for script in scripts}


def test_sitemap_lists_every_listed_page(parsed: ParsedSite, sitemap: Mapping[str, str | None]) -> None:
    unlisted = {*map(html_path, UNLISTED_PAGES)}

    assert sorted(sitemap) == sorted(page.url for path, page in parsed.pages.items() if path not in unlisted)


def test_site_is_within_the_limits_of_hosts(contents: Files) -> None:
    sizes = [*map(len, contents.values())]

    # Those of Cloudflare Pages for files, and of GitHub Pages for sites; see docs/hosting.md.
    assert len(sizes) < 20_000
    assert max(sizes) < 25 * 2**20
    assert sum(sizes) < 10**9


def test_llms_txt_lists_the_twin_of_every_listed_page(parsed: ParsedSite) -> None:
    _, *lists = parsed.contents[LLMS_PATH].decode().split("\n## ")
    links = [url for each in lists[1:] for url in re.findall(r"\]\(([^)]*)\)", each)]
    paths = {*parsed.twins} - {*map(markdown_path, UNLISTED_PAGES)}

    assert lists[0].startswith("Where to begin\n")
    assert sorted(links) == sorted(f"{parsed.base_url}{path}" for path in paths)


def test_llms_txt_states_the_size_of_every_linked_file(parsed: ParsedSite, sources: Sources, base_url: str) -> None:
    text = parsed.contents[LLMS_PATH].decode()
    entries = re.findall(rf"^- \[.*\]\({base_url}(.*)\): .* \((about [^)]*)\)$", text, re.MULTILINE)
    tokens = {path: estimated_tokens(content) for path, content in parsed.contents.items()}
    sizes = {path: tokens_in_words(tokens[path]) for path, _ in entries}
    for name in ("obligations", "reports"):
        (listed,) = (path for path, _ in entries if path.endswith(f"/{name}.json"))
        of_countries = [tokens[f"/api/v1/countries/{code}/{name}.json"] for code in sources.countries]
        sizes[listed] = tokens_in_words(*of_countries)

    assert len(entries) == text.count("\n- ")
    assert [(path, words) for path, words in entries if words != sizes[path]] == []


def test_every_url_for_machines_resolves(
    contents: Files, sitemap: Mapping[str, str | None], datasets: Mapping[str, Any], parsed: ParsedSite
) -> None:
    lines = [line for path in (ROBOTS_PATH, SECURITY_PATH) for line in contents[path].decode().splitlines()]
    catalog = json.loads(contents[API_CATALOG_PATH])
    named = (*sitemap, *(line.partition(": ")[2] for line in lines), *texts([*datasets.values(), catalog]))
    own = {text for text in named if parsed.is_own(text)}

    assert f"{parsed.base_url}{SITEMAP_PATH}" in own
    assert len(own) > len(sitemap)
    assert sorted(url for url in own if not parsed.leads_somewhere(url)) == []


def test_pages_with_a_day_in_the_sitemap_are_datasets(
    sitemap: Mapping[str, str | None], datasets: Mapping[str, Any], values: Values
) -> None:
    days = {url: day for url, day in sitemap.items() if day}

    assert {url: dataset["dateModified"] for url, dataset in datasets.items()} == days
    assert {url: dataset["url"] for url, dataset in datasets.items()} == {url: url for url in days}
    assert max(days.values()) <= values["/api/v1/index.json"]["meta"]["generated_at"][:10]


def test_dataset_of_the_data_page_lists_every_file_except_copies_for_excel(
    contents: Files, datasets: Mapping[str, Any], base_url: str
) -> None:
    files = {path for path in contents if re.fullmatch(r"/data/[^/.]+\.(?!html$|md$|cff$)\w+", path)}
    listed = [file["contentUrl"] for file in datasets[f"{base_url}{DATA_FOLDER}"]["distribution"]]

    assert sorted(listed) == sorted(f"{base_url}{path}" for path in files)
