"""Rules for the audits of the data."""

from collections.abc import Iterator

from locdata_build.check.rule import CheckContext, PathAndMessage, rule, unsorted_entries
from locdata_build.source.audits import SourceAudit
from locdata_build.source.errors import IssueCode
from locdata_build.source.files import AuditsFile


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
