"""Every block has the markup that browsers, filters and screen readers need, and shows every text as text."""

import re
from xml.etree.ElementTree import Element

import msgspec
import pytest
from hypothesis import given

from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.html_drawings import PATTERNS
from locdata_build.render.html_text import isolated
from locdata_build.view.blocks import (
    Block,
    Column,
    Filter,
    Filters,
    Group,
    Option,
    Pair,
    Pairs,
    Row,
    Table,
    row,
    table_of,
    without_empty_columns,
)
from locdata_build.view.drawings import TileMaps
from locdata_build.view.obligations import TONE_WORDS
from locdata_build.view.page import Page, Section
from locdata_build.view.text import Aside, Badge, Code, Details, Link, Rich, Strong, Tone, rich
from render.every_block import PAGE, PAGES, main_part
from render.goldens import EVERY_BLOCK, UPDATE
from render.html import find_elements, parse_html
from render.texts import TEXTS


def render(*blocks: Block, **fields: object) -> Element:
    """Return the root of a page with these blocks."""
    page = Page(path="/page/", title="Title", description="Text.", lead=())
    return parse_html(PAGES.render(msgspec.structs.replace(page, blocks=blocks, **fields)))


# Tables


def test_a_column_that_is_empty_in_all_rows_is_left_out() -> None:
    rows = [row("KSeF", (), "Invoices"), row("PEF", (), ())]
    page = render(without_empty_columns(table_of("Platforms", ("Platform", "Systems", "Use"), rows)))

    assert ["".join(head.itertext()) for head in find_elements(page, "th", scope="col")] == ["Platform", "Use"]
    assert len(find_elements(page, "td")) == 2


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
    # Codes such as SAF-T are in a span of their line.
    parts = [find_elements(description, tag)[0] for tag in ("code", "strong", "a", "div", "summary")]
    parts += find_elements(description, "span", class_="badge")

    assert ["".join(part.itertext()) for part in parts] == [text] * 6


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


@pytest.mark.parametrize("tone", Tone)
def test_stylesheet_puts_the_own_glyph_of_a_tone_in_front_of_its_badge_where_screen_readers_pass_over_it(
    tone: Tone,
) -> None:
    style = asset_artifacts()["style.css"].content.decode()

    assert [other for other in Tone if other.glyph == tone.glyph] == [tone]
    assert re.findall(rf"^\.badge\.{tone}::before \{{\s*content: (.+);", style, re.MULTILINE) == [
        f'"{tone.glyph} " / ""'
    ]


# The markup


def test_every_block_has_the_markup_that_was_reviewed() -> None:
    assert main_part() == EVERY_BLOCK.read_bytes(), UPDATE
    assert parse_html(PAGES.render(PAGE)) is not None


# Drawings


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


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("A SAF-T file (SAF-T_PT).", '<span class="whole">SAF-T</span> file (<span class="whole">SAF-T_PT</span>).'),
        ("at taxtechnology.example/guidance?a&b", "taxtechnology.<wbr>example/<wbr>guidance?<wbr>a&amp;b"),
        ("Umsatzsteuererklärung/Veranlagung", "Umsatzsteuererklärung/<wbr>Veranlagung"),
        ("e-invoicing, S/4HANA, add-on, 1.5", "e-invoicing, S/4HANA, add-on, 1.5"),
        ("ProductReleasesResponse", "Product<wbr>Releases<wbr>Response"),
        ("a" * 32, f"{24 * 'a'}<wbr>{8 * 'a'}"),
    ],
    ids=["code", "address", "words with a slash", "words", "type", "identifier"],
)
def test_lines_break_within_an_address_and_not_within_a_code(text: str, html: str) -> None:
    assert html in isolated(text)
