"""Search engines find a dataset on every page that shows records, and no text can break out of it."""

import datetime as dt
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from locdata_build.data.site import SiteFile
from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.data_files import DOWNLOADS, KEYWORDS
from locdata_build.render.html import HtmlPages
from locdata_build.render.json_ld import dataset_of
from locdata_build.view.page import Page
from render.html import find_elements, parse_html
from support.dataset import whole
from support.pages import load_pages, minimal_files
from support.records import DAY

BASE = "https://data.example"
DATA_LICENCE = "https://licences.example/by"
API_LICENCE = "https://licences.example/nc"
SITE = msgspec.convert(whole()["site.json"], SiteFile)
HTML = HtmlPages(SITE, {name: asset.path for name, asset in asset_artifacts().items()})


def datasets_in(content: bytes) -> list[Any]:
    """Return the JSON-LD of a page, as a search engine reads it."""
    scripts = find_elements(parse_html(content), "script", type="application/ld+json")
    return [json.loads(script.text or "") for script in scripts]


@pytest.fixture(scope="module")
def datasets(files: Mapping[str, bytes]) -> Mapping[str, Any]:
    """The dataset of each page that has one, by the path of the page."""
    found = {path: datasets_in(content) for path, content in files.items() if path.endswith(".html")}
    return {path.removesuffix("index.html"): found[path][0] for path in found if found[path]}


def download(path: str, media_type: str, licence: str) -> dict[str, str]:
    """Return the description of a file."""
    return {
        "@type": "DataDownload",
        "name": path.rpartition("/")[2],
        "encodingFormat": media_type,
        "contentUrl": f"https://data.example{path}",
        "license": licence,
    }


def test_country_is_a_dataset_and_part_of_the_whole_dataset(datasets: Mapping[str, Any]) -> None:
    country = dict(datasets["/france/"])
    publisher = {"@type": "Organization", "name": "Service", "url": f"{BASE}/", "email": "contact@data.example"}

    assert country.pop("description").startswith("France: e-invoicing, VAT reporting and SAF-T.")
    assert country == {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": "France: e-invoicing, VAT reporting, SAF-T · Service",
        **dict.fromkeys(("@id", "url", "identifier"), f"{BASE}/france/"),
        "version": "1.2.3",
        "dateModified": DAY,
        "license": DATA_LICENCE,
        "usageInfo": "https://data.example/licence/",
        "creditText": "Service (data.example)",
        "isAccessibleForFree": True,
        "keywords": [*KEYWORDS, "France"],
        **dict.fromkeys(("creator", "publisher"), publisher),
        "includedInDataCatalog": {"@type": "DataCatalog", "name": "Service", "url": "https://data.example/"},
        "isPartOf": {"@id": "https://data.example/data/"},
        "spatialCoverage": {"@type": "Country", "name": "France", "identifier": "FR"},
        "distribution": [download("/api/v1/countries/fr.json", "application/json", API_LICENCE)],
    }


def test_page_of_the_data_files_is_the_whole_dataset_with_every_download(datasets: Mapping[str, Any]) -> None:
    whole_dataset = datasets["/data/"]

    assert (whole_dataset["@id"], whole_dataset["name"]) == ("https://data.example/data/", "Service")
    assert "isPartOf" not in whole_dataset
    assert [file["contentUrl"] for file in whole_dataset["distribution"]] == [f"{BASE}{path}" for path in DOWNLOADS]


def test_page_of_a_data_file_offers_it_in_all_formats(datasets: Mapping[str, Any]) -> None:
    assert datasets["/reporting/"]["distribution"] == [
        download("/data/reporting.json", "application/json", DATA_LICENCE),
        download("/data/reporting.csv", "text/csv", DATA_LICENCE),
    ]


def test_list_without_records_is_not_a_dataset(tmp_path: Path) -> None:
    pages = load_pages(tmp_path, minimal_files())

    assert [path for path in ("/connectors/", "/news/", "/partners/") if dataset_of(pages[path], SITE)] == []


@pytest.mark.parametrize(
    "text", ["</script><script>x()</script>", "<!-- <script>", "]]>", "&lt;/script&gt;", "'\"\\", "\u2028\u2029", "é 𝄞"]
)
def test_no_text_ends_the_script_or_is_read_as_another(text: str) -> None:
    page = Page(path="/a/", title=text, description=text, lead=(), last_checked=dt.date(2026, 11, 21))
    content = HTML.render(page)
    (dataset,) = datasets_in(content)
    script = content.decode().partition('<script type="application/ld+json">')[2].partition("</script>\n</head>")[0]

    assert (dataset["name"], dataset["description"][: len(text)]) == (f"{text} · Service", text)
    assert {*"<>&'\u2028\u2029"} & {*script} == set()
