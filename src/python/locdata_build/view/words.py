"""The words that pages use for the vocabularies, toggles and obligations of the data: a label and a meaning for each."""

import datetime as dt
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from locdata_build.view.text import Badge, Tone
from locdata_model.toggles import Toggles
from locdata_model.vocabulary import (
    Evidence,
    ObligationKind,
    ObligationStatus,
    ReportingSupport,
    ReportingTopic,
    SupportType,
    Verification,
)


class Meaning(Struct, frozen=True):
    """How a word of the data is shown, and what it means."""

    label: str
    meaning: str


class SupportWords(Struct, frozen=True):
    """How a support type is shown: its tone, a word for a narrow table, and what it means."""

    tone: Tone
    short: str
    meaning: str


class ObligationWords(Struct, frozen=True, kw_only=True):
    """How an obligation is spoken of: in a table, and as a reader's question."""

    label: str
    question: str


OBLIGATIONS: Mapping[ObligationKind, ObligationWords] = {
    ObligationKind.E_INVOICING_B2B: ObligationWords(
        label="B2B e-invoicing", question="Is e-invoicing between businesses mandatory, at least in part?"
    ),
    ObligationKind.E_INVOICING_B2G: ObligationWords(
        label="B2G e-invoicing", question="Is e-invoicing with public bodies mandatory, for them or for suppliers?"
    ),
    ObligationKind.REAL_TIME_REPORTING: ObligationWords(
        label="Real-time reporting",
        question="Must invoices be cleared by the tax authority or reported to it in real time?",
    ),
    ObligationKind.SAFT: ObligationWords(
        label="SAF-T", question="Must a SAF-T file be submitted, periodically or on request?"
    ),
    ObligationKind.AUDIT_FILE: ObligationWords(
        label="Audit file", question="Must another standard audit file be produced?"
    ),
}
"""Each kind of obligation, in the order of the source files."""

TOGGLE_LABELS: Mapping[str, str] = {
    "e_invoicing_mandatory_b2b": "B2B mandatory",
    "e_invoicing_b2b_in_force": "B2B in force",
    "e_invoicing_mandatory_b2g": "B2G mandatory",
    "real_time_reporting": "Real-time reporting",
    "saft_required": "SAF-T required",
    "audit_file_on_request": "Audit file on request",
}
"""A short label for each toggle."""

TOGGLE_MEANINGS: Mapping[str, str] = {
    name: schema["description"]
    for name, schema in msgspec.json.schema_components((Toggles,))[1]["Toggles"]["properties"].items()
}
"""What each toggle means when it is true, as the model says it."""

STATUSES: Mapping[ObligationStatus, Meaning] = {
    ObligationStatus.IN_FORCE: Meaning("in force", "The duty applies, at least in part."),
    ObligationStatus.ENACTED: Meaning("enacted", "A law is passed; the duty starts later."),
    ObligationStatus.PLANNED: Meaning("planned", "Announced or in consultation; there is no law yet."),
    ObligationStatus.VOLUNTARY: Meaning("voluntary", "Allowed, but nobody must."),
    ObligationStatus.NONE: Meaning("none", "A source says that there is no such duty."),
    ObligationStatus.UNKNOWN: Meaning("unknown", "No clear source was found."),
}

EVIDENCE: Mapping[Evidence, Meaning] = {
    Evidence.FETCHED: Meaning("page read", "The page itself was read."),
    Evidence.SEARCH_EXTRACT: Meaning("extract read", "An extract of the page was read, not the whole page."),
    Evidence.UNVERIFIED: Meaning("no source read", "No source was read."),
}

VERIFICATIONS: Mapping[Verification, Meaning] = {
    Verification.OFFICIAL: Meaning(
        "official or vendor source", "Checked on a page of an authority or of the product's vendor."
    ),
    Verification.SECONDARY: Meaning("secondary source", "Checked on a reputable page of somebody else."),
    Verification.UNVERIFIED: Meaning("unverified", "No source is confirmed: do not rely on it."),
}

SUPPORT_TYPES: Mapping[SupportType, SupportWords] = {
    SupportType.NATIVE: SupportWords(
        Tone.YES,
        "native",
        "The product itself does it, at least in part; sending may need a provider. The notes say what is covered.",
    ),
    SupportType.NATIVE_ACCESS_POINT: SupportWords(
        Tone.YES,
        "native, access point",
        "The product makes the invoice and exchanges it by its own access point.",
    ),
    SupportType.ADD_ON: SupportWords(Tone.PARTLY, "add-on", "An add-on does it, of the vendor or of somebody else."),
    SupportType.VIA_PROVIDER: SupportWords(Tone.PARTLY, "provider", "A service provider does it, through a connector."),
    SupportType.VIA_PROVIDER_RECEIVING: SupportWords(
        Tone.PARTLY, "provider, receiving", "A service provider does it, for receiving alone."
    ),
    SupportType.ROADMAP: SupportWords(Tone.SOON, "roadmap", "The vendor has announced it."),
    SupportType.NOT_SUPPORTED: SupportWords(
        Tone.NO, "not supported", "The vendor says that the product does not do it."
    ),
    SupportType.UNKNOWN: SupportWords(Tone.UNKNOWN, "unknown", "No source was found, in either direction."),
}
"""How each support type is shown; its label is the word of the data itself."""

REPORTING_TOPICS: Mapping[ReportingTopic, str] = {
    ReportingTopic.VAT_REPORTING: "VAT and tax reports",
    ReportingTopic.SAF_T: "SAF-T",
}

REPORTING_SUPPORT: Mapping[ReportingSupport, Tone] = {
    ReportingSupport.NATIVE: Tone.YES,
    ReportingSupport.ADD_ON: Tone.PARTLY,
    ReportingSupport.UNKNOWN: Tone.UNKNOWN,
}

TONES_OF_TOGGLES: Mapping[bool | None, Tone] = {True: Tone.YES, False: Tone.NO, None: Tone.UNKNOWN}

_TOGGLE_WORDS: Mapping[bool | None, str] = {True: "Yes", False: "No", None: "Unknown"}


def toggle_badge(value: bool | None) -> Badge:
    """Yes, no or unknown."""
    return Badge(_TOGGLE_WORDS[value], TONES_OF_TOGGLES[value])


def support_badge(support: SupportType) -> Badge:
    """The support type with its tone."""
    return Badge(support.value, SUPPORT_TYPES[support].tone)


def counted(count: int, singular: str, plural: str | None = None) -> str:
    """``1 row``, ``2 rows``."""
    return f"{count:,} {singular if count == 1 else plural or f'{singular}s'}"


def sentence(words: str) -> str:
    """Words of the data with a full stop at their end."""
    return words if words.endswith((".", "!", "?")) else f"{words}."


def day_in_words(day: dt.date) -> str:
    """A date as people write it: ``1 January 2027``."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""Their English names, whatever the locale of the machine."""
