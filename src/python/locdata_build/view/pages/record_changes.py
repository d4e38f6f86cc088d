"""What became of records from one release to the next: a row for each change, under the country that it concerns."""

import json
from collections.abc import Mapping, Sequence
from itertools import takewhile
from textwrap import shorten

from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import Column, Group, Row, Table
from locdata_build.view.dates import steps_by_date
from locdata_build.view.grouping import together, what_happened
from locdata_build.view.places import country_link, top_path
from locdata_build.view.text import Aside, Break, Code, Link, Rich, Strong, Words, joined, rich
from locdata_build.view.world import World
from locdata_model.changes import Change
from locdata_model.vocabulary import ChangeCause

NAMES_SHOWN = 3
"""Records with the same change share a row, which names so many of them; the API names all."""

CONTEXT = 60
"""Characters that are shown at most before and after the words that differ."""

LONGEST = 40
"""Characters of a word that are shown: an address or JSON in one line would not fit a column."""


def records_table(world: World, changes: Sequence[Change], cause: ChangeCause, caption: str) -> Table:
    """The changes that ``cause`` made, by country; the last column of those that came with a date tells the step."""
    steps = _steps(world) if cause is ChangeCause.TIME else None
    columns = ("Record", "Change", "Before", "After", *(("By the step",) if steps is not None else ()))
    of_countries = together((change for change in changes if change.cause is cause), lambda change: change.country)
    names = {code: _country(world, code) for code in of_countries}
    return Table(
        caption=caption,
        columns=tuple(map(Column, columns)),
        groups=tuple(
            Group(
                title=rich(names[code]),
                rows=tuple(_row(same, steps) for same in together(of_countries[code], what_happened).values()),
            )
            for code in sorted(of_countries, key=lambda code: (code is None, names[code].text))
        ),
    )


def _steps(world: World) -> Mapping[str, Link]:
    """A link to each dated step by the id of its phase."""
    timeline = top_path(PageName.TIMELINE)
    return {
        step.phase_id: Link(step.phase.what, f"{timeline}#{step.anchor}") for step in steps_by_date(world.countries)
    }


def _country(world: World, code: str | None) -> Link | Words:
    """A link to the country; its code where it is covered no longer."""
    if code is None:
        return Words("No single country")
    countries = (country for country in world.countries if country.code == code)
    return next(map(country_link, countries), Words(code.upper()))


def _row(changes: Sequence[Change], steps: Mapping[str, Link] | None) -> Row:
    """The row of records with the same change."""
    change = changes[0]
    phase = change.phase or ""
    return Row(
        cells=(
            _records(changes),
            rich(change.kind.value, *((" ", Code(change.field)) if change.field else ())),
            *_sides(change.before, change.after),
            *((rich(steps.get(phase, Code(phase))),) if steps is not None else ()),
        )
    )


def _records(changes: Sequence[Change]) -> Rich:
    names = [rich(Code(f"{change.resource}/{change.record}")) for change in changes]
    more = rich(Aside(rich(f"and {len(names) - NAMES_SHOWN} more"))) if len(names) > NAMES_SHOWN else ()
    return (*joined(Break(), names[:NAMES_SHOWN]), *more)


def _sides(before: str | None, after: str | None) -> tuple[Rich, Rich]:
    """What stood there before and since: texts with the words in which they differ, any other value as JSON."""
    old, new = _words(before), _words(after)
    if old is None or new is None:
        return _value(before), _value(after)
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    return _excerpt(old, start, len(old) - end), _excerpt(new, start, len(new) - end)


def _words(side: str | None) -> list[str] | None:
    """The words of a text, or of a list of texts; None of any other value."""
    value = json.loads(side or "null")
    texts = value if isinstance(value, list) else [value]
    return " ".join(texts).split() if all(isinstance(text, str) for text in texts) else None


def _value(side: str | None) -> Rich:
    """The whole of a value; nothing where there was none."""
    words = _words(side)
    if words is not None:
        return _excerpt(words, 0, len(words))
    return rich(Code(_short(side))) if side else ()


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many equal words both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _excerpt(words: Sequence[str], start: int, stop: int) -> Rich:
    """The words from ``start`` to ``stop`` with those near them, from which they stand out."""
    shown = [_short(word) for word in words]
    ahead, behind = _near(shown[:start][::-1])[::-1], _near(shown[stop:])
    mark = Strong if ahead or behind else Words
    parts = (Words(" ".join(ahead)), mark(" ".join(shown[start:stop])), Words(" ".join(behind)))
    return joined(" ", [rich(part) for part in parts if part.text])


def _near(words: Sequence[str]) -> Sequence[str]:
    """The first of the words, and an ellipsis for the others."""
    return shorten(" ".join(words), CONTEXT, placeholder=" …", break_on_hyphens=False).split()


def _short(word: str) -> str:
    """The word, without its middle where it is too long."""
    half = LONGEST // 2
    return word if len(word) <= LONGEST else f"{word[:half]}…{word[-half:]}"
