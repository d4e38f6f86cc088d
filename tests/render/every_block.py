"""A page with every kind of block and of line, in each of its forms, and the main part of its HTML."""

import datetime as dt

import msgspec

from locdata_build.data.site import SiteFile
from locdata_build.data.sources import CitedSource
from locdata_build.derive.provenance import Citation
from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.html import HtmlPages
from locdata_build.view.blocks import (
    Card,
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
    Table,
    grouped_table,
    row,
    table_of,
)
from locdata_build.view.drawings import Lane, LegendEntry, Mark, PhaseChart, Tick, Tile, TileMap, TileMaps
from locdata_build.view.notes import SOURCES_SECTION
from locdata_build.view.page import Page, Section
from locdata_build.view.text import Aside, Badge, Break, Code, Details, Link, Note, Strong, Tone, rich
from locdata_model.vocabulary import Verification
from support.dataset import whole
from support.records import source_record

PAGES = HtmlPages(
    msgspec.convert(whole()["site.json"], SiteFile), {name: asset.path for name, asset in asset_artifacts().items()}
)

YES = Badge("Yes", Tone.YES)


def citation(title: str, locator: str | None = None, **fields: object) -> Citation:
    """Return a citation of the law with a title; ``fields`` are other ones of its record."""
    source = msgspec.convert(source_record("https://law.example/act"), CitedSource)
    record = msgspec.structs.replace(source, title=title, **fields)
    return Citation(id=title, source=record, locator=locator, verification=Verification.OFFICIAL)


LAW = citation("Law", "Art. 1")

LINES = (
    Paragraph(rich(dt.date(2026, 1, 31), Break(), "next ", YES, Code("a < b"), Strong("strong"))),
    Paragraph(rich(Link("site", "/a/"), Link("other site", "https://b.example"), Link("anchor", "/b/", id="anchor"))),
    Paragraph(rich(Link("paid", "https://c.example", sponsored=True), Link("Loi", "https://d.example", language="fr"))),
    Paragraph(rich("Cited", Note((LAW, citation("Loi", language="fr"))), "again", Note((LAW,)))),
)

MARKS = (
    Mark(x=1, y=2, state="started", is_filled=True, label="Past", anchor="step-past"),
    Mark(x=9, y=2, state="upcoming", is_filled=False, label="Coming", anchor="step-coming"),
)

DRAWINGS = (
    TileMaps(
        caption="Maps",
        width=3,
        height=2,
        maps=tuple(
            TileMap(
                id=name,
                label=f"Map {name}",
                title="Question?",
                tiles=(Tile(x=2, y=1, code="FR", name="France", verdict=YES, href="/france/"),),
                legend=(LegendEntry(Tone.YES, Link("yes (1)", "/countries/?saft=yes")),),
            )
            for name in ("one", "two")
        ),
    ),
    PhaseChart(
        id="chart",
        caption="Chart",
        description="Text.",
        width=20,
        height=20,
        today_x=5,
        mark_size=3,
        ticks=(Tick(x=0, label="2026"),),
        lanes=(Lane(label="Lane", y=1, marks=MARKS),),
    ),
)

BLOCKS = (
    Items((rich("one"), rich("two")), ListLayout.COLUMNS),
    Pairs((Pair("Term", rich("Text", Aside(rich("source")), Details("2 more", rich("A", Break(), "B")))),)),
    Cards((Card(Link("News", "/news/"), "Vendor news."),)),
    Snippet("sh", "Call", "curl <x>"),
)

QUESTION = Question(question="When?", content=rich("Now."), more=Link("More", "#a"))

FRANCE = Option("fr", "France", Option("west", "West"))

FILTERS = (
    Filters((Filter("country", "Country", (Option("fr", "France"),)),), 3),
    Filters(
        (Filter("country", "Countries", (FRANCE,), is_multiple=True, group_name="region"),),
        has_words=True,
        has_dates=True,
        file_name="rows.csv",
        label="<Name>",
        reset="Clear",
    ),
)

COLUMNS = (Column("Name"), Column("State", is_short=True), Column("Count", is_number=True))
SEVERAL = Row(
    id="first",
    other_ids=("second", "third"),
    cells=(rich("One"), rich("new"), rich("1")),
    facets={"country": ("fr", "at"), "support": ()},
)
BADGES = row("France", Link("native", "#fr-odoo", tone=Tone.YES))

TABLES = (
    Table(
        caption="Groups",
        columns=COLUMNS,
        groups=(Group(rows=(SEVERAL,), id="fr", title=rich("France"), intro=(Pair("Term", rich("Text")),)),),
    ),
    table_of("Compact", ("Name",), (row("One"),), is_compact=True),
    table_of("Folded", ("Name",), (row("One"),), fold="Past & gone"),
    grouped_table("Grid", ("Country", "Odoo"), (Group(rows=(BADGES,)),), is_grid=True),
)

SECTIONS = (
    Section(id="drawings", title="Drawings", blocks=DRAWINGS),
    Section(id="tables", title="Tables", sections=(Section(id="filtered", title="Filtered", blocks=FILTERS + TABLES),)),
    SOURCES_SECTION,
)

PAGE = Page(
    path="/page/",
    title="Every block",
    description="Text.",
    lead=rich("Lead"),
    blocks=(
        *(*LINES, *BLOCKS),
        Questions((msgspec.structs.replace(QUESTION, verdict=YES, source=rich("Law")), QUESTION)),
    ),
    sections=SECTIONS,
)


def main_part() -> bytes:
    """Return the main part of the page, which has no path of an asset."""
    return PAGES.render(PAGE).partition(b'<main id="content" tabindex="-1">\n')[2].partition(b"</main>")[0]
