"""The pages that no claim may cite, each with what is wrong with it."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from locdata_build.source.source_record import SourceRecord
from locdata_model.scalars import Text


class RefusedKind(StrEnum):
    """What is wrong with a page as a source.

    ``landing``: it leads to other pages and states nothing itself. ``search``: it lists what a search finds.
    ``staging``: a test or internal copy of a site. ``document-sharing``: anyone uploads documents there. ``mirror``: a
    copy of what somebody else publishes. ``redirect``: it passes on, or translates, what stands at another address.
    """

    LANDING = "landing"
    SEARCH = "search"
    STAGING = "staging"
    DOCUMENT_SHARING = "document-sharing"
    MIRROR = "mirror"
    REDIRECT = "redirect"


RefusedPattern = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~%!$&'()*+,;=:@-]+)*/?$",
        max_length=300,
        description="A host with its subdomains; with a path that ends in a slash, every page below it; with another "
        "path, that page alone",
        examples=["sharing.example", "code.example/someone/copies/", "firm.example/blog"],
    ),
]


class RefusedSource(SourceRecord, frozen=True, kw_only=True):
    """Pages that no claim may cite."""

    pattern: RefusedPattern
    kind: RefusedKind
    reason: Annotated[Text, Meta(description="Why a claim must not cite the pages, in one or two sentences")]
