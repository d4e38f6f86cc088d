"""Pages as HTML: a Jinja template has the frame of every page, and functions write its blocks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import groupby
from operator import attrgetter
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.site import SiteFile
from locdata_build.render.html_drawings import phase_chart, tile_maps
from locdata_build.render.html_text import NOTHING, Html, HtmlText, badge, concat, escape, isolated, lines, markup
from locdata_build.render.json_ld import dataset_of
from locdata_build.view.blocks import (
    Block,
    Cards,
    Column,
    Filter,
    Filters,
    Group,
    Items,
    ListLayout,
    Option,
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
from locdata_build.view.drawings import PhaseChart, TileMaps
from locdata_build.view.link_names import link_names
from locdata_build.view.navigation import REPORT_AN_ERROR, top_link
from locdata_build.view.notes import NotedSource, PageNotes, source_entry
from locdata_build.view.page import Page, Section
from locdata_build.view.words import ADVICE, counted
from locdata_model.urls import API_CATALOG_PATH, SEARCH_INDEX_PATH, TOP_PAGES, PageName, PagePlace

TEMPLATES = files("locdata_build.render") / "templates"


class HtmlPages:
    """Renderer of the pages of a site. ``assets`` has the path of each stylesheet, script and icon by file name."""

    def __init__(self, site: SiteFile, assets: Mapping[str, str]) -> None:
        environment = Environment(
            autoescape=True,
            loader=FunctionLoader(lambda name: (TEMPLATES / name).read_text(encoding="utf-8")),
            lstrip_blocks=True,
            trim_blocks=True,
            undefined=StrictUndefined,
        )
        environment.filters["day"] = day_in_words
        environment.filters["isolated"] = lambda text: _unescaped(isolated(text))
        text = HtmlText(urlsplit(site.base_url).path)
        header, menu, directory = (
            [top_link(name) for name in TOP_PAGES if name.place in places]
            for places in ((PagePlace.HEADER,), (PagePlace.HEADER, PagePlace.MENU), (PagePlace.FOOTER,))
        )
        environment.globals.update(
            href=text.href,
            site=site,
            today=site.today,
            assets=assets,
            header=header,
            menu=menu,
            directory=directory,
            api_catalog=API_CATALOG_PATH,
            a_z=PageName.A_Z.path,
            search=PageName.SEARCH.path,
            search_index=SEARCH_INDEX_PATH,
            report=REPORT_AN_ERROR,
            advice=ADVICE,
        )
        self._template = environment.get_template("page.html")
        self._site = site
        self._frame = (*menu, *directory, REPORT_AN_ERROR)
        self._text = text
        self._blocks = HtmlBlocks(text)

    def render(self, page: Page) -> bytes:
        """Return a page, encoded as UTF-8."""
        self._text.notes = PageNotes()
        self._text.names = link_names(page, self._frame)
        return self._template.render(
            page=page,
            dataset=dataset_of(page, self._site),
            crumbs=[_unescaped(self._text.link(link)) for link in page.crumbs],
            contents=[_unescaped(self._text.link(link)) for link in page.contents],
            lead=_unescaped(self._text.line(page.lead)),
            blocks=_unescaped(self._blocks.blocks(page.blocks)),
            sections=[_unescaped(self._blocks.section(section, 2)) for section in page.sections],
        ).encode()


def _unescaped(html: Html) -> Markup:
    """Return HTML as a value that the template does not escape, unlike all others."""
    return Markup(html)


# Blocks


class HtmlBlocks:
    """Renderer of blocks and sections. ``text`` renders lines of text."""

    def __init__(self, text: HtmlText) -> None:
        self._text = text
        self._writers: Mapping[type, Callable[[Any], Html]] = {
            Paragraph: self._paragraph,
            Items: self._items,
            Pairs: lambda block: self._pairs(block.pairs),
            Cards: self._cards,
            Questions: self._questions,
            Snippet: _snippet,
            Filters: _filters,
            Table: self._table,
            TileMaps: lambda block: tile_maps(block, text),
            PhaseChart: phase_chart,
            SourceList: self._source_list,
        }

    def blocks(self, blocks: Iterable[Block]) -> Html:
        """Return blocks, one below the other, with a line break after each."""
        return lines(self._writers[type(block)](block) for block in blocks)

    def section(self, section: Section, level: int) -> Html:
        """Return a section with its subsections; ``level`` is the level of its heading."""
        return markup(
            '<section aria-labelledby="%(id)s">\n<h%(level)s id="%(id)s">%(title)s</h%(level)s>\n'
            "%(blocks)s\n%(sections)s</section>",
            id=escape(section.id),
            level=level,
            title=isolated(section.title),
            blocks=self.blocks(section.blocks),
            sections=lines(self.section(inner, level + 1) for inner in section.sections),
        )

    def _paragraph(self, block: Paragraph) -> Html:
        template = "<noscript><p>%s</p></noscript>" if block.is_without_script else "<p>%s</p>"
        return markup(template, self._text.line(block.content))

    def _items(self, block: Items) -> Html:
        items = lines(markup("<li>%s</li>", self._text.line(item)) for item in block.items)
        is_plain = block.layout is ListLayout.BULLETS
        look = NOTHING if is_plain else markup(' class="%s"', escape(block.layout))
        return markup("<ul%s>\n%s</ul>", look, items)

    def _pairs(self, pairs: Iterable[Pair]) -> Html:
        return markup('<dl class="pairs">\n%s</dl>', lines(map(self._pair, pairs)))

    def _pair(self, pair: Pair) -> Html:
        return markup("<div><dt>%s</dt><dd>%s</dd></div>", isolated(pair.term), self._text.line(pair.content))

    def _cards(self, block: Cards) -> Html:
        cards = (
            markup("<li>%s<p>%s</p></li>", self._text.link(card.link), isolated(card.text)) for card in block.cards
        )
        return markup('<ul class="cards">\n%s</ul>', lines(cards))

    def _source_list(self, block: SourceList) -> Html:
        sources = self._text.notes.sources
        return markup(
            '<details class="fold">\n<summary>%s</summary>\n<ol class="sources">\n%s</ol>\n</details>',
            escape(counted(len(sources), "source")),
            lines(map(self._source, sources)),
        )

    def _source(self, source: NotedSource) -> Html:
        """Return the entry of a source with a link back to the first note on each of its locators."""
        template = ' <a href="#r%s">%s</a>'
        back = (markup(template, escape(each.label), isolated(each.name)) for each in source.references)
        return markup(
            '<li id="s%s">%s<span>%s</span></li>', source.number, self._text.line(source_entry(source)), concat(back)
        )

    def _questions(self, block: Questions) -> Html:
        return markup(
            '<h2 class="visually-hidden" id="answers">%s</h2>\n<dl class="answers">\n%s</dl>',
            escape(block.title),
            lines(map(self._question, block.questions)),
        )

    def _question(self, question: Question) -> Html:
        text = self._text
        return markup(
            "<div>\n<dt>%(question)s</dt>\n<dd>\n%(verdict)s<p>%(content)s</p>\n"
            '<p class="source">%(source)s%(more)s</p>\n</dd>\n</div>',
            question=isolated(question.question),
            verdict=markup('<p class="verdict">%s</p>\n', badge(question.verdict)) if question.verdict else NOTHING,
            source=markup("%s · ", text.line(question.source)),
            more=text.link(question.more),
            content=text.line(question.content),
        )

    def _table(self, block: Table) -> Html:
        if block.fold:
            template = '<details class="fold"%s>\n<summary>%s</summary>\n%s\n</details>'
            return markup(template, _id(block.fold_id), isolated(block.fold), self._shown_table(block))
        return self._shown_table(block)

    def _shown_table(self, block: Table) -> Html:
        region = (
            markup(' role="region" aria-label="%s" tabindex="0"', escape(block.caption))
            if block.is_compact
            else NOTHING
        )
        heads = (markup('<th scope="col"%s>%s</th>', _column(each), isolated(each.title)) for each in block.columns)
        # Narrow screens show the title of the column beside each cell.
        labels = [concat((_label(each), _column(each))) for each in block.columns[1:]]
        return markup(
            '<div class="%(width)s"%(region)s>\n'
            "<table>\n<caption>%(caption)s</caption>\n<thead>\n<tr>\n%(heads)s</tr>\n</thead>\n%(groups)s</table>\n</div>",
            width=Html(_width(block)),
            region=region,
            caption=isolated(block.caption),
            heads=lines(heads),
            groups=lines(self._group(group, labels) for group in block.groups),
        )

    def _group(self, group: Group, labels: Sequence[Html]) -> Html:
        width = len(labels) + 1
        heads = []
        if group.title:
            heads.append(markup('<th colspan="%s" scope="rowgroup">%s</th>', width, self._text.line(group.title)))
        if group.intro:
            heads.append(markup('<td colspan="%s">%s</td>', width, self._pairs(group.intro)))
        head_rows = lines(markup('<tr class="group">\n%s\n</tr>', head) for head in heads)
        rows = lines(self._row(row, labels) for row in group.rows)
        return markup("<tbody%s>\n%s%s</tbody>", _id(group.id), head_rows, rows)

    def _row(self, row: Row, labels: Sequence[Html]) -> Html:
        line = self._text.line
        first, *others = row.cells
        facets = [markup(' data-%s="%s"', escape(name), escape(" ".join(row.facets[name]))) for name in row.facets]
        cells = [markup("<td%s>%s</td>", label, line(cell)) for label, cell in zip(labels, others, strict=True)]
        return markup(
            '<tr%s%s><th scope="row">%s%s</th>%s</tr>',
            _id(row.id),
            concat(facets),
            concat(markup('<span id="%s"></span>', escape(other)) for other in row.other_ids),
            line(first),
            concat(cells),
        )


def _id(identifier: str | None) -> Html:
    return markup(' id="%s"', escape(identifier)) if identifier else NOTHING


def _width(table: Table) -> str:
    """Return the classes of the box of a table."""
    if table.is_compact:
        return "compact badge-grid" if table.is_grid else "compact"
    return "roomy dense" if table.is_dense else "roomy"


def _label(column: Column) -> Html:
    is_needed = not (column.is_short or column.is_plain)
    return markup(' data-label="%s"', escape(column.title)) if is_needed else NOTHING


def _column(column: Column) -> Html:
    return Html(' class="number"' if column.is_number else ' class="short"' if column.is_short else "")


def _snippet(block: Snippet) -> Html:
    return markup(
        '<figure class="snippet">\n<figcaption>%s</figcaption>\n'
        '<pre tabindex="0"><code class="language-%s">%s</code></pre>\n</figure>',
        isolated(block.label),
        escape(block.language),
        escape(block.text),
    )


def _filters(block: Filters) -> Html:
    words = Html('<label>Search in table\n<input type="search" name="words">\n</label>\n')
    dates = Html(
        '<label>From\n<input type="date" name="from">\n</label>\n<label>To\n<input type="date" name="to">\n</label>\n'
    )
    downloads = (
        markup('<button type="button" data-file="%s">%s</button>', escape(name), escape(label))
        for name, label in block.downloads.items()
    )
    return markup(
        '<form class="filters" aria-label="%(label)s">\n%(filters)s%(words)s%(dates)s%(switches)s'
        '<div class="actions">\n<button type="reset">%(reset)s</button>\n%(downloads)s<output>%(count)s</output>\n</div>\n</form>',
        label=escape(block.label),
        filters=lines(map(_filter, [*block.filters, *([block.order] if block.order else [])])),
        words=words if block.has_words else NOTHING,
        dates=dates if block.has_dates else NOTHING,
        switches=lines(_box("show", each) for each in block.switches),
        reset=escape(block.reset),
        downloads=lines(downloads),
        count=markup("%s of %s rows", block.row_count, block.row_count) if block.row_count else NOTHING,
    )


def _filter(choice: Filter) -> Html:
    if choice.is_multiple:
        return _multiple_filter(choice)
    options = (
        markup('<option value="%s">%s</option>', escape(each.value), escape(each.label)) for each in choice.options
    )
    return markup(
        '<label>%s\n<select name="%s">\n<option value="">%s</option>\n%s</select>\n</label>',
        isolated(choice.label),
        escape(choice.name),
        escape(choice.unchosen),
        lines(options),
    )


def _multiple_filter(choice: Filter) -> Html:
    groups = groupby(choice.options, attrgetter("group"))
    search = escape(f"Search {choice.label.lower()}")
    return markup(
        "<details%(look)s>\n<summary>%(label)s <b>%(unchosen)s</b></summary>\n"
        '<div role="group" aria-label="%(name)s">\n<button type="button">Clear</button>\n%(search)s%(boxes)s</div>\n</details>',
        look=Html(' class="picker"') if choice.is_in_page else NOTHING,
        label=isolated(choice.label),
        unchosen=escape(choice.unchosen),
        name=escape(choice.label),
        search=markup('<input type="search" aria-label="%s" placeholder="%s">\n', search, search)
        if choice.group_name
        else NOTHING,
        boxes=concat(_boxes(choice, group, options) for group, options in groups),
    )


def _boxes(choice: Filter, group: Option | None, options: Iterable[Option]) -> Html:
    boxes = lines(_box(choice.name, option) for option in options)
    if not group:
        return boxes
    return markup("<fieldset>\n<legend>%s</legend>\n%s</fieldset>\n", _box(choice.group_name, group), boxes)


def _box(name: str, option: Option) -> Html:
    template = '<label><input type="checkbox" name="%s" value="%s">%s</label>'
    return markup(template, escape(name), escape(option.value), isolated(option.label))
