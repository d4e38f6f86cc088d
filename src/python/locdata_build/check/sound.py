"""A short cut for files that nothing is wrong with: their bytes say so, and no value of them is looked at one by one.

Bytes that equal what the record in them is written as are UTF-8 without a byte order mark, hold each key once, and have
the shape of their type; only what a type cannot state is left to be asked of the whole text. To be told that a file is
sound costs a tenth of finding out what is wrong with one, so every other file goes the long way.
"""

import re
import unicodedata
from typing import TypeVar

import msgspec

from locdata_build.check.text import FORMULA_STARTS, HIDDEN, JOINERS
from locdata_build.read.parse import LONGEST, MOST
from locdata_build.serialize.json_text import lay_out
from locdata_model.record import Record

RecordT = TypeVar("RecordT", bound=Record)

_BAD_START = re.compile(f'"(?<=[{{\\[,:]")[ {re.escape("".join((*FORMULA_STARTS, *JOINERS)))}]')
"""A text with a blank, with what may be a formula, or with what may hide one, right after the quote that begins it."""

_ESCAPE = re.compile(r'\\[^"\\]')
"""An escape of neither a quote nor a backslash: it may stand for a character that nobody sees."""

CLOSERS = (b"}", b"]")
_BEYOND_ASCII = re.compile("[^\0-\x7f]+")


def sound_record(raw: bytes, kind: type[RecordT]) -> RecordT | None:
    """The record of type ``kind`` that ``raw`` holds in canonical format, with texts that are fit to be published.

    None where that is not so, or cannot be told without looking closer.
    """
    try:
        record = msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    compact = msgspec.json.encode(record)
    if lay_out(compact) != raw or not _has_measure(raw):
        return None
    return record if _has_sound_texts(compact.decode()) else None


def _has_measure(canonical: bytes) -> bool:
    """Whether values and texts are surely within their limits: in canonical format each begins on a line of its own."""
    lines = canonical.splitlines()
    if len(lines) > MOST:
        # The lines that end a list or an object begin no value.
        lines = [line for line in lines if not line.lstrip().startswith(CLOSERS)]
    return len(lines) <= MOST and max(map(len, lines)) < LONGEST


def _has_sound_texts(compact: str) -> bool:
    """Whether no text is at fault, in JSON that has blanks only inside texts and no quote but behind a backslash."""
    return (
        "  " not in compact
        and ' "' not in compact
        and _BAD_START.search(compact) is None
        and _ESCAPE.search(compact) is None
        and compact.isprintable()
        and HIDDEN.isdisjoint("".join(_BEYOND_ASCII.findall(compact)))
        and unicodedata.is_normalized("NFC", compact)
    )
