"""The catalogue of the API follows RFC 9727, and the security contact RFC 9116."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from locdata_build.delivery.media_types import API_CATALOG_PATH
from locdata_build.render.well_known import SECURITY_PATH, api_catalog, security
from locdata_build.source.files import SiteFile
from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import ENDPOINTS
from support.dataset import whole
from support.world import render_files

SITE = msgspec.convert(whole()["site.json"], SiteFile)
BELOW = msgspec.structs.replace(SITE, base_url="https://data.example/sub")


def contexts(site: SiteFile = SITE) -> dict[str, Any]:
    """The links of the catalogue by what they are links of."""
    linkset = json.loads(api_catalog(site))["linkset"]
    return {context.pop("anchor"): context for context in linkset}


def target(path: str, media_type: str = "application/json") -> dict[str, str]:
    """A link to a file of the site."""
    return {"href": f"https://data.example{path}", "type": media_type}


def test_the_catalogue_says_what_it_is_and_names_the_api_and_the_data_files() -> None:
    first, *others = contexts().items()

    assert first == (
        "https://data.example/.well-known/api-catalog",
        {
            "profile": [{"href": "https://www.rfc-editor.org/info/rfc9727"}],
            "item": [{"href": anchor} for anchor, _ in others],
        },
    )


def test_the_api_has_a_description_documents_an_index_a_licence_and_its_lists() -> None:
    assert contexts()["https://data.example/api/"] == {
        "service-desc": [target("/api/openapi.json")],
        "service-doc": [target("/api/", "text/html"), target("/api/index.md", "text/markdown")],
        "service-meta": [target("/api/v1/index.json")],
        "license": [{"href": "https://licences.example/nc"}],
        "item": [target(spec.path) for spec in ENDPOINTS if spec.parameter is None],
    }


def test_the_data_files_have_a_description_documents_a_licence_of_their_own_and_each_file() -> None:
    media_types = {DataFormat.JSON: "application/json", DataFormat.CSV: "text/csv"}

    assert contexts()["https://data.example/data/"] == {
        "service-desc": [target("/data/datapackage.json")],
        "service-doc": [target("/data/", "text/html"), target("/data/index.md", "text/markdown")],
        "license": [{"href": "https://licences.example/by"}],
        "item": [
            *(
                target(spec.path(data_format), media_types[data_format])
                for spec in DATA_FILES
                for data_format in DataFormat
            ),
            target("/data/locdata.sqlite", "application/vnd.sqlite3"),
            target("/data/locdata.zip", "application/zip"),
            target("/data/datapackage.json"),
        ],
    }


def test_links_lie_below_a_base_url_with_a_path() -> None:
    assert [*contexts(BELOW)] == [
        "https://data.example/sub/.well-known/api-catalog",
        "https://data.example/sub/api/",
        "https://data.example/sub/data/",
    ]


def test_the_contact_expires_within_a_year_of_the_release() -> None:
    assert security(SITE) == (
        b"Contact: mailto:contact@data.example\n"
        b"Expires: 2027-11-20T00:00:00Z\n"
        b"Preferred-Languages: en\n"
        b"Canonical: https://data.example/.well-known/security.txt\n"
    )


def test_where_the_file_does_not_lie_at_the_root_of_its_host_it_names_no_address_of_its_own() -> None:
    assert [line.partition(b":")[0] for line in security(BELOW).splitlines()] == [
        b"Contact",
        b"Expires",
        b"Preferred-Languages",
    ]


@pytest.mark.parametrize(("base_url", "path"), [("https://data.example", ""), ("https://data.example/sub", "/sub")])
def test_both_are_files_of_the_site_and_every_page_names_the_catalogue(
    tmp_path: Path, base_url: str, path: str
) -> None:
    files = whole()
    files["site.json"]["base_url"] = base_url
    site = msgspec.convert(files["site.json"], SiteFile)
    built = render_files(tmp_path, files)
    link = f'<link rel="api-catalog" href="{path}{API_CATALOG_PATH}">'.encode()

    assert (built[API_CATALOG_PATH], built[SECURITY_PATH]) == (api_catalog(site), security(site))
    assert [file for file, content in built.items() if file.endswith(".html") and link not in content] == []
