"""Dates and months in texts, in figures and in the words of a language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from locdata_watch.findings.notation import Key, Occurrence, locales, plain_text

_JOIN = r"(?:[^\W\d_]{1,3}\b)?[\s.,/ªº°-]{0,3}(?:(?:de|del|di|of|d|hó|พ\.ศ\.|năm|m|gada|aasta)[\s.,]{0,2}){0,2}"
"""Text between the parts of a date: an ending, such as "st", and punctuation or a word, such as "of"."""

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

_FIRST_YEAR, _LAST_YEAR = 1900, 2199


def dates_in(text: str, language: str) -> Iterator[Occurrence]:
    """Yield the dates in a plain text, in figures and in the words of a language, a BCP 47 tag, and of English."""
    for match in _NUMERIC_DATE.finditer(text):
        if keys := tuple(dict.fromkeys(_numeric_readings(match))):
            yield Occurrence(match.start(), match.end(), keys)
    months = _months(language)
    for match in _worded_date(language).finditer(text):
        parts = {group[0]: part for group, part in match.groupdict().items() if part}
        month = months[parts["m"].casefold().rstrip(".").removeprefix("ב")]
        year, day = _year(parts.get("y")), parts.get("d")
        if year and day and 1 <= int(day) <= 31:
            yield Occurrence(match.start(), match.end(), (("day", year, month, int(day)),))
        elif year and not day:
            yield Occurrence(match.start(), match.end(), (("month", year, month),))
        elif day and 1 <= int(day) <= 31 and not year:
            yield Occurrence(match.start(), match.end(), (("day-of-year", month, int(day)),))


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


@cache
def _months(language: str) -> Mapping[str, int]:
    """Return the number of each name of a month in a language and in English, in small letters and without a final point."""
    names: dict[str, int] = {}
    for locale in locales(language):
        for form in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in locale.months[form][width].items():
                    key = plain_text(name).casefold().rstrip(".")
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
