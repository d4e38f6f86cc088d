"""Markdown read back by a parser of CommonMark gives every text as it was, whatever the text holds."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from locdata_build.check.text import text_faults
from locdata_build.render.markdown import page_as_markdown
from locdata_build.source.files import SiteFile
from locdata_build.view.blocks import (
    Answer,
    Answers,
    Block,
    Card,
    Cards,
    Column,
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
from locdata_build.view.pictures import Lane, Mark, PhaseChart, Tick, Tile, TileMap, TileMaps
from locdata_build.view.text import Aside, Badge, Break, Code, Day, Link, Rich, Strong, Tone, Words, rich
from support.dataset import whole
from support.pages import load_pages, small_world
from support.world import render_files

PARSER = MarkdownIt("commonmark").enable("table")
SITE = msgspec.convert(whole()["site.json"], SiteFile)

MARKUP = st.text("abZ19éß \\`*_[](){}<>#+-.!|~&;:/=\"'$%^?,@", min_size=1)
WORDS = st.one_of(MARKUP, st.text(min_size=1), st.sampled_from(["&amp;", "&#35;", "<b>", "![x](y)", "[a]: b", "---"]))
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join).filter(lambda text: not [*text_faults(text, "file")])
"""Any text that may stand in the data."""

STARTS = ["1. item", "12) item", "# title", "> quote", "--- rule", "=== rule", "~~~ fence", "* item"]
"""Texts that would begin a block of their own."""


def page_of(*blocks: Block, title: str = "Title", lead: str = "Lead", sections: tuple[Section, ...] = ()) -> Page:
    return Page(path="/page/", title=title, description="", lead=rich(lead), blocks=blocks, sections=sections)


def markdown(page: Page, site: SiteFile = SITE) -> str:
    return page_as_markdown(page, site).decode()


def body(*blocks: Block) -> str:
    """The Markdown of blocks, without what stands above them on every page."""
    return markdown(page_of(*blocks)).split("\n\n", 3)[3]


def table(first: str = "x", other: str = "x", title: str = "x", *, is_compact: bool = False) -> Table:
    return Table(
        caption="x",
        columns=(Column("First"), Column(title, is_number=True)),
        groups=(Group(rows=(Row(cells=(rich(first), rich(other))),)),),
        is_compact=is_compact,
    )


def in_group(title: Rich, *intro: Pair) -> Table:
    return Table(caption="x", columns=(Column("x"),), groups=(Group(rows=(), title=title, intro=intro),))


def answer(question: str = "x", verdict: str = "x", content: str = "x", source: str = "x") -> Answers:
    badge = Badge(verdict, Tone.YES)
    more = Link("More", "#more")
    return Answers(
        (Answer(question=question, verdict=badge, content=rich(content, " end."), source=rich(source), more=more),)
    )


def tiles(label: str = "x", title: str = "x", name: str = "x") -> TileMaps:
    badge = Badge("Yes", Tone.YES)
    tile = Tile(x=0, y=0, code="FR", name=name, answer=badge, href="/france/")
    maps = (TileMap(id="map", label=label, title=title, tiles=(tile,), legend=((badge, 1),)),)
    return TileMaps(caption="x", width=1, height=1, maps=maps)


CHART = PhaseChart(
    id="x",
    caption="x",
    description="x",
    width=9,
    height=9,
    today_x=0,
    mark_size=1,
    ticks=(Tick(x=0, label="x"),),
    lanes=(Lane(label="x", y=0, marks=(Mark(x=0, y=0, standing="started", is_filled=True, label="x"),)),),
)


def in_line(text: str) -> Page:
    """A page with the text in every place within a line."""
    return page_of(
        Items(
            (rich("x ", text), rich(Link(text, "/x/")), rich("x", Aside(rich(text))), rich("x ", Badge(text, Tone.NO)))
        ),
        Pairs((Pair(text, rich(text)),)),
        Cards((Card(Link(text, "/x/"), text),)),
        answer(question=f"{text}?", verdict=text, content=text, source=text),
        table(other=text),
        table(first=text, other=text, title=text, is_compact=True),
        in_group(rich("x"), Pair(text, rich(text))),
        tiles(name=text),
    )


def at_start(text: str) -> Page:
    """A page with the text at the start of every block that may begin with it."""
    return page_of(Paragraph(rich(text)), Items((rich(text), rich("x"))), Paragraph(rich("x")), table(first=text))


def as_lead(text: str) -> Page:
    """A page with the text as its lead."""
    return page_of(lead=text)


def in_headings(text: str) -> Page:
    """A page with the text in every heading."""
    return page_of(in_group(rich(text)), tiles(label=text), title=text, sections=(Section(id="x", title=text),))


Place = Callable[[str], Page]


def parts(source: str) -> list[tuple[str, str]]:
    """What stands in Markdown, block for block: the kind, and the text of those that have one."""
    return [(token.type, text_of(token)) for token in PARSER.parse(source)]


def text_of(token: Token) -> str:
    """The text of a token, with a mark for each tag in it."""
    if token.children is None:
        return token.content
    return "".join(child.content or f"{{{child.tag}}}" for child in token.children)


def expected(place: Place, text: str) -> list[tuple[str, str]]:
    """What must stand there: the same as for a plain word, with the text in its place."""
    return [(kind, content.replace("Word", text)) for kind, content in parts(markdown(place("Word")))]


# Texts


@given(TEXTS)
def test_any_text_within_a_line_is_read_as_it_is(text: str) -> None:
    assert parts(markdown(in_line(text))) == expected(in_line, text)


@pytest.mark.parametrize("text", [*STARTS, *(text for text in ("1.", "## title", "###"))])
def test_a_text_that_looks_like_a_block_is_none(text: str) -> None:
    assert parts(markdown(at_start(text))) == expected(at_start, text)


@given(TEXTS)
@example("## title")
def test_any_text_at_the_start_of_a_block_is_read_as_it_is(text: str) -> None:
    assert parts(markdown(at_start(text))) == expected(at_start, text)


@given(TEXTS)
@example("1. item")
def test_any_lead_is_read_as_it_is(text: str) -> None:
    assert parts(markdown(as_lead(text))) == expected(as_lead, text)


@given(TEXTS)
@example("C #")
@example("#")
def test_any_text_in_a_heading_is_read_as_it_is(text: str) -> None:
    assert parts(markdown(in_headings(text))) == expected(in_headings, text)


# Code


@given(TEXTS)
@example("`")
@example("``a` b")
def test_code_is_read_as_it_is(text: str) -> None:
    (line,) = (token for token in PARSER.parse(body(Items((rich("x ", Code(text)),)))) if token.type == "inline")
    code = [child.content for child in line.children or () if child.type == "code_inline"]

    assert code == [text]


@given(st.lists(MARKUP, min_size=1).map("\n".join))
@example("```\nfence\n```")
@example("~~~~\nfence")
def test_a_snippet_is_read_as_it_is(text: str) -> None:
    (fence,) = (token for token in PARSER.parse(body(Snippet("json", "Label", f"{text}."))) if token.type == "fence")

    assert (fence.info, fence.content) == ("json", f"{text}.\n")


def test_a_snippet_stands_below_its_label() -> None:
    assert body(Snippet("sh", "A_call", "curl x")) == "A\\_call:\n\n```sh\ncurl x\n```\n"


# Links


def targets(source: str) -> list[object]:
    """The target of each link."""
    children = [child for token in PARSER.parse(source) for child in token.children or ()]
    return [child.attrs["href"] for child in children if child.type == "link_open"]


@pytest.mark.parametrize(
    "url",
    [
        "https://tax.example/law_(2026)",
        "https://tax.example/a)b",
        "https://tax.example/((",
        "https://tax.example/*a*_b_~c~",
        "https://tax.example/?a=1&b=2#c",
        "https://tax.example/it's!$,;=:@+",
        "https://tax.example/%C3%A9",
        "http://tax.example:8080",
        "mailto:contact@data.example",
        "https://tax.example/?a=1&copy;b",
    ],
)
def test_a_link_leads_where_it_should(url: str) -> None:
    assert targets(body(Items((rich(Link("Source", url)),)))) == [url]


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("/france/#erp", "https://data.example/sub/france/#erp"),
        ("#erp", "https://data.example/sub/page/#erp"),
        ("https://tax.example/", "https://tax.example/"),
    ],
)
def test_a_link_within_the_site_is_absolute(href: str, target: str) -> None:
    site = msgspec.structs.replace(SITE, base_url="https://data.example/sub")

    assert targets(markdown(page_of(Items((rich(Link("Link", href)),))), site))[-1] == target


def test_the_licence_leads_where_it_should() -> None:
    licence = msgspec.structs.replace(SITE.data_licence, url="https://licences.example/a)b")
    site = msgspec.structs.replace(SITE, data_licence=licence)

    assert licence.url in targets(markdown(page_of(), site))


# Blocks


def test_the_head_tells_title_lead_address_version_day_and_licence() -> None:
    assert markdown(page_of()) == (
        "# Title\n\n"
        "> Lead\n\n"
        "Page: <https://data.example/page/>, version 1.2.3, as of 21 November 2026. "
        "Service (data.example), [CC BY 4.0](https://licences.example/by). "
        "[What the words mean](https://data.example/methodology/).\n"
    )


def test_a_line_has_strong_words_days_breaks_and_small_print() -> None:
    line = rich(Strong("A*b"), " ", dt.date(2026, 1, 31), Break(), "next", Aside(rich("source")))

    assert body(Paragraph(line)) == "**A\\*b** 31 January 2026 · next – source\n"


def test_a_day_is_one_whether_told_as_date_or_as_mark() -> None:
    assert rich(dt.date(2026, 1, 31)) == (Day(dt.date(2026, 1, 31)),)


def test_sections_are_headings_below_that_of_the_page() -> None:
    inner = Section(id="b", title="Inner", blocks=(Paragraph(rich("Text.")),))
    source = markdown(page_of(sections=(Section(id="a", title="Outer", sections=(inner,)),)))

    assert [token.tag for token in PARSER.parse(source) if token.type == "heading_open"] == ["h1", "h2", "h3"]


def test_a_group_is_a_heading_below_that_of_its_section() -> None:
    section = Section(id="a", title="Outer", blocks=(in_group(rich(Link("France", "/france/"))),))

    assert "### [France](https://data.example/france/)" in markdown(page_of(sections=(section,))).splitlines()


def test_a_grid_is_a_table_with_numbers_to_the_right() -> None:
    assert body(table("a|b", "1", "Count", is_compact=True)) == "| First | Count |\n| --- | ---: |\n| a\\|b | 1 |\n"


def test_a_record_is_an_item_with_its_cells_below_it() -> None:
    rows = (
        Row(id="one", cells=(rich("One"), rich("1"))),
        Row(cells=(rich("Two"), ())),
    )
    block = Table(caption="x", columns=(Column("Name"), Column("Count")), groups=(Group(rows=rows),))

    assert body(block) == "- One ([row](https://data.example/page/#one))\n  - Count: 1\n- Two\n"


def test_an_answer_is_a_line() -> None:
    link = Link("More", "#more")
    told = Answer(question="Must one?", verdict=None, content=rich("Perhaps"), more=link)
    whole_answer = Answer(
        question="Must one?", verdict=Badge("No", Tone.NO), content=rich("Never."), more=link, source=rich("Source")
    )

    assert body(Answers((told, whole_answer))) == (
        "## Answers\n\n"
        "- **Must one?** Perhaps. [More](https://data.example/page/#more).\n"
        "- **Must one?** **No.** Never. Source. [More](https://data.example/page/#more).\n"
    )


def test_a_map_is_a_list_of_countries_for_each_answer() -> None:
    yes, no = Badge("Yes", Tone.YES), Badge("No", Tone.NO)
    tile = Tile(x=0, y=0, code="FR", name="France", answer=yes, href="/france/")
    maps = TileMap(id="map", label="Label", title="Title", tiles=(tile,), legend=((yes, 1), (no, 0)))

    assert body(TileMaps(caption="x", width=1, height=1, maps=(maps,))) == (
        "## Label\n\nTitle.\n\n- Yes (1): [France](https://data.example/france/)\n- No (0)\n"
    )


def test_a_chart_is_left_out() -> None:
    assert body(CHART, Paragraph(rich("Text."))) == "Text.\n"


def test_filters_are_left_out() -> None:
    assert body(Filters((), 0), Paragraph(rich("Text."))) == "Text.\n"


def test_a_number_at_the_start_keeps_its_dot() -> None:
    assert rich("1. x") == (Words("1. x"),)
    assert body(Paragraph(rich("1. x"))) == "1\\. x\n"


# Pages


def test_every_page_has_a_twin_beside_it(tmp_path: Path) -> None:
    paths = list(render_files(tmp_path))
    html = [path.removesuffix(".html") for path in paths if path.endswith(".html")]
    twins = [path.removesuffix(".md") for path in paths if path.endswith(".md")]

    assert html == twins


@pytest.mark.parametrize("path", ["/", "/france/", "/e-invoicing/", "/countries/", "/data/", "/api/", "/404"])
def test_a_twin_ends_in_one_newline_and_has_no_empty_paragraph(tmp_path: Path, path: str) -> None:
    source = markdown(load_pages(tmp_path)[path])

    assert source == f"{source.strip()}\n"
    assert [line for line in source.splitlines() if line != line.rstrip()] == []


def test_a_table_without_rows_leaves_nothing(tmp_path: Path) -> None:
    source = markdown(load_pages(tmp_path, small_world())["/connectors/"])

    assert source == f"{source.strip()}\n"
