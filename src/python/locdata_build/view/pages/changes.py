"""The changes of each release, record by record, and what was withdrawn."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from textwrap import shorten

from locdata_build.derive.claims import group_by
from locdata_build.view.blocks import (
    Group,
    Pair,
    Paragraph,
    Row,
    Table,
    grouped_table,
    pair_list,
    paragraph,
    row,
    table_of,
    table_or_message,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.feed_entries import edit_key
from locdata_build.view.feeds import CHANGES_FEED
from locdata_build.view.navigation import former_country_link
from locdata_build.view.page import Page, Section, section, top_page
from locdata_build.view.prose import line
from locdata_build.view.text import Aside, Badge, Break, Code, Link, Rich, Strong, Tone, Words, joined, rich
from locdata_build.view.words import counted
from locdata_model.anchors import PageAnchor, phase_path, release_anchor
from locdata_model.changes import Change, ContractChange, Release, Tombstone
from locdata_model.endpoints import CHANGES
from locdata_model.scalars import version_parts
from locdata_model.urls import PageName
from locdata_model.vocabulary import ChangeCause, ChangeKind


def changes_page(context: SiteContext) -> Page:
    """Return the page: every release, the newest first, then announced and past withdrawals."""
    releases = context.published.releases
    announced, withdrawn = _tombstones_by_time(context)
    return Page(
        **top_page(PageName.CHANGES),
        lead=rich(
            f"{counted(len(releases), 'release')}, the newest first: every record that was added, removed or changed. Edits "
            "are listed separately from changes that came with a date."
        ),
        blocks=(
            pair_list(
                Pair("Will be withdrawn", rich(_count_link(announced, "announced"))),
                Pair("Withdrawn", rich(_count_link(withdrawn, "withdrawn"))),
                Pair("Subscribe", line("{feed} (Atom); by country and product: {feeds}", feed=CHANGES_FEED.link)),
                Pair("As JSON", line("</api/v1/changes.json>")),
                Pair("What may change", line("{policy}")),
            ),
        ),
        sections=(
            *(_release_section(context, release, is_first=release is releases[-1]) for release in releases),
            *_tombstone_sections(announced, withdrawn),
        ),
        data=(CHANGES.path,),
        feeds=(CHANGES_FEED,),
    )


def _count_link(tombstones: Sequence[Tombstone], anchor: str) -> Link:
    return Link(counted(len(tombstones), "entry", "entries") if tombstones else "nothing", f"#{anchor}")


# Releases


def _release_section(context: SiteContext, release: Release, *, is_first: bool) -> Section:
    return section(
        release_anchor(release.version),
        f"Release {release.version}",
        paragraph("Released on ", release.released_at.date(), f". {_summary(release, is_first=is_first)}"),
        sections=_changes_sections(context, release),
    )


def _summary(release: Release, *, is_first: bool) -> str:
    """Return the number of changes of each kind."""
    if is_first:
        return "The first release."
    causes = [change.cause for change in release.changes]
    codes = {change.country for change in release.changes} - {None}
    counts = (
        (len(release.contract), "change to the contract", "changes to the contract"),
        (causes.count(ChangeCause.TIME), "change by date", "changes by date"),
        (causes.count(ChangeCause.EDIT), "edit", "edits"),
    )
    summary = ", ".join(counted(*count) for count in counts if count[0])
    where = f", in {counted(len(codes), 'country', 'countries')}" if codes else ""
    return f"{summary}{where}." if summary else "Nothing has changed since the release before it."


def _changes_sections(context: SiteContext, release: Release) -> Iterator[Section]:
    """Yield the changes to the contract, by date and by edits. Titles hold the version, so that each is unique."""
    anchor, version = release_anchor(release.version), release.version
    if release.contract:
        table = _contract_table(release.contract, f"Changes to the contract, {version}")
        yield section(f"{anchor}-contract", f"Contract in {version}", table)
    for cause, title in ((ChangeCause.TIME, "Changes by date"), (ChangeCause.EDIT, "Edits")):
        table = _records_table(context, release.changes, cause, f"{title}, {version}")
        if table.groups:
            yield section(f"{anchor}-{cause}", f"{title} in {version}", table)


def _contract_table(changes: Sequence[ContractChange], caption: str) -> Table:
    """Return a row for each kind of change to each part: breaking ones first, additions last."""
    ordered = sorted(changes, key=lambda change: (not change.is_breaking, change.kind is ChangeKind.ADDED))
    rows = group_by(ordered, lambda change: (change.is_breaking, change.kind, change.part))
    return table_of(caption, ("Change", "What", "For clients"), map(_contract_row, rows.values()))


def _contract_row(changes: Sequence[ContractChange]) -> Row:
    change = changes[0]
    names = (rich(Code(each.name), *([f": {each.before} → {each.after}"] if each.before else [])) for each in changes)
    return row(f"{change.part} {change.kind}", joined(Break(), names), _consequence(change))


def _consequence(change: ContractChange) -> Rich:
    """Return the consequence of a change for clients. A removal that breaks no promise was announced by a tombstone."""
    if change.is_breaking:
        return rich(Badge("may break", Tone.ATTENTION))
    if change.kind is ChangeKind.REMOVED:
        return rich(Link("reason and replacement", "#withdrawn"))
    return rich(Badge("nothing to do", Tone.NO))


# Tombstones


def _tombstones_by_time(context: SiteContext) -> tuple[Sequence[Tombstone], Sequence[Tombstone]]:
    """Return the tombstones of announced and of past withdrawals."""
    now = version_parts(context.site.version)
    tombstones = group_by(context.published.tombstones, lambda tombstone: version_parts(tombstone.since) > now)
    return tombstones.get(True, ()), tombstones.get(False, ())


def _tombstone_sections(announced: Sequence[Tombstone], withdrawn: Sequence[Tombstone]) -> tuple[Section, Section]:
    coming = _tombstone_table(announced, "What will be withdrawn", "From version")
    gone = _tombstone_table(withdrawn, "What was withdrawn", "Since version")
    as_json = Paragraph(line("As JSON: </api/v1/tombstones.json>."))
    return (
        section(PageAnchor.ANNOUNCED, "Will be withdrawn", table_or_message(coming, "Nothing will be withdrawn.")),
        section("withdrawn", "Withdrawn", table_or_message(gone, "Nothing was withdrawn."), as_json),
    )


def _tombstone_table(tombstones: Sequence[Tombstone], caption: str, since: str) -> Table:
    """Return a table with a row for all withdrawals in one version for one reason."""
    rows = group_by(tombstones, lambda tombstone: (tombstone.since, tombstone.reason, tombstone.replaced_by))
    return table_of(caption, ("What", since, "Reason", "Replacement"), map(_tombstone_row, rows.values()))


def _tombstone_row(tombstones: Sequence[Tombstone]) -> Row:
    tombstone = tombstones[0]
    return row(
        joined(Break(), (rich(f"{tombstone.part} ", Code(tombstone.name)) for tombstone in tombstones)),
        tombstone.since,
        tombstone.reason,
        tombstone.replaced_by or "nothing",
    )


# Changes of records

NAMES_SHOWN = 3
"""Maximum number of records that a row names. The API names all of them."""

CONTEXT_LENGTH = 60
"""Characters shown before, and after, the words that differ."""

MAX_WORD_LENGTH = 40
"""Maximum number of characters of a word, so that a URL or JSON without spaces fits the column."""


def _records_table(context: SiteContext, changes: Sequence[Change], cause: ChangeCause, caption: str) -> Table:
    """Return the changes with the given cause by country. The table of changes by date has a column for the phase."""
    links = {phase.id: Link(phase.what, phase_path(phase.id)) for phase in context.published.phases}
    phases = links if cause is ChangeCause.TIME else None
    columns = ("Record", "Change", "Before", "After", *(("Phase",) if phases is not None else ()))
    by_country = group_by((change for change in changes if change.cause is cause), lambda change: change.country)
    names = {code: former_country_link(context, code) for code in by_country}
    groups = (
        Group(
            title=rich(names[code]),
            rows=tuple(_change_row(same, phases) for same in group_by(by_country[code], edit_key).values()),
        )
        for code in sorted(by_country, key=lambda code: (code is None, names[code].text))
    )
    return grouped_table(caption, columns, groups)


def _change_row(changes: Sequence[Change], phases: Mapping[str, Link] | None) -> Row:
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
    """Return the first words, with an ellipsis for the others."""
    return shorten(" ".join(words), CONTEXT_LENGTH, placeholder=" …", break_on_hyphens=False).split()


def _short(word: str) -> str:
    """Return the word, without its middle if it is too long."""
    half = MAX_WORD_LENGTH // 2
    return word if len(word) <= MAX_WORD_LENGTH else f"{word[:half]}…{word[-half:]}"
