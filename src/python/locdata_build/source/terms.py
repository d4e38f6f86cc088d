"""The terms that readers look up: the names of formats, networks, platforms, reports and models of e-invoicing and reporting."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from locdata_build.source.citations import SourceProvenance
from locdata_build.source.source_record import SourceRecord
from locdata_model.scalars import CountryCode, Slug, Text

LONGEST_NAME = 80
"""Characters of the name of a term."""

LONGEST_DEFINITION = 500
"""Characters of the text of a term, which has one or two sentences."""


class TermCategory(StrEnum):
    """What a term names.

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


TermId = Annotated[Slug, Meta(description="Stable id of the term", examples=["fatturapa"], max_length=60)]


class SourceTerm(SourceRecord, frozen=True, kw_only=True):
    """A term, and what it is."""

    id: TermId
    name: Annotated[Text, Meta(max_length=LONGEST_NAME, description="The term as most readers write it")]
    aliases: Annotated[
        tuple[Annotated[Text, Meta(max_length=100)], ...],
        Meta(description="Long forms, other spellings and the form in local script; may be empty"),
    ]
    category: TermCategory
    text: Annotated[
        Text, Meta(max_length=LONGEST_DEFINITION, description="What it is, in one or two sentences of plain English")
    ]
    countries: Annotated[
        tuple[CountryCode, ...],
        Meta(description="The countries of the dataset where it is used, sorted; empty for a general term"),
    ]
    see: Annotated[tuple[TermId, ...], Meta(description="Ids of related terms; may be empty")]
    provenance: SourceProvenance
