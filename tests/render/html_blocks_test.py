"""Every block has the markup that browsers, filters and screen readers need, and shows every text as text."""

import datetime as dt
import re
from xml.etree.ElementTree import Element

import msgspec
import pytest
from hypothesis import given

from locdata_build.data.site import SiteFile
from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.html import HtmlPages
from locdata_build.render.html_drawings import PATTERNS
from locdata_build.render.html_text import isolated
from locdata_build.view.blocks import (
    Block,
    Card,
    Cards,
    Column,
    Filter,
    Filters,
    Group,
    Items,
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
from locdata_build.view.obligations import TONE_WORDS
from locdata_build.view.page import Page, Section
from locdata_build.view.text import Aside, Badge, Break, Code, Details, Link, Rich, Strong, Tone, rich
from support.dataset import whole
from support.html import find_elements, parse_html, words_of
from support.texts import TEXTS

PAGES = HtmlPages(
    msgspec.convert(whole()["site.json"], SiteFile), {name: asset.path for name, asset in asset_artifacts().items()}
)
YES = Badge("Yes", Tone.YES)


def render(*blocks: Block, **fields: object) -> Element:
    """Return the root of a page with these blocks."""
    page = Page(path="/page/", title="Title", description="Text.", lead=())
    return parse_html(PAGES.render(msgspec.structs.replace(page, blocks=blocks, **fields)))


def rows_of(page: Element) -> list[Element]:
    return [row for body in find_elements(page, "tbody") for row in body.iter("tr")]


# Lines


def line_of(text: str) -> Rich:
    """Return a line with ``text`` in each kind of part, eight times."""
    parts = (Code(text), Strong(text), Badge(text, Tone.NO), Link(text, "/a/"))
    return rich(text, *parts, Aside(rich(text)), Details(text, rich(text)))


@given(TEXTS)
def test_any_text_is_shown_as_it_is(text: str) -> None:
    page = render(Pairs((Pair("Term", line_of(text)),)), title=text)
    (description,) = find_elements(page, "dd")

    assert ("".join(description.itertext()), "".join(find_elements(page, "h1")[0].itertext())) == (text * 8, text)
    assert [
        "".join(find_elements(description, tag)[0].itertext())
        for tag in ("code", "strong", "span", "a", "div", "summary")
    ] == [text] * 6


@pytest.mark.parametrize(
    ("text", "is_isolated"),
    [
        pytest.param("דוח VAT", True, id="Hebrew"),
        pytest.param("VAT: الإقرار", True, id="Arabic at the end"),
        pytest.param("٢٠٢٦", True, id="Arabic digits"),
        pytest.param("\u200f2026", True, id="mark of direction"),
        pytest.param("Déclaration, Ελλάδα, 申告, 2026", False, id="left to right"),
    ],
)
def test_text_is_isolated_only_if_any_of_it_runs_from_right_to_left(text: str, *, is_isolated: bool) -> None:
    """An English page is not a byte longer for it."""
    page = render(Pairs((Pair("Term", line_of(text)),)), sections=(Section(id="a", title=text),))
    isolates = ["".join(each.itertext()) for each in find_elements(page, "bdi")]

    assert isolates == ([text] * 9 if is_isolated else [])


def test_option_and_label_of_a_cell_stay_text() -> None:
    """No element may be in an option or in an attribute."""
    text = "דוח"
    options = Filters((Filter("name", text, (Option("a", text),)),), 1)
    table = Table(caption=text, columns=(Column(text), Column(text)), groups=(Group(rows=(Row(cells=((), ())),)),))
    page = render(options, table)

    assert [option.text for option in find_elements(page, "option")] == ["All", text]
    assert [cell.attrib["data-label"] for cell in find_elements(page, "td")] == [text]


def test_day_is_shown_in_words_and_read_by_machines() -> None:
    page = render(Paragraph(rich(dt.date(2026, 1, 31), Break(), "next")))
    (day,) = (day for day in find_elements(page, "time") if day.attrib["datetime"] == "2026-01-31")

    assert day.text == "31 January 2026"
    assert len(find_elements(page, "br")) == 1


def test_link_says_in_which_language_its_text_is() -> None:
    links = (Link("Loi", "https://a.example", language="fr"), Link("Law", "https://b.example"))
    page = render(Items(tuple(map(rich, links)), columns=True))
    (items,) = find_elements(page, "ul", class_="columns")

    assert [link.attrib.get("lang") for link in items.iter("a")] == ["fr", None]


def test_details_are_closed_until_the_reader_opens_them() -> None:
    (details,) = find_elements(
        render(Pairs((Pair("Term", rich(Details("2 more", rich("A", Break(), "B")))),))), "details"
    )

    assert (details.attrib, details[0].tag.rpartition("}")[2], words_of(details)) == ({}, "summary", "2 moreAB")


def test_links_say_whether_they_lead_to_another_site_or_are_paid_for() -> None:
    links = (Link("a", "/a/"), Link("b", "https://b.example"), Link("c", "https://c.example", sponsored=True))
    page = render(Items(tuple(map(rich, links)), columns=True))
    (items,) = find_elements(page, "ul", class_="columns")

    assert [link.attrib.get("rel") for link in items.iter("a")] == [None, "external", "sponsored nofollow"]


def test_an_anchor_may_lead_to_a_link() -> None:
    page = render(Paragraph(rich(Link("a", "/a/", id="anchor"), Link("b", "/b/"))))
    (line,) = (each for each in find_elements(page, "p") if words_of(each) == "ab")

    assert [link.attrib.get("id") for link in line] == ["anchor", None]


@pytest.mark.parametrize("tone", Tone)
def test_stylesheet_puts_the_glyph_of_a_tone_in_front_of_its_badge_where_screen_readers_pass_over_it(
    tone: Tone,
) -> None:
    style = asset_artifacts()["style.css"].content.decode()

    assert re.findall(rf"^\.badge\.{tone}::before \{{\s*content: (.+);", style, re.MULTILINE) == [
        f'"{tone.glyph} " / ""'
    ]


def test_no_two_tones_have_the_same_glyph() -> None:
    assert len({tone.glyph for tone in Tone}) == len(Tone)


# Sections and short blocks


def test_section_is_named_by_its_heading_and_can_be_linked_to() -> None:
    inner = Section(id="inner", title="Inner")
    page = render(sections=(Section(id="outer", title="Outer", sections=(inner,)),))

    assert [section.attrib for section in find_elements(page, "section")] == [
        {"aria-labelledby": "outer"},
        {"aria-labelledby": "inner"},
    ]
    assert [link.attrib["href"] for link in find_elements(page, "a", class_="anchor")] == ["#outer", "#inner"]
    assert [find_elements(page, tag)[0].attrib["id"] for tag in ("h2", "h3")] == ["outer", "inner"]


def test_snippet_can_be_scrolled_by_keyboard() -> None:
    page = render(Snippet("sh", "Call", "curl <x>"))

    assert [code.text for code in find_elements(page, "code", class_="language-sh")] == ["curl <x>"]
    assert [pre.attrib for pre in find_elements(page, "pre")] == [{"tabindex": "0"}]


def test_card_is_a_link_with_a_text() -> None:
    (cards,) = find_elements(render(Cards((Card(Link("News", "/news/"), "Vendor news."),))), "ul", class_="cards")

    assert words_of(cards) == "NewsVendor news."


QUESTION = Question(question="When?", verdict=None, content=rich("Now."), more=Link("More", "#a"))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (msgspec.structs.replace(QUESTION, verdict=YES, source=rich("Law")), "When? Yes Law · More Now."),
        (QUESTION, "When? More Now."),
    ],
)
def test_question_is_shown_with_what_is_known(question: Question, words: str) -> None:
    (answers,) = find_elements(render(Questions((question,))), "dl", class_="answers")

    assert words_of(answers) == words


