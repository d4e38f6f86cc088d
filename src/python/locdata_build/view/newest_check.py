"""The newest day on which records were checked: a page is as new as that, whenever it was built."""

import datetime as dt
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import astuple

from locdata_build.source.records import Provenance
from locdata_model.listings import NewsItem


def newest_check(records: object) -> dt.date | None:
    """The newest day in ``records``, a record or any nesting of them; None where there is none.

    A news item, which is read but once, counts with the day on which it was first seen.
    """
    return max(_days(records), default=None)


def _days(value: object) -> Iterator[dt.date]:
    match value:
        case Provenance():
            yield value.last_checked
        case NewsItem():
            yield value.first_seen.date()
        case Struct():
            yield from _days(astuple(value))
        case Iterable() if not isinstance(value, str):
            for member in value:
                yield from _days(member)
