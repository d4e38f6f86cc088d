"""The rules of ``site.json`` that its shape cannot state."""

import re
from collections.abc import Iterator

from locdata_build.check.repeats import repeated
from locdata_build.check.slugs import slug_findings
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_build.source.files import SiteFile
from locdata_build.source.slugs import page_slug

_PLAIN_ADDRESS = re.compile(r"[A-Za-z0-9._+-]+@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+")
"""What stands in a link as it is. Other signs could end the link, or add a header to the mail that it begins."""


def site_findings(site: SiteFile) -> Iterator[Finding]:
    """Every fault of the site's settings."""
    if not is_base_url(site.base_url):
        yield (
            "$.base_url",
            Code.BASE_URL,
            f"must end in no slash, query or fragment, and hold no parenthesis, but is {site.base_url!r}",
        )
    if not _PLAIN_ADDRESS.fullmatch(site.contact):
        message = f"must be a plain email address, with no sign but . _ + - in it, but is {site.contact!r}"
        yield "$.contact", Code.WRONG_PATTERN, message
    yield from repeated(site.regions, "$.regions")
    owners: dict[str, str] = {}
    for index, region in enumerate(site.regions):
        path, slug = f"$.regions[{index}]", page_slug(region)
        yield from slug_findings(slug, path, "calendar")
        owner = owners.setdefault(slug, region)
        if slug and owner != region:
            yield (
                path,
                Code.DUPLICATE,
                f"must not make the address of another region's calendar, but makes that of {owner!r}",
            )


def is_base_url(url: str) -> bool:
    """Whether paths can be appended to the web address ``url``, and Markdown links to it end where they should."""
    return not url.endswith("/") and not {"?", "#", "(", ")"} & set(url)
