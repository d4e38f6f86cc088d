"""The types of the records inside the source files of ``data_src``.

Fields are required, so that a file shows what is unknown; their order is the canonical order of keys. A field with a
default is optional: a file leaves it out where it has the default value.
"""

from typing import Annotated

from msgspec import Meta

from locdata_build.source.citations import SourceProvenance
from locdata_build.source.source_record import SourceRecord
from locdata_model.fields import (
    BuiltBy,
    CountriesCovered,
    CountriesInScope,
    Direction,
    Flag,
    FlagNote,
    ListingKind,
    MandateDeadlines,
    MandateFormat,
    MandateLabel,
    MandateScope,
    MandateText,
    Notes,
    PartnerName,
    PartnerSummary,
    PartnerType,
    PermanentSlug,
    ProductDescription,
    ProductName,
    ProductSite,
    ProviderName,
    Segment,
    Vendors,
)
from locdata_model.scalars import ErpId, Text
from locdata_model.vocabulary import ConnectorType, SupportType

NOT_KNOWN = "Not known."
"""The phrase for a text that is not known."""

MAP_COLUMNS = 12
"""The number of columns of the tile map. More would not fit on a phone."""

MAP_ROWS = 12
"""The number of rows of the tile map."""


class MapTile(SourceRecord, frozen=True, kw_only=True):
    """The position of a country on the tile map of the world, where each country is one square."""

    column: Annotated[int, Meta(ge=1, le=MAP_COLUMNS, description="Column of the tile, counted from the left")]
    row: Annotated[int, Meta(ge=1, le=MAP_ROWS, description="Row of the tile, counted from the top")]


class SourceFact(SourceRecord, frozen=True, kw_only=True):
    """A statement on one topic."""

    value: Annotated[Text, Meta(description=f"Sentences on the topic, or {NOT_KNOWN!r}")]
    provenance: SourceProvenance


class CountryFacts(SourceRecord, frozen=True, kw_only=True):
    """The facts that every country has, one for each topic."""

    currency: SourceFact
    vat: SourceFact
    e_invoicing: SourceFact
    periodic_reporting: SourceFact
    eu_vida: SourceFact
    statutory_accounts: SourceFact
    tax_authority: SourceFact


class Mandate(SourceRecord, frozen=True, kw_only=True):
    """The e-invoicing mandate of a tracked country, as shown in the matrix."""

    short_label: Annotated[MandateLabel, Meta(max_length=80)]
    mandate: MandateText
    scope: MandateScope
    deadlines: MandateDeadlines
    format: MandateFormat
    provenance: SourceProvenance


class ErpSupport(SourceRecord, frozen=True, kw_only=True):
    """How an ERP product supports the mandate."""

    erp: ErpId
    support_type: SupportType
    vendors: Vendors
    notes: Notes
    provenance: SourceProvenance


class EInvoicing(SourceRecord, frozen=True, kw_only=True):
    """The mandate of a tracked country, and how every ERP product of the registry supports it."""

    mandate: Mandate
    erp_support: Annotated[tuple[ErpSupport, ...], Meta(description="One item for each product of the registry")]


class ErpLocalization(SourceRecord, frozen=True, kw_only=True):
    """What an ERP product offers for the country."""

    erp: ErpId
    value: Annotated[Text, Meta(description=f"Sentences on the localization, or {NOT_KNOWN!r}")]
    provenance: SourceProvenance


class SourceLocalErp(SourceRecord, frozen=True, kw_only=True):
    """A local or regional ERP or accounting system."""

    slug: PermanentSlug
    name: ProductName
    segment: Segment
    description: ProductDescription
    website: ProductSite
    provenance: SourceProvenance


class SourcePartner(SourceRecord, frozen=True, kw_only=True):
    """A firm that localizes an ERP product for the country."""

    erp: ErpId
    slug: PermanentSlug
    name: PartnerName
    partner_type: PartnerType
    summary: PartnerSummary
    source_kind: ListingKind
    provenance: SourceProvenance


class SourcePartnerFlag(SourceRecord, frozen=True, kw_only=True):
    """A statement that partners or add-ons localize an ERP product for the country."""

    erp: ErpId
    flag: Flag
    note: FlagNote
    provenance: SourceProvenance


class SourceConnector(SourceRecord, frozen=True, kw_only=True):
    """A connector between an ERP product and an e-invoicing provider."""

    provider: ProviderName
    erp: ErpId
    countries_covered: CountriesCovered
    countries_in_scope: CountriesInScope
    connector_type: ConnectorType
    built_by: BuiltBy
    direction: Direction
    notes: Notes
    provenance: SourceProvenance
