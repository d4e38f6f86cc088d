"""The types of fields that several records have, each with its description."""

from typing import Annotated

from msgspec import Meta

from locdata_model.scalars import CountryCode, IsoDate, SitePath, Slug, Text, WebUrl, WebUrlList

Notes = Annotated[str, Meta(description="Free text; may be empty")]

Vendors = Annotated[str, Meta(description="Add-ons, networks or providers that the source names; may be empty")]

SourceUrl = Annotated[WebUrl | None, Meta(description="Source; null where no source is confirmed")]

SourceList = Annotated[WebUrlList, Meta(description="Sources, joined by one space")]

LastVerified = Annotated[IsoDate, Meta(description="Date of the last check; the status says what it gave")]

RegionName = Annotated[Text, Meta(description="Region name")]

CountryPath = Annotated[SitePath, Meta(description="The country's detail, relative to the base URL")]

Profile = Annotated[Text, Meta(description="Neutral text without pricing or commercial terms")]

Flag = Annotated[Text, Meta(description="Short classification label")]

Direction = Annotated[Text, Meta(description="Whether the connector sends, receives, or both")]

CountriesCovered = Annotated[Text, Meta(description="Coverage in the words of the source")]

CountriesInScope = Annotated[
    tuple[CountryCode, ...], Meta(description="The tracked countries that the source lists; may be empty")
]

LastingSlug = Annotated[Slug, Meta(description="Last part of the id, for ever")]
