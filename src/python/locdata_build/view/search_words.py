"""The words of the search: synonyms, filler words, adjectives of countries, and the topics of each kind of entry.

They are data of the index. The scripts of the pages have no words.
"""

from collections.abc import Mapping

from msgspec import Struct

from locdata_build.data.formats import FORMAT
from locdata_build.data.identifiers import IDENTIFIER, PEPPOL_SCHEME
from locdata_build.data.platforms import PLATFORM
from locdata_build.data.product_releases import PRODUCT_RELEASE
from locdata_build.data.tax_rules import TAX_RULE
from locdata_build.data.thresholds import THRESHOLD
from locdata_build.data.vat_rates import VAT_RATE
from locdata_model.identifiers import IdentifierKind
from locdata_model.reports import ReportKind
from locdata_model.tax_rules import TaxRuleKind
from locdata_model.thresholds import ThresholdKind
from locdata_model.urls import PageName
from locdata_model.vat_rates import RateCategory
from locdata_model.vocabulary import ClaimKind, ObligationKind, Topic

SYNONYMS = (
    "accounts, account, books, book, ledger, general ledger, bookkeeping, accounting, chart of accounts",
    "archive, archival, archiving, keep, keeping, kept, preserve, retain, retention, storage, store",
    "authority, tax office, tax authority, tax administration, revenue service, revenue agency",
    "b2b, between businesses",
    "b2c, consumer, private customers, private individuals, retail",
    "b2g, government, public administration, public bodies, public procurement, public sector",
    "business, company, enterprise, firm",
    "currency, money",
    "deadline, due, due date, filing date",
    "foreign, abroad, non established, non resident, nonresident, overseas",
    "holiday, day off, days off, non working day, saturday, sunday, weekend",
    "identifier, id, tax id, tax number, tin, vat id, vat number, vat registration number",
    (
        "invoice, invoicing, e invoice, e invoicing, electronic invoice, electronic invoicing, "
        "e rechnung, facture electronique, faktura elektroniczna"
    ),
    "mandatory, compulsory, mandate, must, obligation, obligatory, obliged, require, required, requirement",
    "partner, consultant, implementer, integrator, reseller",
    "penalty, fine, punishment, sanction, surcharge",
    "peppol, access point, network",
    "provider, connector, service provider",
    "rate, percent, percentage, tax rate",
    "realtime, ctc, live reporting, real time",
    "reduced, lower",
    "return, declaration, file, filing, submission, submit",
    "saft, saf t, standard audit file",
    "auditfile, audit file",
    "saleslist, ec sales list, ecsl, esl, european sales list, recapitulative statement, eu sales list",
    "sandbox, demo system, staging, test environment, test platform, test system, testing",
    "small business, kleinunternehmer, small company, small enterprise",
    "software, erp, program",
    "start, begin, come into force, effective, go live, rollout, timeline",
    "threshold, ceiling, limit, turnover",
    "vat, btw, gst, iva, mehrwertsteuer, mwst, sales tax, tva, value added tax, φπα",
    "year, long",
)
"""Words and phrases with one meaning, in groups. The plural of a word belongs to its group as well."""

FILLERS = """
a all an and any are as at be by can countries country did do does for from get has have how i if in into is
issue it its list many me much my need of on or our show so tell than that the their there these they this to
under use using was we what when where which who will with without would you your
"""
"""Words that may be in a query and state nothing."""

