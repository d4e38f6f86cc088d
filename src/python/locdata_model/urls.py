"""Slugs and paths.

Every one of them is a promise: once published, it never changes. Paths begin with a slash, below the site's base URL.
"""

import re
import unicodedata
from enum import Enum, StrEnum
from typing import Self

# Slugs

MAX_SLUG_LENGTH = 80
"""Maximum length of a slug. A slug may name a folder or file, and some file systems refuse long names."""

_NOT_IN_SLUG = re.compile(r"[^a-z0-9]+")


def slugify(name: str) -> str:
    """Return the ASCII lower-case form of ``name`` with hyphens: ``united-kingdom``; empty if nothing is left."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return _NOT_IN_SLUG.sub("-", ascii_name.lower()).strip("-")


def hyphenated(name: str) -> str:
    """Return a word of a vocabulary with hyphens instead of underscores: ``e-invoicing-b2b``."""
    return name.replace("_", "-")


# Pages


class PagePlace(Enum):
    """The place in the frame of every page that links to a page."""

    HEADER = "header"
    """The header, where it is wide enough, and the menu."""
    MENU = "menu"
    FOOTER = "footer"


class PageName(StrEnum):
    """A top-level folder of the site. No country may have one of these names as its slug.

    A name with a ``label`` is a page for all countries. The label and ``summary`` are shown wherever pages are listed.
    """

    label: str
    summary: str
    place: PagePlace

    def __new__(cls, name: str, label: str = "", summary: str = "", place: PagePlace = PagePlace.FOOTER) -> Self:
        """Make a member from its row below."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.label, member.summary, member.place = label, summary, place
        return member

    # In the order in which pages are listed.
    E_INVOICING = (
        "e-invoicing",
        "E-invoicing",
        "Each e-invoicing mandate, and how each ERP product supports it: natively, by an add-on or by a provider.",
        PagePlace.HEADER,
    )
    REPORTING = (
        "reporting",
        "Reporting",
        "The filing calendar: deadlines of VAT and tax reports and SAF-T files by country, kind and frequency.",
        PagePlace.HEADER,
    )
    FILINGS = (
        "filings",
        "Filings",
        "What is due in the next 30 and 90 days: reports by date, country and kind.",
        PagePlace.MENU,
    )
    VAT_RATES = (
        "vat-rates",
        "VAT rates",
        "The VAT or GST rates of every country as numbers, and their changes.",
        PagePlace.MENU,
    )
    THRESHOLDS = "thresholds", "Thresholds", "Amounts for registration, exemption, returns and e-invoicing by country."
    FORMATS = "formats", "Formats", "Formats of invoices, reports and audit files by country, with their versions."
    TAX_RULES = "tax-rules", "Tax rules", "Archiving, penalties, scope, time limits, and deadlines on days off."
    IDENTIFIERS = "identifiers", "Identifiers", "VAT, tax and register numbers by country: names, patterns, examples."
    PEPPOL_SCHEMES = "peppol-schemes", "Peppol schemes", "Codes under which Peppol knows businesses, by country."
    PLATFORMS = "platforms", "Platforms", "Systems of tax authorities for invoices and reports, with test systems."
    PRODUCT_RELEASES = "product-releases", "Product releases", "Releases and modules of ERP products by country."
    TIMELINE = "timeline", "Timeline", "What started when and what starts next, in all countries.", PagePlace.HEADER
    RECENT = (
        "recent",
        "Last 90 days",
        "What started and what changed in the last 90 days: dates, changes to the data, and news.",
    )
    COUNTRIES = "countries", "Countries", "The obligations of every country in one table.", PagePlace.HEADER
    COMPARE = (
        "compare",
        "Compare",
        "Answers and key facts of several countries, question by question.",
        PagePlace.HEADER,
    )
    ERP = "erp", "ERP products", "Each ERP product, country by country.", PagePlace.HEADER
    CONNECTORS = "connectors", "Connectors", "E-invoicing providers that an ERP product can be connected to."
    LOCAL_ERPS = "local-erps", "Local ERP systems", "Local and regional ERP and accounting systems by country."
    PARTNERS = "partners", "Partners", "Firms that localize an ERP product for a country, in alphabetical order."
    GLOSSARY = (
        "glossary",
        "Glossary",
        "What the terms of e-invoicing and tax reporting mean, where each applies, and who says so.",
        PagePlace.MENU,
    )
    NEWS = "news", "News", "Vendor news that concerns localization: titles, dates and links."
    A_Z = (
        "a-z",
        "A–Z",
        "Every country, product, report and provider by name, with a link.",
    )
    DATA = (
        "data",
        "Data",
        "The whole dataset to download: as a spreadsheet (Excel), as JSON and as CSV, with fields and checksums.",
        PagePlace.MENU,
    )
    API = "api", "API", "Each endpoint of the JSON API by subject, with its fields and a real response.", PagePlace.MENU
    CHANGES = "changes", "Changes to the data", "What each release changed, record by record, and what was withdrawn."
    FEEDS = (
        "feeds",
        "Calendars and feeds",
        "The dates of your countries as a calendar (iCalendar) to subscribe to, and feeds of changes and of news.",
    )
    POLICY = "policy", "Compatibility", "What may change within version 1, what may not, and what a client must expect."
    METHODOLOGY = (
        "methodology",
        "Methodology",
        "What official, secondary, unknown and the other badges mean, and how to report an error.",
    )
    SOURCES = (
        "sources",
        "Sources",
        "Every source by publisher: its kind, when and how it was read, and how many statements cite it.",
    )
    DUE = (
        "due",
        "Checks due",
        "Statements that are due for a check: a date in them has passed, or the last check is too old.",
    )
    LICENCE = "licence", "Licence", "How the data may be used, and how to credit it."
    SPONSORS = "sponsors", "Sponsors", "Paid placements, apart from the data."

    ASSETS = "assets"
    SEARCH = "search"

    @property
    def path(self) -> str:
        """The path of the folder."""
        return f"/{self.value}/"


