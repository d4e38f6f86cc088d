"""Dated records: what applies in a country from one day to another, such as a VAT rate, a threshold or a format."""

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, TypeVar

from msgspec import Meta

from locdata_model.record import Record
from locdata_model.scalars import CountryCode, IsoDate, LastChecked, RecordId, SourceUrls, WebUrl
from locdata_model.sources import Statements
from locdata_model.vocabulary import Evidence, Verification

FirstDay = Annotated[IsoDate | None, Meta(description="First day on which it applies; null: not known")]
LastDay = Annotated[IsoDate | None, Meta(description="Last day on which it applies; null: no end is known")]
ShortText = Annotated[str, Meta(min_length=1, max_length=160)]

DecimalNumber = Annotated[
    str, Meta(pattern=r"^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$", description="Decimal number without superfluous zeros")
]


class _FirstFields(Record, frozen=True):
    # Without kw_only, as in the kinds of dated records: msgspec puts keyword-only fields last, so the fields of a kind are between
    # these fields and those of ``DatedRecord``.
    id: RecordId
    country: CountryCode
    since: FirstDay
    until: LastDay


class DatedRecord(_FirstFields, frozen=True, kw_only=True):
    """A record that applies from one day to another. What has been replaced, or is law for a later day, is a record too."""

    url: Annotated[WebUrl, Meta(description="The record on the page that has it with its sources")]
    source_urls: SourceUrls
    evidence: Evidence
    verification: Verification
    last_checked: LastChecked
    statements: Statements

    def applies_on(self, day: dt.date) -> bool:
        """Return whether the record applies on a day. If its first day is not known, it is not known to before the last check."""
        return (self.since or self.last_checked) <= day and (self.until is None or day <= self.until)


DatedT = TypeVar("DatedT", bound=DatedRecord)


def applying_on(records: Iterable[DatedT], day: dt.date) -> tuple[DatedT, ...]:
    """Return the records that apply on a day, also one in the past or future, according to the current data."""
    return tuple(record for record in records if record.applies_on(day))
