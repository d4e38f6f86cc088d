"""Local ERP systems, partners and partner flags of a country."""

from locdata_model.fields import (
    Flag,
    FlagNote,
    LastChecked,
    ListingKind,
    PartnerName,
    PartnerSummary,
    PartnerType,
    ProductDescription,
    ProductName,
    ProductSite,
    Segment,
    SourceUrl,
    SourceUrls,
)
from locdata_model.record import Record
from locdata_model.scalars import CountryCode, ErpId, RecordId
from locdata_model.vocabulary import Verification


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


class PartnerFlag(Record, frozen=True, kw_only=True):
    """A statement that partners or add-ons localize a global ERP product for a country."""

    id: RecordId
    country: CountryCode
    erp: ErpId
    flag: Flag
    note: FlagNote
    source_url: SourceUrl
    verification: Verification
    last_checked: LastChecked


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
