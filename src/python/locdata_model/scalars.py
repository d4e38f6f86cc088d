"""The types of the fields of published records: scalar types, and the fields that several records share.

Constraints are part of the types, so that decoding enforces them and every schema made from the types has them.
"""

import datetime as dt
from typing import Annotated

from msgspec import Meta

CountryCode = Annotated[
    str, Meta(pattern="^[a-z]{2}$", description="Lower-case ISO 3166-1 alpha-2 country code", examples=["fr"])
]

ErpId = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9]+([-_][a-z0-9]+)*$",
        description="Id of an ERP product in the registry",
        examples=["erp_id_01"],
    ),
]

ErpKey = Annotated[
    str,
    Meta(
        pattern="^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
        description="Column name of an ERP product in the reporting data file",
        examples=["erp_key_01"],
    ),
]

Slug = Annotated[
    str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", description="Stable last part of an id", examples=["united-kingdom"])
]

RecordId = Annotated[
    str,
    Meta(
        pattern="^[a-z]{2}-[a-z0-9]+([-_][a-z0-9]+)*$",
        description="Stable id, which begins with the country code",
        examples=["fr-vat"],
    ),
]

NewsId = Annotated[str, Meta(pattern="^n[1-9][0-9]*$", description="Stable id of a news item", examples=["n1"])]

IsoDate = Annotated[dt.date, Meta(description="ISO 8601 calendar date, YYYY-MM-DD", examples=["2026-11-21"])]

Year = Annotated[str, Meta(pattern="^[0-9]{4}$", description="Calendar year", examples=["2027"])]

UtcStamp = Annotated[
    dt.datetime,
    Meta(
        tz=True,
        description="UTC timestamp, ISO 8601, YYYY-MM-DDThh:mm:ssZ",
        examples=["2026-11-21T00:00:00Z"],
    ),
]

STAMP_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
"""The format of a UTC timestamp for ``strftime`` and ``strptime``."""

WebUrl = Annotated[
    str,
    Meta(
        # The characters that RFC 3986 allows in a URI; any other is percent-encoded.
        pattern=r"^https?://[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*(:[0-9]{1,5})?"
        r"([/?#]([A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$",
        description="Absolute http or https URL",
        examples=["https://example.org/page"],
        extra_json_schema={"format": "uri"},
    ),
]

SitePath = Annotated[
    str,
    Meta(
        pattern=r"^/([A-Za-z0-9_{}-][A-Za-z0-9._{}-]*/)*([A-Za-z0-9_{}-][A-Za-z0-9._{}-]*)?$",
        description="Path relative to the base URL of the site, to be appended to it",
        examples=["/api/v1/countries/fr.json"],
    ),
]

WebUrlList = Annotated[
    str,
    Meta(
        pattern=r"^(https?://\S+( https?://\S+)*)?$",
        description="Absolute URLs, joined by one space; empty if there is none",
    ),
]

CountryCodeList = Annotated[
    str,
    Meta(
        pattern="^([a-z]{2}( [a-z]{2})*)?$", description="Lower-case country codes, joined by one space; may be empty"
    ),
]

Version = Annotated[
    str,
    Meta(
        pattern=r"^(0|[1-9][0-9]{0,8})[.](0|[1-9][0-9]{0,8})[.](0|[1-9][0-9]{0,8})$",
        description="Semantic version",
        examples=["1.0.0"],
    ),
]

EmailAddress = Annotated[str, Meta(pattern=r"^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$", description="Email address")]
Text = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=0)]


def version_parts(version: str) -> tuple[int, int, int]:
    """Return the major, minor and patch number of a version, so that versions can be compared."""
    major, minor, patch = map(int, version.split("."))
    return major, minor, patch


# Every record

Notes = Annotated[str, Meta(description="Free text; may be empty")]

SourceUrl = Annotated[
    WebUrl, Meta(description="Primary source; of an unverified record, the page that was read without an answer")
]

