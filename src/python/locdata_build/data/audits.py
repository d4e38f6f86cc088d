"""The audits of the data: what readers found who compared random claims with their sources."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, field

from locdata_build.data.errors import IssueCode
from locdata_build.data.record import SCHEMA_OF_FILE, SourceRecord
from locdata_build.data.rule import CheckContext, PathAndMessage, after_build, rule, unsorted_entries
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


class AuditsFile(SourceRecord, frozen=True, kw_only=True):
    """The audits of the data."""

    schema: Annotated[Literal["schema/audits.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    audits: Annotated[tuple[SourceAudit, ...], Meta(description="Every audit, the earliest first")]


@rule(IssueCode.LIST_ORDER)
def audits_are_sorted(file: AuditsFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The audits must be sorted by date."""
    yield from unsorted_entries(".audits", ((str(each.date),) for each in file.audits))


@rule(IssueCode.WRONG_VALUE)
def right_claims_were_drawn(audit: SourceAudit, context: CheckContext) -> Iterator[PathAndMessage]:
    """In an audit, claims cannot become fewer by correction, nor be more than were drawn."""
    found = audit.right_in_the_end
    if found is not None and not audit.right <= found <= audit.claims:
        yield (
            ".right_in_the_end",
            f"must be from {audit.right}, those right at first, to {audit.claims}, but is {found}",
        )


@rule(IssueCode.FUTURE_DATE)
def audit_is_not_after_build(audit: SourceAudit, context: CheckContext) -> Iterator[PathAndMessage]:
    """An audit must not be after the date of the build."""
    if context.build_date and audit.date > context.build_date:
        yield ".date", after_build(context.build_date, audit.date)