# Tables and filters


def test_row_is_headed_by_its_first_cell_and_names_its_other_columns() -> None:
    columns = (Column("Name"), Column("Count", is_number=True), Column("Notes"))
    one = Row(id="one", cells=(rich("One"), rich("1"), rich("Text")))
    (row,) = rows_of(render(Table(caption="Caption", columns=columns, groups=(Group(rows=(one,)),))))

    assert [(str(cell.tag), dict(cell.attrib)) for cell in row] == [
        ("th", {"scope": "row"}),
        ("td", {"data-label": "Count", "class": "number"}),
        ("td", {"data-label": "Notes"}),
    ]
    assert (row.attrib["id"], [link.attrib["href"] for link in row.iter("a")]) == ("one", ["#one"])


def test_row_has_the_options_of_each_filter_that_it_matches() -> None:
    row = Row(cells=(rich("One"),), facets={"country": ("fr", "at"), "support": ()})
    page = render(Table(caption="Caption", columns=(Column("Name"),), groups=(Group(rows=(row,)),)))

    assert [dict(each.attrib) for each in rows_of(page)] == [{"data-country": "fr at", "data-support": ""}]


def test_group_has_its_title_and_introduction_over_all_columns() -> None:
    row = Row(cells=(rich("One"), rich("1")))
    group = Group(rows=(row,), id="fr", title=rich("France"), intro=(Pair("Term", rich("Text")),))
    page = render(Table(caption="Caption", columns=(Column("Name"), Column("Count")), groups=(group,)))
    title, intro, row_of_group = rows_of(page)

    assert [body.attrib for body in find_elements(page, "tbody")] == [{"id": "fr"}]
    assert [dict(cell.attrib) for head in (title, intro) for cell in head] == [
        {"colspan": "2", "scope": "rowgroup"},
        {"colspan": "2"},
    ]
    assert [words_of(each) for each in (title, intro, row_of_group)] == ["France", "TermText", "One1"]


