"""Shared parts of all dated records: fields, the rule on their days, and the row in the table of claims."""

import datetime as dt
from collections.abc import Callable
from typing import Any, TypeVar

from locdata_build.data.claims import ClaimSpec, Erps, LocatedClaim, on_country_page
from locdata_build.data.errors import IssueCode, suggestion
from locdata_build.data.record import SourceRecord
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.sources import CitedSource
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

    def applies_on(self, day: dt.date) -> bool:
        """Return whether the record applies on a day, as far as its days are known."""
        return (self.since or day) <= day <= (self.until or day)

    def is_later(self, today: dt.date) -> bool:
        """Return whether the record applies only after ``today``."""
        return self.since is not None and self.since > today


SourceT = TypeVar("SourceT", bound=SourceDated)
RecordT = TypeVar("RecordT", bound=DatedRecord)


@rule(IssueCode.DATE_ORDER)
def end_is_not_before_start(record: SourceDated, context: CheckContext) -> Issues:
    """The last day of a dated record must not be before its first."""
    if record.since and record.until and record.until < record.since:
        yield ".until", f"must not be before {record.since}, got {record.until}"


@rule(IssueCode.UNKNOWN_TERM)
def named_terms_exist(record: SourceDated, context: CheckContext) -> Issues:
    """The term of a format or a platform, and those of the networks of a format, must be in the glossary."""
    if context.term_ids is None:
        return
    networks: tuple[str, ...] = getattr(record, "networks", ())
    named = {".term": getattr(record, "term", None), **{f".networks[{i}]": term for i, term in enumerate(networks)}}
    for path, term in named.items():
        if term is not None and term not in context.term_ids:
            yield path, f"must be the id of a term of the glossary, got {term!r}{suggestion(term, context.term_ids)}"


def dated_claim(
    source: type[SourceT],
    record: type[RecordT],
    kind: ClaimKind,
    *,
    label: Callable[[LocatedClaim[SourceT], Erps], tuple[str, ...]],
    order: Callable[[SourceT], tuple[Any, ...]],
    answer: str = "",
    is_legal: bool = True,
    is_from_maker: Callable[[CitedSource, SourceT, Erps], bool] = lambda source, record, erps: False,
    path: Callable[[LocatedClaim[SourceT]], str] | None = None,
) -> ClaimSpec[SourceT, RecordT]:
    """Register a kind of dated records. ``order`` is the sort key of a record; those with the same key keep the order of the file.

    ``path`` returns the path of a record, if that is not on the page of its country.
    """
    return ClaimSpec(
        source=source,
        record=record,
        kind=kind,
        id_of=lambda claim: record_id(claim.file.code, claim.source.slug),
        answer=answer,
        is_legal=is_legal,
        is_from_maker=is_from_maker,
        label=label,
        path=path or on_country_page(lambda claim: dated_record_anchor(kind, claim.source.slug)),
        order=lambda claim: order(claim.source),
    )
