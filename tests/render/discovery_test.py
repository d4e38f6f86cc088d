"""Programs find the site: crawlers by its sitemap, API clients by its catalogue, others by its contact and its citation."""

import datetime as dt
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from locdata_build.data.site import SiteFile
from locdata_build.render.discovery import SITEMAP_NAMESPACE, discovery_artifacts, sitemap_artifact
from locdata_build.view.page import Page
from locdata_model.urls import API_CATALOG_PATH, CITATION_PATH, SECURITY_PATH, SITEMAP_PATH
from support.dataset import COUNTRY, ERP, Files, value_at, whole
from support.pages import load_pages
from support.records import DAY, cited
from support.reference_pages import RELEASE_PAGES, RULE_PAGES

SITE = msgspec.convert(whole()["site.json"], SiteFile)
IN_FOLDER = msgspec.structs.replace(SITE, base_url="https://data.example/sub")
LATER = "2026-11-21"


def discovery_files(site: SiteFile = SITE) -> dict[str, bytes]:
    """Return the files for discovery by path, except the sitemap."""
    return {artifact.path: artifact.content for artifact in discovery_artifacts(site, dt.date(2026, 11, 20))}


# Sitemap


def days(sitemap: bytes) -> dict[str, str | None]:
    """Return the day of each page in a sitemap by path."""
    return {
        url.findtext(f"{{{SITEMAP_NAMESPACE}}}loc", "").removeprefix(SITE.base_url): url.findtext(
            f"{{{SITEMAP_NAMESPACE}}}lastmod"
        )
        for url in ET.fromstring(sitemap)  # noqa: S314  # our own file
    }


def objects_with(field: str, value: object) -> Iterator[dict[str, Any]]:
    """Yield every object in a JSON value that has the field."""
    if isinstance(value, dict):
        if field in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for member in value:
            yield from objects_with(field, member)


def check_later(files: Files, file: str, path: str = "$") -> None:
    """Give every check at a JSON path of a file a later date, and its sources a later reading."""
    files[file] = cited(files[file])
    for claim in objects_with("checked", value_at(files[file], path) if path != "$" else files[file]):
        claim["checked"] = LATER
        for name in re.findall(r"\[\^([\w-]+)", json.dumps({**claim, "sources": {}})):
            files[file]["sources"][name]["read"] = LATER


def newer_pages(folder: Path, files: Files) -> set[str]:
    """Return the pages that have the later date."""
    sitemap = sitemap_artifact(SITE, load_pages(folder, files).values())
    return {path for path, day in days(sitemap.content).items() if day == LATER}


def test_sitemap_has_url_and_day_of_listed_pages_in_their_order() -> None:
    def page(path: str, **fields: Any) -> Page:  # noqa: ANN401  # any fields
        return Page(path=path, title="Title", description="Text.", lead=(), **fields)

    pages = [page("/b/", last_checked=dt.date(2026, 11, 21)), page("/a&b/"), page("/404", is_listed=False)]

    assert sitemap_artifact(IN_FOLDER, pages).content.decode() == (
        "<?xml version='1.0' encoding='utf-8'?>\n"
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "  <url>\n"
        "    <loc>https://data.example/sub/b/</loc>\n"
        "    <lastmod>2026-11-21</lastmod>\n"
        "  </url>\n"
        "  <url>\n"
        "    <loc>https://data.example/sub/a&amp;b/</loc>\n"
        "  </url>\n"
        "</urlset>\n"
    )


def test_only_pages_without_records_have_no_day(files: Mapping[str, bytes]) -> None:
    by_path = days(files[SITEMAP_PATH])

    assert {*by_path.values()} == {DAY, None}
    assert {"/api/", "/methodology/", "/licence/", "/sponsors/"} <= {path for path, day in by_path.items() if not day}


