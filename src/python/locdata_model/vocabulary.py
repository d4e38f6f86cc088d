"""The vocabularies of the published records. Each word is defined once.

A vocabulary may get new words: a word of a later version is read, and keeps its text.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Self

_refuses_unknown_words = ContextVar("refuses_unknown_words", default=False)


class Vocabulary(StrEnum):
    """The words that a field may have. Within version 1 of the API, words are only added.

    A word that this version does not know is a member with the name ``UNKNOWN`` and the word as its value. It equals its
    text and no other member, is encoded as it was read, and is not among the members that iteration yields.
    """

    @property
    def is_known(self) -> bool:
        """True if this version of the package has the word."""
        return self._value_ in type(self)._value2member_map_

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str) or _refuses_unknown_words.get():
            return None
        word = str.__new__(cls, value)
        word._name_, word._value_ = "UNKNOWN", value
        return word


@contextmanager
def known_words_only() -> Iterator[None]:
    """Refuse unknown words within the context: decoding raises ``msgspec.ValidationError``, a call ``ValueError``."""
    token = _refuses_unknown_words.set(True)
    try:
        yield
    finally:
        _refuses_unknown_words.reset(token)


class Evidence(Vocabulary):
    """How a source was read: the page itself, or an extract of it. ``unverified``: what was read does not answer it."""

    FETCHED = "fetched"
    SEARCH_EXTRACT = "search-extract"
    UNVERIFIED = "unverified"


class Verification(Vocabulary):
    """Quality of the source: an official or vendor page, a reputable secondary source, or none."""

    OFFICIAL = "official"
    SECONDARY = "secondary"
    UNVERIFIED = "unverified"


class SourceKind(Vocabulary):
    """Publisher of a source.

    ``law``: the text of a law, a decree or a gazette. ``authority``: a tax authority, a ministry, a government portal.
    ``international``: an institution of the European Union, the OECD, the United Nations. ``standard``: a body that
    keeps a standard or a format. ``vendor``: the maker of an ERP or accounting product. ``advisor``: an audit, law or
    accounting firm. ``service``: a firm for tax software, e-invoicing, connectors or implementation. ``press``: news.
    ``community``: a forum, a wiki, a person, an open-source community.
    """

    LAW = "law"
    AUTHORITY = "authority"
    INTERNATIONAL = "international"
    STANDARD = "standard"
    VENDOR = "vendor"
    ADVISOR = "advisor"
    SERVICE = "service"
    PRESS = "press"
    COMMUNITY = "community"


class ClaimKind(Vocabulary):
    """What a claim is: a record, or a part of one, that has sources of its own. The value is the first part of its name."""

    FACT = "facts"
    OBLIGATION = "obligations"
    PHASE = "phases"
    MANDATE = "mandates"
    REPORT = "reporting"
    REPORT_SUPPORT = "report-support"
    ABSENT_REPORT = "absent-reports"
    LOCAL_ERP = "local-erps"
    PARTNER_FLAG = "partner-flags"
    PARTNER = "partners"
    CONNECTOR = "connectors"
    ERP = "erps"
    TERM = "terms"
    VAT_RATE = "vat-rates"
    THRESHOLD = "thresholds"
    FORMAT = "formats"
    TAX_RULE = "tax-rules"
    IDENTIFIER = "identifiers"
    PEPPOL_SCHEME = "peppol-schemes"
    PLATFORM = "platforms"
    PRODUCT_RELEASE = "product-releases"


class Status(Vocabulary):
    """Whether a source was checked on the recorded date."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"


class Topic(Vocabulary):
    """What a fact is about: a country or, for the topics with ``erp`` in their name, an ERP product in a country."""

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
"""The label of each topic that every country has, in the order in which they are published."""


class ObligationKind(Vocabulary):
    """What an obligation is about. Every country has one of each kind."""

    E_INVOICING_B2B = "e_invoicing_b2b"
    E_INVOICING_B2G = "e_invoicing_b2g"
    REAL_TIME_REPORTING = "real_time_reporting"
    SAFT = "saft"
    AUDIT_FILE = "audit_file"


OBLIGATION_LABELS = {
    ObligationKind.E_INVOICING_B2B: "B2B e-invoicing",
    ObligationKind.E_INVOICING_B2G: "B2G e-invoicing",
    ObligationKind.REAL_TIME_REPORTING: "Real-time reporting",
    ObligationKind.SAFT: "SAF-T",
    ObligationKind.AUDIT_FILE: "Audit file",
}
"""The label of each kind of obligation."""


class ObligationStatus(Vocabulary):
    """The current state of an obligation.

    ``enacted``: law passed, starts later. ``planned``: announced or in consultation, no law. ``voluntary``: allowed,
    not required. ``none``: a source says that there is no such obligation. ``unknown``: no clear source.
    """

    IN_FORCE = "in_force"
    ENACTED = "enacted"
    PLANNED = "planned"
    VOLUNTARY = "voluntary"
    NONE = "none"
    UNKNOWN = "unknown"


class Requirement(Vocabulary):
    """What a phase of an obligation requires.

    ``issue``: issue invoices as e-invoices. ``receive``: be able to receive them. ``report``: send or hand over data or a
    file to the tax authority, at once, periodically or on request. ``archive``: keep data or e-invoices in a set form.
    """

    ISSUE = "issue"
    RECEIVE = "receive"
    REPORT = "report"
    ARCHIVE = "archive"


