"""HTML shows every text as text, leads every link below the base URL, and tells tones apart without colour."""

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import get_args
from xml.etree.ElementTree import Element

import msgspec
import pytest
from html5lib import HTMLParser
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.html import TEMPLATES, HtmlPages
from locdata_build.render.html_pictures import GLYPHS
from locdata_build.source.files import SiteFile
from locdata_build.view.blocks import (
    Answer,
    Answers,
    Block,
    Column,
    Filter,
    Filters,
    Group,
    Items,
    Option,
    Pair,
    Paragraph,
    Row,
    Snippet,
    Table,
)
from locdata_build.view.page import Page, Script, Section
from locdata_build.view.pictures import Lane, Mark, PhaseChart, Tick, Tile, TileMap, TileMaps
from locdata_build.view.places import TOP_PAGES, top_path
from locdata_build.view.text import Badge, Code, Link, Strong, Tone, rich
from support.dataset import COUNTRY, Files, sponsor, whole
from support.world import render_files

MARKUP = "\"><script>x()</script><p onload='{{7*7}}'>{% x %}&lt;&"
"""What a browser or a template would take for more than words."""

NOT_FREE = {
    *("$schema", "base_url", "code", "commercial_licence", "connector_type", "contact", "countries_in_scope", "date"),
    *("end", "erp", "erps", "evidence", "first_seen", "generated_at", "id", "key", "last_checked", "slug", "source"),
    *("source_urls", "spdx", "start", "status", "support", "support_type", "topic", "url", "verification", "version"),
    "website",
}
"""The fields whose values are ids, words, dates and links; all others hold free text."""


def with_markup(files: Files) -> Files:
    """The files with markup at the end of every free text."""
    return {place: marked_up(file) for place, file in files.items()}


def marked_up(value: object, field: str = "") -> object:
    """The JSON value with markup at the end of every free text."""
    if isinstance(value, dict):
        return {key: marked_up(member, key) for key, member in value.items()}
    if isinstance(value, list):
        return [marked_up(member, field) for member in value]
    return f"{value} {MARKUP}" if value and isinstance(value, str) and field not in NOT_FREE else value


def with_everything() -> Files:
    """The whole set with a sponsor, and with nothing left empty."""
    files = whole()
    (localization,) = files[COUNTRY]["erp_localizations"]
    files[COUNTRY]["erp_localizations"] = [localization, localization | {"erp": "erp_id_02"}]
    files[COUNTRY]["reporting"][0]["notes"] = "Note."
    files[COUNTRY]["e_invoicing"]["erp_support"][0]["vendors"] = "Provider"
    files["connectors.json"]["connectors"][0]["notes"] = "Note."
    files["sponsors.json"]["sponsors"] = [sponsor()]
    return files


def texts(value: object, field: str = "") -> list[str]:
    """Every free text in a JSON value."""
    if isinstance(value, dict):
        return [text for key, member in value.items() for text in texts(member, key)]
    if isinstance(value, list):
        return [text for member in value for text in texts(member, field)]
    return [value] if value and isinstance(value, str) and field not in NOT_FREE else []


def parse(content: bytes) -> Element:
    """The page as a browser reads it. Any error of parsing is raised."""
    root: Element = HTMLParser(strict=True, namespaceHTMLElements=False).parse(content)
    return root


def parse_pages(files: Mapping[str, bytes]) -> dict[str, Element]:
    """Every page by its path."""
    return {path: parse(content) for path, content in files.items() if path.endswith(".html")}


def elements(root: Element) -> list[tuple[str, list[str]]]:
    """The names of every element and its attributes."""
    return [(str(element.tag), sorted(map(str, element.attrib))) for element in root.iter()]


def words(root: Element) -> str:
    """All text of an element, with single blanks."""
    return " ".join("".join(root.itertext()).split())


def find(root: Element, tag: str, **attributes: str) -> list[Element]:
    """The elements of that name with those attributes; ``class_`` is one of its classes."""
    wanted = attributes.pop("class_", None)
    return [
        element
        for element in root.iter()
        if str(element.tag).endswith(tag)
        and element.tag != f"no{tag}"
        and (wanted is None or wanted in element.attrib.get("class", "").split())
        and all(element.attrib.get(name) == value for name, value in attributes.items())
    ]