SourceUrls = Annotated[tuple[WebUrl, ...], Meta(min_length=1, description="All sources, the primary one first")]
SourceList = Annotated[WebUrlList, Meta(description="All sources, joined by one space")]
LastChecked = Annotated[IsoDate, Meta(description="Date of the last check of the sources, whatever its result")]
LastVerified = Annotated[IsoDate, Meta(description="Date of the last check; the status is its result")]
PermanentSlug = Annotated[Slug, Meta(description="Last part of the id; permanent")]

# Countries

CountryName = Annotated[Text, Meta(description="Country name in English")]
RegionName = Annotated[Text, Meta(description="Region name")]
CountryPath = Annotated[SitePath, Meta(description="The country's detail: a path to append to the base URL")]
FactLabel = Annotated[Text, Meta(description="Human-readable label of the fact")]

# ERP products and local ERP systems

ProductName = Annotated[Text, Meta(description="Name of the product")]
Vendor = Annotated[Text, Meta(description="Firm that makes the product")]
Category = Annotated[Text, Meta(description="Kind of ERP product, in a few words")]
Profile = Annotated[Text, Meta(description="Neutral description without prices or commercial terms")]
ProductSite = Annotated[WebUrl, Meta(description="The product's own website")]
Segment = Annotated[Text, Meta(description="Market that the product serves")]
ProductDescription = Annotated[Text, Meta(description="What the product is or does, in neutral words")]

# Partners and partner flags

PartnerName = Annotated[Text, Meta(description="Name of the firm")]
PartnerType = Annotated[Text, Meta(description="Kind of firm, such as localization partner or app publisher")]
PartnerSummary = Annotated[Text, Meta(description="What the sources say about the firm's work on the product")]
ListingKind = Annotated[Text, Meta(description="Kind of source listing, such as partner site or marketplace listing")]
Flag = Annotated[Text, Meta(description="Short classification label")]
FlagNote = Annotated[Text, Meta(description="What the source says about the localization by partners or add-ons")]
PartnerCount = Annotated[Count, Meta(description="Number of partners")]
PartnerFlagCount = Annotated[Count, Meta(description="Number of partner flags")]

# E-invoicing mandates and their support

MandateLabel = Annotated[Text, Meta(description="The mandate in a few words")]
MandateText = Annotated[Text, Meta(description="What the country's e-invoicing mandate is, and its current state")]
MandateScope = Annotated[Text, Meta(description="Who and what the mandate covers")]
MandateDeadlines = Annotated[Text, Meta(description="When the mandate applies: its phases in words")]
MandateFormat = Annotated[Text, Meta(description="Formats, networks and platforms that the mandate requires")]
Vendors = Annotated[str, Meta(description="Add-ons, networks or providers that the source names; may be empty")]

# Reports

ReportLocal = Annotated[Text, Meta(description="Name of the report in the local language")]
ReportEnglish = Annotated[Text, Meta(description="Name of the report in English")]
Frequency = Annotated[Text, Meta(description="How often the report is made")]
Deadline = Annotated[Text, Meta(description="When the report is due")]
ChannelFormat = Annotated[Text, Meta(description="How and in what format the report is filed")]

# Connectors

ProviderName = Annotated[Text, Meta(description="Name of the e-invoicing provider, or of its service")]
BuiltBy = Annotated[Text, Meta(description="Who built the connector")]
Direction = Annotated[Text, Meta(description="Whether the connector sends, receives, or both")]
CountriesCovered = Annotated[Text, Meta(description="Coverage in the words of the source")]

CountriesInScope = Annotated[
    tuple[CountryCode, ...], Meta(description="The tracked countries that the source lists; may be empty")
]

# The site

LicenceName = Annotated[Text, Meta(description="Short name of the licence")]
LicenceText = Annotated[WebUrl, Meta(description="Licence text")]
CommercialPage = Annotated[SitePath, Meta(description="Page on commercial use: a path to append to the base URL")]
Contact = Annotated[EmailAddress, Meta(description="Email address for questions, commercial use among them")]
Attribution = Annotated[Text, Meta(description="Text to credit the dataset with")]
SponsorsNotice = Annotated[Text, Meta(description="Notice that sponsored content is not part of the verified dataset")]
