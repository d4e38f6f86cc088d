"""Figures of a text: dates, months, percentages, numbers and form numbers, in the notations of all languages.

A figure of a statement, which is in English, has the same keys as that figure on a page in another language.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import cache

from babel import Locale, UnknownLocaleError
from msgspec import Struct

Key = tuple[str | int | Decimal, ...]
"""A value with its kind: ``("day", 2027, 1, 31)``, ``("month", 2027, 1)``, ``("day-of-year", 1, 31)``, ``("percent", 19)`` or
``("number", 10000)``."""

_SCALES: Mapping[str, int] = {
    **dict.fromkeys(("thousand", "tausend", "tsd", "tys", "mila", "mil"), 10**3),
    **dict.fromkeys(("万", "萬", "만"), 10**4),
    **dict.fromkeys(("lakh", "lakhs"), 10**5),
    **dict.fromkeys(("million", "millions", "millionen", "mio", "mln", "millones", "milhões", "milioni"), 10**6),
    **dict.fromkeys(("milionów", "milioane", "miljoen", "miljoner", "mill", "milj", "milionů", "milyon"), 10**6),
    **dict.fromkeys(("crore", "crores"), 10**7),
    **dict.fromkeys(("億", "亿", "억"), 10**8),
    **dict.fromkeys(("billion", "milliarden", "mrd", "milliards", "miliardi", "miliardy"), 10**9),
}
"""Words after a number that multiply it."""

_PERCENT = (
    r"(?:[%٪％]|(?:per\s?cent|percent|prozent|v\.\s?h\.|pour\s?cent|por\s?ciento|por\s?cento|per\s?cento|procent|procen|prósent"
    r"|prosent|posto|процент|відсот|százalék|τοις εκατό|パーセント|퍼센트|phần trăm|אחוז))"
)

_PERCENT_BEFORE = r"(?:yüzde|ร้อยละ|%)"

_NUMBER = r"(?<![A-Za-z0-9.,])(?:[0-9]{1,3}(?:[   '’][0-9]{3})+(?:[.,][0-9]{1,3})?|[0-9]+(?:[.,'’][0-9]+)*)"
"""Digits with separators. Spaces separate groups of three."""

_JOIN = r"[\s.,/ªº°-]{0,3}(?:(?:er|st|nd|rd|th|de|del|di|of|d|hó|-?án|-?én|ngày|năm|року|года|г|р)\b[\s.,]{0,2}){0,2}"
"""What may stand between the parts of a date."""

_NUMERIC_DATE = re.compile(
    r"(?<![0-9.,/-])(?P<a>[0-9]{1,4})(?:(?P<s>[./-])\s?(?P<b>[0-9]{1,2})(?P=s)\s?(?P<c>[0-9]{4}|[0-9]{1,2})"
    r"|\s?[年년]\s?(?P<month>[0-9]{1,2})\s?[月월](?:\s?(?P<day>[0-9]{1,2})\s?[日일])?)(?![0-9])"
)

_BUDDHIST_ERA = 543
_FIRST_YEAR, _LAST_YEAR = 1900, 2199

_CODE = re.compile(r"\b(?=[A-Z])(?=[A-Za-z0-9_/()-]*[0-9])[A-Za-z][A-Za-z0-9_/-]*(?:\([0-9A-Z]+\)[A-Za-z0-9_-]*)?")
"""A form number or another name of letters and digits: GSTR-3B, FA(3), D406."""

_COMMON_CODES = frozenset({"b2b", "b2g", "b2c", "b2x", "g2b", "c2b", "p2p", "b2b2c"})


class Figure(Struct, frozen=True):
    """A figure of a statement as it is written there, and its keys. A number with a word such as "million" has several."""

    text: str
    keys: tuple[Key, ...] = ()
    code: str = ""


class Figures(Struct, frozen=True, dict=True):
    """The figures of a page: how often it has each key, and its text without anything but letters and digits."""

    counts: Mapping[Key, int]
    letters: str

    def has(self, figure: Figure) -> bool:
        """Return whether the page has a figure."""
        return figure.code in self.letters if figure.code else any(key in self.counts for key in figure.keys)


def statement_figures(text: str) -> tuple[Figure, ...]:
    """Return the figures of an English statement, each once. One digit alone says too little to be found again."""
    plain = _plain(text)
    found: dict[str, Figure] = {}
    for start, end, keys in _occurrences(plain, "en", _english_reading):
        if len(str(keys[0][-1])) > 1 or keys[0][0] != "number":
            found.setdefault(plain[start:end], Figure(plain[start:end], keys))
    for match in _CODE.finditer(plain):
        if (code := _letters(match[0])) not in _COMMON_CODES:
            found.setdefault(match[0], Figure(match[0], code=code))
    return tuple(found.values())


def page_figures(text: str, language: str) -> Figures:
    """Return the figures of a page in a language, a BCP 47 tag."""
    plain = _plain(text)
    counts: Counter[Key] = Counter()
    for _, _, keys in _occurrences(plain, language):
        counts.update({*keys, *(wider for key in keys for wider in _wider(key))})
    return Figures(counts, _letters(plain))


def gone_figures(figures: tuple[Figure, ...], before: Figures, after: Figures) -> tuple[Figure, ...]:
    """Return the figures that a page had and has no more."""
    return tuple(figure for figure in figures if before.has(figure) and _is_gone(figure, before, after))


def _is_gone(figure: Figure, before: Figures, after: Figures) -> bool:
    if after.has(figure):
        return False
    # The percent sign may have moved to the head of a table.
    numbers: list[Key] = [("number", key[1]) for key in figure.keys if key[0] == "percent"]
    return not any(after.counts.get(key, 0) >= before.counts[key] for key in numbers)


def dates_in(text: str, language: str) -> tuple[Key, ...]:
    """Return the days and months that a text in a language names."""
    return tuple(keys[0] for _, _, keys in _occurrences(_plain(text), language) if keys[0][0] in {"day", "month"})


def words_and_figures(text: str, language: str) -> Iterator[str | Key]:
    """Yield the words of a text in small letters, and its figures as their first key, whatever their notation."""
    plain = _plain(text)
    rest = [*plain]
    for start, end, keys in _occurrences(plain, language):
        rest[start:end] = " " * (end - start)
        # The percent sign may be elsewhere.
        yield ("number", keys[0][1]) if keys[0][0] == "percent" else keys[0]
    yield from re.findall(r"[^\W\d_]+", "".join(rest).casefold())


def _wider(key: Key) -> Iterator[Key]:
    """Yield what a key implies: a day its month and its place in the year, a month its year, a percentage its number."""
    match key:
        case ("day", year, month, day):
            yield from (("month", year, month), ("day-of-year", month, day), ("number", Decimal(year)))
        case ("month", year, _):
            yield ("number", Decimal(year))
        case ("percent", value):
            yield ("number", value)


def _occurrences(
    text: str, language: str, readings: "Callable[[str], Iterator[Decimal]] | None" = None
) -> Iterator[tuple[int, int, tuple[Key, ...]]]:
    """Yield the place and the keys of each figure in a plain text. A number that is part of a date is none."""
    dates = [*_dates(text, language)]
    yield from dates
    # Spaces of the same length keep the places.
    rest = list(text)
    for start, end, _ in dates:
        rest[start:end] = "\n" * (end - start)
    yield from _numbers("".join(rest), readings or _readings)


def _dates(text: str, language: str) -> Iterator[tuple[int, int, tuple[Key, ...]]]:
    for match in _NUMERIC_DATE.finditer(text):
        if keys := tuple(dict.fromkeys(_numeric_readings(match))):
            yield match.start(), match.end(), keys
    months = _months(language)
    for match in _worded_date(language).finditer(text):
        month = months[next(filter(None, (match["m1"], match["m2"], match["m3"]))).casefold().rstrip(".")]
        year, day = _year(match["y1"] or match["y2"] or match["y3"]), match["d1"] or match["d2"] or match["d3"]
        if year and day and 1 <= int(day) <= 31:
            yield match.start(), match.end(), (("day", year, month, int(day)),)
        elif year and not day:
            yield match.start(), match.end(), (("month", year, month),)
        elif day and 1 <= int(day) <= 31 and not year:
            yield match.start(), match.end(), (("day-of-year", month, int(day)),)


def _numeric_readings(match: re.Match[str]) -> Iterator[Key]:
    """Yield the dates that a date of numbers may mean: the day may come before the month, or after it."""
    if match["month"]:
        if year := _year(match["a"]):
            parts = (year, int(match["month"]))
            yield ("day", *parts, int(match["day"])) if match["day"] else ("month", *parts)
        return
    first, second, last = match["a"], match["b"], match["c"]
    if year := _year(first):
        orders = [(year, int(second), int(last))]
    elif year := _year(last if len(last) == 4 else f"20{last.zfill(2)}"):
        orders = [(year, int(second), int(first)), (year, int(first), int(second))]
    else:
        return
    yield from (("day", *order) for order in orders if 1 <= order[1] <= 12 and 1 <= order[2] <= 31)


def _year(text: str | None) -> int | None:
    """Return a year of our era, also if the text has that of the Buddhist one; None for any other number."""
    years = (int(text), int(text) - _BUDDHIST_ERA) if text and len(text) == 4 else ()
    return next((year for year in years if _FIRST_YEAR <= year <= _LAST_YEAR), None)


def _numbers(text: str, readings: Callable[[str], Iterator[Decimal]]) -> Iterator[tuple[int, int, tuple[Key, ...]]]:
    for match in _number_pattern().finditer(text):
        values = [*dict.fromkeys(readings(match["number"]))]
        keys: list[Key] = [("number", value) for value in values]
        if match["percent"] or match["before"]:
            keys = [("percent", value) for value in values]
        elif match["scale"]:
            keys = [("number", (value * _SCALES[match["scale"].casefold()]).normalize()) for value in values] + keys
        yield match.start(), match.end(), tuple(keys)


@cache
def _number_pattern() -> re.Pattern[str]:
    scales = "|".join(sorted(_SCALES, key=len, reverse=True))
    return re.compile(
        rf"(?:(?P<before>{_PERCENT_BEFORE})\s?)?(?P<number>{_NUMBER})"
        rf"(?:\s?(?P<percent>{_PERCENT})|[\s-]?(?P<scale>{scales})(?![^\W_A-Za-z]*[a-z]))?",
        re.IGNORECASE,
    )


def _english_reading(number: str) -> Iterator[Decimal]:
    """Yield the value of a number with commas between thousands and a decimal point."""
    yield (
        Decimal(number.replace(",", "").split(" ")[0].rstrip(".")).normalize() if number.count(".") < 2 else Decimal(0)
    )


def _readings(number: str) -> Iterator[Decimal]:
    """Yield the values that a number may mean: a comma or a point may separate thousands or decimals."""
    digits = re.sub(r"[^0-9.,]", "", number)
    separators = [mark for mark in digits if mark in ".,"]
    last = separators[-1] if separators else ""
    whole, _, decimals = digits.rpartition(last) if last else (digits, "", "")
    is_group = bool(last) and (separators.count(last) > 1 or len(decimals) == 3)
    if is_group or not last:
        yield Decimal(re.sub("[.,]", "", digits)).normalize()
    if last and separators.count(last) == 1 and not (is_group and len(separators) > 1):
        yield Decimal(f"{re.sub('[.,]', '', whole) or 0}.{decimals or 0}").normalize()


@cache
def _months(language: str) -> Mapping[str, int]:
    """Return the number of each name of a month in a language and in English, in small letters and without a final point."""
    names: dict[str, int] = {}
    for tag in (language, language.partition("-")[0], "en"):
        try:
            months = Locale.parse(tag, sep="-").months
        except (UnknownLocaleError, ValueError):
            continue
        for form in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in months[form][width].items():
                    key = _plain(name).casefold().rstrip(".")
                    # Names such as 1月 are numeric dates.
                    if not key[0].isdigit() and len(key) > 2:
                        names.setdefault(key, number)
    return names


@cache
def _worded_date(language: str) -> re.Pattern[str]:
    names = sorted(map(re.escape, _months(language)), key=len, reverse=True)
    month, day, year = rf"(?:{'|'.join(names)})(?![^\W\d_])\.?", r"(?<![0-9.,])[0-9]{1,2}", r"[0-9]{4}(?![0-9])"
    return re.compile(
        rf"(?P<d1>{day}){_JOIN}(?P<m1>{month})(?:{_JOIN}(?P<y1>{year}))?"
        rf"|(?P<y2>(?<![0-9]){year}){_JOIN}(?P<m2>{month})(?:{_JOIN}(?P<d2>[0-9]{{1,2}})(?![0-9]))?"
        rf"|(?P<m3>(?<![^\W\d_]){month})(?:{_JOIN}(?P<d3>[0-9]{{1,2}})(?![0-9]))?(?:{_JOIN}(?P<y3>{year}))?",
        re.IGNORECASE,
    )


_DIGITS = {
    code: str(unicodedata.decimal(chr(code)))
    for code in range(0x660, 0x1_0000)
    if unicodedata.decimal(chr(code), None) is not None
}


def _plain(text: str) -> str:
    """Return a text with European digits, with one kind of blank, and composed."""
    return unicodedata.normalize("NFC", text).translate(_DIGITS).replace(" ", " ").replace(" ", " ")


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()
