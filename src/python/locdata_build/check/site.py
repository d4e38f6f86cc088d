"""The rules of ``site.json`` that its shape cannot state."""

from collections.abc import Iterator

from locdata_build.check.repeats import repeated
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_build.source.files import SiteFile


def site_findings(site: SiteFile) -> Iterator[Finding]:
    """Every fault of the site's settings."""
    if not is_base_url(site.base_url):
        yield "$.base_url", Code.BASE_URL, f"must end in no slash, query or fragment, but is {site.base_url!r}"
    yield from repeated(site.regions, "$.regions")


def is_base_url(url: str) -> bool:
    """Whether paths can be appended to the web address ``url``."""
    return not url.endswith("/") and not {"?", "#"} & set(url)
