"""What each release changed, and what was withdrawn."""

import json
from collections.abc import Iterator, Sequence

from locdata_build.source.page_names import PageName
from locdata_build.source.versions import version_parts
from locdata_build.view.blocks import Block, Column, Group, Pair, Pairs, Paragraph, Row, Table, nothing
from locdata_build.view.feeds import CHANGES_FEED
from locdata_build.view.page import Page, Section
from locdata_build.view.places import TOP_PAGES, country_link, release_anchor, top_link, top_path
from locdata_build.view.text import Badge, Code, Link, Rich, Tone, rich
from locdata_build.view.words import counted
from locdata_build.view.world import World
from locdata_model.changes import Change, ContractChange, Release, Tombstone
from locdata_model.endpoints import CHANGES, TOMBSTONES
from locdata_model.vocabulary import ChangeCause


def changes_page(world: World) -> Page:
    """Every release, the newest first, then what was withdrawn for good."""
    releases = world.published.releases
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
                    Pair("To subscribe", rich(Link(CHANGES_FEED.title, CHANGES_FEED.path), " (Atom)")),
                    Pair("As JSON", rich(Link(CHANGES.path, CHANGES.path))),
                    Pair("What may change", rich(top_link(PageName.POLICY))),
                )
            ),
        ),
        sections=(
            *(_release(world, release, is_first=release is releases[-1]) for release in releases),
            *_withdrawn(world),
        ),
        data=(CHANGES.path,),
        feeds=(CHANGES_FEED,),
    )


def _release(world: World, release: Release, *, is_first: bool) -> Section:
    return Section(
        id=release_anchor(release.version),
        title=f"Release {release.version}",
        blocks=tuple(_release_blocks(world, release, is_first=is_first)),
    )


def _release_blocks(world: World, release: Release, *, is_first: bool) -> Iterator[Block]:
    yield Paragraph(rich("Released on ", release.released_at.date(), "."))
    if is_first:
        yield Paragraph(rich("The first release: there is none before it to compare it with."))
        return
    if release.contract:
        yield _contract_table(release.contract)
    yield from (_records_table(world, release.changes),) if release.changes else nothing("No record is another.")


def _contract_table(changes: Sequence[ContractChange]) -> Table:
    return Table(
        caption="Changes of the contract",
        columns=tuple(map(Column, ("What", "Change", "For clients"))),
        groups=(
            Group(
                rows=tuple(
                    Row(
                        cells=(
                            rich(f"{change.part} ", Code(change.name)),
                            rich(f"{change.kind}{f': {change.before} → {change.after}' if change.before else ''}"),
                            rich(
                                Badge("can fail", Tone.NOTE) if change.is_breaking else Badge("nothing to do", Tone.NO)
                            ),
                        )
                    )
                    for change in changes
                )
            ),
        ),
    )


def _records_table(world: World, changes: Sequence[Change]) -> Table:
    return Table(
        caption="Changes of records",
        columns=tuple(map(Column, ("Record", "Country", "Change", "Before", "After", "Why"))),
        groups=(Group(rows=tuple(_record_row(world, change) for change in changes)),),
    )


def _record_row(world: World, change: Change) -> Row:
    return Row(
        cells=(
            rich(Code(f"{change.resource}/{change.record}")),
            _country(world, change.country),
            rich(change.kind.value, *((" ", Code(change.field)) if change.field else ())),
            _value(change.before),
            _value(change.after),
            rich("a day has come: ", Code(change.phase or "")) if change.cause is ChangeCause.TIME else rich("edited"),
        )
    )


def _country(world: World, code: str | None) -> Rich:
    """A link to the country; its code where it is covered no longer."""
    countries = (country for country in world.countries if country.code == code)
    return next((rich(country_link(country)) for country in countries), rich(code or ""))


def _value(text: str | None) -> Rich:
    """A text as it stands; any other value as JSON."""
    if text is None:
        return ()
    value = json.loads(text)
    return rich(value) if isinstance(value, str) else rich(Code(text))


def _withdrawn(world: World) -> Iterator[Section]:
    """What is announced, and what is gone."""
    now = version_parts(world.site.version)
    stones = world.published.tombstones
    announced = [stone for stone in stones if version_parts(stone.since) > now]
    gone = [stone for stone in stones if version_parts(stone.since) <= now]
    address = Paragraph(rich("As JSON: ", Link(TOMBSTONES.path, TOMBSTONES.path), "."))
    yield Section(
        id="announced",
        title="Will be withdrawn",
        blocks=_stones(announced, "Will be withdrawn", "From version", "Nothing will be withdrawn."),
    )
    blocks = _stones(gone, "Withdrawn for good", "Since", "Nothing was withdrawn.")
    yield Section(id="withdrawn", title="Withdrawn for good", blocks=(*blocks, address))


def _stones(stones: Sequence[Tombstone], caption: str, since: str, none: str) -> tuple[Block, ...]:
    if not stones:
        return nothing(none)
    columns = tuple(map(Column, ("What", since, "Why", "Instead")))
    return (Table(caption=caption, columns=columns, groups=(Group(rows=tuple(map(_stone, stones))),)),)


def _stone(stone: Tombstone) -> Row:
    return Row(
        cells=(
            rich(f"{stone.part} ", Code(stone.name)),
            rich(stone.since),
            rich(stone.reason),
            rich(stone.replaced_by or "nothing"),
        )
    )
