"""Identifiers of businesses: VAT, tax and register numbers, and the schemes under which Peppol knows them."""

from typing import Annotated

from msgspec import Meta

from locdata_model.dated_records import DatedRecord, ShortText
from locdata_model.responses import Response
from locdata_model.scalars import RecordId, Text
from locdata_model.vocabulary import Vocabulary


class IdentifierKind(Vocabulary):
    """What an identifier is.

    ``vat``: the number of a business registered for VAT or GST. ``tax``: the number of a taxpayer. ``register``: the number in a
    register of companies or of organizations.
    """

    VAT = "vat"
    TAX = "tax"
    REGISTER = "register"


class SchemeState(Vocabulary):
    """State of a scheme in the code list of Peppol. ``deprecated``: participants must not be registered under it any more."""

    ACTIVE = "active"
    DEPRECATED = "deprecated"
    REMOVED = "removed"


LocalName = Annotated[Text, Meta(max_length=120, description="Name in the language of the country")]
EnglishName = Annotated[Text, Meta(max_length=120, description="Name in English")]
ShortName = Annotated[
    Annotated[Text, Meta(max_length=30)] | None, Meta(description="Abbreviation; null: none", examples=["NIF"])
]
Pattern = Annotated[
    Annotated[str, Meta(max_length=200)] | None,
    Meta(
        description="Regular expression of the whole number without separators; null: not known",
        examples=["DE[0-9]{9}"],
    ),
]
Example = Annotated[ShortText | None, Meta(description="A number of that form, not of a real business; null: none")]
Prefix = Annotated[
    Annotated[str, Meta(pattern="^[A-Z]{2}$")] | None,
    Meta(description="Prefix of the country in numbers of the European Union; null: none", examples=["EL"]),
]
Meaning = Annotated[Text, Meta(max_length=600, description="Who has it, who issues it, and how it is built")]


class Identifier(DatedRecord, frozen=True):
    """A number by which authorities and partners know a business."""

    kind: IdentifierKind
    name_local: LocalName
    name_en: EnglishName
    short: ShortName
    pattern: Pattern
    example: Example
    prefix: Prefix
    meaning: Meaning


class IdentifiersResponse(Response[tuple[Identifier, ...]], frozen=True, kw_only=True):
    """Response with the identifiers of all countries, or of one."""


SchemeCode = Annotated[
    str, Meta(pattern="^[0-9]{4}$", description="Code of the scheme (EAS, ISO/IEC 6523)", examples=["0208"])
]
SchemeName = Annotated[Text, Meta(max_length=40, description="Id in the code list of Peppol", examples=["BE:EN"])]
OfIdentifier = Annotated[RecordId | None, Meta(description="Id of the identifier; null: another one")]
SchemeUse = Annotated[Text, Meta(max_length=600, description="What is registered under it, and what replaces it")]


class PeppolScheme(DatedRecord, frozen=True):
    """A scheme under which participants of a country are registered in Peppol. ``since`` and ``until`` are days of the code list."""

    code: SchemeCode
    name: SchemeName
    state: SchemeState
    identifier: OfIdentifier
    use: SchemeUse


class PeppolSchemesResponse(Response[tuple[PeppolScheme, ...]], frozen=True, kw_only=True):
    """Response with the Peppol schemes of all countries, or of one."""
