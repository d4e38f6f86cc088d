"""Figures of a text: dates, months, percentages, numbers and form numbers, in the notations of all languages.

A figure of a statement, which is in English, has the same keys as that figure on a page in another language.
"""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from msgspec import Struct

from locdata_watch.findings.dates import dates_in
from locdata_watch.findings.notation import Key, Occurrence, plain_text
from locdata_watch.findings.numbers import Readings, all_readings, english_reading, numbers_in
from locdata_watch.visits.page_text import PageText

_CODE = re.compile(r"\b(?=[A-Z])(?=[A-Za-z0-9_/()-]*[0-9])[A-Za-z][A-Za-z0-9_/-]*(?:\([0-9A-Z]+\)[A-Za-z0-9_-]*)?")
"""A form number or another name of letters and digits: GSTR-3B, FA(3), D406."""

_COMMON_CODES = frozenset({"b2b", "b2g", "b2c", "b2x", "g2b", "c2b", "p2p", "b2b2c"})
"""Names of letters and digits that are words."""

_COPYRIGHT = re.compile(r"©|\(c\) 20|copyright", re.IGNORECASE)
"""Text of a line with a copyright, whose year is not a figure of the page."""

_WORD = re.compile(
    r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]|[^\W\d_](?:[^\W\d_\u0e00-\u9fff]|[\u0300-\u036f\u0590-\u0dff])*"
)
"""A word, or a character of a script without blanks."""


class Figure(Struct, frozen=True):
    """A figure of a statement as it is written there, and its keys. A number with a word such as "million" has several."""

    text: str
    keys: tuple[Key, ...] = ()
    code: str = ""

    def is_date_of(self, day: dt.date) -> bool:
        """Return whether it is a day, or its month."""
        return bool({("day", day.year, day.month, day.day), ("month", day.year, day.month)} & {*self.keys})

    def is_date_until(self, day: dt.date) -> bool:
        """Return whether it is a date or a month that has begun by a day."""
        kind, *date = self.keys[0] if self.keys else ("",)
        return kind in {"day", "month"} and tuple(date) <= (day.year, day.month, day.day)


class Figures(Struct, frozen=True):
    """The figures of a text: how often it has each key, and the text without anything but letters and digits."""

    counts: Mapping[Key, int]
    letters: str

    def count(self, figure: Figure) -> int:
        """Return how often the text has a figure, in any of its meanings."""
        return self.letters.count(figure.code) if figure.code else max(self.counts.get(key, 0) for key in figure.keys)


class PageFigures(Struct, frozen=True):
    """The figures of what a page is about, and of the rest."""

    main: Figures
    rest: Figures

    def has(self, figure: Figure) -> bool:
        """Return whether the page has a figure."""
        return bool(self.main.count(figure) or self.rest.count(figure))


def statement_figures(text: str) -> tuple[Figure, ...]:
    """Return the figures of an English statement, each once. One digit alone says too little to be found again."""
    plain = plain_text(text)
    found: dict[str, Figure] = {}
    codes = [match for match in _CODE.finditer(plain) if _letters(match[0]) not in _COMMON_CODES]
    for start, end, keys in _occurrences(plain, "en", english_reading):
        is_digit = keys[0][0] == "number" and keys[0][1] in range(10)
        if not is_digit and not any(code.start() <= start < code.end() for code in codes):
            found.setdefault(plain[start:end], Figure(plain[start:end].rstrip(" ."), keys))
    for code in codes:
        found.setdefault(code[0], Figure(code[0], code=_letters(code[0])))
    return tuple(found.values())


def page_figures(page: PageText, language: str) -> PageFigures:
    """Return the figures of a page in a language, a BCP 47 tag."""
    main, rest = ("\n".join(line for line in lines if not _COPYRIGHT.search(line)) for lines in (page.main, page.rest))
    return PageFigures(_figures(main, language), _figures(rest, language))


def _figures(text: str, language: str) -> Figures:
    plain = plain_text(text)
    counts: Counter[Key] = Counter()
    for _, _, keys in _occurrences(plain, language, all_readings):
        counts.update({*keys, *(wider for key in keys for wider in _wider(key))})
    return Figures(counts, _letters(plain))


def gone_figures(figures: Iterable[Figure], before: PageFigures, after: PageFigures) -> tuple[Figure, ...]:
    """Return the figures that a page had and has no more."""
    return tuple(figure for figure in figures if before.has(figure) and _is_gone(figure, before, after))


def _is_gone(figure: Figure, before: PageFigures, after: PageFigures) -> bool:
    """Return whether the main part of a page has lost a figure that has not moved to the rest.

    The rest may have had the figure before as well, for example in the teaser of an old piece of news.
    """
    has_moved = after.rest.count(figure) > (before.rest.count(figure) if before.main.count(figure) else 0)
    if after.main.count(figure) or has_moved:
        return False
    # The percent sign may have moved to the head of a table.
    number = Figure(figure.text, tuple(("number", key[1]) for key in figure.keys if key[0] == "percent"))
    return not number.keys or after.main.count(number) < max(1, before.main.count(number))


def words_and_figures(text: str, language: str) -> tuple[Counter[str], Sequence[Figure]]:
    """Return the words of a text in small letters, and its figures. Characters of scripts without blanks are words."""
    plain = plain_text(text)
    rest = [*plain]
    figures = []
    for start, end, keys in _occurrences(plain, language, all_readings):
        rest[start:end] = " " * (end - start)
        figures.append(Figure(plain[start:end], keys))
    return Counter(_WORD.findall("".join(rest).casefold())), figures


def _wider(key: Key) -> Iterator[Key]:
    """Yield what a key implies: a day its month and its place in the year, a month its year, a percentage its number."""
    match key:
        case ("day", year, month, day):
            yield from (("month", year, month), ("day-of-year", month, day), ("number", Decimal(year)))
        case ("month", year, _):
            yield ("number", Decimal(year))
        case ("percent", value):
            yield ("number", value)


def _occurrences(text: str, language: str, readings: Readings) -> Iterator[Occurrence]:
    """Yield the place and the keys of each figure in a plain text. Numbers in dates are left out."""
    dates = [*dates_in(text, language)]
    yield from dates
    # Spaces of the same length keep the places.
    rest = list(text)
    for start, end, _ in dates:
        rest[start:end] = "\n" * (end - start)
    yield from numbers_in("".join(rest), language, readings)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()
