"""Rules for what URLs and links are made from: the base URL, the contact, and the names that become slugs."""

import re
from collections.abc import Iterator
from typing import get_args

from locdata_build.check.rule import CheckContext, PathAndMessage, rule
from locdata_build.source.errors import IssueCode
from locdata_build.source.files import CountryFile, ErpFile, SiteFile
from locdata_model.scalars import CountryCode
from locdata_model.urls import LLMS_FULL_PATH, LONGEST_SLUG, PageName, llms_region_path, slugify

_PLAIN_EMAIL_ADDRESS = re.compile(r"[A-Za-z0-9._+-]+@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+")
"""Other characters could end the link that the address is put into, or add a header to the mail that it starts."""


_LABEL = "[a-z0-9]([a-z0-9-]*[a-z0-9])?"
_SEGMENT = r"[A-Za-z0-9_~-]+(\.[A-Za-z0-9_~-]+)*"
_BASE_URL = re.compile(rf"https?://{_LABEL}(\.{_LABEL})*(:(?P<port>[1-9][0-9]{{0,4}}))?(/{_SEGMENT})*")
"""Paths can be appended to it. Browsers, servers, their configurations, ``_headers`` and Markdown read it alike: they disagree on
encoded characters and on dot segments, and give a meaning to characters like ``*``, ``:``, ``$`` and ``(``.
"""
_LAST_PORT = 65535

BASE_URL_FORM = (
    f"must be like https://data.example:8443/tax/v1.0: http or https, a host in lower case, a port from 1 to {_LAST_PORT} "
    "if any, and a path whose segments have only letters, digits, '-', '_', '~' and single dots between these, without "
    "a slash at the end"
)

_COUNTRY_CODE = re.compile(get_args(CountryCode)[1].pattern)


def is_base_url(url: str) -> bool:
    """Tell whether ``url`` has the form that ``BASE_URL_FORM`` describes."""
    match = _BASE_URL.fullmatch(url)
    return match is not None and int(match["port"] or _LAST_PORT) <= _LAST_PORT


@rule(IssueCode.BASE_URL)
def base_url_is_read_alike(site: SiteFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The base URL must have a host in lower case, a port up to 65535, and a path of letters, digits, `-`, `_`, `~` and single dots between these, without a slash at the end."""
    if not is_base_url(site.base_url):
        yield ".base_url", f"{BASE_URL_FORM}, but is {site.base_url!r}"


@rule(IssueCode.WRONG_PATTERN)
def contact_is_plain(site: SiteFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The contact must be an email address without special characters."""
    if not _PLAIN_EMAIL_ADDRESS.fullmatch(site.contact):
        yield ".contact", f"must be an email address of letters, digits and . _ + - only, but is {site.contact!r}"


def _slugs(record: CountryFile | ErpFile | SiteFile) -> Iterator[tuple[str, str]]:
    """Yield each slug that is made from the record, with the path of what it is made from."""
    match record:
        case CountryFile():
            yield ".name", slugify(record.name)
        case ErpFile():
            yield ".id", record.id
        case _:
            yield from ((f".regions[{index}]", slugify(region)) for index, region in enumerate(record.regions))


@rule(IssueCode.NO_SLUG)
def name_makes_slug(record: CountryFile | SiteFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The name of a country or region must have a Latin letter or a digit, because a URL is made from it."""
    for path, slug in _slugs(record):
        if not slug:
            yield path, "must have a Latin letter or a digit, because a URL is made from it"


@rule(IssueCode.TOO_LONG)
def slug_is_short(record: CountryFile | ErpFile | SiteFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The slug that a name or id makes must have at most 80 characters."""
    for path, slug in _slugs(record):
        if len(slug) > LONGEST_SLUG:
            yield path, f"must make a slug of at most {LONGEST_SLUG} characters, but makes one of {len(slug)}"


@rule(IssueCode.DUPLICATE)
def country_page_has_own_path(country: CountryFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The page of a country must not have the path of another page."""
    slug = slugify(country.name)
    if slug in [*PageName]:
        yield ".name", f"must not make the path of another page of the site, but makes '/{slug}/'"


@rule(IssueCode.DUPLICATE)
def region_calendar_has_own_path(site: SiteFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The calendar of a region must not have the path of another calendar."""
    regions: dict[str, str] = {}
    for index, region in enumerate(site.regions):
        slug = slugify(region)
        other = regions.setdefault(slug, region)
        if slug and other != region:
            yield (
                f".regions[{index}]",
                f"must not make the same slug as another region, but {other!r} makes {slug!r} too",
            )


@rule(IssueCode.DUPLICATE)
def region_text_has_own_path(site: SiteFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The text on a region must not have the path of the text on all countries."""
    for index, region in enumerate(site.regions):
        if llms_region_path(region) == LLMS_FULL_PATH:
            yield (
                f".regions[{index}]",
                f"must not make the path of the text on all countries, but makes {LLMS_FULL_PATH!r}",
            )


@rule(IssueCode.DUPLICATE)
def erp_feed_has_own_path(erp: ErpFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The id of an ERP product must not look like the code of a country, because both name feeds of changes."""
    if _COUNTRY_CODE.fullmatch(erp.id):
        yield ".id", f"must not have two letters like the code of a country, which names a feed too, but is {erp.id!r}"
