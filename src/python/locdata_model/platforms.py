"""Platforms: the systems of authorities through which invoices and reports go, with their addresses for use and for tests."""

from typing import Annotated

from msgspec import Meta

from locdata_model.dated_records import DatedRecord
from locdata_model.responses import Response
from locdata_model.scalars import Text, WebUrl
from locdata_model.terms import TermId
from locdata_model.vocabulary import ObligationKind

PlatformName = Annotated[Text, Meta(max_length=80, description="Name", examples=["KSeF"])]
PlatformTerm = Annotated[TermId | None, Meta(description="Term of the platform in the glossary; null: none")]
Operator = Annotated[
    Annotated[Text, Meta(max_length=120)] | None,
    Meta(description="The authority or body that runs it; null: not known"),
]
Obligations = Annotated[
    tuple[ObligationKind, ...], Meta(description="The obligations that are met through it; may be empty")
]
ProductionAddress = Annotated[WebUrl | None, Meta(description="The system, or its page for users; null: not known")]
TestAddress = Annotated[
    WebUrl | None, Meta(description="The test system, or its page for developers; null: none is known")
]
DocumentationAddress = Annotated[WebUrl | None, Meta(description="Documentation of its interfaces; null: not known")]
PlatformUse = Annotated[Text, Meta(max_length=600, description="What goes through it, who may connect, and how")]


class Platform(DatedRecord, frozen=True):
    """A system of an authority, or one that it names, through which invoices or reports go."""

    name: PlatformName
    term: PlatformTerm
    operator: Operator
    for_obligations: Obligations
    production_url: ProductionAddress
    test_url: TestAddress
    documentation_url: DocumentationAddress
    use: PlatformUse


class PlatformsResponse(Response[tuple[Platform, ...]], frozen=True, kw_only=True):
    """Response with the platforms of all countries, or of one."""
