"""Pages are found, measured and reported as the benchmark promises. Tests in a browser are skipped if there is none."""

from collections.abc import Mapping
from pathlib import Path

import brotli  # type: ignore[import-untyped]  # it carries no types
import msgspec
import pytest

from benchmarks.figures import Spread
from benchmarks.pages import PageFigures, PagesFigures, markdown_of, measure_pages, served
from benchmarks.pages_browser import SLOW_4G, PagesError, chromium, first_visit, installed_browser
from benchmarks.pages_kinds import Transfer, kinds_of_pages, transfer_of
from locdata_model.urls import TOP_PAGES

FAST = msgspec.structs.replace(SLOW_4G, name="fast", latency_ms=0, download_kbit=1e6, upload_kbit=1e6, cpu_slowdown=1)
FIGURES = PageFigures(
    kind="Home",
    path="/",
    requests=3,
    transfer=Transfer(plain=12_345, gzip=2_345, brotli=2_000),
    first_paint=Spread(median=1_400, least=1_390, most=1_500),
    first_contentful_paint=Spread(median=1_410, least=1_400, most=1_510),
    largest_contentful_paint=Spread(median=1_420, least=1_410, most=1_520),
    load=Spread(median=1_300, least=1_290, most=1_310),
)

OPENAPI = '{"servers": [{"url": "https://site.example"}]}'
ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>'
PAGE = f"""<!doctype html><title>Page</title>
<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/style.css">
<script type="module" src="/filter.js"></script>
{"<p>The same words again and again." * 50}
"""

BROWSER = installed_browser() or ""

needs_browser = pytest.mark.skipif(not BROWSER, reason="no browser is installed")


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a site of these files."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return folder


def test_the_median_and_the_largest_stand_for_countries_and_for_products(tmp_path: Path) -> None:
    countries = {f"{name}/index.html": "x" * size for name, size in (("spain", 3), ("italy", 1), ("peru", 2))}
    products = {f"erp/{name}/index.html": "x" * size for name, size in (("odoo", 1), ("sap", 2))}
    site = write(tmp_path, {**countries, **products, "reporting/index.html": "x" * 9})
    kinds = kinds_of_pages(site)

    assert {kind: path for kind, path in kinds.items() if "," in kind} == {
        "Country, median": "/peru/",
        "Country, largest": "/spain/",
        "Product, median": "/erp/sap/",
        "Product, largest": "/erp/sap/",
    }


def test_each_page_for_all_countries_is_a_kind(tmp_path: Path) -> None:
    kinds = kinds_of_pages(tmp_path)

    assert [*kinds] == ["Home", *(page.label for page in TOP_PAGES)]
    assert kinds["Local ERP systems"] == "/local-erps/"


def test_a_compressed_copy_counts_instead_of_its_file(tmp_path: Path) -> None:
    files = {"index.html": "x" * 90, "index.html.gz": "x" * 30, "index.html.br": "x" * 20, "assets/icon.svg": "x" * 5}
    site = write(tmp_path, files)

    assert transfer_of(site, "/loc", ["/loc/", "/loc/assets/icon.svg"]) == Transfer(plain=95, gzip=35, brotli=25)


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PagesError, match=r"must be a built site, but has no /api/openapi\.json"):
        measure_pages(tmp_path, {}, 1)


def test_a_site_without_copies_is_refused(tmp_path: Path) -> None:
    site = write(tmp_path, {"index.html": "x", "api/openapi.json": OPENAPI})

    with pytest.raises(PagesError, match="build it with --precompress"):
        measure_pages(site, {}, 1)


@needs_browser
def test_a_first_visit_loads_the_page_its_stylesheet_its_script_and_its_icon(tmp_path: Path) -> None:
    other = {"data/index.html": "<title>Other</title><p>Other"}
    compressed = brotli.compress(PAGE.encode())
    assets = {"style.css": "p { color: red }", "filter.js": "document.title = 'Ran';", "icon.svg": ICON}
    site = write(tmp_path, {"index.html": PAGE, "api/openapi.json": OPENAPI, **other, **assets})
    (site / "index.html.br").write_bytes(compressed)
    home, data = measure_pages(site, {"Home": "/", "Data": "/data/"}, 1, FAST).pages

    others = sum(map(len, assets.values()))
    assert (home.kind, home.path, home.requests) == ("Home", "/", 4)
    assert (data.kind, data.path, data.transfer.plain) == ("Data", "/data/", len(other["data/index.html"]))
    assert home.transfer == Transfer(plain=len(PAGE) + others, gzip=len(PAGE) + others, brotli=len(compressed) + others)
    assert 0 < home.first_paint.least <= home.first_contentful_paint.median <= home.largest_contentful_paint.most


@needs_browser
def test_a_page_waits_for_the_connection_twice_before_it_paints(tmp_path: Path) -> None:
    site = write(tmp_path, {"index.html": PAGE, "style.css": "p { color: red }", "filter.js": "", "icon.svg": ICON})
    slow = msgspec.structs.replace(FAST, latency_ms=400)
    with served(site, "") as origin, chromium(BROWSER) as browser:
        visit = first_visit(browser, f"{origin}/", slow)

    assert visit.first_paint >= 800
    assert sorted(visit.urls) == [f"{origin}/{name}" for name in ("", "filter.js", "icon.svg", "style.css")]


@needs_browser
def test_a_missing_page_is_refused(tmp_path: Path) -> None:
    with (
        served(write(tmp_path, {"404.html": PAGE}), "") as origin,
        chromium(BROWSER) as browser,
        pytest.raises(PagesError, match="/nowhere/: must be a page, but the response is 404"),
    ):
        first_visit(browser, f"{origin}/nowhere/", FAST)


def test_the_table_has_bytes_and_seconds() -> None:
    lines = markdown_of(PagesFigures(browser="1.2", profile=SLOW_4G, runs=5, pages=(FIGURES,))).splitlines()

    assert lines[0].startswith("Chromium 1.2, Lighthouse's mobile preset (slow 4G, applied by DevTools): 562.5 ms")
    assert lines[-1] == (
        "| Home | `/` | 3 | 2,000 | 2,345 | 12,345 | 1.40 (1.39 to 1.50) | 1.41 (1.40 to 1.51) | 1.42 (1.41 to 1.52) "
        "| 1.30 (1.29 to 1.31) |"
    )
    assert {line.count("|") for line in lines[2:]} == {11}