TOP_PAGES = tuple(name for name in PageName if name.label)
"""The pages for all countries, in the order in which they are listed."""

HOME = "/"
NOT_FOUND = "/404"  # no folder: hosts expect /404.html


def country_page_path(name: str) -> str:
    """Return the path of the page of the country called ``name``."""
    return f"/{slugify(name)}/"


def erp_page_path(erp_id: str) -> str:
    """Return the path of an ERP product's page."""
    return f"{PageName.ERP.path}{erp_id}/"


def api_page_path(subject: str) -> str:
    """Return the path of the page that documents a subject of the API: a tag, or its fields."""
    return f"{PageName.API.path}{slugify(subject)}/"


def sources_path(kind: str) -> str:
    """Return the path of the page on the sources of a kind."""
    return f"{PageName.SOURCES.path}{kind}/"


def tax_rules_path(kind: str) -> str:
    """Return the path of the page on the tax rules of a kind."""
    return f"{PageName.TAX_RULES.path}{kind}/"


def product_releases_path(erp_id: str) -> str:
    """Return the path of the page on the releases of an ERP product."""
    return f"{PageName.PRODUCT_RELEASES.path}{erp_id}/"


def html_path(page_path: str) -> str:
    """Return the path of the HTML file of a page."""
    return f"{page_path}index.html" if page_path.endswith("/") else f"{page_path}.html"


def markdown_path(page_path: str) -> str:
    """Return the path of the Markdown twin of a page."""
    return f"{page_path}index.md" if page_path.endswith("/") else f"{page_path}.md"


# API, data files and schemas

API_FOLDER = PageName.API.path
API_V1_FOLDER = f"{API_FOLDER}v1/"
API_SQLITE_PATH = f"{API_V1_FOLDER}locdata.sqlite"
OPENAPI_PATH = f"{API_FOLDER}openapi.json"
TYPESCRIPT_PATH = f"{API_FOLDER}locdata.d.ts"
API_NOT_FOUND_PATH = f"{API_FOLDER}404.json"
SCHEMAS_FOLDER = f"{API_FOLDER}schemas/"
STRICT_FOLDER = f"{API_FOLDER}strict/"

DATA_FOLDER = PageName.DATA.path
PACKAGE_PATH = f"{DATA_FOLDER}datapackage.json"  # a Frictionless Data Package
BUNDLE_PATH = f"{DATA_FOLDER}locdata.zip"
SQLITE_PATH = f"{DATA_FOLDER}locdata.sqlite"
SPREADSHEET_PATH = f"{DATA_FOLDER}locdata.xlsx"
CITATION_PATH = f"{DATA_FOLDER}CITATION.cff"