class Certainty(Vocabulary):
    """How certain the date of a phase is.

    ``enacted``: a law, a decree or a binding order of an authority sets it. ``announced``: it is proposed, expected or
    announced.
    """

    ENACTED = "enacted"
    ANNOUNCED = "announced"


class PhaseState(Vocabulary):
    """The state of a phase on a day.

    ``started``: it is enacted, and its date has come. ``upcoming``: it is enacted for a later day. ``announced``: no law sets
    its date, which may have passed. ``voluntary``: it requires nothing.
    """

    STARTED = "started"
    UPCOMING = "upcoming"
    ANNOUNCED = "announced"
    VOLUNTARY = "voluntary"


class BoundParty(Vocabulary):
    """Whom an obligation to use e-invoices with public bodies binds.

    ``suppliers``: those who invoice public bodies must issue e-invoices. ``public-bodies``: public bodies must be able to
    receive them.
    """

    SUPPLIERS = "suppliers"
    PUBLIC_BODIES = "public-bodies"


class ReportingMode(Vocabulary):
    """When the tax authority gets the data of an invoice.

    ``clearance``: before the invoice counts as issued, because the authority, or a body that it authorises, must validate it.
    ``real-time``: at once or nearly so, without a clearance. ``within-days``, ``within-working-days``: within a number of
    days, or of working days.
    """

    CLEARANCE = "clearance"
    REAL_TIME = "real-time"
    WITHIN_DAYS = "within-days"
    WITHIN_WORKING_DAYS = "within-working-days"


class SupportType(Vocabulary):
    """How an ERP product supports a country's e-invoicing mandate.

    The words say who makes the invoice in the country's form. ``native``: the product, or a module or service of
    its vendor; a provider may carry it. ``native + access point``: the same, and the vendor's own network or platform
    carries it. ``add-on``: an app of another firm. ``via provider``: a provider, from the data of the product.
    ``roadmap``: the vendor has announced it.
    """

    NATIVE = "native"
    NATIVE_ACCESS_POINT = "native + access point"
    ADD_ON = "add-on"
    VIA_PROVIDER = "via provider"
    VIA_PROVIDER_RECEIVING = "via provider (receiving only)"
    ROADMAP = "roadmap"
    NOT_SUPPORTED = "not supported"
    UNKNOWN = "unknown/unverified"


class ReportingTopic(Vocabulary):
    """What a reporting record is about. Records are published in this order."""

    VAT_REPORTING = "vat-reporting"
    SAF_T = "saf-t"


REPORTING_TOPIC_LABELS = {
    ReportingTopic.VAT_REPORTING: "VAT and tax reports",
    ReportingTopic.SAF_T: "SAF-T and audit files",
}
"""The label of each reporting topic."""


class ReportingSupport(Vocabulary):
    """Who makes what supports a report: ``native``, the vendor of the product; ``add-on``, another firm.

    Neither says that the report is filed: see the action.
    """

    NATIVE = "native"
    ADD_ON = "add-on"
    UNKNOWN = "unknown"


class ProductAction(Vocabulary):
    """What a product does for a report or an invoice.

    ``files``: sends it to the authority or the network. ``makes-file``: makes the file, which is sent by other means. ``figures``:
    has the form or its figures, to be entered elsewhere. ``named``: names it, and nothing more is known.
    """

    FILES = "files"
    MAKES_FILE = "makes-file"
    FIGURES = "figures"
    NAMED = "named"


class ConnectorType(Vocabulary):
    """Who is behind a connector between an ERP product and an e-invoicing provider.

    ``vendor-branded``: the vendor of the product publishes or sells it. ``certified connector``: the vendor lists it in
    its marketplace, or has certified it. ``partner-built``: the provider or another firm built it.
    """

    VENDOR_BRANDED = "vendor-branded"
    CERTIFIED_CONNECTOR = "certified connector"
    PARTNER_BUILT = "partner-built"


class TermCategory(Vocabulary):
    """What a term of the glossary names.

    ``format``: the form of an invoice, such as a syntax or a profile. ``network``: what invoices are exchanged over.
    ``platform``: the system of an authority, or of a provider that it authorises. ``report``: a return, a statement or a
    file for the authority. ``model``: a way in which invoices or data reach the authority. ``law``: a law or a set of
    official rules. ``identifier``: a code or a number that a document bears. ``document``: a kind of document, such as an
    electronic invoice. ``authority``: a tax authority, by the name that readers know.
    """

    FORMAT = "format"
    NETWORK = "network"
    PLATFORM = "platform"
    REPORT = "report"
    MODEL = "model"
    LAW = "law"
    IDENTIFIER = "identifier"
    DOCUMENT = "document"
    AUTHORITY = "authority"


class ChangeKind(Vocabulary):
    """What happened to a record or to a part of the contract."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


class ChangeCause(Vocabulary):
    """Why a record changed: the data was edited, or a phase started."""

    EDIT = "edit"
    TIME = "time"


class ContractPart(Vocabulary):
    """A kind of promise. All promises together are the contract of the site.

    ``path``: a file of the site, such as ``/data/matrix.csv``. ``anchor``: an anchor of a page,
    ``/e-invoicing/#fr-erp_id_01``. ``record``: a record by its id, ``facts/fr-vat``. ``type``: a type of the published
    schemas, ``Fact``. ``field``: a field of a type, ``Fact.source_url``. ``word``: a word of a vocabulary,
    ``Evidence.fetched``.
    """

    PATH = "path"
    ANCHOR = "anchor"
    RECORD = "record"
    TYPE = "type"
    FIELD = "field"
    WORD = "word"
