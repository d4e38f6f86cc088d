"""Audits of the data: results of comparing random claims, statements or records with their sources, and the rules for them."""

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, field

from locdata_build.data.errors import IssueCode
from locdata_build.data.record import SCHEMA_OF_FILE, SortedBy, SourceRecord, UniqueBy
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_model.scalars import Count, IsoDate, Slug, Text


class AuditUnit(StrEnum):
    """Unit in which an audit draws and counts: whole claims, single statements of claims, or dated records."""

    CLAIMS = "claims"
    STATEMENTS = "statements"
    RECORDS = "records"


class SourceAudit(SourceRecord, frozen=True, kw_only=True):
    """Result of an audit: how much of a random sample an independent reader confirmed."""

    date: IsoDate
    scope: Annotated[Text, Meta(description="The part of the data from which it was drawn")]
    reading: Annotated[Text, Meta(description="Which reading of it this was, and what came before")]
    right: Annotated[Count, Meta(description="Number that agreed with their sources")]
    imprecise: Annotated[Count, Meta(description="Number that left out or blurred something that a reader needs")]
    outdated: Annotated[Count, Meta(description="Number that had been right once")]
    wrong: Annotated[Count, Meta(description="Number that were not right at any time")]
    not_compared: Annotated[Count, Meta(description="Number with sources that could not be read again")]
    right_in_the_end: Annotated[
        Count | None,
        Meta(
            description="Number that were right after the correction of the others; null if they were not compared again"
        ),
    ]
    report: Annotated[Slug | None, Meta(description="The page of docs/audits with the verdicts, without .md")]
    unit: Annotated[
        AuditUnit, Meta(description="Unit in which it draws and counts: claims, statements or dated records")
    ] = AuditUnit.CLAIMS

    @property
    def compared(self) -> int:
        """The number of those that could be compared with their sources."""
        return self.right + self.imprecise + self.outdated + self.wrong

    @property
    def drawn(self) -> int:
        """The number of all in the sample."""
        return self.compared + self.not_compared


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
def right_ones_were_drawn(audit: SourceAudit, context: CheckContext) -> Issues:
    """An audit must not have fewer right ones after the correction than before, nor more than were drawn."""
    found = audit.right_in_the_end
    if found is not None and not audit.right <= found <= audit.drawn:
        limits = f"between {audit.right} (right at first) and {audit.drawn} (drawn)"
        yield ".right_in_the_end", f"must be {limits}, got {found}"