ADJECTIVES: Mapping[str, str] = {
    "ae": "Emirati",
    "ar": "Argentine Argentinian",
    "at": "Austrian",
    "au": "Australian",
    "be": "Belgian",
    "bg": "Bulgarian",
    "br": "Brazilian",
    "ca": "Canadian",
    "ch": "Swiss",
    "cl": "Chilean",
    "cn": "Chinese",
    "co": "Colombian",
    "cy": "Cypriot",
    "cz": "Czech",
    "de": "German",
    "dk": "Danish",
    "ee": "Estonian",
    "eg": "Egyptian",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "gb": "British",
    "gr": "Greek",
    "hr": "Croatian",
    "hu": "Hungarian",
    "id": "Indonesian",
    "ie": "Irish",
    "il": "Israeli",
    "in": "Indian",
    "it": "Italian",
    "jp": "Japanese",
    "ke": "Kenyan",
    "kr": "Korean Korea",
    "lt": "Lithuanian",
    "lu": "Luxembourgish",
    "lv": "Latvian",
    "mt": "Maltese",
    "mx": "Mexican",
    "my": "Malaysian",
    "ng": "Nigerian",
    "nl": "Dutch",
    "no": "Norwegian",
    "pe": "Peruvian",
    "ph": "Philippine Filipino",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "rs": "Serbian",
    "sa": "Saudi",
    "se": "Swedish",
    "sg": "Singaporean",
    "si": "Slovenian Slovene",
    "sk": "Slovak",
    "th": "Thai",
    "tr": "Turkish",
    "ua": "Ukrainian",
    "us": "American",
    "vn": "Vietnamese",
}
"""The adjectives of countries. They are not aliases, which the API publishes as names."""


