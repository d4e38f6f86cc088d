"""Pages as Markdown, from the same blocks as the HTML: CommonMark with tables. Every text is escaped, every link absolute."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from locdata_build.render.markdown_text import (
    code_span,
    escape,
    heading,
    longest_run,
    plain_start,
    table_cell,
    target_of,
)
from locdata_build.source.files import SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import (
    Answers,
    Block,
    Cards,
    Filters,
    Group,
    Items,
    Pair,
    Pairs,
    Paragraph,
    Row,
    Snippet,
    Table,
)
from locdata_build.view.page import Page, Section
from locdata_build.view.pictures import PhaseChart, TileMaps
from locdata_build.view.places import top_path
from locdata_build.view.text import Aside, Badge, Break, Code, Day, Link, Rich, Strong, Words
from locdata_build.view.words import day_in_words, sentence


def page_as_markdown(page: Page, site: SiteFile) -> bytes:
    """The twin of a page, with the address of the page itself on top."""
    return "\n\n".join([*_Twin(page, site).paragraphs(), ""]).removesuffix("\n").encode()


class _Twin:
    """Writes a page. Each method gives Markdown without a newline at its end."""

    def __init__(self, page: Page, site: SiteFile) -> None:
        self._page = page
        self._site = site
        self._address = f"{site.base_url}{page.address}"
        self._writers: Mapping[str, Callable[[Any, int], Iterable[str]]] = {
            Paragraph.kind: self._paragraph,
            Items.kind: self._items,
            Pairs.kind: self._pairs,
            Cards.kind: self._cards,
            Answers.kind: self._answers,
            Snippet.kind: self._snippet,
            Filters.kind: self._filters,
            Table.kind: self._table,
            TileMaps.kind: self._tile_maps,
            PhaseChart.kind: self._phase_chart,
        }
        self._inlines: Mapping[type, Callable[[Any], str]] = {
            Link: self._link,
            Code: lambda part: code_span(part.text),
            Strong: _strong,
            Badge: _strong,
            Day: lambda part: day_in_words(part.date),
            Break: lambda _: " · ",
            Aside: lambda part: f" – {self.line(part.content)}",
        }

    def paragraphs(self) -> Iterator[str]:
        """The page from its title on."""
        page, site = self._page, self._site
        yield heading(1, escape(page.title))
        yield f"> {plain_start(self.line(page.lead))}"
        yield (
            f"Page: <{self._address}>, version {site.version}, as of {day_in_words(site.generated_at.date())}. "
            f"{escape(site.attribution)}, [{escape(site.data_licence.name)}]({target_of(site.data_licence.url)}). "
            f"[What the words mean]({site.base_url}{top_path(PageName.METHODOLOGY)})."
        )
        yield from self._blocks(page.blocks, 2)
        for section in page.sections:
            yield from self._section(section, 2)

    def line(self, content: Rich) -> str:
        """A line of text."""
        writers = self._inlines
        # Most parts are words.
        parts = [escape(part.text) if type(part) is Words else writers[type(part)](part) for part in content]
        return "".join(parts).strip()

    def _link(self, link: Link) -> str:
        target = self._absolute(link.href)
        return f"<{target}>" if link.text == target else f"[{escape(link.text)}]({target_of(target)})"

    def _absolute(self, href: str) -> str:
        if href.startswith("#"):
            return f"{self._address}{href}"
        return f"{self._site.base_url}{href}" if href.startswith("/") else href

    def _section(self, section: Section, level: int) -> Iterator[str]:
        yield heading(level, escape(section.title))
        yield from self._blocks(section.blocks, level + 1)
        for inner in section.sections:
            yield from self._section(inner, level + 1)

    def _blocks(self, blocks: Iterable[Block], level: int) -> Iterator[str]:
        for block in blocks:
            yield from self._writers[block.kind](block, level)

    def _paragraph(self, block: Paragraph, level: int) -> Iterator[str]:
        yield plain_start(self.line(block.content))

    def _items(self, block: Items, level: int) -> Iterator[str]:
        yield "\n".join(f"- {plain_start(self.line(item))}" for item in block.items)

    def _pairs(self, block: Pairs, level: int) -> Iterator[str]:
        yield "\n".join(f"- {self._pair(pair)}" for pair in block.pairs)

    def _pair(self, pair: Pair) -> str:
        return f"**{escape(pair.term)}**: {self.line(pair.content)}"

    def _cards(self, block: Cards, level: int) -> Iterator[str]:
        yield "\n".join(f"- {self._link(card.link)}: {escape(card.text)}" for card in block.cards)

    def _answers(self, block: Answers, level: int) -> Iterator[str]:
        yield heading(2, escape(block.title))
        yield "\n".join(
            " ".join(
                [
                    f"- **{escape(answer.question)}**",
                    *([f"**{escape(answer.verdict.text)}.**"] if answer.verdict else []),
                    sentence(self.line(answer.content)),
                    *([f"{self.line(answer.source)}."] if answer.source else []),
                    f"{self._link(answer.more)}.",
                ]
            )
            for answer in block.answers
        )

    def _snippet(self, block: Snippet, level: int) -> Iterator[str]:
        fence = "`" * max(3, longest_run(block.text) + 1)
        yield f"{escape(block.label)}:"
        yield f"{fence}{block.language}\n{block.text.rstrip()}\n{fence}"

    def _filters(self, block: Filters, level: int) -> Iterator[str]:
        """Nothing: the twin holds every row."""
        return iter(())

    def _table(self, block: Table, level: int) -> Iterator[str]:
        for group in block.groups:
            if group.title:
                yield heading(level, self.line(group.title))
            if group.intro:
                # Another marker than that of the rows, or the two lists would be one.
                yield "\n".join(f"* {self._pair(pair)}" for pair in group.intro)
            yield self._grid(block, group) if block.is_compact else self._records(block, group)

    def _grid(self, block: Table, group: Group) -> str:
        heads = [escape(column.title) for column in block.columns]
        rules = ["---:" if column.is_number else "---" for column in block.columns]
        lines = [heads, rules, *([self.line(cell) for cell in row.cells] for row in group.rows)]
        return "\n".join(f"| {' | '.join(map(table_cell, line))} |" for line in lines)

    def _records(self, block: Table, group: Group) -> str:
        return "\n".join(self._record(block, row) for row in group.rows)

    def _record(self, block: Table, row: Row) -> str:
        first, *others = map(self.line, row.cells)
        anchor = f" ([row]({self._address}#{row.id}))" if row.id else ""
        named = zip(block.columns[1:], others, strict=True)
        return "\n".join(
            [
                f"- {plain_start(first)}{anchor}",
                *(f"  - {plain_start(escape(column.title))}: {cell}" for column, cell in named if cell),
            ]
        )

    def _tile_maps(self, block: TileMaps, level: int) -> Iterator[str]:
        for tiles in block.maps:
            yield heading(level, escape(tiles.label))
            yield f"{escape(tiles.title)}."
            lines = []
            for badge, count in tiles.legend:
                links = [self._link(Link(tile.name, tile.href)) for tile in tiles.tiles if tile.answer == badge]
                lines.append(f"- {escape(badge.text)} ({count}){': ' if links else ''}{', '.join(links)}")
            yield "\n".join(lines)

    def _phase_chart(self, block: PhaseChart, level: int) -> Iterator[str]:
        """Nothing: the table beside it holds every step."""
        return iter(())


def _strong(part: Strong | Badge) -> str:
    return f"**{escape(part.text)}**"
