"""A CommonMark parser reads every text of a Markdown twin as it is, and every link leads where the page's link leads."""

from collections.abc import Callable, Mapping

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from locdata_build.data.site import SiteFile
from locdata_build.render.markdown import page_as_markdown
from locdata_build.view.blocks import (
    Block,
    Card,
    Cards,
    Column,
    Group,
    Items,
    Pair,
    Pairs,
    Paragraph,
    Question,
    Questions,
    Row,
    Snippet,
    Table,
)
from locdata_build.view.drawings import LegendEntry, Tile, TileMap, TileMaps
from locdata_build.view.notes import SOURCES_SECTION
from locdata_build.view.page import Page, Section
from locdata_build.view.text import Aside, Badge, Break, Code, Details, Link, Note, Rich, Tone, rich
from render.every_block import citation
from render.texts import TEXTS
from support.dataset import whole

PARSER = MarkdownIt("commonmark").enable("table")
SITE = msgspec.convert(whole()["site.json"], SiteFile)
YES, NO = Badge("Yes", Tone.YES), Badge("No", Tone.NO)

MARKUP = st.text("abZ19éß\\`*_[](){}<>#+-.!|~&;:/=\"'$%^?,@", min_size=1)
MARKED_TEXTS = (
    st.lists(
        st.one_of(MARKUP, TEXTS, st.sampled_from(["&amp;", "&#35;", "<b>", "![x](y)", "[a]: b", "---"])), min_size=1
    )
    .map(" ".join)
    .filter(lambda text: text[0] not in "=+-@")
)
"""Texts with much that could be taken for Markdown."""

Place = Callable[[str], Page]
"""A function that returns a page with a text in certain places."""


def page_of(*blocks: Block, title: str = "Title", lead: str = "Lead", sections: tuple[Section, ...] = ()) -> Page:
    return Page(path="/page/", title=title, description="", lead=rich(lead), blocks=blocks, sections=sections)


def markdown(page: Page, site: SiteFile = SITE) -> str:
    return page_as_markdown(page, site).decode()


def body(*blocks: Block) -> str:
    """Return the Markdown of blocks without the head of their page."""
    return markdown(page_of(*blocks)).split("\n\n", 3)[3]


def table(first: str | Code = "x", other: str = "x", title: str = "x", *, is_compact: bool = False) -> Table:
    columns = (Column("First"), Column(title, is_number=True))
    group = Group(rows=(Row(cells=(rich(first), rich(other))),))
    return Table(caption="x", columns=columns, groups=(group,), is_compact=is_compact)


def group_of(title: Rich, *intro: Pair) -> Table:
    return Table(caption="x", columns=(Column("x"),), groups=(Group(rows=(), title=title, intro=intro),))


def tile_map(label: str = "x", name: str = "France") -> TileMaps:
    tile = Tile(x=0, y=0, code="FR", name=name, verdict=YES, href="/france/")
    other = Tile(x=1, y=0, code="NO", name="Norway", verdict=NO, href="/norway/")
    legend = (
        LegendEntry(Tone.YES, Link("in force (1)", "/countries/?saft=in_force")),
        LegendEntry(Tone.NO, Link("none (1)", "/countries/?saft=none")),
    )
    tiles = TileMap(id="map", label=label, title="Question?", tiles=(tile, other), legend=legend)
    return TileMaps(caption="x", width=1, height=1, maps=(tiles,))


def in_line(text: str) -> Page:
    badge, more = Badge(text, Tone.NO), Link("More", "#more")
    content, source = rich(text, " end."), rich(text)
    return page_of(
        Items((rich("x ", text), rich(Link(text, "/x/")), rich("x", Aside(rich(text))), rich("x ", badge))),
        Pairs((Pair(text, rich(text)),)),
        Cards((Card(Link(text, "/x/"), text),)),
        Questions((Question(question=f"{text}?", verdict=badge, content=content, source=source, more=more),)),
        table(other=text),
        table(first=text, other=text, title=text, is_compact=True),
        group_of(rich("x"), Pair(text, rich(text))),
        tile_map(name=text),
    )


def at_start(text: str) -> Page:
    return page_of(Paragraph(rich(text)), Items((rich(text), rich("x"))), Paragraph(rich("x")), table(first=text))


def in_lead(text: str) -> Page:
    return page_of(lead=text)


def in_headings(text: str) -> Page:
    return page_of(group_of(rich(text)), tile_map(label=text), title=text, sections=(Section(id="x", title=text),))


def in_notes(text: str) -> Page:
    note = Note((citation(text, text, publisher=text),))
    return page_of(Paragraph(rich("x", note)), Items((rich("y", note),)), sections=(SOURCES_SECTION,))


PLACES: Mapping[str, Place] = {
    "notes": in_notes,
    "line": in_line,
    "start": at_start,
    "lead": in_lead,
    "headings": in_headings,
}


def tokens(source: str) -> list[tuple[str, str]]:
    """Return the kind and the text of each token, with a mark for each tag in the text."""
    return [(token.type, text_of(token)) for token in PARSER.parse(source)]


def text_of(token: Token) -> str:
    if token.children is None:
        return token.content
    return "".join(child.content or f"{{{child.tag}}}" for child in token.children)


def check(place: Place, text: str) -> None:
    """Check that a text is read as it is: that only the text differs from that of a plain word."""
    expected = [(kind, content.replace("Word", text)) for kind, content in tokens(markdown(place("Word")))]
    assert tokens(markdown(place(text))) == expected


