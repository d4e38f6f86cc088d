"""The exceptions that claims have been granted from rules on citations."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from locdata_build.source.errors import IssueCode
from locdata_build.source.source_record import SourceRecord
from locdata_model.ids import claim_name
from locdata_model.scalars import Text
from locdata_model.sources import ClaimName


class ExceptionRule(StrEnum):
    """A rule from which exceptions can be granted. The word is the code of its issues."""

    LANDING_PAGE = IssueCode.LANDING_PAGE.value
    MISSING_REPORT = IssueCode.MISSING_REPORT.value
    REFUSED_SOURCE = IssueCode.REFUSED_SOURCE.value
    VENDOR_SOURCE = IssueCode.VENDOR_SOURCE.value


def excepted_source(source_id: str) -> str:
    """Return the name under which exceptions list a source, where claims have theirs: ``sources/aeat-modelo-303``."""
    return claim_name("sources", source_id)


class GrantedException(SourceRecord, frozen=True, kw_only=True):
    """Claims that need not keep a rule, for one reason."""

    rule: ExceptionRule
    reason: Annotated[Text, Meta(description="Why the claims need not keep the rule for now")]
    claims: Annotated[
        tuple[ClaimName, ...],
        Meta(min_length=1, description="Names of claims, such as facts/fr-vat, or of sources: sources/<id>; sorted"),
    ]
