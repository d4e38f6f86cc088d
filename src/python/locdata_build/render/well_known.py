"""What machines find at addresses agreed for all sites (RFC 8615): the catalogue of the API, and whom to tell of a weakness.

Such addresses lie at the root of a host. Where the base URL has a path, the files lie below it, and pages link to the catalogue.
"""

import datetime as dt
from urllib.parse import urlsplit

from locdata_build.delivery.media_types import API_CATALOG_PATH, CATALOG_PROFILE, HTML, MARKDOWN
from locdata_build.render.json_ld import DOWNLOADS
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.files import SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.places import top_path
from locdata_model.data_files import PACKAGE_PATH
from locdata_model.endpoints import API_MEDIA_TYPE, ENDPOINTS, INDEX, OPENAPI_PATH
from locdata_model.scalars import STAMP_FORMAT

SECURITY_PATH = "/.well-known/security.txt"

LANGUAGE = "en"
VALID = dt.timedelta(days=364)
"""RFC 9116 recommends less than a year, after which nobody shall trust the file."""

Target = dict[str, str]


def api_catalog(site: SiteFile) -> bytes:
    """The catalogue (RFC 9727) as a set of links (RFC 9264): the API and the data files, what describes each, and their files."""
    api, data = (f"{site.base_url}{top_path(name)}" for name in (PageName.API, PageName.DATA))
    lists = [spec.path for spec in ENDPOINTS if spec.parameter is None]
    return encode_json(
        {
            "linkset": [
                {
                    "anchor": f"{site.base_url}{API_CATALOG_PATH}",
                    "profile": [{"href": CATALOG_PROFILE}],
                    "item": [{"href": api}, {"href": data}],
                },
                {
                    "anchor": api,
                    "service-desc": [_target(site, OPENAPI_PATH, API_MEDIA_TYPE)],
                    "service-doc": _documents(site, PageName.API),
                    "service-meta": [_target(site, INDEX.path, API_MEDIA_TYPE)],
                    "license": [{"href": site.api_licence.url}],
                    "item": [_target(site, path, API_MEDIA_TYPE) for path in lists],
                },
                {
                    "anchor": data,
                    "service-desc": [_target(site, PACKAGE_PATH, API_MEDIA_TYPE)],
                    "service-doc": _documents(site, PageName.DATA),
                    "license": [{"href": site.data_licence.url}],
                    "item": [_target(site, path, media_type) for path, media_type in DOWNLOADS.items()],
                },
            ]
        }
    )


def _target(site: SiteFile, path: str, media_type: str) -> Target:
    return {"href": f"{site.base_url}{path}", "type": media_type}


def _documents(site: SiteFile, page: PageName) -> list[Target]:
    return [_target(site, top_path(page), HTML), _target(site, f"{top_path(page)}index.md", MARKDOWN)]


def security(site: SiteFile) -> bytes:
    """The contact for reports of a weakness (RFC 9116). It expires, so that nobody writes to an address long given up."""
    lines = {
        "Contact": f"mailto:{site.contact}",
        "Expires": f"{site.generated_at + VALID:{STAMP_FORMAT}}",
        "Preferred-Languages": LANGUAGE,
        **({} if urlsplit(site.base_url).path else {"Canonical": f"{site.base_url}{SECURITY_PATH}"}),
    }
    return "".join(f"{field}: {value}\n" for field, value in lines.items()).encode()
