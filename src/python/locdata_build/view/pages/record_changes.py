"""The changes of records from one release to the next: a table with a row for each change, grouped by country."""

import json
from collections.abc import Mapping, Sequence
from itertools import takewhile
from textwrap import shorten

from locdata_build.derive.claims import group_by
from locdata_build.view.blocks import Group, Row, Table, grouped_table, row
from locdata_build.view.context import SiteContext
from locdata_build.view.feed_entries import edit_key
from locdata_build.view.navigation import country_link
from locdata_build.view.text import Aside, Break, Code, Link, Rich, Strong, Words, joined, rich
from locdata_model.anchors import phase_path
from locdata_model.changes import Change
from locdata_model.vocabulary import ChangeCause

NAMES_SHOWN = 3
"""Records that a row names if the same change was made to many. The API names all of them."""

CONTEXT = 60
"""Characters shown before, and after, the words that differ."""

LONGEST = 40
"""Characters of a word, so that a URL or JSON without spaces fits the column."""


def records_table(context: SiteContext, changes: Sequence[Change], cause: ChangeCause, caption: str) -> Table:
    """Return the changes with the given cause by country. The table of changes by date has a column for the phase."""
    links = {phase.id: Link(phase.what, phase_path(phase.id)) for phase in context.published.phases}
    phases = links if cause is ChangeCause.TIME else None
    columns = ("Record", "Change", "Before", "After", *(("Phase",) if phases is not None else ()))
    by_country = group_by((change for change in changes if change.cause is cause), lambda change: change.country)
    names = {code: _country(context, code) for code in by_country}
    groups = (
        Group(
            title=rich(names[code]),
            rows=tuple(_row(same, phases) for same in group_by(by_country[code], edit_key).values()),
        )
        for code in sorted(by_country, key=lambda code: (code is None, names[code].text))
    )
    return grouped_table(caption, columns, groups)


def _country(context: SiteContext, code: str | None) -> Link | Words:
    """Return a link to the country, or its code if it is no longer covered."""
    if code is None:
        return Words("No single country")
    country = context.find_country(code)
    return country_link(country) if country else Words(code.upper())


def _row(changes: Sequence[Change], phases: Mapping[str, Link] | None) -> Row:
    """Return the row of the same change to one or more records."""
    change = changes[0]
    phase = change.phase or ""
    return row(
        _records(changes),
        rich(change.kind.value, *((" ", Code(change.field)) if change.field else ())),
        *_values(change.before, change.after),
        *((phases.get(phase, Code(phase)),) if phases is not None else ()),
    )


def _records(changes: Sequence[Change]) -> Rich:
    names = [rich(Code(f"{change.resource}/{change.record}")) for change in changes]
    more = rich(Aside(rich(f"and {len(names) - NAMES_SHOWN} more"))) if len(names) > NAMES_SHOWN else ()
    return (*joined(Break(), names[:NAMES_SHOWN]), *more)


def _values(before: str | None, after: str | None) -> tuple[Rich, Rich]:
    """Return both values: texts as the words that differ with some context, other values as JSON."""
    old, new = _words(before), _words(after)
    if old is None or new is None:
        return _value(before), _value(after)
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    return _excerpt(old, start, len(old) - end), _excerpt(new, start, len(new) - end)


def _words(value: str | None) -> list[str] | None:
    """Return the words of a JSON text or list of texts; None for any other value."""
    decoded = json.loads(value or "null")
    texts = decoded if isinstance(decoded, list) else [decoded]
    return " ".join(texts).split() if all(isinstance(text, str) for text in texts) else None


def _value(value: str | None) -> Rich:
    """Return a whole value; an empty line if there is none."""
    words = _words(value)
    if words is not None:
        return _excerpt(words, 0, len(words))
    return rich(Code(_short(value))) if value else ()


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of words that are equal at the start of both."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _excerpt(words: Sequence[str], start: int, stop: int) -> Rich:
    """Return the words from ``start`` to ``stop``, emphasized among the words around them."""
    shown = [_short(word) for word in words]
    before, after = _near(shown[:start][::-1])[::-1], _near(shown[stop:])
    mark = Strong if before or after else Words
    parts = (Words(" ".join(before)), mark(" ".join(shown[start:stop])), Words(" ".join(after)))
    return joined(" ", [rich(part) for part in parts if part.text])


def _near(words: Sequence[str]) -> Sequence[str]:
    """Return the first words, with an ellipsis in place of the others."""
    return shorten(" ".join(words), CONTEXT, placeholder=" …", break_on_hyphens=False).split()


def _short(word: str) -> str:
    """Return the word, without its middle if it is too long."""
    half = LONGEST // 2
    return word if len(word) <= LONGEST else f"{word[:half]}…{word[-half:]}"
