"""Whether every day and time lies in the years that all published formats can tell."""

import datetime as dt
from collections.abc import Iterator
from functools import cache
from typing import get_args, get_type_hints

from msgspec.structs import FieldInfo, fields

from locdata_build.check.known import Known
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_model.record import Record

FIRST_YEAR, LAST_YEAR = 1980, 2107
"""Zip archives know no others (APPNOTE 4.4.6), and a calendar's event of a day ends on the day after it."""


def date_findings(record: Record, known: Known) -> Iterator[Finding]:
    """Every field of ``record`` with a day or time before or after those years."""
    del known
    for field in _dated(type(record)):
        value = getattr(record, field.name)
        if isinstance(value, dt.date) and not FIRST_YEAR <= value.year <= LAST_YEAR:
            message = f"must lie in the years from {FIRST_YEAR} to {LAST_YEAR}, but is {value.isoformat()}"
            yield f".{field.encode_name}", Code.WRONG_VALUE, message


@cache
def _dated(kind: type[Record]) -> tuple[FieldInfo, ...]:
    """The fields that may hold a day or a time."""
    hints = get_type_hints(kind)
    return tuple(field for field in fields(kind) if _may_be_date(hints[field.name]))


def _may_be_date(hint: object) -> bool:
    return any(isinstance(kind, type) and issubclass(kind, dt.date) for kind in (hint, *get_args(hint)))
