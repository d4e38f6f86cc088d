"""The newest day on which records were checked: a page is as new as that, whenever it was built."""

import datetime as dt
from collections.abc import Iterable

from msgspec import Struct

from locdata_build.source.nesting import nesting_fields
from locdata_build.source.records import Provenance
from locdata_model.listings import NewsItem


def newest_check(records: object) -> dt.date | None:
    """The newest day in ``records``, a record or any nesting of them; None where there is none.

    A news item, which is read but once, counts with the day on which it was first seen.
    """
    days: list[dt.date] = []
    _collect(records, days)
    return max(days, default=None)


def _collect(value: object, days: list[dt.date]) -> None:
    if isinstance(value, Provenance):
        days.append(value.last_checked)
    elif isinstance(value, NewsItem):
        days.append(value.first_seen.date())
    elif isinstance(value, Struct):
        for name in nesting_fields(type(value)):
            _collect(getattr(value, name), days)
    elif isinstance(value, tuple) or (isinstance(value, Iterable) and not isinstance(value, str)):
        for member in value:
            _collect(member, days)
