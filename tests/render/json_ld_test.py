"""Each page that shows records tells search engines which dataset they are, in a way that no text can break out of."""

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from html5lib import HTMLParser

from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.data_package import KEYWORDS
from locdata_build.render.html import HtmlPages
from locdata_build.render.json_ld import dataset_of
from locdata_build.source.files import SiteFile
from locdata_build.view.page import Page
from locdata_model.data_files import DATA_FILES, DataFormat
from support.dataset import DAY, whole
from support.pages import load_pages, small_world
from support.world import render_files

BASE = "https://data.example"
DATA_LICENCE = "https://licences.example/by"
API_LICENCE = "https://licences.example/nc"
SITE = msgspec.convert(whole()["site.json"], SiteFile)
HTML = HtmlPages(SITE, {name: asset.path for name, asset in asset_artifacts().items()})

MEDIA_TYPES = {"json": "application/json", "csv": "text/csv"}

DATASETS = {
    *("/", "/e-invoicing/", "/reporting/", "/timeline/", "/countries/", "/france/", "/erp/", "/erp/erp_id_01/"),
    *("/erp/erp_id_02/", "/connectors/", "/local-erps/", "/partners/", "/news/", "/data/"),
}
"""The pages of the small set that show records."""


def datasets_in(content: bytes) -> list[Any]:
    """What a search engine reads in a page. Any error of parsing is raised."""
    root = HTMLParser(strict=True, namespaceHTMLElements=False).parse(content)
    return [
        json.loads(script.text) for script in root.iter("script") if script.attrib.get("type") == "application/ld+json"
    ]


def dataset(folder: Path, path: str) -> Any:  # noqa: ANN401  # any JSON
    """The dataset on a page of the small set."""
    (found,) = datasets_in(render_files(folder)[f"{path}index.html"])
    return found


def objects(value: object) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for member in value:
            yield from objects(member)


def download(path: str, media_type: str, licence: str) -> dict[str, str]:
    """What is said of a file."""
    return {
        "@type": "DataDownload",
        "name": path.rpartition("/")[2],
        "encodingFormat": media_type,
        "contentUrl": f"{BASE}{path}",
        "license": licence,
    }


def test_a_country_is_a_dataset_of_its_own_and_a_part_of_the_whole(tmp_path: Path) -> None:
    publisher = {
        "@type": "Organization",
        "name": "Service",
        "url": "https://data.example/",
        "email": "contact@data.example",
    }

    assert dataset(tmp_path, "/france/") == {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "@id": "https://data.example/france/",
        "name": "France: e-invoicing, VAT reporting, SAF-T · Service",
        "description": (
            "France: e-invoicing, VAT reporting and SAF-T. What is mandatory, from when, in what format, and which ERP "
            "products support it, with sources. Reference data. This is not a site of any authority. The content is "
            "informational only and is not tax or legal advice."
        ),
        "url": "https://data.example/france/",
        "identifier": "https://data.example/france/",
        "version": "1.2.3",
        "dateModified": DAY,
        "license": DATA_LICENCE,
        "usageInfo": "https://data.example/licence/",
        "creditText": "Service (data.example)",
        "isAccessibleForFree": True,
        "keywords": [*KEYWORDS, "France"],
        "creator": publisher,
        "publisher": publisher,
        "includedInDataCatalog": {"@type": "DataCatalog", "name": "Service", "url": "https://data.example/"},
        "isPartOf": {"@id": "https://data.example/data/"},
        "spatialCoverage": {"@type": "Country", "name": "France", "identifier": "FR"},
        "distribution": [download("/api/v1/countries/fr.json", "application/json", API_LICENCE)],
    }


def test_the_page_of_the_data_files_is_the_whole_with_every_file(tmp_path: Path) -> None:
    whole_dataset = dataset(tmp_path, "/data/")

    assert (whole_dataset["@id"], whole_dataset["name"]) == ("https://data.example/data/", "Service")
    assert "isPartOf" not in whole_dataset
    assert whole_dataset["distribution"] == [
        *(
            download(spec.path(DataFormat(ending)), media_type, DATA_LICENCE)
            for spec in DATA_FILES
            for ending, media_type in MEDIA_TYPES.items()
        ),
        download("/data/locdata.sqlite", "application/vnd.sqlite3", DATA_LICENCE),
        download("/data/locdata.zip", "application/zip", DATA_LICENCE),
        download("/data/datapackage.json", "application/json", DATA_LICENCE),
    ]


def test_a_page_of_a_data_file_offers_it_in_all_formats(tmp_path: Path) -> None:
    assert dataset(tmp_path, "/reporting/")["distribution"] == [
        download("/data/reporting.json", "application/json", DATA_LICENCE),
        download("/data/reporting.csv", "text/csv", DATA_LICENCE),
    ]


def test_every_page_with_records_has_a_dataset_that_search_engines_take_and_no_other_page_has_one(
    tmp_path: Path,
) -> None:
    found = {
        path.removesuffix("index.html"): datasets_in(content)
        for path, content in render_files(tmp_path).items()
        if path.endswith(".html")
    }
    with_name = [each for page in found.values() for each in objects(page) if each.get("@type") == "Dataset"]

    assert {path for path, datasets in found.items() if datasets} == DATASETS
    assert len(with_name) == len(DATASETS)
    assert [each["name"] for each in with_name if not (each["name"] and 50 <= len(each["description"]) <= 5000)] == []


def test_nothing_but_countries_covers_a_place(tmp_path: Path) -> None:
    pages = load_pages(tmp_path)

    assert [path for path, page in pages.items() if "spatialCoverage" in (dataset_of(page, SITE) or {})] == ["/france/"]


def test_a_list_without_records_is_no_dataset(tmp_path: Path) -> None:
    pages = load_pages(tmp_path, small_world())

    assert [path for path in ("/connectors/", "/news/", "/partners/") if dataset_of(pages[path], SITE)] == []


def test_a_twin_has_no_dataset(tmp_path: Path) -> None:
    files = render_files(tmp_path)

    assert [path for path, content in files.items() if path.endswith(".md") and b"schema.org" in content] == []


@pytest.mark.parametrize(
    "text",
    ["</script><script>x()</script>", "<!-- <script>", "]]>", "&lt;/script&gt;", "'\"\\", "\u2028\u2029", "é 𝄞"],
)
def test_no_text_ends_the_script_or_comes_out_as_another(text: str) -> None:
    page = Page(path="/a/", title=text, description=text, lead=(), last_checked=dt.date(2026, 11, 21))
    content = HTML.render(page)
    (found,) = datasets_in(content)
    script = content.decode().partition('<script type="application/ld+json">')[2].partition("</script>\n</head>")[0]

    assert (found["name"], found["description"][: len(text)]) == (f"{text} · Service", text)
    assert {*"<>&'\u2028\u2029"} & {*script} == set()
