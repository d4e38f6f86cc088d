"""Shared parts of all dated records: fields, the rule on their days, and the row in the table of claims."""

import datetime as dt
from collections.abc import Callable
from typing import Any, TypeVar

from locdata_build.data.claims import ClaimSpec, Erps, LocatedClaim, on_country_page
from locdata_build.data.errors import IssueCode
from locdata_build.data.record import SourceRecord
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_model.anchors import dated_record_anchor
from locdata_model.dated_records import DatedRecord, FirstDay, LastDay
from locdata_model.ids import record_id
from locdata_model.scalars import PermanentSlug
from locdata_model.vocabulary import ClaimKind


class SourceDated(SourceRecord, frozen=True, kw_only=True):
    """A record of a country that applies from one day to another."""

    slug: PermanentSlug
    since: FirstDay
    until: LastDay = None

    def is_past(self, today: dt.date) -> bool:
        """Return whether the record no longer applies."""
        return self.until is not None and self.until < today

    def is_later(self, today: dt.date) -> bool:
        """Return whether the record applies only after ``today``."""
        return self.since is not None and self.since > today


SourceT = TypeVar("SourceT", bound=SourceDated)
RecordT = TypeVar("RecordT", bound=DatedRecord)


@rule(IssueCode.DATE_ORDER)
def end_is_not_before_start(record: SourceDated, context: CheckContext) -> Issues:
    """The last day of a rate, a threshold or a format must not be before its first."""
    if record.since and record.until and record.until < record.since:
        yield ".until", f"must not be before {record.since}, got {record.until}"


def dated_claim(
    source: type[SourceT],
    record: type[RecordT],
    kind: ClaimKind,
    *,
    label: Callable[[LocatedClaim[SourceT], Erps], tuple[str, ...]],
    order: Callable[[SourceT], tuple[Any, ...]],
    answer: str = "",
    in_search: str = "",
) -> ClaimSpec[SourceT, RecordT]:
    """Register a kind of dated records. ``order`` is the sort key of a record; those with the same key keep the order of the file."""
    return ClaimSpec(
        source=source,
        record=record,
        kind=kind,
        id_of=lambda claim: record_id(claim.file.code, claim.source.slug),
        answer=answer,
        in_search=in_search,
        label=label,
        path=on_country_page(lambda claim: dated_record_anchor(kind, claim.source.slug)),
        order=lambda claim: order(claim.source),
    )
