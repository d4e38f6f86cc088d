"""Files by which programs find and use the site: for crawlers, API clients, security researchers and citation tools.

The paths below ``/.well-known/`` are those of RFC 8615, which belong at the root of a host. If the base URL has a path, the
files are below that path, and the link to the catalogue on every page leads to them.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import msgspec

from locdata_build.data.site import SiteFile
from locdata_build.render.artifacts import Artifact
from locdata_build.render.data_files import DOWNLOADS, KEYWORDS
from locdata_build.view.page import Page
from locdata_model import urls
from locdata_model.endpoints import ENDPOINTS, INDEX
from locdata_model.media_types import CATALOG_PROFILE, HTML, JSON, MARKDOWN, SQLITE
from locdata_model.scalars import STAMP_FORMAT
from locdata_model.serialization import encode_json

SITEMAP_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"

SECURITY_VALIDITY = dt.timedelta(days=364)
"""RFC 9116 recommends that ``security.txt`` expires in less than a year."""

_Link = dict[str, str]


def discovery_artifacts(site: SiteFile, released: dt.date) -> Iterator[Artifact]:
    """Yield every file of this module but the sitemap. ``released`` is the day of the release."""
    yield Artifact(urls.ROBOTS_PATH, f"User-agent: *\nAllow: /\n\nSitemap: {site.url(urls.SITEMAP_PATH)}\n".encode())
    yield Artifact(urls.API_CATALOG_PATH, _api_catalog(site))
    yield Artifact(urls.SECURITY_PATH, _security(site))
    yield Artifact(urls.CITATION_PATH, _citation(site, released))


def sitemap_artifact(site: SiteFile, pages: Iterable[Page]) -> Artifact:
    """Return the sitemap: every listed page, in the order of ``pages``, with the day of the newest check on it."""
    root = Element("urlset", xmlns=SITEMAP_NAMESPACE)
    for page in pages:
        if page.is_listed:
            url = SubElement(root, "url")
            SubElement(url, "loc").text = site.url(page.url_path)
            if page.last_checked:
                SubElement(url, "lastmod").text = page.last_checked.isoformat()
    indent(root)
    content: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return Artifact(urls.SITEMAP_PATH, content + b"\n")


def _api_catalog(site: SiteFile) -> bytes:
    """Return the catalogue (RFC 9727) as a set of links (RFC 9264) of the API and of the data files."""
    api, data = site.url(urls.PageName.API.path), site.url(urls.PageName.DATA.path)
    lists = [spec.path for spec in ENDPOINTS if spec.parameter is None]
    return encode_json(
        {
            "linkset": [
                {
                    "anchor": site.url(urls.API_CATALOG_PATH),
                    "profile": [{"href": CATALOG_PROFILE}],
                    "item": [{"href": api}, {"href": data}],
                },
                {
                    "anchor": api,
                    "service-desc": [_link(site, urls.OPENAPI_PATH, JSON)],
                    "service-doc": _page_links(site, urls.PageName.API.path),
                    "service-meta": [_link(site, INDEX.path, JSON)],
                    "license": [{"href": site.api_licence.url}],
                    "item": [*(_link(site, path, JSON) for path in lists), _link(site, urls.API_SQLITE_PATH, SQLITE)],
                },
                {
                    "anchor": data,
                    "service-desc": [_link(site, urls.PACKAGE_PATH, JSON)],
                    "service-doc": _page_links(site, urls.PageName.DATA.path),
                    "license": [{"href": site.data_licence.url}],
                    "item": [_link(site, path, media_type) for path, media_type in DOWNLOADS.items()],
                },
            ]
        }
    )


def _link(site: SiteFile, path: str, media_type: str) -> _Link:
    return {"href": site.url(path), "type": media_type}


def _page_links(site: SiteFile, page_path: str) -> list[_Link]:
    return [_link(site, page_path, HTML), _link(site, urls.markdown_path(page_path), MARKDOWN)]


def _security(site: SiteFile) -> bytes:
    """Return ``security.txt`` (RFC 9116). It is canonical only at the root of its host."""
    fields = {
        "Contact": f"mailto:{site.contact}",
        "Expires": f"{site.generated_at + SECURITY_VALIDITY:{STAMP_FORMAT}}",
        "Preferred-Languages": "en",
        **({} if urlsplit(site.base_url).path else {"Canonical": site.url(urls.SECURITY_PATH)}),
    }
    return "".join(f"{field}: {value}\n" for field, value in fields.items()).encode()


def _citation(site: SiteFile, released: dt.date) -> bytes:
    """Return ``CITATION.cff`` in the Citation File Format 1.2.0, which is YAML.

    Every value is a JSON string, which YAML reads as the same text.
    """
    home = site.url(urls.HOME)
    return "\n".join(
        [
            f"cff-version: {_quoted('1.2.0')}",
            f"message: {_quoted('If you use this data, please cite it as below.')}",
            f"type: {_quoted('dataset')}",
            f"title: {_quoted(site.title)}",
            f"abstract: {_quoted(site.description)}",
            "authors:",
            f"  - name: {_quoted(site.title)}",
            f"    website: {_quoted(home)}",
            f"    email: {_quoted(site.contact)}",
            f"version: {_quoted(site.version)}",
            f"date-released: {_quoted(released.isoformat())}",
            f"license: {_quoted(site.data_licence.spdx)}",
            f"url: {_quoted(home)}",
            "keywords:",
            *(f"  - {_quoted(keyword)}" for keyword in KEYWORDS),
            "",
        ]
    ).encode()


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()
