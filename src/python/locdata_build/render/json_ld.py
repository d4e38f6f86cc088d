"""What the records on a page are, for search engines: a ``Dataset`` of schema.org as JSON-LD.

A page that shows records is a dataset of its own. All of them are parts of the one that the page of the data files offers
as a whole. Pages and data files have one licence and the API has another, so each file names its own.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from locdata_build.delivery.media_types import SQLITE, ZIP
from locdata_build.render.data_package import KEYWORDS, MEDIA_TYPES
from locdata_build.source.files import LicenceNote, SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.page import Page
from locdata_build.view.pages.about import ADVICE
from locdata_build.view.places import HOME, top_path
from locdata_build.view.words import sentence
from locdata_model.data_files import BUNDLE_PATH, DATA_FILES, PACKAGE_PATH, SQLITE_PATH, DataFormat
from locdata_model.endpoints import API_MEDIA_TYPE

JsonLd = Mapping[str, Any]

WHOLE = top_path(PageName.DATA)
"""The page of the dataset that all others are parts of."""

DOWNLOADS: Mapping[str, str] = {
    **{spec.path(data_format): MEDIA_TYPES[data_format] for spec in DATA_FILES for data_format in DataFormat},
    SQLITE_PATH: SQLITE,
    BUNDLE_PATH: ZIP,
    PACKAGE_PATH: API_MEDIA_TYPE,
}
"""The media type of each file of the whole dataset by its path."""


def dataset_of(page: Page, site: SiteFile) -> JsonLd | None:
    """The dataset on a page; None where it shows no records."""
    if page.last_checked is None:
        return None
    url = f"{site.base_url}{page.address}"
    publisher = {"@type": "Organization", "name": site.title, "url": f"{site.base_url}{HOME}", "email": site.contact}
    return {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "@id": url,
        "name": site.title if page.path == WHOLE else f"{page.full_title} · {site.title}",
        "description": _description(page, site),
        "url": url,
        "identifier": url,
        "version": site.version,
        "dateModified": page.last_checked.isoformat(),
        "license": site.data_licence.url,
        "usageInfo": f"{site.base_url}{top_path(PageName.LICENCE)}",
        "creditText": site.attribution,
        "isAccessibleForFree": True,
        "keywords": [*KEYWORDS, *([page.place.name] if page.place else [])],
        "creator": publisher,
        "publisher": publisher,
        "includedInDataCatalog": {"@type": "DataCatalog", "name": site.title, "url": publisher["url"]},
        **dict(_relations(page, site)),
    }


def _description(page: Page, site: SiteFile) -> str:
    """What is on the page, where it belongs and what it is not: search engines want 50 characters or more."""
    return " ".join(dict.fromkeys(map(sentence, (page.description, site.description, ADVICE))))


def _relations(page: Page, site: SiteFile) -> Iterator[tuple[str, Any]]:
    """What only some pages have: a whole that they are part of, a country, files."""
    if page.path != WHOLE:
        yield "isPartOf", {"@id": f"{site.base_url}{WHOLE}"}
    if page.place:
        yield "spatialCoverage", {"@type": "Country", "name": page.place.name, "identifier": page.place.code}
    if files := [_download(site, *file) for file in _files(page, site)]:
        yield "distribution", files


def _download(site: SiteFile, path: str, media_type: str, licence: LicenceNote) -> JsonLd:
    return {
        "@type": "DataDownload",
        "name": path.rpartition("/")[2],
        "encodingFormat": media_type,
        "contentUrl": f"{site.base_url}{path}",
        "license": licence.url,
    }


def _files(page: Page, site: SiteFile) -> Iterator[tuple[str, str, LicenceNote]]:
    """The files that hold what is on the page: path, media type and licence. A data file is offered in all its formats."""
    tables = [
        spec.path(data_format)
        for spec in DATA_FILES
        for data_format in DataFormat
        if spec.path(DataFormat.JSON) in page.data
    ]
    for path in DOWNLOADS if page.path == WHOLE else tables:
        yield path, DOWNLOADS[path], site.data_licence
    for path in page.data:
        if path not in DOWNLOADS:
            yield path, API_MEDIA_TYPE, site.api_licence
