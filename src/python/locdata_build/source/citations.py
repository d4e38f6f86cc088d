"""What a source file says about its sources: a record of each, and the provenance of a claim, which names them by id."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from locdata_build.source.source_record import SourceRecord
from locdata_model.fields import LastChecked
from locdata_model.scalars import Text
from locdata_model.sources import (
    CopyAddress,
    Language,
    PublishedDate,
    Publisher,
    ReadDate,
    SourceAddress,
    SourceId,
    SourceTitle,
)
from locdata_model.vocabulary import Evidence, SourceKind


class CitedSource(SourceRecord, frozen=True, kw_only=True):
    """A page or a text that claims of the file cite."""

    url: SourceAddress
    read_at: CopyAddress = None
    title: SourceTitle
    publisher: Publisher
    kind: SourceKind
    language: Language
    published: PublishedDate
    read: ReadDate
    evidence: Evidence

    @property
    def addresses(self) -> tuple[tuple[str, str], ...]:
        """Where the source is and where it was read, each with the name of its field."""
        return (("url", self.url), *((("read_at", self.read_at),) if self.read_at else ()))


CitedSources = Annotated[
    Mapping[SourceId, CitedSource], Meta(description="The sources that the file cites, by id; each is cited")
]


class SourceProvenance(SourceRecord, frozen=True, kw_only=True):
    """The sources of a claim, and when the claim was last compared with them. The markers follow from the first source."""

    sources: Annotated[
        tuple[SourceId, ...], Meta(description="Ids of sources of the file, the one that carries the claim first")
    ]
    locators: Annotated[
        Mapping[SourceId, Annotated[Text, Meta(max_length=200)]],
        Meta(description="Where a source states the claim, by the id of the source: Art. 226, section 4.2"),
    ] = {}
    checked: LastChecked