class SearchKind(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of entry: its label, further words by which its entries are found, and the factor of their scores."""

    label: str
    words: str = ""
    weight: float = 1.0


def kind_key(kind: str, part: str = "") -> str:
    """Return the key of a kind, or of a part of it: ``thresholds/registration``."""
    return f"{kind}/{part}" if part else kind


PAST = "past"
"""The part of the kind of phases that have started."""

_THRESHOLDS: Mapping[ThresholdKind, str] = {
    ThresholdKind.REGISTRATION: "VAT registration register mandatory",
    ThresholdKind.VOLUNTARY_REGISTRATION: "VAT register",
    ThresholdKind.SMALL_BUSINESS_EXEMPTION: "VAT registration register mandatory exempt small business",
    ThresholdKind.DISTANCE_SALES: "VAT registration OSS e-commerce B2C online sales",
    ThresholdKind.FILING_FREQUENCY: "VAT return monthly quarterly yearly how often",
    ThresholdKind.E_INVOICING: "mandatory",
    ThresholdKind.INVOICE: "simplified cash",
    ThresholdKind.SCHEME: "VAT cash accounting flat",
}

_TAX_RULES: Mapping[TaxRuleKind, str] = {
    TaxRuleKind.DEADLINE_SHIFT: "weekend holiday return shift move",
    TaxRuleKind.ARCHIVING: "years how long records documents e-invoices books",
    TaxRuleKind.PENALTY: "fine late missing wrong VAT return filing invoice e-invoice registration",
    TaxRuleKind.B2C: "B2C consumers retail e-invoice scope",
    TaxRuleKind.NON_ESTABLISHED: "foreign non-resident company VAT registration e-invoice scope",
    TaxRuleKind.ISSUING: "deadline days late invoice e-invoice",
}

_REPORTS: Mapping[ReportKind, str] = {
    ReportKind.VAT_RETURN: "VAT return periodic",
    ReportKind.RECAPITULATIVE_STATEMENT: "EC sales list intra-EU supplies",
    ReportKind.TRANSACTION_LIST: "control statement ledger listing",
    ReportKind.ANNUAL_RETURN: "VAT yearly",
    ReportKind.ONE_STOP_SHOP: "OSS IOSS e-commerce distance sales",
    ReportKind.WITHHOLDING: "WHT",
    ReportKind.SAF_T: "audit file standard",
    ReportKind.AUDIT_FILE: "SAF-T books accounting data",
    ReportKind.INVOICE_REPORTING: "real-time e-invoice receipts cash register",
}

_OBLIGATIONS: Mapping[ObligationKind, str] = {
    ObligationKind.E_INVOICING_B2B: "businesses",
    ObligationKind.E_INVOICING_B2G: "public sector government suppliers",
    ObligationKind.REAL_TIME_REPORTING: "clearance invoice CTC",
    ObligationKind.SAFT: "standard audit file",
    ObligationKind.AUDIT_FILE: "books accounting data export",
}

_OBLIGATION_WORDS = "mandatory start"

KINDS: Mapping[str, SearchKind] = {
    "country": SearchKind(label="Country"),
    ClaimKind.TERM: SearchKind(label="Term"),
    ClaimKind.ERP: SearchKind(label="ERP product"),
    "page": SearchKind(label="Page", weight=1.2),
    "page/topic": SearchKind(label="Page"),
    "provider": SearchKind(label="E-invoicing provider", words="connector access point", weight=0.8),
    **{
        kind_key(ClaimKind.OBLIGATION, kind): SearchKind(
            label="Obligation",
            words=f"{words} {_OBLIGATION_WORDS}",
            weight=1.6 if kind is ObligationKind.E_INVOICING_B2B else 1.5,
        )
        for kind, words in _OBLIGATIONS.items()
    },
    **{
        kind_key(THRESHOLD.kind, kind): SearchKind(label="Threshold", words=f"{words} limit")
        for kind, words in _THRESHOLDS.items()
    },
    **{
        kind_key(VAT_RATE.kind, kind): SearchKind(label="VAT rate", words="VAT rate percentage")
        for kind in RateCategory
    },
    FORMAT.kind: SearchKind(label="Format", words="e-invoice format syntax XML schema"),
    **{kind_key(TAX_RULE.kind, kind): SearchKind(label="Tax rule", words=words) for kind, words in _TAX_RULES.items()},
    **{
        kind_key(IDENTIFIER.kind, kind): SearchKind(
            label="Identifier", words=f"{kind} number format pattern example digits"
        )
        for kind in IdentifierKind
    },
    PEPPOL_SCHEME.kind: SearchKind(label="Peppol scheme", words="Peppol participant ID identifier scheme code EAS"),
    PLATFORM.kind: SearchKind(label="Platform", words="portal sandbox test system API", weight=0.9),
    **{
        kind_key(ClaimKind.REPORT, kind): SearchKind(
            label="Report", words=f"{_REPORTS.get(kind, '')} report return deadline due next".strip()
        )
        for kind in ReportKind
    },
    **{
        kind_key(ClaimKind.FACT, topic): SearchKind(label="Fact", words=words)
        for topic, words in {
            Topic.CURRENCY: "",
            Topic.VAT: "rates registration",
            Topic.E_INVOICING: "",
            Topic.PERIODIC_REPORTING: "returns",
            Topic.EU_VIDA: "VAT in the digital age",
            Topic.STATUTORY_ACCOUNTS: "books bookkeeping accounting GAAP language",
            Topic.TAX_AUTHORITY: "website collects",
        }.items()
    },
    kind_key(ClaimKind.FACT, Topic.E_INVOICING_ERP_SUPPORT): SearchKind(
        label="ERP support", words="e-invoice software ERP"
    ),
    kind_key(ClaimKind.FACT, Topic.ERP_LOCALIZATION): SearchKind(
        label="ERP support", words="localization software ERP"
    ),
    ClaimKind.REPORT_SUPPORT: SearchKind(label="Report in an ERP product", weight=0.9),
    PRODUCT_RELEASE.kind: SearchKind(label="Product release", words="version", weight=0.8),
    ClaimKind.ABSENT_REPORT: SearchKind(label="Not filed", words="report", weight=0.8),
    ClaimKind.LOCAL_ERP: SearchKind(label="Local ERP system", words="software accounting"),
    ClaimKind.PARTNER: SearchKind(label="Partner", weight=0.8),
    ClaimKind.PHASE: SearchKind(label="Phase", words=f"{_OBLIGATION_WORDS} next upcoming new change", weight=0.7),
    kind_key(ClaimKind.PHASE, PAST): SearchKind(label="Earlier phase", weight=0.4),
}
"""Every kind of entry by its key. Of entries that match equally well, the earlier kind comes first."""

PAGE_WORDS: Mapping[PageName, str] = {
    PageName.COUNTRIES: "mandatory obligations toggles",
    PageName.E_INVOICING: "e-invoice mandatory",
    PageName.FEEDS: "subscribe deadlines due dates reminder iCal ics webcal Outlook Google",
    PageName.FILINGS: "deadlines due dates next",
    PageName.GLOSSARY: "terms abbreviations",
    PageName.METHODOLOGY: "report an error contact",
    PageName.RECENT: "what changed new",
    PageName.REPORTING: "VAT returns EC sales list deadlines",
    PageName.TIMELINE: "start phases dates",
}
"""Further words by which pages for all countries are found. Pages of dated records have the words of their kinds."""
