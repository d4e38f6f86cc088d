"""Whether every day and time lies in the years that all published formats can tell."""

import datetime as dt
from collections.abc import Iterator

from locdata_build.check.known import Known
from locdata_build.check.walk import fields_of
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_model.record import Record

FIRST_YEAR, LAST_YEAR = 1980, 2107
"""Zip archives know no others (APPNOTE 4.4.6), and a calendar's event of a day ends on the day after it."""


def date_findings(record: Record, known: Known) -> Iterator[Finding]:
    """Every field of ``record`` with a day or time before or after those years."""
    del known
    for field in fields_of(type(record)):
        value = getattr(record, field.name)
        if isinstance(value, dt.date) and not FIRST_YEAR <= value.year <= LAST_YEAR:
            message = f"must lie in the years from {FIRST_YEAR} to {LAST_YEAR}, but is {value.isoformat()}"
            yield f".{field.encode_name}", Code.WRONG_VALUE, message
