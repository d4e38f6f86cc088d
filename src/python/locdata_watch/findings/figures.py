"""Figures of a text: dates, months, percentages, numbers and form numbers, in the notations of all languages.

A figure of a statement, which is in English, has the same keys as that figure on a page in another language.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import cache

from babel import Locale, UnknownLocaleError
from msgspec import Struct

from locdata_watch.visits.page_text import PageText

Key = tuple[str | int | Decimal, ...]
"""A value with its kind: ``("day", 2027, 1, 31)``, ``("month", 2027, 1)``, ``("day-of-year", 1, 31)``, ``("percent", 19)``,
``("number", 10000)`` or ``("version", "1.0.2")``."""

_MORE_SCALES: Mapping[str, int] = {
    "lakh": 10**5,
    "lakhs": 10**5,
    "crore": 10**7,
    "crores": 10**7,
    "千": 10**3,
    "百万": 10**6,
    "千万": 10**7,
    "萬": 10**4,
    "천만": 10**7,
}
"""Words that multiply the number before them and are in no table of Unicode."""

_PERCENT = (
    r"(?:[%٪％]|per\s?cent|percent|prozent|v\.\s?h\.|pour\s?cent|por\s?ciento|por\s?cento|procent|procen|prósent|prosent|posto|na\s?sto"
    r"|процент|відсот|на\s?сто|посто|százalék|τοις\s?εκατό|パーセント|퍼센트|phần\s?trăm|אחוז|प्रतिशत)"
)

_PERCENT_BEFORE = r"(?:yüzde|ร้อยละ|[%٪])"

_NUMBER = r"(?<![A-UW-Za-uw-z0-9.,])(?:[0-9]{1,3}(?:[ '’][0-9]{3})+(?:[.,][0-9]{1,3})?|[0-9]{1,18}(?:[.,'’][0-9]{1,18}){0,5})(?![0-9])"
"""Digits with separators. Spaces separate groups of three."""

_JOIN = r"(?:[^\W\d_]{1,3}\b)?[\s.,/ªº°-]{0,3}(?:(?:de|del|di|of|d|hó|พ\.ศ\.|năm|m|gada|aasta)[\s.,]{0,2}){0,2}"
"""What may stand between the parts of a date: an ending, such as "st", and punctuation or a word, such as "of"."""

_NUMERIC_DATE = re.compile(
    r"(?<![0-9.,/-])(?P<a>[0-9]{1,4})(?P<s>[./-])\s?(?P<b>[0-9]{1,2})(?P=s)\s?(?P<c>[0-9]{4}|[0-9]{1,2})(?![0-9])"
    r"|(?<![0-9])(?P<year>[0-9]{4})\s?[年년](?:（[^（）]{1,8}）)?）?\s?(?P<month>[0-9]{1,2})\s?[月월](?:\s?(?P<day>[0-9]{1,2})\s?[日일])?"
)

_MORE_MONTHS: Mapping[str, Sequence[tuple[str, str]]] = {
    "bs": [("januar februar mart april maj jun jul august septembr oktobr novembr decembr", "a u")],
    "et": [
        (
            "jaanuar veebruar märts aprill mai juuni juuli august septembr oktoobr novembr detsembr",
            "i il ist iks ini l st ks ni",
        ),
    ],
    "lv": [
        ("janvār februār mart aprīļ maij jūnij jūlij august septembr oktobr novembr decembr", "a"),
        ("janvār februār mart aprīl maij jūnij jūlij august septembr oktobr novembr decembr", "ī im ā am"),
    ],
    "sl": [("januar februar marc april maj junij julij avgust septembr oktobr novembr decembr", "a u ja ju")],
    "sr": [
        ("јануар фебруар март април мај јун јул август септембр октобр новембр децембр", "а у"),
        ("januar februar mart april maj jun jul avgust septembr oktobr novembr decembr", "a u"),
    ],
}
"""The months of languages for which Unicode has no names as they are in dates: stems in the order of the year, and endings."""

_BUDDHIST_ERA = 543
_REIWA = re.compile(r"令和\s?([0-9]{1,2})年")
"""A year of the current Japanese era, whose first one is 2019."""

_FIRST_YEAR, _LAST_YEAR = 1900, 2199

_CODE = re.compile(r"\b(?=[A-Z])(?=[A-Za-z0-9_/()-]*[0-9])[A-Za-z][A-Za-z0-9_/-]*(?:\([0-9A-Z]+\)[A-Za-z0-9_-]*)?")
"""A form number or another name of letters and digits: GSTR-3B, FA(3), D406."""

_COMMON_CODES = frozenset({"b2b", "b2g", "b2c", "b2x", "g2b", "c2b", "p2p", "b2b2c"})


_COPYRIGHT = re.compile(r"©|\(c\) 20|copyright", re.IGNORECASE)
"""What a line has whose year is no figure of the page."""

_WORD = re.compile(
    r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]|[^\W\d_](?:[^\W\d_\u0e00-\u9fff]|[\u0300-\u036f\u0590-\u0dff])*"
)
"""A word, or a character of a script without blanks."""


class Figure(Struct, frozen=True):
    """A figure of a statement as it is written there, and its keys. A number with a word such as "million" has several."""

    text: str
    keys: tuple[Key, ...] = ()
    code: str = ""


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
    plain = _plain(text)
    found: dict[str, Figure] = {}
    codes = [match for match in _CODE.finditer(plain) if _letters(match[0]) not in _COMMON_CODES]
    for start, end, keys in _occurrences(plain, "en", _english_reading):
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
    plain = _plain(text)
    counts: Counter[Key] = Counter()
    for _, _, keys in _occurrences(plain, language, _readings):
        counts.update({*keys, *(wider for key in keys for wider in _wider(key))})
    return Figures(counts, _letters(plain))


def gone_figures(figures: Iterable[Figure], before: PageFigures, after: PageFigures) -> tuple[Figure, ...]:
    """Return the figures that a page had and has no more."""
    return tuple(figure for figure in figures if before.has(figure) and _is_gone(figure, before, after))


def _is_gone(figure: Figure, before: PageFigures, after: PageFigures) -> bool:
    """Return whether a page lacks a figure, or has it only where it had it besides, such as in the teaser of an old piece of news."""
    is_only_besides = bool(before.main.count(figure)) and after.rest.count(figure) <= before.rest.count(figure)
    if after.main.count(figure) or (after.rest.count(figure) and not is_only_besides):
        return False
    # The percent sign may have moved to the head of a table.
    number = Figure(figure.text, tuple(("number", key[1]) for key in figure.keys if key[0] == "percent"))
    return not number.keys or after.main.count(number) < max(1, before.main.count(number))


def words_and_figures(text: str, language: str) -> tuple[Counter[str], Sequence[Figure]]:
    """Return the words of a text in small letters, and its figures. Characters of scripts without blanks are words."""
    plain = _plain(text)
    rest = [*plain]
    figures = []
    for start, end, keys in _occurrences(plain, language, _readings):
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


def _occurrences(
    text: str, language: str, readings: Callable[[str], Iterator[Key]]
) -> Iterator[tuple[int, int, tuple[Key, ...]]]:
    """Yield the place and the keys of each figure in a plain text. A number that is part of a date is none."""
    dates = [*_dates(text, language)]
    yield from dates
    # Spaces of the same length keep the places.
    rest = list(text)
    for start, end, _ in dates:
        rest[start:end] = "\n" * (end - start)
    yield from _numbers("".join(rest), language, readings)


def _dates(text: str, language: str) -> Iterator[tuple[int, int, tuple[Key, ...]]]:
    for match in _NUMERIC_DATE.finditer(text):
        if keys := tuple(dict.fromkeys(_numeric_readings(match))):
            yield match.start(), match.end(), keys
    months = _months(language)
    for match in _worded_date(language).finditer(text):
        parts = {group[0]: part for group, part in match.groupdict().items() if part}
        month = months[parts["m"].casefold().rstrip(".").removeprefix("ב")]
        year, day = _year(parts.get("y")), parts.get("d")
        if year and day and 1 <= int(day) <= 31:
            yield match.start(), match.end(), (("day", year, month, int(day)),)
        elif year and not day:
            yield match.start(), match.end(), (("month", year, month),)
        elif day and 1 <= int(day) <= 31 and not year:
            yield match.start(), match.end(), (("day-of-year", month, int(day)),)


def _numeric_readings(match: re.Match[str]) -> Iterator[Key]:
    """Yield the dates that a date of numbers may mean: the day may come before the month, or after it."""
    if match["month"]:
        if year := _year(match["year"]):
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


def _numbers(
    text: str, language: str, readings: Callable[[str], Iterator[Key]]
) -> Iterator[tuple[int, int, tuple[Key, ...]]]:
    scales = _scales(language)
    for match in _number_pattern(language).finditer(text):
        keys = [*dict.fromkeys(readings(match["number"]))]
        if match["percent"] or match["before"]:
            keys = [("percent", *key[1:]) for key in keys]
        elif match["scale"]:
            rest = Decimal(match["rest"]) * 10**4 if match["rest"] else 0
            values = [key[1] for key in keys if isinstance(key[1], Decimal)]
            scaled = (value * scale + rest for value in values for scale in scales[match["scale"].casefold()])
            keys = [*(("number", value.normalize()) for value in scaled), *keys]
        yield match.start(), match.end(), tuple(keys)


@cache
def _number_pattern(language: str) -> re.Pattern[str]:
    scales = "|".join(sorted(map(re.escape, _scales(language)), key=len, reverse=True))
    return re.compile(
        rf"(?:(?P<before>{_PERCENT_BEFORE})\s?)?(?P<number>{_NUMBER})(?:\s?(?P<percent>{_PERCENT})"
        # 1억 400만 is a hundred million and four million.
        rf"|[\s-]?(?P<scale>{scales})(?![a-z])(?:(?<=[億亿억])\s?(?P<rest>[0-9]{{1,4}})[万만萬])?"
        r"|(?:st|nd|rd|th)\b)?",
        re.IGNORECASE,
    )


@cache
def _scales(language: str) -> Mapping[str, tuple[int, ...]]:
    """Return the words after a number that multiply it, in a language and in English, and by what. Some have two meanings."""
    scales: dict[str, set[int]] = {word: {scale} for word, scale in _MORE_SCALES.items()}
    for locale in _locales(language):
        for formats in (locale.compact_decimal_formats[width] for width in ("long", "short")):
            for patterns in formats.values():
                for power, pattern in patterns.items():
                    word = re.sub(r"[0'.\s]", "", _plain(pattern.pattern)).casefold()
                    # One letter, such as K, may be a unit.
                    if len(word) > 1 or not word.isascii():
                        scales.setdefault(word, set()).add(int(power) // 10 ** (pattern.pattern.count("0") - 1))
    scales.pop("", None)
    return {word: tuple(sorted(each)) for word, each in scales.items()}


def _locales(language: str) -> Iterator[Locale]:
    """Yield the locale of a language, a BCP 47 tag, and that of English."""
    for tag in dict.fromkeys((language, language.partition("-")[0], "en")):
        with suppress(UnknownLocaleError, ValueError):
            yield Locale.parse(tag, sep="-")


def _english_reading(number: str) -> Iterator[Key]:
    """Yield the meaning of a number with commas between thousands and a decimal point."""
    plain = re.sub(r"[^0-9.]", "", number)
    yield ("version", plain) if plain.count(".") > 1 else ("number", Decimal(plain).normalize())


def _readings(number: str) -> Iterator[Key]:
    """Yield the meanings of a number: a comma or a point may separate thousands or decimals."""
    digits = re.sub(r"[^0-9.,]", "", number)
    groups = re.split("[.,]", digits)
    separators = [mark for mark in digits if mark in ".,"]
    last = separators[-1] if separators else ""
    if not last or all(len(group) == 3 for group in groups[1:]) or (separators[0] == "," and len({*separators}) == 1):
        yield "number", Decimal("".join(groups)).normalize()
    if last and separators.count(last) == 1:
        yield "number", Decimal(f"{''.join(groups[:-1])}.{groups[-1]}").normalize()
    if separators.count(".") > 1:
        yield "version", digits


@cache
def _months(language: str) -> Mapping[str, int]:
    """Return the number of each name of a month in a language and in English, in small letters and without a final point."""
    names: dict[str, int] = {}
    for locale in _locales(language):
        for form in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in locale.months[form][width].items():
                    key = _plain(name).casefold().rstrip(".")
                    # Names such as 1月 are numeric dates.
                    if not key[0].isdigit() and len(key) > 2:
                        names.setdefault(key, number)
    for stems, endings in _MORE_MONTHS.get(language.partition("-")[0], ()):
        for number, stem in enumerate(stems.split(), 1):
            names.update({stem + ending: number for ending in endings.split()})
    return names


@cache
def _worded_date(language: str) -> re.Pattern[str]:
    names = sorted(map(re.escape, _months(language)), key=len, reverse=True)
    month, day, year = rf"(?:ב?(?:{'|'.join(names)}))(?![^\W\d_])\.?", r"(?<![0-9.,])[0-9]{1,2}", r"[0-9]{4}(?![0-9])"
    return re.compile(
        # In Latvian and Estonian, the day is between the year and the month.
        rf"(?P<y4>(?<![0-9]){year})\.?\s?(?:gada|aasta)\s(?P<d4>{day}){_JOIN}(?P<m4>{month})"
        rf"|(?P<d1>{day}){_JOIN}(?P<m1>{month})(?:{_JOIN}(?P<y1>{year}))?"
        rf"|(?P<y2>(?<![0-9]){year}){_JOIN}(?P<m2>{month})(?:{_JOIN}(?P<d2>[0-9]{{1,2}})(?![0-9]))?"
        rf"|(?P<m3>(?<![^\W\d_]){month})(?:{_JOIN}(?P<d3>[0-9]{{1,2}})(?![0-9]))?(?:{_JOIN}(?P<y3>{year}))?",
        re.IGNORECASE,
    )


_NOTATION: Mapping[int, str | int] = {
    **str.maketrans("٬٫，．\u00a0\u202f\u2009\u2007", ",.,.    "),
    **{
        code: str(digit)
        for code in range(0x660, 0x1_0000)
        if (digit := unicodedata.decimal(chr(code), None)) is not None
    },
}
"""Digits, separators and blanks of other scripts, as European ones."""


def _plain(text: str) -> str:
    """Return a text with European digits and separators, one kind of blank, composed characters, and years of our era."""
    plain = unicodedata.normalize("NFC", text).translate(_NOTATION)
    return _REIWA.sub(lambda match: f"{int(match[1]) + 2018}年", plain)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()
