"""The types of fields that several records share, each with its description."""

from typing import Annotated

from msgspec import Meta

from locdata_model.scalars import Count, CountryCode, EmailAddress, IsoDate, SitePath, Slug, Text, WebUrl, WebUrlList

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

CountryPath = Annotated[SitePath, Meta(description="The country's detail, relative to the base URL")]

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

CommercialPage = Annotated[SitePath, Meta(description="Page on commercial use, relative to the base URL")]

Contact = Annotated[EmailAddress, Meta(description="Email address for questions, commercial use among them")]

Attribution = Annotated[Text, Meta(description="Text to credit the dataset with")]

SponsorsNotice = Annotated[Text, Meta(description="Notice that sponsored content is not part of the verified dataset")]
