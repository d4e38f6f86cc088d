"""What each release changed, and what was withdrawn."""

from collections.abc import Iterator, Sequence

from locdata_build.source.page_names import PageName
from locdata_build.source.versions import version_parts
from locdata_build.view.blocks import Block, Column, Group, Pair, Pairs, Paragraph, Row, Table, nothing
from locdata_build.view.feeds import CHANGES_FEED
from locdata_build.view.grouping import together
from locdata_build.view.page import Page, Section
from locdata_build.view.pages.record_changes import records_table
from locdata_build.view.places import TOP_PAGES, release_anchor, top_link, top_path
from locdata_build.view.text import Badge, Break, Code, Link, Rich, Tone, joined, rich
from locdata_build.view.words import counted
from locdata_build.view.world import World
from locdata_model.changes import ContractChange, Release, Tombstone
from locdata_model.endpoints import CHANGES, TOMBSTONES
from locdata_model.vocabulary import ChangeCause, ChangeKind


def changes_page(world: World) -> Page:
    """Every release, the newest first, then what will be withdrawn and what was."""
    releases = world.published.releases
    announced, gone = _stones(world)
    top = TOP_PAGES[PageName.CHANGES]
    return Page(
        path=top_path(PageName.CHANGES),
        title=top.label,
        description=top.text,
        lead=rich(
            f"{counted(len(releases), 'release')}, the newest first: each record that came, went or has another value. "
            "Changes that an edit made are told apart from those that came with a date.",
        ),
        blocks=(
            Pairs(
                (
                    Pair("Will be withdrawn", rich(_count_link(announced, "announced"))),
                    Pair("Withdrawn for good", rich(_count_link(gone, "withdrawn"))),
                    Pair("To subscribe", rich(Link(CHANGES_FEED.title, CHANGES_FEED.path), " (Atom)")),
                    Pair("As JSON", rich(Link(CHANGES.path, CHANGES.path))),
                    Pair("What may change", rich(top_link(PageName.POLICY))),
                )
            ),
        ),
        sections=(
            *(_release(world, release, is_first=release is releases[-1]) for release in releases),
            Section(
                id="announced",
                title="Will be withdrawn",
                blocks=_graves(announced, "What will be withdrawn", "From version", "Nothing will be withdrawn."),
            ),
            Section(
                id="withdrawn",
                title="Withdrawn for good",
                blocks=(
                    *_graves(gone, "What was withdrawn", "Since", "Nothing was withdrawn."),
                    Paragraph(rich("As JSON: ", Link(TOMBSTONES.path, TOMBSTONES.path), ".")),
                ),
            ),
        ),
        data=(CHANGES.path,),
        feeds=(CHANGES_FEED,),
    )


def _count_link(stones: Sequence[Tombstone], anchor: str) -> Link:
    return Link(counted(len(stones), "promise") if stones else "nothing", f"#{anchor}")


def _release(world: World, release: Release, *, is_first: bool) -> Section:
    return Section(
        id=release_anchor(release.version),
        title=f"Release {release.version}",
        blocks=(
            Paragraph(rich("Released on ", release.released_at.date(), f". {_account(release, is_first=is_first)}")),
        ),
        sections=tuple(_parts(world, release)),
    )


def _account(release: Release, *, is_first: bool) -> str:
    """What the release comes to, in a line."""
    if is_first:
        return "The first release: there is none before it to compare it with."
    causes = [change.cause for change in release.changes]
    codes = {change.country for change in release.changes} - {None}
    counts = {
        "of the contract": len(release.contract),
        "that came with a date": causes.count(ChangeCause.TIME),
        "by an edit": causes.count(ChangeCause.EDIT),
    }
    told = ", ".join(f"{counted(count, 'change')} {words}" for words, count in counts.items() if count)
    where = f", in {counted(len(codes), 'country', 'countries')}" if codes else ""
    return f"{told}{where}." if told else "Nothing is different from the release before it."


def _parts(world: World, release: Release) -> Iterator[Section]:
    """The changes of the contract, then those of records by their cause; only what there is. No two titles are the same."""
    anchor, version = release_anchor(release.version), release.version
    if release.contract:
        table = _contract_table(release.contract, f"Changes of the contract, {version}")
        yield Section(id=f"{anchor}-contract", title=f"Contract in {version}", blocks=(table,))
    for cause, title in ((ChangeCause.TIME, "Came with a date"), (ChangeCause.EDIT, "Edited")):
        table = records_table(world, release.changes, cause, f"{title}, {version}")
        if table.groups:
            yield Section(id=f"{anchor}-{cause}", title=f"{title} in {version}", blocks=(table,))


def _contract_table(changes: Sequence[ContractChange], caption: str) -> Table:
    """A row for all to which the same happened; what a client can fail by comes first, and what is new last."""
    ordered = sorted(changes, key=lambda change: (not change.is_breaking, change.kind is ChangeKind.ADDED))
    rows = together(ordered, lambda change: (change.is_breaking, change.kind, change.part))
    return Table(
        caption=caption,
        columns=tuple(map(Column, ("Change", "What", "For clients"))),
        groups=(Group(rows=tuple(map(_contract_row, rows.values()))),),
    )


def _contract_row(changes: Sequence[ContractChange]) -> Row:
    change = changes[0]
    return Row(
        cells=(
            rich(f"{change.part} {change.kind}"),
            joined(Break(), map(_promise, changes)),
            rich(Badge("can fail", Tone.NOTE)) if change.is_breaking else _harmless(change),
        )
    )


def _promise(change: ContractChange) -> Rich:
    types = f": {change.before} → {change.after}" if change.before else ""
    return rich(Code(change.name), *([types] if types else []))


def _harmless(change: ContractChange) -> Rich:
    """What goes without harm was announced."""
    is_gone = change.kind is ChangeKind.REMOVED
    return rich(Link("why, and what instead", "#withdrawn")) if is_gone else rich(Badge("nothing to do", Tone.NO))


def _stones(world: World) -> tuple[Sequence[Tombstone], Sequence[Tombstone]]:
    """What is announced, and what is gone."""
    now = version_parts(world.site.version)
    stones = together(world.published.tombstones, lambda stone: version_parts(stone.since) > now)
    return stones.get(True, ()), stones.get(False, ())


def _graves(stones: Sequence[Tombstone], caption: str, since: str, none: str) -> tuple[Block, ...]:
    """A row for all that goes with the same version for the same reason."""
    if not stones:
        return nothing(none)
    rows = together(stones, lambda stone: (stone.since, stone.reason, stone.replaced_by))
    columns = tuple(map(Column, ("What", since, "Why", "Instead")))
    return (Table(caption=caption, columns=columns, groups=(Group(rows=tuple(map(_grave, rows.values()))),)),)


def _grave(stones: Sequence[Tombstone]) -> Row:
    stone = stones[0]
    return Row(
        cells=(
            joined(Break(), (rich(f"{stone.part} ", Code(stone.name)) for stone in stones)),
            rich(stone.since),
            rich(stone.reason),
            rich(stone.replaced_by or "nothing"),
        )
    )
