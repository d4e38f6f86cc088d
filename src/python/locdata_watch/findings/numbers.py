"""Numbers and percentages in texts, in the notations and with the number words of a language."""

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import cache

from locdata_watch.findings.notation import Key, Occurrence, locales, plain_text

Readings = Callable[[str], Iterator[Key]]
"""A function that yields what digits with separators may mean."""

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


def numbers_in(text: str, language: str, readings: Readings) -> Iterator[Occurrence]:
    """Yield the numbers in a plain text in a language, a BCP 47 tag."""
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
        yield Occurrence(match.start(), match.end(), tuple(keys))


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
    for locale in locales(language):
        for formats in (locale.compact_decimal_formats[width] for width in ("long", "short")):
            for patterns in formats.values():
                for power, pattern in patterns.items():
                    word = re.sub(r"[0'.\s]", "", plain_text(pattern.pattern)).casefold()
                    # One letter, such as K, may be a unit.
                    if len(word) > 1 or not word.isascii():
                        scales.setdefault(word, set()).add(int(power) // 10 ** (pattern.pattern.count("0") - 1))
    scales.pop("", None)
    return {word: tuple(sorted(each)) for word, each in scales.items()}


def english_reading(number: str) -> Iterator[Key]:
    """Yield the meaning of a number with commas between thousands and a decimal point."""
    plain = re.sub(r"[^0-9.]", "", number)
    yield ("version", plain) if plain.count(".") > 1 else ("number", Decimal(plain).normalize())


def all_readings(number: str) -> Iterator[Key]:
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