@pytest.mark.parametrize(
    ("path", "pages"),
    [
        ("$.obligations.saft", {"/", "/e-invoicing/", "/countries/"}),
        ("$.obligations.e_invoicing_b2g", {"/", "/e-invoicing/", "/countries/", "/timeline/", "/recent/"}),
        ("$.facts.vat", {"/countries/"}),
        ("$.vat_rates", {"/vat-rates/"}),
        ("$.thresholds", {"/thresholds/"}),
        ("$.formats", {"/formats/"}),
        ("$.tax_rules", {"/tax-rules/", *RULE_PAGES}),
        ("$.identifiers", {"/identifiers/"}),
        ("$.peppol_schemes", {"/peppol-schemes/"}),
        ("$.platforms", {"/platforms/"}),
        ("$.product_releases", {"/product-releases/", RELEASE_PAGES[0]}),
        ("$.e_invoicing.mandate", {"/e-invoicing/"}),
        ("$.e_invoicing.erp_support[1]", {"/e-invoicing/", "/erp/", "/erp/erp_id_02/"}),
        ("$.erp_localizations", {"/countries/", "/erp/erp_id_01/"}),
        ("$.reporting", {"/reporting/", "/filings/", "/erp/erp_id_01/"}),
        ("$.local_erps", {"/local-erps/"}),
        ("$.partners", {"/partners/", "/erp/erp_id_01/"}),
        ("$.partner_flags", {"/erp/erp_id_02/"}),
    ],
)
def test_newer_check_of_a_country_makes_only_those_pages_newer_that_show_it(
    tmp_path: Path, path: str, pages: set[str]
) -> None:
    files = whole()
    check_later(files, COUNTRY, path)

    assert {path for path in newer_pages(tmp_path, files) if not path.startswith("/sources/")} == {
        *pages,
        "/france/",
        "/data/",
        "/due/",
    }


def see_news_later(files: Files) -> None:
    files["news.json"]["news"][0]["first_seen"] = f"{LATER}T00:00:00Z"


@pytest.mark.parametrize(
    ("change", "pages"),
    [
        pytest.param(
            lambda files: check_later(files, "connectors.json"),
            {"/connectors/", "/erp/erp_id_01/", "/france/", "/data/", "/due/", "/sources/", "/sources/service/"},
            id="connector",
        ),
        pytest.param(
            lambda files: check_later(files, ERP),
            {"/erp/", "/erp/erp_id_01/", "/due/", "/sources/", "/sources/vendor/"},
            id="product",
        ),
        pytest.param(see_news_later, {"/news/"}, id="news item"),
    ],
)
def test_newer_record_makes_only_those_pages_newer_that_show_it(
    tmp_path: Path, change: Callable[[Files], None], pages: set[str]
) -> None:
    files = whole()
    change(files)

    assert newer_pages(tmp_path, files) == pages


def test_sitemap_does_not_depend_on_the_time_of_the_build(tmp_path: Path, files: Mapping[str, bytes]) -> None:
    later = whole()
    later["site.json"]["generated_at"] = "2027-02-03T04:05:06Z"

    assert sitemap_artifact(SITE, load_pages(tmp_path, later).values()).content == files[SITEMAP_PATH]


# Catalogue of the API


def test_every_page_links_the_catalogue(files: Mapping[str, bytes]) -> None:
    html_link = f'<link rel="api-catalog" href="{API_CATALOG_PATH}">'.encode()

    assert [path for path, content in files.items() if path.endswith(".html") and html_link not in content] == []


# Contact and citation


def test_contact_is_not_canonical_below_the_root_of_a_host() -> None:
    assert b"Canonical" not in discovery_files(IN_FOLDER)[SECURITY_PATH]


@pytest.mark.parametrize("text", ["no", "a: b # c", 'say "yes"', "C:\\", "- x", "é 𝄞", "{a}", "2026"])
def test_any_text_in_the_citation_is_a_text(text: str) -> None:
    site = msgspec.structs.replace(SITE, title=text, description=text)
    lines = discovery_files(site)[CITATION_PATH].decode().splitlines()
    values = {key: json.loads(value) for key, _, value in (line.partition(": ") for line in lines) if value}

    assert (values["title"], values["abstract"], values["  - name"]) == (text, text, text)
