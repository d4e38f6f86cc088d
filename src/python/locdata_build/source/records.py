"""The strict shape of the source files in ``data_src``, beneath the files themselves.

Every field is required, so that a file shows what is unknown. The order of the fields is the canonical order of keys.
"""

from typing import Annotated

from msgspec import Meta

from locdata_model.fields import (
    BuiltBy,
    ChannelFormat,
    CountriesCovered,
    CountriesInScope,
    Deadline,
    Direction,
    Flag,
    FlagNote,
    Frequency,
    LastChecked,
    LastingSlug,
    MandateDeadlines,
    MandateFormat,
    MandateLabel,
    MandateScope,
    MandateText,
    Notes,
    PartnerName,
    PartnerSummary,
    PartnerType,
    ProductDescription,
    ProductName,
    ProductSite,
    ProviderName,
    ReportEnglish,
    ReportLocal,
    Segment,
    SourceKind,
    Vendors,
)
from locdata_model.record import Record
from locdata_model.scalars import ErpId, IsoDate, Text, WebUrl
from locdata_model.vocabulary import (
    ConnectorType,
    Evidence,
    ObligationStatus,
    ReportingSupport,
    ReportingTopic,
    SupportType,
    Verification,
)

NOT_KNOWN = "Not known."
"""The one phrase for a text that is not known."""

MAP_COLUMNS = 12
"""The columns of the tile map, no more than a phone has room for."""

MAP_ROWS = 12
"""The rows of the tile map."""


class MapTile(Record, frozen=True, kw_only=True):
    """A country's own place on the tile map of the world, where each country is one square."""

    column: Annotated[int, Meta(ge=1, le=MAP_COLUMNS, description="Column of the tile, counted from the left")]
    row: Annotated[int, Meta(ge=1, le=MAP_ROWS, description="Row of the tile, counted from the top")]


class Provenance(Record, frozen=True, kw_only=True):
    """What a record was read from, how, and when."""

    source_urls: Annotated[
        tuple[WebUrl, ...], Meta(description="Sources, the primary one first; empty if and only if unverified")
    ]
    evidence: Evidence
    last_checked: LastChecked


class RatedProvenance(Provenance, frozen=True, kw_only=True):
    """Provenance with the quality of the sources."""

    verification: Verification


class FactNote(Record, frozen=True, kw_only=True):
    """What is known of one topic."""

    value: Annotated[Text, Meta(description=f"Sentences on the topic, or {NOT_KNOWN!r}")]
    provenance: RatedProvenance


class CountryFacts(Record, frozen=True, kw_only=True):
    """One note for each topic that exists for every country."""

    currency: FactNote
    vat: FactNote
    e_invoicing: FactNote
    periodic_reporting: FactNote
    eu_vida: FactNote
    statutory_accounts: FactNote
    tax_authority: FactNote


class Phase(Record, frozen=True, kw_only=True):
    """A date from which an obligation binds more of those concerned."""

    slug: LastingSlug
    date: IsoDate
    what: Annotated[Text, Meta(description="Who must do what from then")]


class Obligation(Record, frozen=True, kw_only=True):
    """A duty of businesses or public bodies, from which toggles are derived."""

    status: ObligationStatus
    phases: Annotated[tuple[Phase, ...], Meta(description="Dated steps, earliest first; a pilot is none")]
    summary: Annotated[Text, Meta(description="What the duty is and where it stands")]
    provenance: RatedProvenance


class Obligations(Record, frozen=True, kw_only=True):
    """The obligations of a country, one for each kind."""

    e_invoicing_b2b: Annotated[
        Obligation, Meta(description="E-invoices between domestic businesses, a duty to receive them included")
    ]
    e_invoicing_b2g: Annotated[
        Obligation, Meta(description="E-invoices to or for public bodies, a duty on public bodies alone included")
    ]
    real_time_reporting: Annotated[
        Obligation, Meta(description="Invoices or transactions sent to the tax authority one by one or continuously")
    ]
    saft: Annotated[Obligation, Meta(description="A national SAF-T file, periodically or on request")]
    audit_file: Annotated[Obligation, Meta(description="A standard tax-audit file that is no SAF-T, on request")]


class Mandate(Record, frozen=True, kw_only=True):
    """A tracked country's e-invoicing mandate, as the matrix tells it."""

    short_label: Annotated[MandateLabel, Meta(max_length=80)]
    mandate: MandateText
    scope: MandateScope
    deadlines: MandateDeadlines
    format: MandateFormat
    provenance: RatedProvenance


class ErpSupport(Record, frozen=True, kw_only=True):
    """How an ERP product supports the mandate."""

    erp: ErpId
    support_type: SupportType
    vendors: Vendors
    notes: Notes
    provenance: RatedProvenance


class EInvoicing(Record, frozen=True, kw_only=True):
    """A tracked country's mandate and its support by every ERP product of the registry."""

    mandate: Mandate
    erp_support: Annotated[tuple[ErpSupport, ...], Meta(description="One item for each product of the registry")]


class ErpLocalization(Record, frozen=True, kw_only=True):
    """What an ERP product offers for the country."""

    erp: ErpId
    value: Annotated[Text, Meta(description=f"Sentences on the localization, or {NOT_KNOWN!r}")]
    provenance: RatedProvenance


class ReportSupport(Record, frozen=True, kw_only=True):
    """How an ERP product supports a report; a product that is not listed is unknown."""

    erp: ErpId
    support: ReportingSupport
    source_urls: Annotated[tuple[WebUrl, ...], Meta(min_length=1, description="Vendor pages on the support")]
    evidence: Evidence


class Report(Record, frozen=True, kw_only=True):
    """A VAT or tax report, or a SAF-T file. Its place among those of its topic is part of its anchor: add at the end."""

    topic: ReportingTopic
    report_local: ReportLocal
    report_en: ReportEnglish
    frequency: Frequency
    deadline: Deadline
    channel_format: ChannelFormat
    notes: Notes
    erp_support: Annotated[tuple[ReportSupport, ...], Meta(description="Products whose support is known; may be empty")]
    provenance: Provenance


class LocalErpNote(Record, frozen=True, kw_only=True):
    """A local or regional ERP or accounting system."""

    slug: LastingSlug
    name: ProductName
    segment: Segment
    description: ProductDescription
    website: ProductSite
    provenance: RatedProvenance


class PartnerNote(Record, frozen=True, kw_only=True):
    """A firm that localizes an ERP product for the country."""

    erp: ErpId
    slug: LastingSlug
    name: PartnerName
    partner_type: PartnerType
    summary: PartnerSummary
    source_kind: SourceKind
    provenance: Provenance


class PartnerFlagNote(Record, frozen=True, kw_only=True):
    """A note that an ERP product is localized in the country by partners or add-ons."""

    erp: ErpId
    flag: Flag
    note: FlagNote
    provenance: RatedProvenance


class ConnectorNote(Record, frozen=True, kw_only=True):
    """An e-invoicing provider that an ERP product can be connected to."""

    provider: ProviderName
    erp: ErpId
    countries_covered: CountriesCovered
    countries_in_scope: CountriesInScope
    connector_type: ConnectorType
    built_by: BuiltBy
    direction: Direction
    notes: Notes
    provenance: RatedProvenance
