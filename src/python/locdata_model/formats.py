"""Formats: the forms in which invoices, their data and audit files are exchanged, each with its version and its days."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from locdata_model.dated_records import DatedRecord, ShortText
from locdata_model.responses import Response
from locdata_model.scalars import RecordId, Text, WebUrl
from locdata_model.terms import TermId
from locdata_model.vocabulary import ObligationKind, Vocabulary


class FormatFlow(Vocabulary):
    """Kind of exchange that a format is for.

    ``b2b``, ``b2g``, ``b2c``: invoices to businesses, to public bodies, to consumers. ``reporting``: data of invoices for the
    tax authority. ``saf-t``: a SAF-T file. ``audit-file``: another file for auditors of the tax authority.
    """

    B2B = "b2b"
    B2G = "b2g"
    B2C = "b2c"
    REPORTING = "reporting"
    SAF_T = "saf-t"
    AUDIT_FILE = "audit-file"


OBLIGATION_OF_FLOW: Mapping[FormatFlow, ObligationKind] = {
    FormatFlow.B2B: ObligationKind.E_INVOICING_B2B,
    FormatFlow.B2G: ObligationKind.E_INVOICING_B2G,
    FormatFlow.REPORTING: ObligationKind.REAL_TIME_REPORTING,
    FormatFlow.SAF_T: ObligationKind.SAFT,
    FormatFlow.AUDIT_FILE: ObligationKind.AUDIT_FILE,
}
"""The obligation that a format of each flow belongs to. None is about invoices to consumers alone."""


class FormatSyntax(Vocabulary):
    """The syntax of a format.

    ``cii``: UN/CEFACT Cross Industry Invoice. ``xml``: XML by another schema. ``pdf-a-3``: PDF/A-3 with the data as an XML
    attachment. ``pdf``: for people. ``csv``: delimited text. ``text``: other text. ``form``: entered on a screen.
    """

    UBL = "ubl"
    CII = "cii"
    EDIFACT = "edifact"
    XML = "xml"
    JSON = "json"
    PDF_A_3 = "pdf-a-3"
    PDF = "pdf"
    CSV = "csv"
    TEXT = "text"
    FORM = "form"


FormatName = Annotated[Text, Meta(max_length=80, description="Name without its version", examples=["XRechnung"])]
FormatVersion = Annotated[ShortText | None, Meta(description="Version; null: none is named", examples=["3.0.2"])]
Syntaxes = Annotated[
    tuple[FormatSyntax, ...] | None,
    Meta(description="The syntaxes, any of which will do; empty: none is set; null: not known"),
]
Flows = Annotated[tuple[FormatFlow, ...], Meta(min_length=1, description="What is exchanged in it")]
Networks = Annotated[tuple[TermId, ...], Meta(description="Terms of the networks and platforms that carry it")]
FormatTerm = Annotated[TermId | None, Meta(description="Term of the format in the glossary; null: none")]
FormatPublisher = Annotated[ShortText | None, Meta(description="Body that publishes the format; null: not known")]
SchemaAddress = Annotated[WebUrl | None, Meta(description="Its schema or specification; null: none was found")]
Artefact = Annotated[
    Annotated[str, Meta(pattern=r"^[a-z0-9._-]+:[A-Za-z0-9._-]+:[A-Za-z0-9._-]+$", max_length=120)] | None,
    Meta(description="Name of the validation artefact in phive-rules; null: none", examples=["cz.isdoc:isdoc:6.0.2"]),
]
Use = Annotated[Text, Meta(max_length=600, description="Who must or may use it, and for what")]


class Format(DatedRecord, frozen=True):
    """A version of a format, for certain flows and days."""

    name: FormatName
    version: FormatVersion
    syntaxes: Syntaxes
    flows: Flows
    networks: Networks
    term: FormatTerm
    publisher: FormatPublisher
    schema_url: SchemaAddress
    artefact: Artefact
    obligations: Annotated[tuple[RecordId, ...], Meta(description="Ids of the obligations that its flows belong to")]
    use: Use


class FormatsResponse(Response[tuple[Format, ...]], frozen=True, kw_only=True):
    """Response with the formats of all countries, or of one."""