def addresses(root: Element) -> list[str]:
    """Every address in a page."""
    names = ("href", "src", "data-moved-anchors")
    return [element.attrib[name] for element in root.iter() for name in names if name in element.attrib]


SITE = msgspec.convert(whole()["site.json"], SiteFile)
ASSETS = {name: asset.path for name, asset in asset_artifacts().items()}


PAGES = HtmlPages(SITE, ASSETS)
PAGE = Page(path="/page/", title="Title", description="Text.", lead=())


def render(*blocks: Block, **fields: object) -> Element:
    """A page with these blocks as a browser reads it."""
    return parse(PAGES.render(msgspec.structs.replace(PAGE, blocks=blocks, **fields)))


# Escaping


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Element]:
    """The pages of the whole set."""
    return parse_pages(render_files(tmp_path_factory.mktemp("plain"), with_everything()))


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Element]:
    """The same with markup in every text."""
    return parse_pages(render_files(tmp_path_factory.mktemp("marked"), with_markup(with_everything())))


def country_of(pages: Mapping[str, Element]) -> str:
    """The path of the country's page."""
    (path,) = (path for path in pages if path.startswith("/france"))
    return path


def test_markup_in_texts_makes_no_element_and_no_attribute(
    plain: dict[str, Element], marked: dict[str, Element]
) -> None:
    renamed = {**marked, country_of(plain): marked[country_of(marked)]}

    assert [path for path in plain if elements(plain[path]) != elements(renamed[path])] == []


def test_markup_in_texts_is_shown_as_it_is(marked: dict[str, Element]) -> None:
    page = marked[country_of(marked)]
    shown = {tag: {words(element) for element in find(page, tag)} for tag in ("h1", "title", "dd", "td", "caption")}

    assert shown["h1"] == {f"France {MARKUP}"}
    assert shown["title"] >= {f"France {MARKUP}: e-invoicing, VAT reporting, SAF-T · Service {MARKUP}"}
    assert f"From 1 January 2026. {MARKUP}" in shown["dd"]
    assert f"Step of 2026-01-01 {MARKUP}" in shown["td"]


def test_every_free_text_of_the_data_is_shown_on_some_page_with_its_markup(marked: dict[str, Element]) -> None:
    shown = " ".join(map(words, marked.values()))
    told = {text for file in with_everything().values() for text in texts(file)}

    assert len(told) > 50
    assert {text for text in told if f"{text} {MARKUP}" not in shown} == set()


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1))
def test_any_text_is_shown_as_it_is(text: str) -> None:
    shown = f"a{text}z"
    page = render(
        Paragraph(rich(shown, Code(shown), Strong(shown), Badge(shown, Tone.NO), Link(shown, "/a/"))), title=shown
    )

    assert [find(page, tag)[0].text for tag in ("h1", "code", "strong")] == [shown, shown, shown]
    assert find(page, "span", class_="badge")[0].text == shown
    assert find(page, "a", href="/a/")[0].text == shown