def test_a_table_with_a_fold_is_folded_away_under_it() -> None:
    (details,) = find_elements(render(table_of("Caption", ("Name",), (row("One"),), fold="Past & gone")), "details")

    assert words_of(details[0]) == "Past & gone"
    assert len(find_elements(details, "table")) == 1
    assert not find_elements(render(table_of("Caption", ("Name",), (row("One"),))), "details")


def test_compact_table_can_be_scrolled_by_keyboard() -> None:
    page = render(Table(caption="Caption", columns=(Column("Name"),), groups=(), is_compact=True))
    (region,) = find_elements(page, "div", class_="compact")

    assert region.attrib == {"class": "compact", "role": "region", "aria-label": "Caption", "tabindex": "0"}


def test_grid_is_a_compact_table_of_links_that_look_like_badges() -> None:
    cell = Link("native", "#fr-odoo", tone=Tone.YES)
    group = Group(rows=(Row(cells=(rich("France"), (cell,))),))
    page = render(grouped_table("Caption", ("Country", "Odoo"), (group,), is_grid=True))
    (region,) = find_elements(page, "div", class_="badge-grid")
    (link,) = region.iter("a")

    assert (region.attrib["role"], region.attrib["tabindex"]) == ("region", "0")
    assert (link.attrib, link.text) == ({"href": "#fr-odoo", "class": "badge yes"}, "native")


def test_filter_offers_all_rows_first() -> None:
    page = render(Filters((Filter("country", "Country", (Option("fr", "France"),)),), 3))
    (select,) = find_elements(page, "select")

    assert select.attrib == {"name": "country"}
    assert [(option.attrib["value"], option.text) for option in select.iter("option")] == [
        ("", "All"),
        ("fr", "France"),
    ]
    assert words_of(find_elements(page, "output")[0]) == "3 of 3 rows"


