"""Pages as Markdown: CommonMark with tables, made from the same blocks as the HTML.

Every text is escaped, so that a parser reads it as it is, and every link is a whole URL.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.site import SiteFile
from locdata_build.render.markdown_text import (
    LineWriter,
    escape,
    join_blocks,
    link_target,
    table_cell,
)
from locdata_build.view.blocks import (
    Block,
    Cards,
    Filters,
    Group,
    Items,
    Pair,
    Pairs,
    Paragraph,
    Question,
    Questions,
    Row,
    Snippet,
    SourceList,
    Table,
)
from locdata_build.view.drawings import PhaseChart, Tile, TileMaps
from locdata_build.view.page import Brief, BriefLine, Page, Section
from locdata_build.view.text import Link, rich
from locdata_build.view.words import counted, sentence
from locdata_model.serialization import estimated_tokens
from locdata_model.urls import PageName
from locdata_openapi.commonmark import code_block, escape_start, heading

OTHER_MARKER = {"- ": "* ", "* ": "- "}
"""The two markers of the items of a list, each with the other one."""


def page_as_markdown(page: Page, site: SiteFile) -> bytes:
    """Return the Markdown twin of a page."""
    return join_blocks(_separate_lists(_Twin(page, site).blocks()))


def _separate_lists(blocks: Iterable[str]) -> Iterator[str]:
    """Change the marker of a list that follows a list: with the same marker, CommonMark reads both as one."""
    before = ""
    for block in blocks:
        marker = block[:2]
        if marker == before and marker in OTHER_MARKER:
            before = OTHER_MARKER[marker]
            yield re.sub(f"^{re.escape(marker)}", before, block, flags=re.MULTILINE)
        else:
            before = marker
            yield block


class _Twin:
    """Renderer of a page block by block, without a line break at the end of a block."""

    def __init__(self, page: Page, site: SiteFile) -> None:
        self._page = page
        self._site = site
        self._url = site.url(page.url_path)
        text = LineWriter(site, self._url)
        self._line, self._link, self._footnotes = text.line, text.link, text.footnotes

    def blocks(self) -> Iterator[str]:
        """Yield the blocks of the page, from its title on."""
        page, site = self._page, self._site
        yield heading(1, escape(page.title))
        yield f"> {escape_start(self._line(page.lead))}"
        yield (
            f"Page: <{self._url}>, version {site.version}, as of {day_in_words(site.today)}. "
            f"{escape(site.attribution)}, [{escape(site.data_licence.name)}]({link_target(site.data_licence.url)}). "
            f"[What the words mean]({site.url(PageName.METHODOLOGY.path)})."
        )
        if page.brief:
            yield heading(2, page.brief.title)
            yield from brief_blocks(page.brief, site)
        yield from self._blocks(page.blocks, 2)
        for section in page.sections:
            yield from self._section(section, 2)

    def _section(self, section: Section, level: int) -> Iterator[str]:
        yield heading(level, escape(section.title))
        yield from self._blocks(section.blocks, level + 1, is_below_heading=True)
        for inner in section.sections:
            yield from self._section(inner, level + 1)

    def _blocks(self, blocks: Iterable[Block], level: int, *, is_below_heading: bool = False) -> Iterator[str]:
        """Yield blocks. As on the page, a heading directly above a table replaces its caption, and so does its fold."""
        for block in blocks:
            if isinstance(block, Table) and (title := block.fold or (not is_below_heading and block.caption)):
                yield f"**{escape(title)}**"
            is_below_heading = False
            yield from self._WRITERS[type(block)](self, block, level)

    def _paragraph(self, block: Paragraph, level: int) -> Iterator[str]:
        yield escape_start(self._line(block.content))

    def _items(self, block: Items, level: int) -> Iterator[str]:
        yield "\n".join(f"- {escape_start(self._line(item))}" for item in block.items)

    def _pairs(self, block: Pairs, level: int) -> Iterator[str]:
        yield "\n".join(f"- {self._pair(pair)}" for pair in block.pairs)

    def _pair(self, pair: Pair) -> str:
        return f"**{escape(pair.term)}**: {self._line(pair.content)}"

    def _cards(self, block: Cards, level: int) -> Iterator[str]:
        yield "\n".join(f"- {self._link(card.link)}: {escape(card.text)}" for card in block.cards)

    def _questions(self, block: Questions, level: int) -> Iterator[str]:
        yield heading(2, escape(block.title))
        yield "\n".join(map(self._question, block.questions))

    def _question(self, question: Question) -> str:
        verdict = f"**{escape(question.verdict.text)}.**" if question.verdict else ""
        answer = sentence(self._line(question.content))
        source = f"{self._line(question.source)}." if question.source else ""
        parts = (f"- **{escape(question.question)}**", verdict, answer, source, f"{self._link(question.more)}.")
        return " ".join(filter(None, parts))

    def _snippet(self, block: Snippet, level: int) -> Iterator[str]:
        yield f"{escape(block.label)}:"
        yield code_block(block.text.rstrip(), block.language)

    def _filters(self, block: Filters, level: int) -> Iterator[str]:
        """Yield nothing: the twin has every row."""
        return iter(())

    def _table(self, block: Table, level: int) -> Iterator[str]:
        for group in block.groups:
            if group.title:
                yield heading(level, self._line(group.title))
            if group.intro:
                yield "\n".join(f"* {self._pair(pair)}" for pair in group.intro)
            yield self._grid(block, group) if block.is_compact else self._records(block, group)

    def _grid(self, block: Table, group: Group) -> str:
        heads = [escape(column.title) for column in block.columns]
        rules = ["---:" if column.is_number else "---" for column in block.columns]
        lines = [heads, rules, *([self._line(cell) for cell in row.cells] for row in group.rows)]
        return "\n".join(f"| {' | '.join(map(table_cell, line))} |" for line in lines)

    def _records(self, block: Table, group: Group) -> str:
        labels = [escape_start(escape(column.title)) for column in block.columns[1:]]
        return "\n".join(self._record(row, labels) for row in group.rows)

    def _record(self, row: Row, labels: Sequence[str]) -> str:
        """Return a row as an item of a list, with its other cells as a list inside it; ``labels`` are their titles."""
        first, *others = map(self._line, row.cells)
        anchor = f" ([row]({self._url}#{row.id}))" if row.id else ""
        cells = [f"  - {label}: {cell}" for label, cell in zip(labels, others, strict=True) if cell]
        return "\n".join([f"- {escape_start(first)}{anchor}", *cells])

    def _tile_maps(self, block: TileMaps, level: int) -> Iterator[str]:
        for tiles in block.maps:
            yield heading(level, escape(tiles.label))
            yield escape(tiles.title)
            lines = []
            for entry in tiles.legend:
                countries = (self._tile(tile) for tile in tiles.tiles if tile.verdict.tone is entry.tone)
                lines.append(f"- {self._link(entry.link)}: {', '.join(countries)}")
            yield "\n".join(lines)

    def _tile(self, tile: Tile) -> str:
        return f"{self._link(Link(tile.name, tile.href))} ({escape(tile.verdict.text)})"

    def _phase_chart(self, block: PhaseChart, level: int) -> Iterator[str]:
        """Yield nothing: the table beside the chart has every phase."""
        return iter(())

    def _source_list(self, block: SourceList, level: int) -> Iterator[str]:
        yield self._footnotes()

    # Functions instead of bound methods, which would be a cycle: every page would stay in memory until it is looked for.
    _WRITERS: ClassVar[Mapping[type[Block], Callable[["_Twin", Any, int], Iterable[str]]]] = {
        Paragraph: _paragraph,
        Items: _items,
        Pairs: _pairs,
        Cards: _cards,
        Questions: _questions,
        Snippet: _snippet,
        Filters: _filters,
        Table: _table,
        TileMaps: _tile_maps,
        PhaseChart: _phase_chart,
        SourceList: _source_list,
    }


# Briefs are short enough for any language model, whatever the data has. No sentence and no URL is cut. Until the rest has room,
# a brief leaves out, in this order:
#
# 1. URLs that take much room, the longest first;
# 2. phases, the latest first: the brief states how many more there are, and where;
# 3. other URLs of sources, the longest first;
# 4. the publishers of sources, the longest first.
#
# The rest has room, unless the base URL of the site has hundreds of characters.

MAX_BRIEF_TOKENS = 600
"""Maximum size of a brief with its title."""

LONG_URL = 150
"""A URL is left out before any phase if its line is that many characters shorter without it."""

_Forms = list[str]
"""A line in its forms, the longest first."""


def brief_blocks(brief: Brief, site: SiteFile) -> Sequence[str]:
    """Return the blocks of a brief that have room below its title."""
    text = LineWriter(site)
    obligations, phases = ([_forms(text, line) for line in lines] for lines in (brief.obligations, brief.phases))
    blocks: Sequence[str] = ()
    for _ in _shortened(obligations, phases):
        blocks = [_list(obligations), *_phases(text, brief, phases), text.line(brief.files)]
        if estimated_tokens(join_blocks([heading(2, brief.title), *blocks])) <= MAX_BRIEF_TOKENS:
            break
    return blocks


def _forms(text: LineWriter, line: BriefLine) -> _Forms:
    return [escape_start(text.line((*line.content, *source))) for source in line.sources]


def _shortened(obligations: list[_Forms], phases: list[_Forms]) -> Iterator[None]:
    """Yield once for the whole lines, then after each step that shortens them."""
    yield
    for line in _longest_first([*obligations, *phases]):
        if len(line) > 1 and len(line[0]) - len(line[1]) > LONG_URL:
            del line[0]
            yield
    while phases:
        phases.pop()
        yield
    forms = max(map(len, obligations))
    for left in range(forms - 1, 0, -1):
        for line in _longest_first([line for line in obligations if len(line) > left]):
            del line[0]
            yield


def _longest_first(lines: list[_Forms]) -> list[_Forms]:
    return sorted(lines, key=lambda line: len(line[0]), reverse=True)


def _phases(text: LineWriter, brief: Brief, phases: list[_Forms]) -> Iterator[str]:
    """Yield the phases that are left, with the number of those that are not."""
    if not brief.phases:
        yield text.line(rich(brief.without_phases))
        return
    missing = len(brief.phases) - len(phases)
    more = f"{missing} more" if phases else counted(missing, "phase")
    yield "Next phases:"
    yield _list([*phases, *([[text.line(rich(f"{more}: ", brief.all_phases))]] if missing else [])])


def _list(lines: list[_Forms]) -> str:
    return "\n".join(f"- {line[0]}" for line in lines)
