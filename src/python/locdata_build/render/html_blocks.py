"""Blocks as HTML: one function for each kind. They choose markup; what is said was decided before."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from locdata_build.render.html_pictures import phase_chart, tile_maps
from locdata_build.render.html_text import HtmlText, badge, escape
from locdata_build.view.blocks import (
    Answer,
    Answers,
    Block,
    Cards,
    Column,
    Filter,
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
from locdata_build.view.page import Section
from locdata_build.view.pictures import PhaseChart, TileMaps


class HtmlBlocks:
    """Writes blocks and sections. No method ends what it writes with a line break."""

    def __init__(self, text: HtmlText) -> None:
        self._text = text
        self._writers: Mapping[str, Callable[[Any], str]] = {
            Paragraph.kind: self._paragraph,
            Items.kind: self._items,
            Pairs.kind: lambda block: self._pairs(block.pairs),
            Cards.kind: self._cards,
            Answers.kind: self._answers,
            Snippet.kind: _snippet,
            Filters.kind: _filters,
            Table.kind: self._table,
            TileMaps.kind: lambda block: tile_maps(block, text),
            PhaseChart.kind: phase_chart,
        }

    def blocks(self, blocks: Iterable[Block]) -> str:
        """Blocks, one below the other, each with a line break at its end."""
        return _lines(self._writers[block.kind](block) for block in blocks)

    def section(self, part: Section, level: int) -> str:
        """A section with those inside it; its heading is of ``level``."""
        return (
            f'<section aria-labelledby="{escape(part.id)}">\n'
            f'<h{level} id="{escape(part.id)}">{escape(part.title)}{_anchor(part.id)}</h{level}>\n'
            f"{self.blocks(part.blocks)}\n"
            f"{_lines(self.section(inner, level + 1) for inner in part.sections)}"
            "</section>"
        )

    def _paragraph(self, block: Paragraph) -> str:
        return f"<p>{self._text.line(block.content)}</p>"

    def _items(self, block: Items) -> str:
        items = _lines(f"<li>{self._text.line(item)}</li>" for item in block.items)
        abreast = ' class="abreast"' if block.columns else ""
        return f"<ul{abreast}>\n{items}</ul>"

    def _pairs(self, pairs: Iterable[Pair]) -> str:
        line = self._text.line
        lines = _lines(f"<div><dt>{escape(pair.term)}</dt><dd>{line(pair.content)}</dd></div>" for pair in pairs)
        return f'<dl class="pairs">\n{lines}</dl>'

    def _cards(self, block: Cards) -> str:
        cards = _lines(f"<li>{self._text.link(card.link)}<p>{escape(card.text)}</p></li>" for card in block.cards)
        return f'<ul class="cards">\n{cards}</ul>'

    def _answers(self, block: Answers) -> str:
        answers = _lines(map(self._answer, block.answers))
        return f'<h2 class="unseen" id="answers">{escape(block.title)}</h2>\n<dl class="answers">\n{answers}</dl>'

    def _answer(self, answer: Answer) -> str:
        verdict = f'<p class="verdict">{badge(answer.verdict)}</p>\n' if answer.verdict else ""
        source = f"{self._text.line(answer.source)} · " if answer.source else ""
        return (
            f"<div>\n<dt>{escape(answer.question)}</dt>\n<dd>\n"
            f'{verdict}<p class="rests">{source}{self._text.link(answer.more)}</p>\n'
            f"<p>{self._text.line(answer.content)}</p>\n</dd>\n</div>"
        )

    def _table(self, block: Table) -> str:
        caption = escape(block.caption)
        place = f' role="region" aria-label="{caption}" tabindex="0"' if block.is_compact else ""
        heads = _lines(f'<th scope="col"{_number(column)}>{escape(column.title)}</th>' for column in block.columns)
        # The same in every row of the table: the label that a narrow screen shows, and how numbers stand.
        starts = [f'<td data-label="{escape(column.title)}"{_number(column)}>' for column in block.columns[1:]]
        return (
            f'<div class="{"compact" if block.is_compact else "roomy"}"{place}>\n'
            f"<table>\n<caption>{caption}</caption>\n<thead>\n<tr>\n{heads}</tr>\n</thead>\n"
            f"{_lines(self._group(group, starts) for group in block.groups)}"
            "</table>\n</div>"
        )

    def _group(self, group: Group, starts: Sequence[str]) -> str:
        line, width = self._text.line, len(starts) + 1
        title = f'<th colspan="{width}" scope="rowgroup">{line(group.title)}</th>' if group.title else ""
        intro = f'<td colspan="{width}">{self._pairs(group.intro)}</td>' if group.intro else ""
        heads = _lines(f'<tr class="group">\n{head}\n</tr>' for head in (title, intro) if head)
        rows = _lines(self._row(row, starts) for row in group.rows)
        return f"<tbody{_id(group.id)}>\n{heads}{rows}</tbody>"

    def _row(self, row: Row, starts: Sequence[str]) -> str:
        line = self._text.line
        facets = [f' data-{name}="{escape(" ".join(values))}"' for name, values in row.facets.items()]
        first, *others = row.cells
        cells = [f"{start}{line(cell)}</td>" for start, cell in zip(starts, others, strict=True)]
        anchor = _anchor(row.id) if row.id else ""
        return f'<tr{_id(row.id)}{"".join(facets)}><th scope="row">{line(first)}{anchor}</th>{"".join(cells)}</tr>'


def _lines(lines: Iterable[str]) -> str:
    return "".join([f"{line}\n" for line in lines])


def _id(identifier: str | None) -> str:
    return f' id="{escape(identifier)}"' if identifier else ""


def _number(column: Column) -> str:
    return ' class="number"' if column.is_number else ""


def _anchor(identifier: str) -> str:
    """For the mouse and the finger: a reader who walks by keyboard or ear would meet hundreds of them."""
    return f'<a class="anchor" href="#{escape(identifier)}" aria-hidden="true" tabindex="-1">#</a>'


def _snippet(block: Snippet) -> str:
    return (
        f'<figure class="snippet">\n<figcaption>{escape(block.label)}</figcaption>\n'
        f'<pre tabindex="0"><code class="language-{escape(block.language)}">{escape(block.text)}</code></pre>\n</figure>'
    )


def _filters(block: Filters) -> str:
    count = block.row_count
    return (
        f'<form class="filters" aria-label="Filter the rows">\n{_lines(map(_filter, block.filters))}'
        f'<button type="reset">Show all</button>\n<output>{count} of {count} rows</output>\n</form>'
    )


def _filter(choice: Filter) -> str:
    options = _lines(f'<option value="{escape(each.value)}">{escape(each.label)}</option>' for each in choice.options)
    return (
        f'<label>{escape(choice.label)}\n<select name="{escape(choice.name)}">\n<option value="">All</option>\n'
        f"{options}</select>\n</label>"
    )
