"""ERP products with their connectors, and the local ERP systems, partners and partner flags of countries."""

from typing import Annotated

from msgspec import Meta

from locdata_model.facts import Fact
from locdata_model.record import Record
from locdata_model.responses import Response
from locdata_model.scalars import (
    BuiltBy,
    Category,
    Count,
    CountriesCovered,
    CountriesInScope,
    CountryCode,
    Direction,
    ErpId,
    Flag,
    FlagNote,
    LastChecked,
    ListingKind,
    Notes,
    PartnerCount,
    PartnerFlagCount,
    PartnerName,
    PartnerSummary,
    PartnerType,
    ProductDescription,
    ProductName,
    ProductSite,
    Profile,
    ProviderName,
    RecordId,
    Segment,
    SitePath,
    SourceUrl,
    SourceUrls,
    Vendor,
    WebUrl,
)
from locdata_model.vocabulary import ConnectorType, Evidence, Verification


class LocalErp(Record, frozen=True, kw_only=True):
    """A local or regional ERP or accounting system."""

    id: RecordId
    country: CountryCode
    name: ProductName
    segment: Segment
    description: ProductDescription
    website: ProductSite
    source_url: SourceUrl
    verification: Verification
    last_checked: LastChecked


class LocalErpsResponse(Response[tuple[LocalErp, ...]], frozen=True, kw_only=True):
    """Response with all local ERP systems."""


class PartnerFlag(Record, frozen=True, kw_only=True):
    """A note that partners or add-ons localize a global ERP product for a country."""

    id: RecordId
    country: CountryCode
    erp: ErpId
    flag: Flag
    note: FlagNote
    source_url: SourceUrl
    verification: Verification
    last_checked: LastChecked


class PartnerFlagsResponse(Response[tuple[PartnerFlag, ...]], frozen=True, kw_only=True):
    """Response with all partner flags."""


class Partner(Record, frozen=True, kw_only=True):
    """A firm that localizes an ERP product for a country. The order is by country, product and name, and not paid for."""

    id: RecordId
    name: PartnerName
    erp: ErpId
    country: CountryCode
    partner_type: PartnerType
    summary: PartnerSummary
    source_urls: SourceUrls
    source_kind: ListingKind
    last_checked: LastChecked


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
        Count, Meta(description="Number of countries with a fact on the product's e-invoicing support")
    ]
    partner_flags: PartnerFlagCount
    partners: PartnerCount


class Erp(Record, frozen=True, kw_only=True):
    """An ERP product."""

    id: ErpId
    name: ProductName
    vendor: Vendor
    category: Category
    profile: Profile
    website: ProductSite
    url: Annotated[WebUrl, Meta(description="Page of the product")]
    api_url: Annotated[SitePath, Meta(description="The product's detail, relative to the base URL")]
    counts: ErpCounts


class ErpsResponse(Response[tuple[Erp, ...]], frozen=True, kw_only=True):
    """Response with all ERP products."""


class Provider(Record, frozen=True, kw_only=True):
    """An e-invoicing provider that an ERP product can be connected to."""

    provider: ProviderName
    connector_type: ConnectorType
    built_by: BuiltBy
    direction: Direction
    countries_in_scope: CountriesInScope
    source_urls: SourceUrls
    verification: Verification
    countries_covered: CountriesCovered
    last_checked: LastChecked
    notes: Notes


class Connector(Record, frozen=True, kw_only=True):
    """A connection between an ERP product and an e-invoicing provider."""

    id: ConnectorId
    erp: ErpId
    provider: ProviderName
    connector_type: ConnectorType
    built_by: BuiltBy
    direction: Direction
    countries_covered: CountriesCovered
    countries_in_scope: CountriesInScope
    notes: Notes
    url: Annotated[WebUrl, Meta(description="The connectors on the page of the product")]
    source_urls: SourceUrls
    evidence: Evidence
    verification: Verification
    last_checked: LastChecked


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
