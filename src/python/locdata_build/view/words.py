"""The words of pages: labels, meanings and badges of the vocabularies; counts and sentences."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct

from locdata_build.data.site import SiteFile
from locdata_build.view.blocks import Table, row, table_of
from locdata_build.view.text import Badge, Code, Tone
from locdata_model.vocabulary import (
    BoundParty,
    Certainty,
    ConnectorType,
    Evidence,
    ObligationKind,
    ObligationStatus,
    PhaseState,
    ProductAction,
    ReportingMode,
    ReportingSupport,
    Requirement,
    SourceKind,
    SupportType,
    Verification,
)

WordT = TypeVar("WordT", bound=StrEnum)

ADVICE = "This is not the site of any authority. The content is informational only and is not tax or legal advice."

NOT_FOR_SALE = "Vendors cannot pay for their position."

NOT_KNOWN = "not known"

NO_INFORMATION = "No information yet."
"""The message where nothing is recorded."""

APPLIES_FROM = "applies from"
"""The label of the day from which an obligation is mandatory."""


def licence_terms(site: SiteFile) -> str:
    """Return the licences of the data files and of the API in words, with advice for commercial use."""
    return (
        f"Data files, pages, calendars and feeds: {site.data_licence.name}, for any use with attribution, also commercial. "
        f"API: {site.api_licence.name}; commercial use needs a separate licence. "
        "For commercial use, take the data files."
    )


class Meaning(Struct, frozen=True):
    """The label and the meaning of a word of a vocabulary."""

    label: str
    meaning: str


class SupportWords(Struct, frozen=True):
    """The tone, the short label for narrow columns and the meaning of a support type."""

    tone: Tone
    short: str
    meaning: str


class ActionWords(Struct, frozen=True):
    """The badge of what a product does, the words for several products, and the meaning."""

    badge: Badge
    plural: str
    meaning: str


OBLIGATION_QUESTIONS: Mapping[ObligationKind, str] = {
    ObligationKind.E_INVOICING_B2B: "Is e-invoicing between businesses (B2B) mandatory?",
    ObligationKind.E_INVOICING_B2G: "Is e-invoicing with public bodies (B2G) mandatory?",
    ObligationKind.REAL_TIME_REPORTING: "Are invoices cleared by the tax authority or reported in real time?",
    ObligationKind.SAFT: "Is a SAF-T file required?",
    ObligationKind.AUDIT_FILE: "Is another audit file required?",
}
"""The question of readers about each kind of obligation, in the order of the source files."""

STATUSES: Mapping[ObligationStatus, Meaning] = {
    ObligationStatus.IN_FORCE: Meaning("in force", "The obligation applies, at least in part."),
    ObligationStatus.ENACTED: Meaning("enacted", "The law has been passed; the obligation starts later."),
    ObligationStatus.PLANNED: Meaning("planned", "Announced or in consultation; there is no law yet."),
    ObligationStatus.VOLUNTARY: Meaning("voluntary", "Allowed, but not required."),
    ObligationStatus.NONE: Meaning("none", "A source states that there is no obligation."),
    ObligationStatus.UNKNOWN: Meaning("unknown", "No clear source was found."),
}

PHASE_STATE_WORDS: Mapping[PhaseState, Meaning] = {
    PhaseState.STARTED: Meaning("started", "It is law, and its date has come."),
    PhaseState.UPCOMING: Meaning("upcoming", "It is law, for a later date."),
    PhaseState.ANNOUNCED: Meaning(
        "announced, no law",
        "It is proposed, expected or announced. If its date has passed since the last check, pages mark it as not "
        "confirmed.",
    ),
    PhaseState.VOLUNTARY: Meaning("not mandatory", "It is law, but it is a choice and no duty."),
}

REQUIREMENTS: Mapping[Requirement, Meaning] = {
    Requirement.ISSUE: Meaning("issue", "Issue invoices as e-invoices."),
    Requirement.RECEIVE: Meaning("receive", "Be able to receive e-invoices."),
    Requirement.REPORT: Meaning(
        "report", "Send or hand over data or a file to the tax authority: at once, periodically or on request."
    ),
    Requirement.ARCHIVE: Meaning("archive", "Keep data or e-invoices in a set form."),
}
"""The requirements of a phase, each a verb."""

REPORTED: Mapping[ObligationKind, tuple[str, str]] = {
    ObligationKind.E_INVOICING_B2B: ("report", "transaction data"),
    ObligationKind.E_INVOICING_B2G: ("report", "transaction data"),
    ObligationKind.REAL_TIME_REPORTING: ("report", "transaction data"),
    ObligationKind.SAFT: ("submit", "the SAF-T file"),
    ObligationKind.AUDIT_FILE: ("produce", "the audit file"),
}
"""The meaning of the requirement to report for each kind of obligation: a verb and its object."""

CERTAINTIES: Mapping[Certainty, Meaning] = {
    Certainty.ENACTED: Meaning("enacted", "A law, a decree or a binding order of an authority sets the date."),
    Certainty.ANNOUNCED: Meaning("announced", "The date is proposed, expected or announced. No law sets it."),
}

BOUND_PARTIES: Mapping[BoundParty, Meaning] = {
    BoundParty.SUPPLIERS: Meaning("suppliers", "Suppliers of public bodies must issue e-invoices."),
    BoundParty.PUBLIC_BODIES: Meaning("public bodies", "Public bodies must be able to receive e-invoices."),
}

REPORTING_MODES: Mapping[ReportingMode, Meaning] = {
    ReportingMode.CLEARANCE: Meaning(
        "clearance",
        "Before the invoice counts as issued: the authority, or a body that it authorises, must validate it.",
    ),
    ReportingMode.REAL_TIME: Meaning("in real time", "At once or nearly so, but without clearance."),
    ReportingMode.WITHIN_DAYS: Meaning("within days", "Within a number of days."),
    ReportingMode.WITHIN_WORKING_DAYS: Meaning("within working days", "Within a number of working days."),
}
"""The times at which the tax authority gets the data of an invoice."""

EVIDENCE: Mapping[Evidence, Meaning] = {
    Evidence.FETCHED: Meaning("read in full", "The page itself was read."),
    Evidence.SEARCH_EXTRACT: Meaning(
        "read in part", "Only an extract of the page was read, such as one in search results."
    ),
    Evidence.UNVERIFIED: Meaning("unverified", "The pages that were read do not answer the question."),
}

UNOFFICIAL_COPY = "unofficial copy"
"""The words for a public copy of a law."""

VERIFICATIONS: Mapping[Verification, Meaning] = {
    Verification.OFFICIAL: Meaning(
        "official",
        "A law, an authority or an international institution says so; for a claim on a product, its vendor.",
    ),
    Verification.SECONDARY: Meaning(
        "secondary", f"Another publisher says so. The text of a law in an {UNOFFICIAL_COPY} is secondary as well."
    ),
    Verification.UNVERIFIED: Meaning("unverified", "No source confirms it; do not rely on it."),
}

SOURCE_KINDS: Mapping[SourceKind, Meaning] = {
    SourceKind.LAW: Meaning("law", "The text of a law, a decree or a gazette."),
    SourceKind.AUTHORITY: Meaning("authority", "A tax authority, a ministry or another government portal."),
    SourceKind.INTERNATIONAL: Meaning(
        "international", "An institution of the European Union, the OECD or the United Nations."
    ),
    SourceKind.STANDARD: Meaning("standard", "A body that keeps a standard or a format."),
    SourceKind.VENDOR: Meaning("vendor", "The maker of an ERP or accounting product."),
    SourceKind.ADVISOR: Meaning("advisor", "An audit, law or accounting firm."),
    SourceKind.SERVICE: Meaning(
        "service", "A firm for tax software, e-invoicing, connectors or the introduction of products."
    ),
    SourceKind.PRESS: Meaning("press", "News and trade press."),
    SourceKind.COMMUNITY: Meaning("community", "A forum, a wiki, a person or an open-source community."),
}
"""Every kind of source, those that are official for every claim first."""

SUPPORT_TYPES: Mapping[SupportType, SupportWords] = {
    SupportType.NATIVE: SupportWords(
        Tone.YES,
        "native",
        "The product, or a module or service of its vendor, makes the invoice in the country's form. The company sends it "
        "itself or through a provider, as the notes explain.",
    ),
    SupportType.NATIVE_ACCESS_POINT: SupportWords(
        Tone.YES,
        "native, access point",
        "The product makes the invoice, and its vendor's own network, access point or accredited platform carries it.",
    ),
    SupportType.ADD_ON: SupportWords(Tone.PARTLY, "add-on", "An app or a module of another firm makes the invoice."),
    SupportType.VIA_PROVIDER: SupportWords(
        Tone.PARTLY, "provider", "A provider makes the invoice in the country's form from the data of the product."
    ),
    SupportType.VIA_PROVIDER_RECEIVING: SupportWords(
        Tone.PARTLY, "provider, receiving", "A provider receives invoices for the product; sending is not covered."
    ),
    SupportType.ROADMAP: SupportWords(Tone.SOON, "roadmap", "The vendor has announced it; the notes give the dates."),
    SupportType.NOT_SUPPORTED: SupportWords(
        Tone.NO, "not supported", "The vendor states that the product does not support it."
    ),
    SupportType.UNKNOWN: SupportWords(Tone.UNKNOWN, "unknown", "No source was found that answers the question."),
}
"""The words of each support type."""

CONNECTOR_TYPES: Mapping[ConnectorType, Meaning] = {
    ConnectorType.VENDOR_BRANDED: Meaning("vendor-branded", "The vendor of the product publishes or sells it."),
    ConnectorType.CERTIFIED_CONNECTOR: Meaning(
        "certified connector",
        "The vendor of the product lists it in its marketplace or store, or has certified it. The notes say which; being "
        "listed is no certification.",
    ),
    ConnectorType.PARTNER_BUILT: Meaning(
        "partner-built", "The provider or another firm built it. A listing by the vendor of the product is not known."
    ),
}
"""The parties behind connectors."""

REPORTING_SUPPORT: Mapping[ReportingSupport, Meaning] = {
    ReportingSupport.NATIVE: Meaning(
        "native",
        "The vendor of the product makes what supports the report. Whether the product files it is another question.",
    ),
    ReportingSupport.ADD_ON: Meaning("add-on", "Another firm makes it."),
    ReportingSupport.UNKNOWN: Meaning("unknown", "No source was found that answers the question."),
}
"""The makers of what supports a report."""

PRODUCT_ACTIONS: Mapping[ProductAction | None, ActionWords] = {
    ProductAction.FILES: ActionWords(
        Badge("files it", Tone.YES),
        "file it",
        "The product sends the report or the invoice to the authority or the network.",
    ),
    ProductAction.MAKES_FILE: ActionWords(
        Badge("makes the file", Tone.PARTLY),
        "make the file",
        "The product makes the file, which users upload or send by other means.",
    ),
    ProductAction.FIGURES: ActionWords(
        Badge("has the form or the figures", Tone.VOLUNTARY),
        "have the form or the figures",
        "The product has the form or computes its figures, which users enter elsewhere.",
    ),
    ProductAction.NAMED: ActionWords(
        Badge("only named", Tone.NO),
        "only named",
        "A source names the report for the product and says no more.",
    ),
    None: ActionWords(
        Badge("action not known", Tone.UNKNOWN),
        "action not known",
        "The sources do not say what the product does.",
    ),
}
"""The actions of products for a report or an invoice, the most helpful one first."""

TOGGLE_BADGES: Mapping[bool | None, Badge] = {
    True: Badge("Yes", Tone.YES),
    False: Badge("No", Tone.NO),
    None: Badge("Unknown", Tone.UNKNOWN),
}
"""The badge of each value of a toggle."""


def support_badge(support: SupportType) -> Badge:
    """Return the badge of a support type."""
    return Badge(support_label(support), SUPPORT_TYPES[support].tone)


def support_label(support: SupportType) -> str:
    """Return the full label of a support type."""
    return SUPPORT_TYPES[support].short if support is SupportType.UNKNOWN else support.value


def meanings_table(caption: str, words: Mapping[WordT, Meaning]) -> Table:
    """Return a table of the words of a vocabulary with their values in the data and their meanings."""
    rows = (row(word.label, Code(value), word.meaning) for value, word in words.items())
    return table_of(caption, ("Word", "In the data", "Meaning"), rows)


def counted(count: int, singular: str, plural: str | None = None) -> str:
    """Return a count with its noun: ``1 row``, ``2 rows``."""
    return f"{count:,} {singular if count == 1 else plural or f'{singular}s'}"


def counted_countries(countries: Collection[object]) -> str:
    """Return the number of countries with its noun."""
    return counted(len(countries), "country", "countries")


def tokens_in_words(*counts: int) -> str:
    """Return numbers of tokens, from the smallest to the largest and rounded up to two digits: ``about 2,200 to 4,600 tokens``."""
    least, most = (f"{_rounded_up(count):,}" for count in (min(counts), max(counts)))
    return f"about {least if least == most else f'{least} to {most}'} tokens"


def _rounded_up(count: int) -> int:
    """Return the next number that is zero after its first two digits."""
    unit: int = 10 ** max(len(str(count)) - 2, 0)
    return -(-count // unit) * unit


def enumerated(words: Sequence[str]) -> str:
    """Return words with commas and a final "and": ``issue, receive and archive``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def sentence(words: str) -> str:
    """Return a text with a full stop at its end, unless it already ends a sentence."""
    return words if words.endswith((".", "!", "?")) else f"{words}."


def capitalized(words: str) -> str:
    """Return a text with its first letter in upper case."""
    return words[:1].upper() + words[1:]
