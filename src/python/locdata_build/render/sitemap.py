"""The files for crawlers: ``sitemap.xml`` after sitemaps.org, and ``robots.txt``, which names it."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from locdata_build.view.page import Page

SITEMAP_PATH = "/sitemap.xml"
ROBOTS_PATH = "/robots.txt"

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap(base_url: str, pages: Iterable[Page]) -> bytes:
    """Every listed page in the order given, with the day of the newest check of what it shows."""
    root = Element("urlset", xmlns=NAMESPACE)
    for page in pages:
        if page.is_listed:
            url = SubElement(root, "url")
            SubElement(url, "loc").text = f"{base_url}{page.address}"
            if page.last_checked:
                SubElement(url, "lastmod").text = page.last_checked.isoformat()
    indent(root)
    content: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def robots(base_url: str) -> bytes:
    """Every crawler may read everything."""
    return f"User-agent: *\nAllow: /\n\nSitemap: {base_url}{SITEMAP_PATH}\n".encode()
