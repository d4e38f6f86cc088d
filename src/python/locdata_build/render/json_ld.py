"""Pages as datasets of schema.org in JSON-LD, for search engines.

Each page that shows records is a dataset, and part of the whole dataset, which is the page of the data files. The data
files and the API have different licences, so each file names its own.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from locdata_build.data.site import SiteFile, SourceLicence
from locdata_build.render.data_files import DOWNLOADS, KEYWORDS
from locdata_build.view.page import Page
from locdata_build.view.words import ADVICE, sentence
from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.media_types import JSON
from locdata_model.urls import HOME, PageName

JsonLd = Mapping[str, Any]

WHOLE = PageName.DATA.path
"""The page that is the whole dataset."""


def dataset_of(page: Page, site: SiteFile) -> JsonLd | None:
    """Return the dataset that a page is; None if it shows no records."""
    if page.last_checked is None:
        return None
    url, home = site.url(page.url_path), site.url(HOME)
    publisher = {"@type": "Organization", "name": site.title, "url": home, "email": site.contact}
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
        "usageInfo": site.url(PageName.LICENCE.path),
        "creditText": site.attribution,
        "isAccessibleForFree": True,
        "keywords": [*KEYWORDS, *([page.country.name] if page.country else [])],
        "creator": publisher,
        "publisher": publisher,
        "includedInDataCatalog": {"@type": "DataCatalog", "name": site.title, "url": home},
        **dict(_optional_properties(page, site)),
    }


def _description(page: Page, site: SiteFile) -> str:
    """Return a description of the page and the site, because search engines require at least 50 characters."""
    return " ".join(dict.fromkeys(map(sentence, (page.description, site.description, ADVICE))))


def _optional_properties(page: Page, site: SiteFile) -> Iterator[tuple[str, Any]]:
    if page.path != WHOLE:
        yield "isPartOf", {"@id": site.url(WHOLE)}
    if page.country:
        yield "spatialCoverage", {"@type": "Country", "name": page.country.name, "identifier": page.country.code}
    if files := [_download(site, *file) for file in _files(page, site)]:
        yield "distribution", files


def _download(site: SiteFile, path: str, media_type: str, licence: SourceLicence) -> JsonLd:
    return {
        "@type": "DataDownload",
        "name": path.rpartition("/")[2],
        "encodingFormat": media_type,
        "contentUrl": site.url(path),
        "license": licence.url,
    }


def _files(page: Page, site: SiteFile) -> Iterator[tuple[str, str, SourceLicence]]:
    """Yield path, media type and licence of each file with the records of the page; of a data file, every format."""
    formats = [
        spec.path(data_format)
        for spec in DATA_FILES
        for data_format in DataFormat
        if spec.path(DataFormat.JSON) in page.data
    ]
    for path in DOWNLOADS if page.path == WHOLE else formats:
        yield path, DOWNLOADS[path], site.data_licence
    for path in page.data:
        if path not in DOWNLOADS:
            yield path, JSON, site.api_licence
