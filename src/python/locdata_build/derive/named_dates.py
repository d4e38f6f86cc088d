"""The dates that an English text names."""

import datetime as dt
import re
from collections.abc import Iterator

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""English names, independent of the locale."""

_MONTH = rf"(?P<month>{'|'.join(MONTHS)})"
_IN_WORDS = re.compile(
    rf"\b(?:(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)? )?{_MONTH}(?: (?P<day_after>[0-9]{{1,2}}),)? (?P<year>[0-9]{{4}})\b"
)
_ISO = re.compile(r"\b(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})\b")


def named_dates(text: str) -> Iterator[dt.date]:
    """Yield each date that the text names: ``1 January 2027``, ``January 1, 2027``, ``2027-01-01``.

    ``January 2027`` names its first day.

    A date that does not exist, such as 31 June, is left out, and so is a year without a month.
    """
    for match in _IN_WORDS.finditer(text):
        yield from _date(
            int(match["year"]), MONTHS.index(match["month"]) + 1, int(match["day"] or match["day_after"] or 1)
        )
    for match in _ISO.finditer(text):
        yield from _date(int(match["year"]), int(match["month"]), int(match["day"]))


def _date(year: int, month: int, day: int) -> Iterator[dt.date]:
    try:
        yield dt.date(year, month, day)
    except ValueError:
        return