# Links


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a site whose base URL has a path."""
    files = with_everything()
    files["site.json"]["base_url"] = "https://data.example/sub/folder"
    return render_files(tmp_path_factory.mktemp("below"), files)


def test_the_path_of_the_base_url_stands_in_front_of_every_link_of_the_site(below: dict[str, bytes]) -> None:
    links = [(path, href) for path, page in parse_pages(below).items() for href in addresses(page)]
    within = [(path, href) for path, href in links if href.startswith("/")]

    assert len(within) > 500
    assert [link for link in within if not link[1].startswith("/sub/folder/")] == []
    assert [href for _, href in links if not re.match(r"/|#|https?://|mailto:", href)] == []


def test_every_link_of_the_site_leads_to_a_file_of_it(below: dict[str, bytes]) -> None:
    links = {href for page in parse_pages(below).values() for href in addresses(page) if href.startswith("/")}
    files = {href.removeprefix("/sub/folder").partition("#")[0] for href in links}
    paths = {f"{file}index.html" if file.endswith("/") else file for file in files}

    assert paths - below.keys() == set()


def test_the_canonical_address_is_absolute(below: dict[str, bytes]) -> None:
    pages = parse_pages(below)
    canonical = {
        path: [link.attrib["href"] for link in find(page, "link", rel="canonical")] for path, page in pages.items()
    }

    assert canonical.pop("/404.html") == []
    assert canonical == {
        path: [f"https://data.example/sub/folder{path.removesuffix('index.html')}"] for path in canonical
    }


def test_a_page_that_is_not_listed_is_kept_from_search_engines(plain: dict[str, Element]) -> None:
    kept = [path for path, page in plain.items() if find(page, "meta", name="robots", content="noindex")]

    assert kept == ["/404.html"]


def test_links_say_whether_they_lead_away_and_whether_they_are_paid_for() -> None:
    page = render(
        Items(
            (
                rich(Link("a", "/a/")),
                rich(Link("b", "https://b.example")),
                rich(Link("c", "https://c.example", sponsored=True)),
            )
        )
    )
    (items,) = find(page, "main")[0].iter("ul")

    assert [link.attrib.get("rel") for link in items.iter("a")] == [None, "external", "sponsored nofollow"]


# The frame


def test_the_title_ends_in_that_of_the_site(plain: dict[str, Element]) -> None:
    titles = {path: words(find(page, "head")[0].findall("title")[0]) for path, page in plain.items()}

    assert (titles["/index.html"], titles["/france/index.html"], titles["/404.html"]) == (
        "E-invoicing, VAT reporting and SAF-T in 1 country · Service",
        "France: e-invoicing, VAT reporting, SAF-T · Service",
        "Page not found · Service",
    )


def test_no_two_pages_have_the_same_title(plain: dict[str, Element]) -> None:
    titles = [words(find(page, "head")[0].findall("title")[0]) for page in plain.values()]

    assert sorted(set(titles)) == sorted(titles)


def test_every_page_for_all_countries_is_linked_from_every_page_in_one_order(plain: dict[str, Element]) -> None:
    menu = [top_path(name) for name, top in TOP_PAGES.items() if top.is_in_menu]
    others = [top_path(name) for name, top in TOP_PAGES.items() if not top.is_in_menu]

    for page in plain.values():
        (main,) = find(page, "nav", **{"aria-label": "Main"})
        (directory,) = find(page, "footer")[0].iter("ul")

        assert [link.attrib["href"] for link in main.iter("a")] == menu
        assert [link.attrib["href"] for link in directory.iter("a")] == others


@pytest.mark.parametrize(
    ("path", "current"),
    [
        ("/index.html", ["/"]),
        ("/timeline/index.html", ["/timeline/"]),
        ("/news/index.html", []),
        ("/france/index.html", []),
    ],
)
def test_the_menu_marks_the_page_itself(plain: dict[str, Element], path: str, current: list[str]) -> None:
    assert [link.attrib["href"] for link in find(plain[path], "a", **{"aria-current": "page"})] == current


def test_headings_stand_in_the_order_of_the_page_and_leave_out_no_level(plain: dict[str, Element]) -> None:
    for page in plain.values():
        levels = [int(str(element.tag)[1]) for element in page.iter() if re.fullmatch("h[1-6]", str(element.tag))]

        assert levels[0] == 1
        assert levels.count(1) == 1
        assert [after for before, after in pairwise(levels) if after > before + 1] == []


def test_a_page_with_many_sections_lists_them(plain: dict[str, Element]) -> None:
    (contents,) = find(plain["/france/index.html"], "nav", class_="contents")

    assert [link.attrib["href"] for link in contents.iter("a")] == [
        *(
            "#phases",
            "#e-invoicing",
            "#vat-reporting",
            "#saf-t",
            "#facts",
            "#erp",
            "#local-erps",
            "#partners",
            "#sources",
        )
    ]


def test_a_page_with_few_sections_does_not(plain: dict[str, Element]) -> None:
    assert find(plain["/connectors/index.html"], "nav", class_="contents") == []


def test_a_page_leads_to_its_twin_its_data_and_its_feeds(plain: dict[str, Element]) -> None:
    alternates = find(find(plain["/france/index.html"], "head")[0], "link", rel="alternate")

    assert [(link.attrib["type"], link.attrib["href"]) for link in alternates] == [
        ("text/markdown", "/france/index.md"),
        ("application/json", "/api/v1/countries/fr.json"),
        ("text/calendar", "/feeds/countries/fr.ics"),
    ]


def test_a_page_loads_one_stylesheet_and_the_scripts_that_it_names() -> None:
    page = render(scripts=(Script.FILTER, Script.FORWARD))

    assert [link.attrib["href"] for link in find(page, "link", rel="stylesheet")] == [ASSETS["style.css"]]
    assert [script.attrib["src"] for script in find(page, "script")] == [ASSETS["filter.js"], ASSETS["forward.js"]]


def test_every_script_has_its_asset() -> None:
    assert {f"{script}.js" for script in Script} == {name for name in ASSETS if name.endswith(".js")}


def test_only_the_home_page_tells_where_old_anchors_lie(plain: dict[str, Element]) -> None:
    told = {path: find(page, "body")[0].attrib.get("data-moved-anchors") for path, page in plain.items()}

    assert {path: place for path, place in told.items() if place} == {"/index.html": "/e-invoicing/"}


# Tones


def test_every_tone_has_a_glyph_of_its_own() -> None:
    assert sorted(GLYPHS) == sorted(Tone)
    assert len(set(GLYPHS.values())) == len(Tone)


@pytest.mark.parametrize("tone", Tone)
def test_the_stylesheet_puts_the_same_glyph_in_front_of_a_badge(tone: Tone) -> None:
    style = asset_artifacts()["style.css"].content.decode()
    rules = re.findall(r"^\.badge(?:\.(\w+))?::before \{\s*content: \"(.) \" / \"\";", style, re.MULTILINE)
    glyphs = dict(rules)

    assert glyphs.get(tone, glyphs[""]) == GLYPHS[tone]


# Blocks


def rows(page: Element) -> list[Element]:
    return [row for body in find(page, "tbody") for row in body.iter("tr")]


def test_a_row_is_headed_by_its_first_cell_and_names_its_other_columns() -> None:
    table = Table(
        caption="Caption",
        columns=(Column("Name"), Column("Count", is_number=True), Column("Notes")),
        groups=(Group(rows=(Row(id="one", cells=(rich("One"), rich("1"), rich("Text"))),)),),
    )
    (row,) = rows(render(table))

    assert [(str(cell.tag), dict(cell.attrib)) for cell in row] == [
        ("th", {"scope": "row"}),
        ("td", {"data-label": "Count", "class": "number"}),
        ("td", {"data-label": "Notes"}),
    ]
    assert (row.attrib["id"], [link.attrib["href"] for link in row.iter("a")]) == ("one", ["#one"])


def test_a_row_tells_filters_its_options() -> None:
    row = Row(cells=(rich("One"),), facets={"country": ("fr", "at"), "support": ()})
    table = Table(caption="Caption", columns=(Column("Name"),), groups=(Group(rows=(row,)),))

    assert [dict(each.attrib) for each in rows(render(table))] == [{"data-country": "fr at", "data-support": ""}]


def test_a_group_has_a_head_over_all_columns_with_what_is_said_of_its_rows() -> None:
    group = Group(
        rows=(Row(cells=(rich("One"), rich("1"))),), id="fr", title=rich("France"), intro=(Pair("Term", rich("Text")),)
    )
    page = render(Table(caption="Caption", columns=(Column("Name"), Column("Count")), groups=(group,)))
    title, intro, row = rows(page)

    assert [body.attrib for body in find(page, "tbody")] == [{"id": "fr"}]
    assert [dict(cell.attrib) for head in (title, intro) for cell in head] == [
        {"colspan": "2", "scope": "rowgroup"},
        {"colspan": "2"},
    ]
    assert [words(each) for each in (title, intro, row)] == ["France", "TermText", "One1"]


def test_a_wide_grid_can_be_scrolled_by_keyboard() -> None:
    group = Group(rows=(Row(cells=(rich("One"),)),))
    page = render(Table(caption="Caption", columns=(Column("Name"),), groups=(group,), is_compact=True))
    (region,) = find(page, "div", class_="compact")

    assert region.attrib == {"class": "compact", "role": "region", "aria-label": "Caption", "tabindex": "0"}


def test_filters_are_choices_with_all_in_front() -> None:
    page = render(Filters((Filter("country", "Country", (Option("fr", "France"),)),), 3))
    (select,) = find(page, "select")

    assert select.attrib == {"name": "country"}
    assert [(option.attrib["value"], option.text) for option in select.iter("option")] == [
        ("", "All"),
        ("fr", "France"),
    ]
    assert words(find(page, "output")[0]) == "3 of 3 rows"


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        pytest.param(
            Answer(
                question="When?",
                verdict=Badge("Yes", Tone.YES),
                content=rich("Now."),
                more=Link("More", "#more"),
                source=rich("Source"),
            ),
            ["When?", "Yes", "Now.", "Source", "More"],
            id="whole",
        ),
        pytest.param(
            Answer(question="When?", verdict=None, content=rich("Now."), more=Link("More", "#more")),
            ["When?", "Now.", "More"],
            id="short",
        ),
    ],
)
def test_an_answer_shows_what_there_is(answer: Answer, shown: list[str]) -> None:
    (answers,) = find(render(Answers((answer,))), "dl")

    assert sorted(re.findall(r"[\w.?]+", words(answers))) == sorted(shown)


def test_a_map_has_a_tile_for_each_country_with_its_answer_in_words_and_as_a_glyph() -> None:
    yes = Badge("Yes", Tone.YES)
    tile = Tile(x=2, y=1, code="FR", name="France", answer=yes, href="/france/")
    maps = TileMap(id="map", label="Label", title="Title", tiles=(tile,), legend=((yes, 1),))
    page = render(TileMaps(caption="Caption", width=3, height=2, maps=(maps,)))
    (link,) = find(page, "a", class_="tile")

    assert (link.attrib["href"], link.attrib["aria-label"]) == ("/france/", "FR, France: Yes")
    assert link.attrib["transform"] == "translate(20 10)"
    assert words(link) == "FR✓"


def test_the_first_map_is_chosen() -> None:
    maps = tuple(TileMap(id=each, label=each, title=each, tiles=(), legend=()) for each in ("one", "two"))
    page = render(TileMaps(caption="Caption", width=1, height=1, maps=maps))

    assert [("checked" in choice.attrib, choice.attrib["id"]) for choice in find(page, "input")] == [
        (True, "choose-one"),
        (False, "choose-two"),
    ]


def test_a_chart_tells_marks_apart_by_how_they_stand_and_has_its_words() -> None:
    marks = (
        Mark(x=1, y=2, standing="started", is_filled=True, label="Past"),
        Mark(x=9, y=2, standing="to-come", is_filled=False, label="Coming"),
    )
    drawing = PhaseChart(
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
    page = render(drawing)

    assert [(mark.attrib["class"], mark.attrib.get("fill"), words(mark)) for mark in find(page, "rect")] == [
        ("started", None, "Past"),
        ("to-come", "none", "Coming"),
    ]
    assert [words(caption) for caption in find(page, "figcaption", id="chart")] == ["Caption. Text."]


def test_a_section_is_named_by_its_heading_and_can_be_linked_to() -> None:
    page = render(sections=(Section(id="part", title="Part", blocks=(Snippet("sh", "Call", "curl <x>"),)),))
    (section,) = find(page, "section")

    assert section.attrib == {"aria-labelledby": "part"}
    assert [link.attrib["href"] for link in section.iter("a")] == ["#part"]
    assert [code.text for code in find(section, "code")] == ["curl <x>"]


def test_a_block_of_each_kind_is_shown(plain: dict[str, Element]) -> None:
    kinds: Mapping[str, Callable[[Element], list[Element]]] = {
        "paragraph": lambda page: find(page, "p"),
        "items": lambda page: find(page, "ul", class_="abreast"),
        "pairs": lambda page: find(page, "dl", class_="pairs"),
        "cards": lambda page: find(page, "ul", class_="cards"),
        "answers": lambda page: find(page, "dl", class_="answers"),
        "snippet": lambda page: find(page, "figure", class_="snippet"),
        "filters": lambda page: find(page, "form", class_="filters"),
        "table": lambda page: find(page, "table"),
        "tile_maps": lambda page: find(page, "fieldset", class_="maps"),
        "phase_chart": lambda page: find(page, "figure", class_="chart"),
    }

    assert sorted(kinds) == sorted(block.kind for block in get_args(Block))
    assert [kind for kind, shown in kinds.items() if not any(map(shown, plain.values()))] == []


def test_no_template_switches_the_escape_off() -> None:
    templates = {
        file.name: file.read_text(encoding="utf-8") for file in TEMPLATES.iterdir() if file.name.endswith(".html")
    }

    assert sorted(templates) == ["page.html"]
    assert [name for name, text in templates.items() if re.search(r"\|\s*safe\b|autoescape|Markup", text)] == []