# Texts


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@given(text=MARKED_TEXTS)
@example(text="C #")
@example(text="#")
def test_any_text_is_read_as_it_is(place: Place, text: str) -> None:
    check(place, text)


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize(
    "text",
    ["1. item", "1.", "12) item", "# title", "###", "> quote", "--- rule", "=== rule", "~~~ fence", "* item", "- item"],
)
def test_text_that_looks_like_a_block_is_read_as_it_is(place: Place, text: str) -> None:
    check(place, text)


@pytest.mark.parametrize("text", ["1. item", "# title", "> quote", "- item", "[^1]: x"])
def test_footnote_that_begins_like_a_block_is_a_paragraph(text: str) -> None:
    _, _, footnote = markdown(in_notes(text)).rpartition("[^1]: ")

    assert [kind for kind, _ in tokens(footnote)] == ["paragraph_open", "inline", "paragraph_close"]
    assert tokens(footnote)[1][1].startswith(f"{text}: ")


@given(TEXTS | MARKUP)
@example("`")
@example("``a` b")
def test_code_is_read_as_it_is(text: str) -> None:
    (line,) = (token for token in PARSER.parse(body(Items((rich("x ", Code(text)),)))) if token.type == "inline")

    assert [child.content for child in line.children or () if child.type == "code_inline"] == [text]


@given(st.lists(MARKUP, min_size=1).map("\n".join))
@example("```\nfence\n```")
@example("~~~~\nfence")
def test_snippet_is_read_as_it_is(text: str) -> None:
    (fence,) = (token for token in PARSER.parse(body(Snippet("json", "Label", f"{text}."))) if token.type == "fence")

    assert (fence.info, fence.content) == ("json", f"{text}.\n")


# Links


def targets(source: str) -> list[object]:
    """Return the target of each link."""
    children = [child for token in PARSER.parse(source) for child in token.children or ()]
    return [child.attrs["href"] for child in children if child.type == "link_open"]


@pytest.mark.parametrize(
    "url",
    [
        "https://tax.example/law_(2026)",
        "https://tax.example/((",
        "https://tax.example/*a*_b_~c~",
        "https://tax.example/?a=1&b=2#c",
        "https://tax.example/?a=1&copy;b",
        "https://tax.example/it's!$,;=:@+",
        "mailto:contact@data.example",
    ],
)
def test_link_leads_to_any_url(url: str) -> None:
    licence = msgspec.structs.replace(SITE.data_licence, url=url)
    site = msgspec.structs.replace(SITE, data_licence=licence)

    assert targets(markdown(page_of(Items((rich(Link("Source", url)), rich(Link(url, url))))), site)).count(url) == 3


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("/france/#erp", "https://data.example/sub/france/#erp"),
        ("#erp", "https://data.example/sub/page/#erp"),
        ("https://tax.example/", "https://tax.example/"),
    ],
)
def test_link_within_the_site_is_a_whole_url(href: str, target: str) -> None:
    site = msgspec.structs.replace(SITE, base_url="https://data.example/sub")

    assert targets(markdown(page_of(Items((rich(Link("Link", href)),))), site))[-1] == target


# Blocks


def test_levels_of_headings_follow_sections_and_groups() -> None:
    group = group_of(rich(Link("France", "/france/")))
    outer = Section(id="a", title="Outer", sections=(Section(id="b", title="Inner", blocks=(group,)),))
    headings = [line for line in markdown(page_of(sections=(outer,))).splitlines() if line.startswith("#")]

    assert headings == ["# Title", "## Outer", "### Inner", "#### [France](https://data.example/france/)"]


RECORDS = Table(
    caption="x",
    columns=(Column("Name"), Column("Count")),
    groups=(Group(rows=(Row(id="one", cells=(rich("One"), rich("1"))), Row(cells=(rich("Two"), ())))),),
)


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        pytest.param(
            Paragraph(rich("Law", Details("2 *more*", rich("A", Break(), Link("B", "/b/"))))),
            "Law · 2 \\*more\\*: A · [B](https://data.example/b/)\n",
            id="details",
        ),
        pytest.param(Paragraph(rich(Details("Notes", rich("A")))), "Notes: A\n", id="details alone"),
        pytest.param(
            table(Code("a|b"), is_compact=True),
            "**x**\n\n| First | x |\n| --- | ---: |\n| `a\\|b` | x |\n",
            id="compact table with code",
        ),
    ],
)
def test_block_is_written_in_full(block: Block, expected: str) -> None:
    assert body(block) == expected


def test_caption_of_a_table_is_replaced_by_its_fold_and_by_a_heading_above_it() -> None:
    folded = msgspec.structs.replace(RECORDS, fold="2 rows")
    section = Section(id="a", title="Records", blocks=(RECORDS, folded, RECORDS))
    source = markdown(page_of(sections=(section,)))

    assert [line for line in source.splitlines() if line.startswith(("##", "**"))] == [
        "## Records",
        "**2 rows**",
        "**x**",
    ]


def test_lists_that_follow_each_other_are_separate_lists() -> None:
    items = Items((rich("a"), rich("b")))
    pairs, folded = Pairs((Pair("x", rich("y")),)), msgspec.structs.replace(RECORDS, fold="2 rows")
    found = PARSER.parse(body(items, pairs, items, folded, pairs))

    assert [token.type for token in found if token.level == 0].count("bullet_list_open") == 5


# Pages


def test_twin_has_no_spaces_at_the_ends_of_lines_and_one_line_break_at_its_end(files: Mapping[str, bytes]) -> None:
    twins = {path: content.decode() for path, content in files.items() if path.endswith(".md")}

    assert len(twins) > 20
    assert [path for path, source in twins.items() if source != f"{source.strip()}\n" or " \n" in source] == []
