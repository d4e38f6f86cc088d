"""Figures of a text: dates, months, percentages, numbers and form numbers, in the notations of all languages.

A figure of a statement, which is in English, has the same keys as that figure on a page in another language.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache

from babel import Locale, UnknownLocaleError
from msgspec import Struct

from locdata_watch.visits.page_text import PageText

Key = tuple[str | int | Decimal, ...]
"""A value with its kind: ``("day", 2027, 1, 31)``, ``("month", 2027, 1)``, ``("day-of-year", 1, 31)``, ``("percent", 19)`` or
``("number", 10000)``."""

_SCALES: Mapping[str, tuple[int, ...]] = {
    word: tuple(scales)
    for words, *scales in (
        ("thousand tausend tsd tys mila tuh 千", 10**3),
        ("mil", 10**3, 10**6),
        ("万 萬 만", 10**4),
        ("lakh lakhs", 10**5),
        (
            "million millions millionen mio mln millones milhões milioni milionów milioane miljoen miljoner mill milj milyon ล้าน 百万",
            10**6,
        ),
        ("crore crores 千万 천만", 10**7),
        ("億 亿 억", 10**8),
        ("billion milliarden mrd milliards miliardi miliardy", 10**9),
    )
    for word in words.split()
}
"""Words after a number that multiply it. "Mil" is a thousand in some languages and a million in others."""

_PERCENT = (
    r"(?:[%٪％]|per\s?cent|percent|prozent|v\.\s?h\.|pour\s?cent|por\s?ciento|por\s?cento|procent|procen|prósent|prosent|posto|na\s?sto"
    r"|процент|відсот|на\s?сто|посто|százalék|τοις\s?εκατό|パーセント|퍼센트|phần\s?trăm|אחוז)"
)

_PERCENT_BEFORE = r"(?:yüzde|ร้อยละ|%)"

_NUMBER = r"(?<![A-Za-z0-9.,])(?:[0-9]{1,3}(?:[ '’][0-9]{3})+(?:[.,][0-9]{1,3})?|[0-9]+(?:[.,'’][0-9]+)*)"
"""Digits with separators. Spaces separate groups of three."""

_JOIN = r"(?:[^\W\d_]{1,3}\b)?[\s.,/ªº°-]{0,3}(?:(?:de|del|di|of|d|hó|พ\.ศ\.|năm)[\s.,]{0,2}){0,2}"
"""What may stand between the parts of a date: an ending, such as "st", and punctuation or a word, such as "of"."""

_NUMERIC_DATE = re.compile(
    r"(?<![0-9.,/-])(?P<a>[0-9]{1,4})(?P<s>[./-])\s?(?P<b>[0-9]{1,2})(?P=s)\s?(?P<c>[0-9]{4}|[0-9]{1,2})(?![0-9])"
    r"|(?<![0-9])(?P<year>[0-9]{4})\s?[年년](?:（[^（）]{1,8}）)?）?\s?(?P<month>[0-9]{1,2})\s?[月월](?:\s?(?P<day>[0-9]{1,2})\s?[日일])?"
)

_BUDDHIST_ERA = 543
_FIRST_YEAR, _LAST_YEAR = 1900, 2199

_CODE = re.compile(r"\b(?=[A-Z])(?=[A-Za-z0-9_/()-]*[0-9])[A-Za-z][A-Za-z0-9_/-]*(?:\([0-9A-Z]+\)[A-Za-z0-9_-]*)?")
"""A form number or another name of letters and digits: GSTR-3B, FA(3), D406."""

_COMMON_CODES = frozenset({"b2b", "b2g", "b2c", "b2x", "g2b", "c2b", "p2p", "b2b2c"})


_COPYRIGHT = re.compile(r"©|\(c\) 20|copyright", re.IGNORECASE)
"""What a line has whose year is no figure of the page."""

_WORD = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]|[^\W\d_]+")


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
    for start, end, keys in _occurrences(plain, "en", _english_reading):
        if len(str(keys[0][-1])) > 1 or keys[0][0] != "number":
            found.setdefault(plain[start:end], Figure(plain[start:end], keys))
    for match in _CODE.finditer(plain):
        if (code := _letters(match[0])) not in _COMMON_CODES:
            found.setdefault(match[0], Figure(match[0], code=code))
    return tuple(found.values())


def page_figures(page: PageText, language: str) -> PageFigures:
    """Return the figures of a page in a language, a BCP 47 tag."""
    main, rest = ("\n".join(line for line in lines if not _COPYRIGHT.search(line)) for lines in (page.main, page.rest))
    return PageFigures(_figures(main, language), _figures(rest, language))


def _figures(text: str, language: str) -> Figures:
    plain = _plain(text)
    counts: Counter[Key] = Counter()
    for _, _, keys in _occurrences(plain, language):
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
    return not number.keys or after.main.count(number) < before.main.count(number)


def words_and_figures(text: str, language: str) -> tuple[Counter[str], Sequence[Figure]]:
    """Return the words of a text in small letters, and its figures. Characters of scripts without blanks are words."""
    plain = _plain(text)
    rest = [*plain]
    figures = []
    for start, end, keys in _occurrences(plain, language):
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
        month = months[
            next(filter(None, (match["m1"], match["m2"], match["m3"]))).casefold().rstrip(".").removeprefix("ב")
        ]
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


def _numbers(text: str, readings: Callable[[str], Iterator[Decimal]]) -> Iterator[tuple[int, int, tuple[Key, ...]]]:
    for match in _number_pattern().finditer(text):
        values = [*dict.fromkeys(readings(match["number"]))]
        keys: list[Key] = [("number", value) for value in values]
        if match["percent"] or match["before"]:
            keys = [("percent", value) for value in values]
        elif match["scale"]:
            scales = _SCALES[match["scale"].casefold()]
            rest = Decimal(match["rest"]) * 10**4 if match["rest"] else 0
            keys = [("number", (value * scale + rest).normalize()) for value in values for scale in scales] + keys
        yield match.start(), match.end(), tuple(keys)


@cache
def _number_pattern() -> re.Pattern[str]:
    scales = "|".join(sorted(_SCALES, key=len, reverse=True))
    return re.compile(
        rf"(?:(?P<before>{_PERCENT_BEFORE})\s?)?(?P<number>{_NUMBER})(?:\s?(?P<percent>{_PERCENT})"
        # 1억 400만 is a hundred million and four million.
        rf"|[\s-]?(?P<scale>{scales})(?![a-z])(?:(?<=[億亿억])\s?(?P<rest>[0-9]{{1,4}})[万만萬])?"
        r"|(?:st|nd|rd|th)\b)?",
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
    month, day, year = rf"(?:ב?(?:{'|'.join(names)}))(?![^\W\d_])\.?", r"(?<![0-9.,])[0-9]{1,2}", r"[0-9]{4}(?![0-9])"
    return re.compile(
        rf"(?P<d1>{day}){_JOIN}(?P<m1>{month})(?:{_JOIN}(?P<y1>{year}))?"
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
    """Return a text with European digits and separators, one kind of blank, and composed characters."""
    return unicodedata.normalize("NFC", text).translate(_NOTATION)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()
