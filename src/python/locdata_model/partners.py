"""Local ERP systems, partners and partner flags of a country."""

from typing import Annotated

from msgspec import Meta

from locdata_model.fields import Flag, SourceUrl
from locdata_model.record import Record
from locdata_model.scalars import CountryCode, ErpId, IsoDate, RecordId, Text, WebUrl
from locdata_model.vocabulary import Verification


class LocalErp(Record, frozen=True, kw_only=True):
    """A local or regional ERP or accounting system."""

    id: RecordId
    country: CountryCode
    name: Text
    segment: Annotated[Text, Meta(description="Market that the product serves")]
    description: Text
    website: WebUrl
    source_url: SourceUrl
    verification: Verification
    last_checked: IsoDate


class PartnerFlag(Record, frozen=True, kw_only=True):
    """A note that a global ERP product is localized in a country by partners or add-ons."""

    id: RecordId
    country: CountryCode
    erp: ErpId
    flag: Flag
    note: Text
    source_url: SourceUrl
    verification: Verification
    last_checked: IsoDate


class Partner(Record, frozen=True, kw_only=True):
    """A firm that localizes an ERP product for a country. Listed by country, then ERP, then name; no order is paid for."""

    id: RecordId
    name: Text
    erp: ErpId
    country: CountryCode
    partner_type: Text
    summary: Text
    source_urls: tuple[WebUrl, ...]
    source_kind: Annotated[Text, Meta(description="Kind of source listing")]
    last_checked: IsoDate
