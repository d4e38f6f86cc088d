"""Differences between two versions of a page that an editor should see.

A page that only looks different, or says the same in another order or notation, has none.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from msgspec import Struct

from locdata_watch.findings.figures import gone_figures, page_figures, words_and_figures
from locdata_watch.visits.page_text import PageText

_MAX_LINES = 6
"""The number of removed lines, and of added ones, that a finding has."""

_MIN_WORDS = 12
"""The number of words that must differ if no figure does."""

_MAX_CORRECTED_WORDS = 40
"""The number of differing words from which a text has changed, whatever their spelling."""

_SPELLING = 0.75
"""The least similarity of a misspelled word and its correction, from 0 to 1."""

_MAX_DATED_WORDS, _MAX_DATED_CHARACTERS = 12, 160
"""The length of a line that has a counter, or the date of a revision or of a piece of news."""

_COUNTER = re.compile(
    r"©|\(c\) 20|copyright|\b(?:visitors?|visits|page views|views|hits|downloads|session|besucher|zugriffe|aufrufe|visite|visiteurs?|visitas"
    r"|visualizzazioni|accesos|odsłon|odwiedzin|wyświetleń|návštěv|bezoekers|besøgende|látogató|ziyaretçi)\b",
    re.IGNORECASE,
)
"""Text of a line with a counter or a copyright, which changes by itself."""

_TIME = re.compile(r"\b[0-9]{1,2}[:.h][0-9]{2}(?::[0-9]{2})?\b(?!\.[0-9])")

_ADDRESS = re.compile(r"\S*(?:://|=|/\w*[A-Za-z]\w*/)\S*")
"""An address, of which a part may differ at each visit."""


class Change(Struct, frozen=True, kw_only=True):
    """Change of a page: whether its title and its text changed, and removed and added lines."""

    is_title_changed: bool
    is_text_changed: bool
    removed: tuple[str, ...]
    added: tuple[str, ...]


def compare(before: PageText, after: PageText, language: str, day: dt.date) -> Change:
    """Return what differs between two versions of a page in a language, a BCP 47 tag; the later one is that of a day."""
    old, new = ([*_lasting_lines(page.main, language, day)] for page in (before, after))
    former, present = ({_bare(line): line for line in lines} for lines in (old, new))
    return Change(
        is_title_changed=_is_changed(before.title or "", after.title or "", language, min_words=1),
        is_text_changed=_is_changed("\n".join(old), "\n".join(new), language),
        removed=tuple(line for key, line in former.items() if key not in present)[:_MAX_LINES],
        added=tuple(line for key, line in present.items() if key not in former)[:_MAX_LINES],
    )


def _lasting_lines(lines: Iterable[str], language: str, day: dt.date) -> Iterator[str]:
    """Yield lines without those that change by themselves: with a counter, or short ones whose only figures are dates until a day."""
    for line in lines:
        if len(line) > _MAX_DATED_CHARACTERS:
            yield _ADDRESS.sub(" ", line)
            continue
        words, figures = words_and_figures(_TIME.sub(" ", line), language)
        dates = [each.keys[0] for each in figures if each.keys[0][0] in {"day", "month"}]
        is_past = bool(dates) and all(date[1:] <= (day.year, day.month, day.day) for date in dates)
        is_dated = is_past and len(dates) == len(figures) and words.total() <= _MAX_DATED_WORDS
        if not is_dated and not _COUNTER.search(line):
            yield _ADDRESS.sub(" ", line)


def _bare(line: str) -> str:
    return re.sub(r"\W", "", line).casefold()


def _is_changed(before: str, after: str, language: str, *, min_words: int = _MIN_WORDS) -> bool:
    """Return whether figures differ between two texts, or enough words."""
    (old, old_figures), (new, new_figures) = (words_and_figures(text, language) for text in (before, after))
    had, has = (page_figures(PageText(None, tuple(text.split("\n"))), language) for text in (before, after))
    if gone_figures(old_figures, had, has) or gone_figures(new_figures, has, had):
        return True
    removed, added = [*(old - new).elements()], [*(new - old).elements()]
    if len(removed) + len(added) > _MAX_CORRECTED_WORDS:
        return True
    differing = 0
    for word in removed:
        if spelling := next((each for each in added if SequenceMatcher(None, word, each).ratio() >= _SPELLING), None):
            added.remove(spelling)
        else:
            differing += 1
    return differing + len(added) >= min_words
