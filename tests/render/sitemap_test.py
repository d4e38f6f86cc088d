"""The sitemap lists every page with the day of the newest check of what it shows, whenever the site was built."""

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from locdata_build.render.sitemap import NAMESPACE, ROBOTS_PATH, SITEMAP_PATH, robots, sitemap
from locdata_build.view.page import Page
from support.dataset import COUNTRY, DAY, ERP, Files, whole
from support.pages import load_pages
from support.world import render_files

BASE = "https://data.example"
LATER = "2026-11-21"
UNCHECKED = ("/api/", "/methodology/", "/licence/", "/sponsors/")
"""Pages that show no records."""

Change = Callable[[Files], None]


def listed(folder: Path, files: Files | None = None) -> dict[str, str | None]:
    """The day of each page's newest check by its path, as the sitemap tells it."""
    root = ET.fromstring(sitemap(BASE, load_pages(folder, files).values()))  # noqa: S314  # it is ours
    return {
        url.findtext(f"{{{NAMESPACE}}}loc", "").removeprefix(BASE): url.findtext(f"{{{NAMESPACE}}}lastmod")
        for url in root
    }


def checks(value: object) -> Iterator[dict[str, Any]]:
    """Every object inside a JSON value that tells when it was checked."""
    if isinstance(value, dict):
        if "last_checked" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for member in value:
            yield from checks(member)


def check_later(value: object) -> None:
    """Make every check inside a JSON value a later one."""
    for check in checks(value):
        check["last_checked"] = LATER


def page(path: str, **fields: Any) -> Page:  # noqa: ANN401  # any fields
    """A page of which nothing matters but its address and ``fields``."""
    return Page(path=path, title="Title", description="Text.", lead=(), **fields)


# Form


def test_a_sitemap_tells_address_and_day_of_listed_pages_in_their_order() -> None:
    pages = [page("/b/", last_checked=dt.date(2026, 11, 21)), page("/a&b/"), page("/404", is_listed=False)]

    assert sitemap("https://data.example/sub", pages).decode() == (
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


def test_crawlers_may_read_everything_and_are_told_of_the_sitemap(tmp_path: Path) -> None:
    assert robots("https://data.example/sub") == (
        b"User-agent: *\nAllow: /\n\nSitemap: https://data.example/sub/sitemap.xml\n"
    )
    assert render_files(tmp_path)[ROBOTS_PATH] == robots(BASE)


def test_every_page_is_listed_but_the_one_for_no_page(tmp_path: Path) -> None:
    pages = load_pages(tmp_path)

    assert {*listed(tmp_path)} == pages.keys() - {"/404"}
    assert render_files(tmp_path)[SITEMAP_PATH] == sitemap(BASE, pages.values())


# Days


def test_a_page_is_as_new_as_its_records(tmp_path: Path) -> None:
    assert {*listed(tmp_path).values()} == {DAY, None}


@pytest.mark.parametrize("nth", range(len([*checks(whole()[COUNTRY])])))
def test_the_day_of_a_country_is_the_newest_of_its_file_wherever_it_stands(tmp_path: Path, nth: int) -> None:
    files = whole()
    check_later([*checks(files[COUNTRY])][nth])

    assert listed(tmp_path, files)["/france/"] == LATER


NEWER: dict[str, tuple[Change, set[str]]] = {
    "an obligation": (
        lambda files: check_later(files[COUNTRY]["obligations"]["saft"]),
        {"/", "/e-invoicing/", "/countries/"},
    ),
    "an obligation with a dated step": (
        lambda files: check_later(files[COUNTRY]["obligations"]["e_invoicing_b2g"]),
        {"/", "/e-invoicing/", "/countries/", "/timeline/"},
    ),
    "a fact": (lambda files: check_later(files[COUNTRY]["facts"]["vat"]), {"/countries/"}),
    "a mandate": (lambda files: check_later(files[COUNTRY]["e_invoicing"]["mandate"]), {"/e-invoicing/"}),
    "a cell of the matrix": (
        lambda files: check_later(files[COUNTRY]["e_invoicing"]["erp_support"][1]),
        {"/e-invoicing/", "/erp/", "/erp/erp_id_02/"},
    ),
    "a localization": (
        lambda files: check_later(files[COUNTRY]["erp_localizations"]),
        {"/countries/", "/erp/erp_id_01/"},
    ),
    "a report": (lambda files: check_later(files[COUNTRY]["reporting"]), {"/reporting/", "/erp/erp_id_01/"}),
    "a local system": (lambda files: check_later(files[COUNTRY]["local_erps"]), {"/local-erps/"}),
    "a partner": (lambda files: check_later(files[COUNTRY]["partners"]), {"/partners/", "/erp/erp_id_01/"}),
    "a partner flag": (lambda files: check_later(files[COUNTRY]["partner_flags"]), {"/erp/erp_id_02/"}),
}
"""A change of a country's file, and the pages beside the country's own and that of the data files that it makes newer."""


@pytest.mark.parametrize(("change", "pages"), NEWER.values(), ids=NEWER)
def test_a_newer_check_makes_just_those_pages_newer_that_show_it(
    tmp_path: Path, change: Change, pages: set[str]
) -> None:
    files = whole()
    change(files)

    assert newer(tmp_path, files) == {*pages, "/france/", "/data/"}


def test_a_connector_makes_newer_its_list_its_product_and_the_countries_in_its_scope(tmp_path: Path) -> None:
    files = whole()
    check_later(files["connectors.json"])

    assert newer(tmp_path, files) == {"/connectors/", "/erp/erp_id_01/", "/france/", "/data/"}


def test_a_product_of_the_registry_makes_newer_its_page_and_the_list(tmp_path: Path) -> None:
    files = whole()
    check_later(files[ERP])

    assert newer(tmp_path, files) == {"/erp/", "/erp/erp_id_01/"}


def test_news_are_as_new_as_the_item_seen_last(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0]["first_seen"] = "2026-11-21T00:00:00Z"

    assert newer(tmp_path, files) == {"/news/"}


@pytest.mark.parametrize("path", UNCHECKED)
def test_a_page_without_records_has_no_day(tmp_path: Path, path: str) -> None:
    assert listed(tmp_path)[path] is None


def test_the_sitemap_does_not_depend_on_the_time_of_the_build(tmp_path: Path) -> None:
    files = whole()
    files["site.json"]["generated_at"] = "2027-02-03T04:05:06Z"

    assert listed(tmp_path, files) == listed(tmp_path)


def newer(folder: Path, files: Files) -> set[str]:
    """The pages that have the later day."""
    return {path for path, day in listed(folder, files).items() if day == LATER}
