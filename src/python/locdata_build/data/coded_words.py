"""Frequencies and parts of deadlines in the words of reports, to compare them with the codes beside the words."""

import re
from collections.abc import Iterator, Mapping
from typing import assert_never

from locdata_model.reports import DeadlineUnit, ReportFrequency

_FREQUENCIES: Mapping[ReportFrequency, re.Pattern[str]] = {
    ReportFrequency.PER_TRANSACTION: re.compile(
        r"\b(?:per|each|every) (?:\w+ )?(?:invoice|receipt|document|transaction|suppl)"
    ),
    ReportFrequency.DAILY: re.compile(r"\bdaily\b"),
    ReportFrequency.TEN_DAYS: re.compile(r"\bten-day\b|\bten days\b"),
    ReportFrequency.MONTHLY: re.compile(r"(?<!-)\bmonthly\b|\b(?:each|every) (?:calendar )?month\b"),
    ReportFrequency.TWO_MONTHLY: re.compile(r"\btwo-monthly\b|\bevery two months\b|\bbi-?monthly\b"),
    ReportFrequency.QUARTERLY: re.compile(r"\bquarterly\b|\b(?:each|every) (?:calendar )?quarter\b"),
    ReportFrequency.FOUR_MONTHLY: re.compile(r"\bfour-monthly\b|\bevery four months\b"),
    ReportFrequency.HALF_YEARLY: re.compile(
        r"\bhalf-yearly\b|\bsix-monthly\b|\bevery six months\b|\bsemi-?annual(?:ly)?\b"
    ),
    ReportFrequency.YEARLY: re.compile(
        r"(?<!-)\byearly\b|(?<!-)\bannual(?:ly)?\b|\bevery year\b|(?<!last )(?<!past )(?<!previous )\b12 months\b"
    ),
    # "Quarterly on request" is quarterly.
    ReportFrequency.ON_REQUEST: re.compile(r"(?<!ly )\bon (?:request|demand)\b"),
}
"""The words for each frequency, in lower case."""

_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
"""The numbers that may be written as words, from one on."""

_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"]
"""The ordinals that may be written as words, from the first on."""

_ORDINAL_ENDING = "(?:st|nd|rd|th)?"
_WORKING = "(?:working|business)"
_COUNT = rf"({'|'.join(_NUMBERS)}|\d+)"
_LONG, _SHORT = "january|march|may|july|august|october|december", "april|june|september|november"
_CALENDAR_MONTH = re.compile(rf"\b(?:{_LONG}|{_SHORT}|february)\b")
_LAST_DAY = (
    rf"\blast (?:calendar )?day\b|\bend of (?:the )?(?:(?:\w+ )?\w+ )?month\b|\bmonth-end\b|\b{_COUNT} months? after\b"
    rf"|\bend of (?:{_LONG}|{_SHORT}|february)\b|\b31 (?:{_LONG})\b|\b30 (?:{_SHORT})\b|\b2[89] february\b"
)
_MONTHS_AND_DAYS = re.compile(rf"\b{_COUNT} (?:calendar )?months? and {_COUNT} days\b")
_MONTHS_AFTER = re.compile(rf"\b{_COUNT} (?:calendar )?months? (?:after|following|from)\b")
_ORDINAL_MONTH = re.compile(rf"\b({'|'.join(_ORDINALS)}) (?:following |calendar )?month\b(?: after\b)?")
_NEXT_MONTH = re.compile(r"\b(?:following|next|subsequent) month\b|\bmonth (?:after|following)\b")


def named_frequencies(words: str) -> frozenset[ReportFrequency]:
    """Return the frequencies that words name."""
    return frozenset(code for code, pattern in _FREQUENCIES.items() if pattern.search(words.lower()))


def clauses(words: str) -> list[str]:
    """Return the parts of words between semicolons, commas and brackets, in lower case. One word in brackets stays."""
    unbracketed = re.sub(r"\(([\w-]+)\)", r"\1", words.lower())
    return [clause.strip() for clause in re.split(r";|,\s|[()]", unbracketed) if clause.strip()]


def names_day(clause: str, unit: DeadlineUnit, number: int | None) -> bool:
    """Return whether a clause names the day of a deadline in its unit, or the number of days."""
    return any(re.search(pattern, clause) for pattern in _day_patterns(unit, number or 0))


def _day_patterns(unit: DeadlineUnit, number: int) -> Iterator[str]:
    in_words = f"|{_NUMBERS[number - 1]}" if number <= len(_NUMBERS) else ""
    count = rf"(?<![\d.,])\b(?:{number}{_ORDINAL_ENDING}{in_words})"
    match unit:
        case DeadlineUnit.LAST_DAY:
            yield _LAST_DAY
        case DeadlineUnit.LAST_WORKING_DAY:
            yield rf"\blast {_WORKING} day\b"
        case _ if not number:
            yield ""
        case DeadlineUnit.WORKING_DAY | DeadlineUnit.WORKING_DAYS:
            yield rf"{count} {_WORKING} days?\b"
        case DeadlineUnit.DAYS:
            yield rf"(?<!month and )(?<!months and ){count} (?:calendar )?days?\b"
            yield rf"\b{24 * number} hours\b"
            if number == 1:
                yield r"\b(?:a|next|following) day\b"
        case DeadlineUnit.DAY_OF_MONTH:
            yield rf"{count}\b(?! (?:{_WORKING}|(?:calendar )?days?\b|hours\b|months?\b))"
            # The period ends with a month. Only the first such number counts, or the time would grow with their square.
            yield rf"^(?>.*?{count} (?:calendar )?days?\b).*\b(?:month|quarter|period|year)\b"
            yield rf"\bbefore the {number + 1}{_ORDINAL_ENDING}\b"
        case _:
            assert_never(unit)


def named_months(clause: str) -> frozenset[int]:
    """Return the numbers of months after the period that a clause names; none if it names months of the calendar."""
    if _CALENDAR_MONTH.search(clause):
        return frozenset()
    months = {_number(found[1]) + 1 for found in _MONTHS_AND_DAYS.finditer(clause)}
    months |= {_number(found[1]) for found in _MONTHS_AFTER.finditer(clause)}
    months |= {_ORDINALS.index(found[1]) + 1 for found in _ORDINAL_MONTH.finditer(clause)}
    rest = _ORDINAL_MONTH.sub("", _MONTHS_AFTER.sub("", clause))
    return frozenset(months | ({1} if _NEXT_MONTH.search(rest) else set()))


def _number(word: str) -> int:
    return _NUMBERS.index(word) + 1 if word in _NUMBERS else int(word)
