"""The notation of texts: digits, separators and blanks of all scripts as European ones, and what figures have in common."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from typing import NamedTuple

from babel import Locale, UnknownLocaleError

Key = tuple[str | int | Decimal, ...]
"""A value with its kind: ``("day", 2027, 1, 31)``, ``("month", 2027, 1)``, ``("day-of-year", 1, 31)``, ``("percent", 19)``,
``("number", 10000)`` or ``("version", "1.0.2")``."""


class Occurrence(NamedTuple):
    """A figure in a text: where it begins and ends, and its keys, the likeliest first, if it has several meanings."""

    start: int
    end: int
    keys: tuple[Key, ...]


_NOTATION: Mapping[int, str | int] = {
    **str.maketrans("٬٫，．\u00a0\u202f\u2009\u2007", ",.,.    "),
    **{
        code: str(digit)
        for code in range(0x660, 0x1_0000)
        if (digit := unicodedata.decimal(chr(code), None)) is not None
    },
}
"""Digits, separators and blanks of other scripts, as European ones."""

_REIWA = re.compile(r"令和\s?([0-9]{1,2})年")
"""A year of the current Japanese era, whose first one is 2019."""


def plain_text(text: str) -> str:
    """Return a text with European digits and separators, one kind of blank, composed characters, and years of our era."""
    plain = unicodedata.normalize("NFC", text).translate(_NOTATION)
    return _REIWA.sub(lambda match: f"{int(match[1]) + 2018}年", plain)


def locales(language: str) -> Iterator[Locale]:
    """Yield the locale of a language, a BCP 47 tag, and that of English."""
    for tag in dict.fromkeys((language, language.partition("-")[0], "en")):
        with suppress(UnknownLocaleError, ValueError):
            yield Locale.parse(tag, sep="-")