def test_filter_with_several_choices_is_a_folded_list_of_boxes() -> None:
    page = render(Filters((Filter("country", "Countries", (Option("fr", "France"),), is_multiple=True),), 3))
    (summary,) = find_elements(page, "summary")
    (group,) = (each for each in find_elements(page, "div") if each.attrib.get("role") == "group")
    (box,) = find_elements(page, "input", type="checkbox")

    assert words_of(summary) == "Countries All"
    assert group.attrib["aria-label"] == "Countries"
    assert box.attrib == {"type": "checkbox", "name": "country", "value": "fr"}
    assert words_of(group) == "Clear France"


def test_filters_offer_words_dates_and_a_file_only_where_the_rows_have_them() -> None:
    (plain,) = find_elements(render(Filters((), 1)), "form", class_="filters")
    page = render(Filters((), 0, has_words=True, has_dates=True, file_name="rows.csv", label="<Name>", reset="Clear"))
    (full,) = find_elements(page, "form", class_="filters")

    assert find_elements(plain, "input") == []
    assert [words_of(button) for button in find_elements(plain, "button")] == ["Show all"]
    assert full.attrib["aria-label"] == "<Name>"
    assert [(field.attrib["type"], field.attrib["name"]) for field in find_elements(full, "input")] == [
        ("search", "words"),
        ("date", "from"),
        ("date", "to"),
    ]
    assert [(button.attrib.get("data-file"), words_of(button)) for button in find_elements(full, "button")] == [
        (None, "Clear"),
        ("rows.csv", "Download these rows"),
    ]
    assert words_of(find_elements(full, "output")[0]) == ""


# Drawings


def test_tile_links_its_country_and_has_its_verdict_in_words_and_as_a_glyph() -> None:
    tile = Tile(x=2, y=1, code="FR", name="France", verdict=YES, href="/france/")
    tiles = TileMap(id="map", label="Label", title="Question?", tiles=(tile,), legend=())
    (link,) = find_elements(render(TileMaps(caption="Caption", width=3, height=2, maps=(tiles,))), "a", class_="tile")

    (title,) = find_elements(link, "title")

    assert (link.attrib["href"], title.text) == ("/france/", "FR, France: Yes")
    assert link.attrib["transform"] == "translate(20 10)"
    assert [text.text for text in find_elements(link, "text")] == ["FR", "✓"]
    assert find_elements(link, "rect")[0].attrib["fill"] == "url(#tile-yes)"


def test_legend_shows_each_tone_as_on_the_map_beside_a_link_to_its_countries() -> None:
    entry = LegendEntry(Tone.CLEARANCE, Link("clearance (18)", "/countries/?real-time-reporting=clearance"))
    tiles = TileMap(id="map", label="Label", title="Question?", tiles=(), legend=(entry,))
    page = render(TileMaps(caption="Caption", width=3, height=2, maps=(tiles,)))
    (legend,) = find_elements(page, "ul", class_="legend")
    (square,) = find_elements(legend, "rect")
    (swatch,) = find_elements(legend, "svg")

    assert [link.attrib for link in find_elements(legend, "a")] == [{"href": entry.link.href}]
    assert words_of(legend) == "▣ clearance (18)"
    assert (swatch.attrib["aria-hidden"], square.attrib["fill"]) == ("true", "url(#tile-clearance)")


def test_every_tone_of_a_verdict_has_a_pattern_and_those_of_the_same_fill_have_different_ones() -> None:
    page = render(TileMaps(caption="Caption", width=1, height=1, maps=()))
    found = {
        pattern.attrib["class"]: tuple(path.attrib["d"] for path in find_elements(pattern, "path"))
        for pattern in find_elements(page, "pattern")
    }
    fills = (
        (Tone.YES, Tone.CLEARANCE, Tone.REAL_TIME, Tone.WITHIN_DAYS),
        (Tone.PARTLY, Tone.SOON, Tone.UNDATED),
        (Tone.PLANNED, Tone.VOLUNTARY, Tone.NO),
        (Tone.UNKNOWN,),
    )

    assert list(found) == list(PATTERNS) == list(TONE_WORDS)
    assert {*found} == {tone for fill in fills for tone in fill}
    assert [len({found[tone] for tone in fill}) for fill in fills] == [len(fill) for fill in fills]