def strict_path(path: str) -> str:
    """Return the path of the strict form of a description: ``/api/openapi.json`` gives ``/api/strict/openapi.json``."""
    return f"{STRICT_FOLDER}{path.removeprefix(API_FOLDER)}"


def api_path(name: str) -> str:
    """Return the path of a response of version 1 of the API: ``countries`` gives ``/api/v1/countries.json``."""
    return f"{API_V1_FOLDER}{name}.json"


def data_path(name: str, file_format: str) -> str:
    """Return the path of a data file in one of its formats: ``/data/matrix.csv``."""
    return f"{DATA_FOLDER}{name}.{file_format}"


def response_schema_path(response_name: str) -> str:
    """Return the path of the schema of a response, given the name of its type."""
    words = re.findall("[A-Z][a-z0-9]*", response_name.removesuffix("Response"))
    return f"{SCHEMAS_FOLDER}v1/{'-'.join(words).lower()}.schema.json"


def data_schema_path(name: str) -> str:
    """Return the path of the schema of a data file in its JSON format."""
    return f"{SCHEMAS_FOLDER}data/{name}.schema.json"


def source_schema_path(file_name: str) -> str:
    """Return the path of the schema of a kind of source file, given the file name of its editor schema."""
    return f"{SCHEMAS_FOLDER}source/{file_name}"


# Feeds

CHANGES_FEED_PATH = f"{PageName.FEEDS.path}changes.atom"
NEWS_FEED_PATH = f"{PageName.FEEDS.path}news.atom"
CALENDAR_PATH = f"{PageName.FEEDS.path}all.ics"
EARLIER_CALENDAR_PATH = f"{PageName.FEEDS.path}earlier.ics"
UPCOMING_CALENDAR_PATH = f"{PageName.FEEDS.path}upcoming.ics"


def region_calendar_path(region: str) -> str:
    """Return the path of the calendar of a region."""
    return f"{PageName.FEEDS.path}regions/{slugify(region)}.ics"


def country_calendar_path(country_code: str) -> str:
    """Return the path of the calendar of a country."""
    return f"{PageName.FEEDS.path}countries/{country_code}.ics"


def filing_calendar_path(country_code: str) -> str:
    """Return the path of the calendar of the due dates of a country's reports."""
    return f"{PageName.FEEDS.path}filings/countries/{country_code}.ics"


def changes_feed_path(subject: str) -> str:
    """Return the path of the feed of changes to a country or an ERP product, given its code or id."""
    return f"{PageName.FEEDS.path}changes/{subject}.atom"


def upcoming_region_calendar_path(region: str) -> str:
    """Return the path of the calendar of a region that begins with the year of the build."""
    return f"{PageName.FEEDS.path}upcoming/regions/{slugify(region)}.ics"


def upcoming_country_calendar_path(country_code: str) -> str:
    """Return the path of the calendar of a country that begins with the year of the build."""
    return f"{PageName.FEEDS.path}upcoming/countries/{country_code}.ics"


# Files for crawlers, hosts and tools

SEARCH_INDEX_PATH = "/search.json"


def search_piece_path(country_code: str) -> str:
    """Return the path of the piece of the search index on a country."""
    return f"{PageName.SEARCH.path}{country_code}.json"


LLMS_PATH = "/llms.txt"
LLMS_FULL_PATH = "/llms-full.txt"
SITEMAP_PATH = "/sitemap.xml"
ROBOTS_PATH = "/robots.txt"
API_CATALOG_PATH = "/.well-known/api-catalog"
SECURITY_PATH = "/.well-known/security.txt"
HEADERS_FILE_PATH = "/_headers"
REDIRECTS_FILE_PATH = "/_redirects"
NOJEKYLL_PATH = "/.nojekyll"
"""An empty file, without which GitHub Pages drops every path that begins with a dot or an underscore."""

CHECKSUMS_PATH = "/SHA256SUMS"


def llms_region_path(region: str) -> str:
    """Return the path of the text for language models on the countries of a region."""
    return f"/llms-{slugify(region)}.txt"


def asset_path(file_name: str, sha256: str) -> str:
    """Return the path of an asset. It changes with the content, so that caches can keep the file forever."""
    stem, _, ending = file_name.rpartition(".")
    return f"{PageName.ASSETS.path}{stem}.{sha256[:8]}.{ending}"
