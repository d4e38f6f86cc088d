"""Sources: the pages and texts that claims cite."""

from typing import Annotated

from msgspec import Meta

from locdata_model.record import Record
from locdata_model.responses import Response
from locdata_model.scalars import Count, IsoDate, Text, WebUrl
from locdata_model.vocabulary import Evidence, SourceKind, Verification

SourceId = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9]+(-[a-z0-9]+)*$",
        max_length=80,
        description="Stable id of a source",
        examples=["aeat-modelo-303"],
    ),
]

ClaimName = Annotated[
    str,
    Meta(
        pattern="^[a-z]+(-[a-z]+)*/[a-z0-9]+([-_][a-z0-9]+)*$",
        description="Name of a claim: its kind and its id",
        examples=["facts/fr-vat"],
    ),
]

Locator = Annotated[
    str, Meta(min_length=1, description="Where a source states it", examples=["Art. 226(1)", "section 4.2"])
]

SourceAddress = Annotated[WebUrl, Meta(description="Address of the page; for a law, the official one")]

CopyAddress = Annotated[
    WebUrl | None, Meta(description="Address of the public copy in which a law was read; null: read at its own address")
]

SourceTitle = Annotated[
    Annotated[str, Meta(min_length=1, max_length=200)] | None,
    Meta(description="Title of the page in its own language; null: not recorded"),
]

Publisher = Annotated[Text, Meta(max_length=100, description="Organization or person that publishes the page")]

Language = Annotated[
    str,
    Meta(
        pattern="^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$",
        description="Language of the page (BCP 47)",
        examples=["pt-BR"],
    ),
]

PublishedDate = Annotated[
    IsoDate | None, Meta(description="Date on which the page was published or last revised; null: not known")
]

ReadDate = Annotated[IsoDate, Meta(description="Date on which the page was last read")]


class Statement(Record, frozen=True, kw_only=True):
    """A stretch of a text with the sources that support it. Joined by spaces, the statements of a field are its text."""

    field: Annotated[Text, Meta(description="Name of the field of the text", examples=["value"])]
    text: Annotated[Text, Meta(description="The words, with the punctuation after them")]
    source_urls: Annotated[
        tuple[WebUrl, ...],
        Meta(
            description="The sources that support the statement, the strongest first; empty if only those of the record as a whole are known"
        ),
    ]
    locators: Annotated[
        tuple[Locator | None, ...],
        Meta(description="Where in each of these sources, in the same order; null: no place is named"),
    ]
    verification: Annotated[
        Verification, Meta(description="Quality of its first source; if it has none, that of the record")
    ]


Statements = Annotated[
    tuple[Statement, ...], Meta(description="The texts of the record in statements, each with its own sources")
]


class Source(Record, frozen=True, kw_only=True):
    """A page or a text that claims cite: who publishes it, how it was read, and the claims.

    ``verification`` is that of a claim on a law or a country. A vendor's page on its own product is official as well.
    """

    id: SourceId
    url: SourceAddress
    read_at: CopyAddress
    title: SourceTitle
    publisher: Publisher
    kind: SourceKind
    language: Language
    published: PublishedDate
    read: ReadDate
    evidence: Evidence
    verification: Verification
    claim_count: Annotated[Count, Meta(description="Number of claims that cite the source")]
    claims: Annotated[tuple[ClaimName, ...], Meta(description="Names of the claims that cite the source, sorted")]


class SourcesResponse(Response[tuple[Source, ...]], frozen=True, kw_only=True):
    """Response with all sources."""
