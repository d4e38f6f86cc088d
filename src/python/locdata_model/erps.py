"""ERP products with their connectors, and the local ERP systems, partners and partner flags of countries."""

from typing import Annotated

from msgspec import Meta

from locdata_model import scalars
from locdata_model.facts import Fact
from locdata_model.record import Record
from locdata_model.responses import Response
from locdata_model.vocabulary import ConnectorType, Evidence, Verification


class LocalErp(Record, frozen=True, kw_only=True):
    """A local or regional ERP or accounting system."""

    id: scalars.RecordId
    country: scalars.CountryCode
    name: scalars.ProductName
    segment: scalars.Segment
    description: scalars.ProductDescription
    website: scalars.ProductSite
    source_url: scalars.SourceUrl
    verification: Verification
    last_checked: scalars.LastChecked


class LocalErpsResponse(Response[tuple[LocalErp, ...]], frozen=True, kw_only=True):
    """Response with all local ERP systems."""


class PartnerFlag(Record, frozen=True, kw_only=True):
    """A note that partners or add-ons localize a global ERP product for a country."""

    id: scalars.RecordId
    country: scalars.CountryCode
    erp: scalars.ErpId
    flag: scalars.Flag
    note: scalars.FlagNote
    source_url: scalars.SourceUrl
    verification: Verification
    last_checked: scalars.LastChecked


class PartnerFlagsResponse(Response[tuple[PartnerFlag, ...]], frozen=True, kw_only=True):
    """Response with all partner flags."""


class Partner(Record, frozen=True, kw_only=True):
    """A firm that localizes an ERP product for a country. The order is by country, product and name, and not paid for."""

    id: scalars.RecordId
    name: scalars.PartnerName
    erp: scalars.ErpId
    country: scalars.CountryCode
    partner_type: scalars.PartnerType
    summary: scalars.PartnerSummary
    source_urls: scalars.SourceUrls
    source_kind: scalars.ListingKind
    last_checked: scalars.LastChecked


class PartnersResponse(Response[tuple[Partner, ...]], frozen=True, kw_only=True):
    """Response with all partners."""


ConnectorId = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9]+([-_][a-z0-9]+)*$",
        description="Stable id: that of the product, then the provider",
        examples=["odoo-avalara"],
    ),
]


class ErpCounts(Record, frozen=True, kw_only=True):
    """How many records of each kind are published about an ERP product."""

    e_invoicing_countries: Annotated[
        scalars.Count, Meta(description="Number of countries with a fact on the product's e-invoicing support")
    ]
    partner_flags: scalars.PartnerFlagCount
    partners: scalars.PartnerCount


class Erp(Record, frozen=True, kw_only=True):
    """An ERP product."""

    id: scalars.ErpId
    name: scalars.ProductName
    vendor: scalars.Vendor
    category: scalars.Category
    profile: scalars.Profile
    website: scalars.ProductSite
    url: Annotated[scalars.WebUrl, Meta(description="Page of the product")]
    api_url: Annotated[scalars.SitePath, Meta(description="The product's detail: a path to append to the base URL")]
    counts: ErpCounts


class ErpsResponse(Response[tuple[Erp, ...]], frozen=True, kw_only=True):
    """Response with all ERP products."""


class Provider(Record, frozen=True, kw_only=True):
    """An e-invoicing provider that an ERP product can be connected to."""

    provider: scalars.ProviderName
    connector_type: ConnectorType
    built_by: scalars.BuiltBy
    direction: scalars.Direction
    countries_in_scope: scalars.CountriesInScope
    source_urls: scalars.SourceUrls
    verification: Verification
    countries_covered: scalars.CountriesCovered
    last_checked: scalars.LastChecked
    notes: scalars.Notes


class Connector(Record, frozen=True, kw_only=True):
    """A connection between an ERP product and an e-invoicing provider."""

    id: ConnectorId
    erp: scalars.ErpId
    provider: scalars.ProviderName
    connector_type: ConnectorType
    built_by: scalars.BuiltBy
    direction: scalars.Direction
    countries_covered: scalars.CountriesCovered
    countries_in_scope: scalars.CountriesInScope
    notes: scalars.Notes
    url: Annotated[scalars.WebUrl, Meta(description="The connectors on the page of the product")]
    source_urls: scalars.SourceUrls
    evidence: Evidence
    verification: Verification
    last_checked: scalars.LastChecked


class ConnectorsResponse(Response[tuple[Connector, ...]], frozen=True, kw_only=True):
    """Response with all connectors."""


class ErpDetail(Erp, frozen=True, kw_only=True):
    """Everything that is published about an ERP product."""

    e_invoicing_support: Annotated[
        tuple[Fact, ...], Meta(description="Facts on the product's support for e-invoicing mandates, with details")
    ]
    other_facts: Annotated[tuple[Fact, ...], Meta(description="The other facts on the product; may be empty")]
    partner_flags: Annotated[
        tuple[PartnerFlag, ...],
        Meta(description="Countries for which partners or add-ons localize the product; may be empty"),
    ]
    providers: Annotated[
        tuple[Provider, ...],
        Meta(description="E-invoicing providers that the product can be connected to; may be empty"),
    ]


class ErpResponse(Response[ErpDetail], frozen=True, kw_only=True):
    """Response with one ERP product."""
