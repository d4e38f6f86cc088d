"""Terms of the glossary: the names of formats, networks, platforms, reports and models, and their meanings."""

from typing import Annotated

from msgspec import Meta

from locdata_model.record import Record
from locdata_model.responses import Response
from locdata_model.scalars import CountryCode, LastChecked, Slug, SourceUrls, Text, WebUrl
from locdata_model.sources import Statements
from locdata_model.vocabulary import Evidence, TermCategory, Verification

TermId = Annotated[Slug, Meta(description="Stable id of the term", examples=["fatturapa"], max_length=60)]
TermName = Annotated[Text, Meta(max_length=80, description="The term as most readers write it")]

TermAliases = Annotated[
    tuple[Annotated[Text, Meta(max_length=100)], ...],
    Meta(description="Long forms, other spellings and the form in local script; may be empty"),
]

MAX_DEFINITION_LENGTH = 500

Definition = Annotated[
    Text, Meta(max_length=MAX_DEFINITION_LENGTH, description="What it is, in one or two sentences of plain English")
]

TermCountries = Annotated[
    tuple[CountryCode, ...],
    Meta(description="The countries of the dataset where it is used, sorted; empty for a general term"),
]

RelatedTerms = Annotated[tuple[TermId, ...], Meta(description="Ids of related terms; may be empty")]


class Term(Record, frozen=True, kw_only=True):
    """A term of the glossary, and what it is."""

    id: TermId
    name: TermName
    aliases: TermAliases
    category: TermCategory
    text: Definition
    countries: TermCountries
    see: RelatedTerms
    url: Annotated[WebUrl, Meta(description="The term in the glossary")]
    source_urls: SourceUrls
    evidence: Evidence
    verification: Verification
    last_checked: LastChecked
    statements: Statements


class TermsResponse(Response[tuple[Term, ...]], frozen=True, kw_only=True):
    """Response with all terms of the glossary."""
