"""Audits of the data: results of comparing random claims with their sources, and the rules for them."""

from typing import Annotated, Literal

from msgspec import Meta, field

from locdata_build.data.errors import IssueCode
from locdata_build.data.record import SCHEMA_OF_FILE, SortedBy, SourceRecord, UniqueBy
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_model.scalars import Count, IsoDate, Slug, Text


class SourceAudit(SourceRecord, frozen=True, kw_only=True):
    """Result of an audit: claims in a random sample that an independent reader confirmed."""

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
        """The number of claims in the sample."""
        return self.right + self.imprecise + self.outdated + self.wrong + self.not_compared


class AuditsFile(SourceRecord, frozen=True, kw_only=True):
    """The audits of the data."""

    schema: Annotated[Literal["schema/audits.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    audits: Annotated[
        tuple[SourceAudit, ...],
        UniqueBy("date", "scope", "reading"),
        SortedBy("date"),
        Meta(description="Every audit, the earliest first"),
    ]


@rule(IssueCode.WRONG_VALUE)
def right_claims_were_drawn(audit: SourceAudit, context: CheckContext) -> Issues:
    """An audit must not have fewer right claims after the correction than before, nor more than were drawn."""
    found = audit.right_in_the_end
    if found is not None and not audit.right <= found <= audit.claims:
        limits = f"between {audit.right} (right at first) and {audit.claims} (drawn)"
        yield ".right_in_the_end", f"must be {limits}, got {found}"
