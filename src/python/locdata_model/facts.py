"""Facts: what sources say on a country, or on an ERP product in a country."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from locdata_model import scalars
from locdata_model.record import Record
from locdata_model.responses import Response
from locdata_model.sources import Statements
from locdata_model.vocabulary import Evidence, Status, Topic, Verification


class SupportDetails(Record, frozen=True, kw_only=True):
    """The mandate that a fact on e-invoicing support is about, and how the product meets it."""

    mandate: scalars.MandateText
    scope: scalars.MandateScope
    deadlines: scalars.MandateDeadlines
    format: scalars.MandateFormat
    vendors: scalars.Vendors
    notes: scalars.Notes


class Mandate(Record, frozen=True, kw_only=True):
    """The e-invoicing mandate of a country of the matrix."""

    id: Annotated[scalars.CountryCode, Meta(description="Stable id: the code of the country")]
    country: scalars.CountryCode
    short_label: scalars.MandateLabel
    mandate: scalars.MandateText
    scope: scalars.MandateScope
    deadlines: scalars.MandateDeadlines
    format: scalars.MandateFormat
    url: Annotated[scalars.WebUrl, Meta(description="The mandate on the page of its country")]
    source_urls: scalars.SourceUrls
    evidence: Evidence
    verification: Verification
    last_checked: scalars.LastChecked
    statements: Statements


class MandatesResponse(Response[tuple[Mandate, ...]], frozen=True, kw_only=True):
    """Response with the mandates of all countries of the matrix."""


class Fact(Record, frozen=True, kw_only=True):
    """What sources say on a topic in a country, or on an ERP product there."""

    id: scalars.RecordId
    country: scalars.CountryCode
    erp: Annotated[
        scalars.ErpId | None, Meta(description="ERP product that the fact is about; null for a fact of the country")
    ]
    topic: Topic
    label: scalars.FactLabel
    value: Annotated[scalars.Text, Meta(description="Text of the fact; for e-invoicing support, the support type")]
    status: Status
    mandatory: Annotated[
        bool | None,
        Meta(
            description="Whether the obligation behind the fact is mandatory; null: unknown, or there is none. The fact on "
            "e-invoicing follows B2B: it is false where only B2G is mandatory, as e_invoicing_mandatory_b2g of the toggles says"
        ),
    ]
    effective_date: Annotated[
        scalars.IsoDate | None,
        Meta(description="First date on which that obligation applies, also one in the future; null: unknown or none"),
    ]
    source_url: scalars.SourceUrl
    source_urls: scalars.SourceUrls
    verification: Verification
    last_checked: scalars.LastChecked
    statements: Statements
    details: Annotated[
        SupportDetails | UnsetType,
        Meta(description="The mandate and how the product meets it; only in facts on e-invoicing support"),
    ] = UNSET


class FactsResponse(Response[tuple[Fact, ...]], frozen=True, kw_only=True):
    """Response with all facts."""