def test_first_map_is_selected() -> None:
    maps = tuple(TileMap(id=each, label=each, title=each, tiles=(), legend=()) for each in ("one", "two"))
    page = render(TileMaps(caption="Caption", width=1, height=1, maps=maps))

    assert [
        ("checked" in button.attrib, button.attrib["id"]) for button in find_elements(page, "input", type="radio")
    ] == [
        (True, "choose-one"),
        (False, "choose-two"),
    ]


def test_chart_has_a_name_and_its_marks_have_their_state_and_link_to_their_rows() -> None:
    marks = (
        Mark(x=1, y=2, state="started", is_filled=True, label="Past", anchor="step-past"),
        Mark(x=9, y=2, state="upcoming", is_filled=False, label="Coming", anchor="step-coming"),
    )
    chart = PhaseChart(
        id="chart",
        caption="Caption",
        description="Text.",
        width=20,
        height=20,
        today_x=5,
        mark_size=3,
        ticks=(Tick(x=0, label="2026"),),
        lanes=(Lane(label="Lane", y=1, marks=marks),),
    )
    page = render(chart)

    assert [(mark.attrib["class"], mark.attrib.get("fill")) for mark in find_elements(page, "rect")] == [
        ("started", None),
        ("upcoming", "none"),
    ]
    assert [
        (link.attrib["href"], link.attrib["tabindex"], words_of(link))
        for link in find_elements(page, "a", tabindex="-1")
    ] == [
        ("#step-past", "-1", "Past"),
        ("#step-coming", "-1", "Coming"),
    ]
    assert [svg.attrib["aria-labelledby"] for svg in find_elements(page, "svg")] == ["chart"]
    assert [words_of(caption) for caption in find_elements(page, "figcaption", id="chart")] == ["Caption. Text."]


def test_row_of_several_records_has_an_anchor_for_each() -> None:
    several = Row(cells=(rich("One"),), id="first", other_ids=("second", "third"))
    page = render(table_of("Caption", ("Name",), (several,)))

    assert [part.attrib["id"] for part in find_elements(page, "tr") if "id" in part.attrib] == ["first"]
    assert [part.attrib["id"] for part in find_elements(page, "span") if "id" in part.attrib] == ["second", "third"]


def test_short_cells_are_marked_for_narrow_screens() -> None:
    columns = (Column("Name"), Column("State", is_short=True), Column("Number", is_number=True))
    page = render(table_of("Caption", columns, (row("One", "new", "1"),)))

    assert [cell.attrib.get("class") for cell in find_elements(page, "td")] == ["short", "number"]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("A SAF-T file (SAF-T_PT).", '<span class="whole">SAF-T</span> file (<span class="whole">SAF-T_PT</span>).'),
        ("at taxtechnology.example/guidance?a&b", "taxtechnology.<wbr>example/<wbr>guidance?<wbr>a&amp;b"),
        ("Umsatzsteuererklärung/Veranlagung", "Umsatzsteuererklärung/<wbr>Veranlagung"),
        ("e-invoicing, S/4HANA, add-on, 1.5", "e-invoicing, S/4HANA, add-on, 1.5"),
        ("a" * 32, f"{24 * 'a'}<wbr>{8 * 'a'}"),
    ],
    ids=["code", "address", "words with a slash", "words", "identifier"],
)
def test_lines_break_within_an_address_and_not_within_a_code(text: str, html: str) -> None:
    assert html in isolated(text)
