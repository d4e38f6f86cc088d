"""Rules for texts, which must be fit for pages, JSON and spreadsheets, and for the URLs and dates of all records."""

import datetime as dt
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import get_args, get_type_hints

from locdata_build.data.audits import SourceAudit
from locdata_build.data.claims import is_checked
from locdata_build.data.errors import IssueCode
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.sources import CitedSource, has_public_host
from locdata_build.data.statements import parse_citations
from locdata_model.changes import Release
from locdata_model.record import Record
from locdata_model.scalars import STAMP_FORMAT, WebUrl
from locdata_model.service import NewsItem

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\0", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The characters that begin a formula in a spreadsheet (OWASP ASVS 1.2.10); the last four are full-width forms."""

INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Unicode categories of characters that break lines, change the direction of text, are invisible, or look different everywhere."""

INVISIBLE_LETTERS = frozenset(
    [
        *"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0",
        *map(chr, range(0xFE00, 0xFE10)),
        *map(chr, range(0xE0100, 0xE01F0)),
    ]
)
"""The letters and marks with the property Default_Ignorable_Code_Point, in which whole texts can be hidden, and a blank symbol."""

MAX_MARKS = 4
"""The maximum number of combining marks in a row. No script needs more, and a pile of them covers other lines."""


def is_plain(text: str) -> bool:
    """Return whether a text keeps all rules of this module for a reason that is quick to find, as most texts do."""
    is_ordinary = text.isascii() and text.isprintable() and text[:1].isalnum() and text[-1:] != " "
    return is_ordinary and "  " not in text and ";" not in text


@rule(IssueCode.FORMULA)
def text_is_no_formula(text: str, context: CheckContext) -> Issues:
    """A text must not begin like a formula of a spreadsheet, nor go on like one after a semicolon."""
    # Where a comma is in decimals, spreadsheets separate the cells of a CSV file at semicolons, even within quotes.
    starts = (cell.lstrip(" ")[:1] for cell in parse_citations(text).split(";"))
    if found := next((start for start in starts if start in FORMULA_STARTS), None):
        yield "", f"must not begin like a spreadsheet formula, also after a semicolon, got {found!r}"


@rule(IssueCode.CONTROL_CHARACTER)
def text_is_visible(text: str, context: CheckContext) -> Issues:
    """A text must not contain a control or invisible character, or more than four combining marks in a row."""
    if message := visibility_error(text):
        yield "", message


def visibility_error(text: str) -> str | None:
    """Return a message about the first character that is invisible or covers others; None if there is none."""
    if text.isascii() and text.isprintable():
        return None
    looks = "".join(map(_look, text))
    if (place := looks.find("?")) >= 0:
        found = f"U+{ord(text[place]):04X} at character {place}"
        return f"must not contain a control or invisible character, got {found}"
    if (place := looks.find("M" * (MAX_MARKS + 1))) >= 0:
        return f"must have at most {MAX_MARKS} combining marks in a row, got more at character {place}"
    return None


@lru_cache(maxsize=4096)
def _look(char: str) -> str:
    """Return ``?`` for an invisible character, ``M`` for a combining mark, and a blank for any other."""
    category = unicodedata.category(char)
    if char in INVISIBLE_LETTERS or category in INVISIBLE_CATEGORIES:
        return "?"
    return "M" if category.startswith("M") else " "


@rule(IssueCode.OUTER_BLANK)
def text_has_no_outer_space(text: str, context: CheckContext) -> Issues:
    """A text must not begin or end with white space."""
    if text != text.strip():
        yield "", f"must not begin or end with white space, got {text!r}"


@rule(IssueCode.DOUBLE_BLANK)
def text_has_no_double_space(text: str, context: CheckContext) -> Issues:
    """A text must not contain two spaces in a row."""
    if "  " in text:
        yield "", "must not contain two spaces in a row"


@rule(IssueCode.NOT_NFC)
def text_is_normalized(text: str, context: CheckContext) -> Issues:
    """A text must be in Unicode normal form NFC."""
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        yield "", "must be in Unicode normal form NFC"


@cache
def _url_fields(kind: type[Record]) -> tuple[str, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name in kind.__struct_fields__ if _may_be_url(hints[name]))


def _may_be_url(hint: object) -> bool:
    return get_args(WebUrl)[1] in get_args(hint) or any(map(_may_be_url, get_args(hint)))


@rule(IssueCode.WRONG_VALUE, where=_url_fields)
def url_is_public(record: Record, context: CheckContext) -> Issues:
    """A URL, other than the base URL, must be on a host with a public name."""
    for name in _url_fields(type(record)):
        url = getattr(record, name)
        if url and not has_public_host(url):
            yield f".{name}", f"must be on a host with a public name, got {url}"


FIRST_YEAR, LAST_YEAR = 1980, 2107
"""Zip archives support no other years (APPNOTE 4.4.6), and the event of a calendar ends on the day after its date."""

_TIMES_OF_EVENTS: Mapping[type[Record], tuple[str, ...]] = {
    CitedSource: ("read",),
    SourceAudit: ("date",),
    NewsItem: ("first_seen", "date"),
    Release: ("released_at",),
}
"""The fields with the times of past events, first the time at which the record was made. Those of a claim are its checks."""


@cache
def event_fields(kind: type[Record]) -> tuple[str, ...]:
    """Return the names of the fields of a record that are times of past events."""
    return ("checked",) if is_checked(kind) else _TIMES_OF_EVENTS.get(kind, ())


@cache
def _dated_fields(kind: type[Record]) -> tuple[str, ...]:
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _may_be_date(hints[name]))


def _may_be_date(hint: object) -> bool:
    return any(isinstance(kind, type) and issubclass(kind, dt.date) for kind in (hint, *get_args(hint)))


@rule(IssueCode.WRONG_VALUE, where=_dated_fields)
def year_is_supported(record: Record, context: CheckContext) -> Issues:
    """A date must be in the years 1980 to 2107, which all formats support."""
    for name in _dated_fields(type(record)):
        value = getattr(record, name)
        if value and not FIRST_YEAR <= value.year <= LAST_YEAR:
            yield f".{name}", f"must be in the years {FIRST_YEAR} to {LAST_YEAR}, got {value.isoformat()}"


@rule(IssueCode.FUTURE_DATE, where=event_fields)
def event_is_not_after_build(record: Record, context: CheckContext) -> Issues:
    """The check of a claim, the reading of a source, an audit, a news item and a release must not be after the build."""
    for name in event_fields(type(record)):
        value = getattr(record, name)
        if value and context.build_time and as_time(value) > context.build_time:
            yield f".{name}", after_build(context.build_time, value)


def as_time(value: dt.date) -> dt.datetime:
    """Return a time as it is, and a date as its 00:00:00Z."""
    return value if isinstance(value, dt.datetime) else dt.datetime.combine(value, dt.time(), dt.UTC)


def after_build(build: dt.datetime, value: dt.date) -> str:
    """Return the message about a date or time after the build."""
    found = f"{value:{STAMP_FORMAT}}" if isinstance(value, dt.datetime) else value.isoformat()
    return f"must not be after the time of the build, {build:{STAMP_FORMAT}}, got {found}"
