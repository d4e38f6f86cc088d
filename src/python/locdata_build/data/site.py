"""The settings of the site, the news and the sponsors, and the rules for URLs, regions and dates."""

import datetime as dt
import re
from typing import Annotated, Literal

from msgspec import Meta, field

from locdata_build.data.errors import IssueCode
from locdata_build.data.record import SCHEMA_OF_FILE, SourceRecord, UniqueBy
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.values import LAST_YEAR, after_build
from locdata_model import scalars
from locdata_model.service import NewsItem, Sponsor
from locdata_model.urls import LLMS_FULL_PATH, llms_region_path, slugify


class NewsFile(SourceRecord, frozen=True, kw_only=True):
    """Vendor news about localization."""

    schema: Annotated[Literal["schema/news.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    news: Annotated[tuple[NewsItem, ...], UniqueBy("id"), UniqueBy("url"), Meta(description="Every news item")]


class SponsorsFile(SourceRecord, frozen=True, kw_only=True):
    """Paid placements, and the notice of the sponsors response."""

    schema: Annotated[Literal["schema/sponsors.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    notice: scalars.SponsorsNotice
    sponsors: Annotated[tuple[Sponsor, ...], UniqueBy("id"), Meta(description="Every placement; may be empty")]


class SourceLicence(SourceRecord, frozen=True, kw_only=True):
    """The name, SPDX identifier and text of a licence."""

    name: scalars.LicenceName
    spdx: Annotated[scalars.Text, Meta(description="SPDX identifier of the licence", examples=["CC-BY-4.0"])]
    url: scalars.LicenceText


BaseUrl = Annotated[
    str,
    Meta(
        pattern="^https?://[A-Za-z0-9.-]+(:[0-9]+)?([/?#].*)?$",
        description="URL at which the site is served, without a slash at the end",
        examples=["https://data.example"],
    ),
]
"""It may be on a private host, unlike other URLs. ``base_url_is_read_alike`` has its whole form."""


class SiteFile(SourceRecord, frozen=True, kw_only=True):
    """The settings of the site, and the version and time of the release."""

    schema: Annotated[Literal["schema/site.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    title: Annotated[scalars.Text, Meta(description="Name of the service")]
    description: Annotated[scalars.Text, Meta(description="What the service is, in one sentence")]
    version: scalars.Version
    base_url: BaseUrl
    generated_at: Annotated[
        scalars.UtcStamp,
        Meta(
            description="Time of the release; a build takes that of the newest check, audit or news item if it is later"
        ),
    ]
    attribution: scalars.Attribution
    contact: scalars.Contact
    data_licence: Annotated[SourceLicence, Meta(description="Licence of the data files")]
    api_licence: Annotated[SourceLicence, Meta(description="Licence of the API")]
    commercial_licence: scalars.CommercialPage
    regions: Annotated[tuple[scalars.Text, ...], Meta(description="Regions that a country can belong to")]

    @property
    def today(self) -> dt.date:
        """The UTC day of the build, as of which everything that depends on the date is derived."""
        return self.generated_at.date()

    def url(self, path: str) -> str:
        """Return the absolute URL of a path of the site."""
        return f"{self.base_url}{path}"


_PLAIN_EMAIL_ADDRESS = re.compile(r"[A-Za-z0-9._+-]+@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+")
"""Other characters could end the link with the address, or add a header to the mail."""

_LABEL = "[a-z0-9]([a-z0-9-]*[a-z0-9])?"

_SEGMENT = r"[A-Za-z0-9_~-]+(\.[A-Za-z0-9_~-]+)*"

_BASE_URL = re.compile(rf"https?://{_LABEL}(\.{_LABEL})*(:(?P<port>[1-9][0-9]{{0,4}}))?(/{_SEGMENT})*")
"""A URL to which paths can be appended, and which browsers, servers, their configurations, ``_headers`` and Markdown read alike.

These disagree on encoded characters and dot segments, and characters such as ``*``, ``:``, ``$`` and ``(`` have a meaning in some.
"""

_LAST_PORT = 65535

BASE_URL_FORM = (
    f"must be like https://data.example:8443/tax/v1.0: http or https, a host in lower case, a port from 1 to {_LAST_PORT} "
    "if any, and a path whose segments have only letters, digits, '-', '_', '~' and single dots between these, without "
    "a slash at the end"
)


def is_base_url(url: str) -> bool:
    """Return whether ``url`` has the form that ``BASE_URL_FORM`` describes."""
    match = _BASE_URL.fullmatch(url)
    return match is not None and int(match["port"] or _LAST_PORT) <= _LAST_PORT


@rule(IssueCode.BASE_URL)
def base_url_is_read_alike(site: SiteFile, context: CheckContext) -> Issues:
    """The base URL must have a host in lower case, a port up to 65535, and a path of letters, digits, `-`, `_`, `~` and single dots between these, without a slash at the end."""
    if not is_base_url(site.base_url):
        yield ".base_url", f"{BASE_URL_FORM}, got {site.base_url!r}"


@rule(IssueCode.WRONG_PATTERN)
def contact_is_plain(site: SiteFile, context: CheckContext) -> Issues:
    """The contact must be an email address without special characters."""
    if not _PLAIN_EMAIL_ADDRESS.fullmatch(site.contact):
        yield ".contact", f"must be an email address of letters, digits and . _ + - only, got {site.contact!r}"


@rule(IssueCode.DUPLICATE)
def region_has_own_paths(site: SiteFile, context: CheckContext) -> Issues:
    """The calendar of a region must not have the path of another calendar, and its text not that of the text of all countries."""
    regions: dict[str, str] = {}
    for index, region in enumerate(site.regions):
        slug = slugify(region)
        other = regions.setdefault(slug, region)
        if slug and other != region:
            yield f".regions[{index}]", f"must not make the slug of another region, got {slug!r} as from {other!r}"
        if llms_region_path(region) == LLMS_FULL_PATH:
            yield f".regions[{index}]", f"must not make the path of the text of all countries, got {LLMS_FULL_PATH!r}"


@rule(IssueCode.FUTURE_DATE)
def build_is_not_before_release(site: SiteFile, context: CheckContext) -> Issues:
    """The requested time of a build must not be before the release."""
    if context.requested_time and site.generated_at > context.requested_time:
        yield ".generated_at", after_build(context.requested_time, site.generated_at)


@rule(IssueCode.WRONG_VALUE)
def build_is_in_supported_years(site: SiteFile, context: CheckContext) -> Issues:
    """The requested time of a build must not be after the year 2107."""
    if context.requested_time and context.requested_time.year > LAST_YEAR:
        found = f"{context.requested_time:{scalars.STAMP_FORMAT}}"
        yield ".generated_at", f"must not be built for a time after {LAST_YEAR}, got {found}"


@rule(IssueCode.DATE_ORDER)
def sponsor_ends_after_start(sponsor: Sponsor, context: CheckContext) -> Issues:
    """A sponsor's placement must not end before it starts."""
    if sponsor.end and sponsor.end < sponsor.start:
        yield ".end", f"must not be before the start, {sponsor.start}, got {sponsor.end}"
