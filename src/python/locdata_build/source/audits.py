"""The audits of the data: what readers found who compared random claims with their sources."""

from typing import Annotated

from msgspec import Meta

from locdata_build.source.source_record import SourceRecord
from locdata_model.scalars import Count, IsoDate, Slug, Text


class SourceAudit(SourceRecord, frozen=True, kw_only=True):
    """How many claims of a random sample a reader found right who had not written them."""

    date: IsoDate
    scope: Annotated[Text, Meta(description="The part of the data from which the claims were drawn")]
    reading: Annotated[Text, Meta(description="Which reading of it this was, and what came before")]
    right: Annotated[Count, Meta(description="Claims that said what their sources say")]
    imprecise: Annotated[Count, Meta(description="Claims that left out or blurred something that a reader needs")]
    outdated: Annotated[Count, Meta(description="Claims that had been right once")]
    wrong: Annotated[Count, Meta(description="Claims that were not right at any time")]
    not_compared: Annotated[Count, Meta(description="Claims whose sources could not be read again")]
    right_in_the_end: Annotated[
        Count | None,
        Meta(
            description="Claims that were right after the correction of the others; null where nobody compared them again"
        ),
    ]
    report: Annotated[Slug | None, Meta(description="The page of docs/audits that names each claim, without .md")]

    @property
    def claims(self) -> int:
        """The number of claims that were drawn."""
        return self.right + self.imprecise + self.outdated + self.wrong + self.not_compared
