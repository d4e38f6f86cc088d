"""Facts: one statement about a country, or about an ERP product in a country."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from locdata_model.fields import Notes, Vendors
from locdata_model.record import Record
from locdata_model.scalars import CountryCode, ErpId, IsoDate, RecordId, Text, WebUrl
from locdata_model.vocabulary import Status, Topic, Verification


class SupportDetails(Record, frozen=True, kw_only=True):
    """The mandate that an e-invoicing support fact is about, and how the product meets it."""

    mandate: Annotated[str, Meta(description="What the country's e-invoicing mandate is")]
    scope: Annotated[str, Meta(description="Who and what the mandate covers")]
    deadlines: Annotated[str, Meta(description="From when the mandate applies")]
    format: Annotated[str, Meta(description="Formats and networks that the mandate asks for")]
    vendors: Vendors
    notes: Notes


class Fact(Record, frozen=True, kw_only=True):
    """One statement with its source, its marker and the date of its last check."""

    id: RecordId
    country: CountryCode
    erp: Annotated[ErpId | None, Meta(description="ERP product that the fact is about; null for a fact of the country")]
    topic: Topic
    label: Annotated[Text, Meta(description="Human label of the fact")]
    value: Annotated[Text, Meta(description="Fact text; for e-invoicing support the support type")]
    status: Status
    mandatory: Annotated[
        bool | None, Meta(description="Whether the obligation behind the fact is mandatory; null: unknown")
    ]
    effective_date: Annotated[
        IsoDate | None, Meta(description="First date on which a mandatory obligation applies; null: unknown or none")
    ]
    source_url: Annotated[WebUrl | None, Meta(description="Primary source; null where no source is confirmed")]
    source_urls: Annotated[tuple[WebUrl, ...], Meta(description="All sources, the primary one first")]
    verification: Verification
    last_checked: IsoDate
    details: SupportDetails | UnsetType = UNSET
