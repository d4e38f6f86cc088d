"""The closed vocabularies of the published records, each word defined once."""

from enum import StrEnum


class Evidence(StrEnum):
    """How a source was read: the page itself, an extract of it, or none."""

    FETCHED = "fetched"
    SEARCH_EXTRACT = "search-extract"
    UNVERIFIED = "unverified"


class Verification(StrEnum):
    """Quality of the source: an official or vendor page, a reputable secondary source, or none."""

    OFFICIAL = "official"
    SECONDARY = "secondary"
    UNVERIFIED = "unverified"


class Status(StrEnum):
    """Whether a source was checked on the recorded date."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"


class Topic(StrEnum):
    """What a fact is about. The first seven exist once for every country, the last two once for an ERP product in it."""

    CURRENCY = "currency"
    VAT = "vat"
    E_INVOICING = "e_invoicing"
    PERIODIC_REPORTING = "periodic_reporting"
    EU_VIDA = "eu_vida"
    STATUTORY_ACCOUNTS = "statutory_accounts"
    TAX_AUTHORITY = "tax_authority"
    ERP_LOCALIZATION = "erp_localization"
    E_INVOICING_ERP_SUPPORT = "e_invoicing_erp_support"


COUNTRY_TOPIC_LABELS = {
    Topic.CURRENCY: "Currency",
    Topic.VAT: "VAT / GST",
    Topic.E_INVOICING: "E-invoicing",
    Topic.PERIODIC_REPORTING: "Periodic / real-time reporting",
    Topic.EU_VIDA: "EU ViDA",
    Topic.STATUTORY_ACCOUNTS: "Statutory accounts / chart of accounts",
    Topic.TAX_AUTHORITY: "Tax authority",
}
"""Label of each topic that exists once for every country, in the order in which they are published."""


class ObligationKind(StrEnum):
    """What an obligation is about. Each exists once for every country."""

    E_INVOICING_B2B = "e_invoicing_b2b"
    E_INVOICING_B2G = "e_invoicing_b2g"
    REAL_TIME_REPORTING = "real_time_reporting"
    SAFT = "saft"
    AUDIT_FILE = "audit_file"


class ObligationStatus(StrEnum):
    """Where an obligation stands.

    ``enacted``: law passed, starts later. ``planned``: announced or in consultation, no law. ``voluntary``: allowed, not
    required. ``none``: a source says that there is no such obligation. ``unknown``: no clear source.
    """

    IN_FORCE = "in_force"
    ENACTED = "enacted"
    PLANNED = "planned"
    VOLUNTARY = "voluntary"
    NONE = "none"
    UNKNOWN = "unknown"


class SupportType(StrEnum):
    """How an ERP product supports a country's e-invoicing mandate."""

    NATIVE = "native"
    NATIVE_ACCESS_POINT = "native + access point"
    ADD_ON = "add-on"
    VIA_PROVIDER = "via provider"
    VIA_PROVIDER_RECEIVING = "via provider (receiving only)"
    ROADMAP = "roadmap"
    NOT_SUPPORTED = "not supported"
    UNKNOWN = "unknown/unverified"


class ReportingTopic(StrEnum):
    """What a reporting record is about, in the order in which they are published."""

    VAT_REPORTING = "vat-reporting"
    SAF_T = "saf-t"


class ReportingSupport(StrEnum):
    """How an ERP product supports a report."""

    NATIVE = "native"
    ADD_ON = "add-on"
    UNKNOWN = "unknown"


class ConnectorType(StrEnum):
    """Who stands behind a connector between an ERP product and an e-invoicing provider."""

    VENDOR_BRANDED = "vendor-branded"
    CERTIFIED_CONNECTOR = "certified connector"
    PARTNER_BUILT = "partner-built"


class FilterName(StrEnum):
    """Name of a list of countries that match a condition on their toggles."""

    E_INVOICING_MANDATORY = "e-invoicing-mandatory"
    E_INVOICING_MANDATORY_B2B = "e-invoicing-mandatory-b2b"
    E_INVOICING_B2B_IN_FORCE = "e-invoicing-b2b-in-force"
    E_INVOICING_MANDATORY_B2G = "e-invoicing-mandatory-b2g"
    REAL_TIME_REPORTING = "real-time-reporting"
    SAFT_REQUIRED = "saft-required"
    TOGGLES_UNKNOWN = "toggles-unknown"


class ChangeKind(StrEnum):
    """What happened to a record or to a part of the contract."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


class ChangeCause(StrEnum):
    """Why a record is another: somebody edited the data, or a phase's date has come."""

    EDIT = "edit"
    TIME = "time"


class ContractPart(StrEnum):
    """A kind of promise that the site makes; all of them together are its contract.

    ``path``: a file of the site, such as ``/data/matrix.csv``. ``anchor``: a place on a page, ``/e-invoicing/#fr-erp_id_01``.
    ``record``: a record by its id, ``facts/fr-vat``. ``type``: a type of the published schemas, ``Fact``. ``field``: a field of
    a type, ``Fact.source_url``. ``word``: a word of a vocabulary, ``Evidence.fetched``.
    """

    PATH = "path"
    ANCHOR = "anchor"
    RECORD = "record"
    TYPE = "type"
    FIELD = "field"
    WORD = "word"
