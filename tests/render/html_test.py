"""A page shows every text as text, is framed by what every page has, and keeps its links below the base URL."""

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

import msgspec
import pytest
from msgspec import UNSET

from locdata_build.data.files import EXCEPTIONS, REFUSED_SOURCES
from locdata_build.data.site import SiteFile
from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.html import HtmlPages
from locdata_build.view.page import Page, Script
from locdata_model.urls import TOP_PAGES, PagePlace
from locdata_model.vat_rates import RateCategory
from locdata_model.vocabulary import TermCategory
from render.html import find_elements, parse_html, words_of
from support.dataset import COUNTRY, ERP, Files, whole
from support.records import cited, fact, identifier, marked, peppol_scheme, sponsor
from support.rendering import render_files

Pages = Mapping[str, Element]
"""The root element of each page by path."""

MARKUP = "\"><script>x()</script><p onload='{{7*7}}'>{% x %}&lt;&"
"""A text that a browser or a template would take for markup."""

NOT_FREE = {
    *("$schema", "action", "amount", "base_url", "basis", "binds", "certainty", "checked", "code"),
    *("commercial_licence", "connector_type", "contact", "countries", "countries_in_scope", "currency", "date"),
    *("end", "erp", "erps", "evidence", "first_seen", "flows", "for_obligations", "generated_at", "id"),
    *("identifier", "key", "kind", "language", "prefix", "production_url", "published", "rate", "report", "read"),
    *("see", "shift", "since", "slug", "source", "sources", "spdx", "start", "state", "status", "support"),
    *("support_type", "syntaxes", "tax", "test_url", "topic", "url", "version", "website"),
}
"""The fields whose values are ids, words, numbers, dates and links, or too short; all others hold free text."""

SCHEME = peppol_scheme()["name"]
"""A name that is too short for markup."""

CODED = {"deadlines", "frequencies"}
"""The fields whose records have codes only."""

HIDDEN = {EXCEPTIONS.path, REFUSED_SOURCES.path}
"""The source files of which nothing is published but the types."""

ASSETS = {name: asset.path for name, asset in asset_artifacts().items()}


def with_everything() -> Files:
    """Return the small set with a sponsor, with the records of its sources, with claims that are due, and with no empty text."""
    files = whole()
    (localization,) = files[COUNTRY]["erp_localizations"]
    localization["checked"] = files[ERP]["checked"] = "2025-11-20"
    files[COUNTRY]["erp_localizations"] = [localization, localization | {"erp": "erp_id_02"}]
    files[COUNTRY]["facts"]["statutory_accounts"] = fact("A chart of accounts.")
    files[COUNTRY]["obligations"]["e_invoicing_b2b"]["phases"][0] |= {"binds": ["issue"], "who": "large enterprises"}
    files[COUNTRY]["reporting"][0]["notes"] = "Note."
    # An example with markup would not match its pattern.
    files[COUNTRY]["identifiers"] = [identifier(example=UNSET), identifier("other", pattern=UNSET)]
    files[COUNTRY]["e_invoicing"]["erp_support"][0]["vendors"] = "Provider"
    files["connectors.json"]["connectors"][0]["notes"] = marked("Note.", "https://provider.example/connector")
    files["sponsors.json"]["sponsors"] = [sponsor()]
    return {path: cited(file) for path, file in files.items()}


def is_free(value: object, field: str) -> bool:
    """Return whether a value is a free text. The category of a product is one; others are words of vocabularies."""
    words = {*TermCategory, *RateCategory, SCHEME}
    return bool(value) and isinstance(value, str) and field not in NOT_FREE and value not in words


def with_markup(value: object, field: str = "") -> object:
    """Return a JSON value with markup at the end of every free text, or before the markers in it."""
    if isinstance(value, dict):
        return {key: member if key in CODED else with_markup(member, key) for key, member in value.items()}
    if isinstance(value, list):
        return [with_markup(member, field) for member in value]
    if not isinstance(value, str) or not is_free(value, field):
        return value
    words, *markers = value.partition("[^")
    return "".join([words, " ", MARKUP, *markers])


def free_texts(value: object, field: str = "") -> list[str]:
    """Return every free text in a JSON value, as far as the markers in it."""
    if isinstance(value, dict):
        return [text for key, member in value.items() if key not in CODED for text in free_texts(member, key)]
    if isinstance(value, list):
        return [text for member in value for text in free_texts(member, field)]
    return [value.partition("[^")[0]] if isinstance(value, str) and is_free(value, field) else []


def parse_pages(files: Mapping[str, bytes]) -> dict[str, Element]:
    return {path: parse_html(content) for path, content in files.items() if path.endswith(".html")}


def hrefs(root: Element) -> list[str]:
    """Return every URL and path in a page."""
    names = ("href", "src", "data-moved-anchors")
    return [element.attrib[name] for element in root.iter() for name in names if name in element.attrib]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The pages of the small set."""
    return parse_pages(render_files(tmp_path_factory.mktemp("plain"), with_everything()))


@pytest.fixture(scope="module")
def with_payload(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The same with markup in every free text."""
    files = {path: file if path in HIDDEN else with_markup(file) for path, file in with_everything().items()}
    return parse_pages(render_files(tmp_path_factory.mktemp("marked"), files))


@pytest.fixture(scope="module")
def in_folder(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The pages of a site whose base URL has a path."""
    files = with_everything()
    files["site.json"]["base_url"] = "https://data.example/sub/folder"
    return parse_pages(render_files(tmp_path_factory.mktemp("in_folder"), files))


# Texts


def test_every_free_text_of_the_data_is_shown_on_a_page_with_its_markup(with_payload: Pages) -> None:
    shown = " ".join(map(words_of, with_payload.values()))
    published = (file for path, file in with_everything().items() if path not in HIDDEN)
    expected = {text for file in published for text in free_texts(file)}

    assert len(expected) > 50
    assert {text for text in expected if f"{text} {MARKUP}" not in shown} == set()


# Links


def test_path_of_the_base_url_is_part_of_every_link_within_the_site(in_folder: Pages) -> None:
    links = [href for page in in_folder.values() for href in hrefs(page)]
    within = [href for href in links if href.startswith("/")]

    assert len(within) > 500
    assert [href for href in within if not href.startswith("/sub/folder/")] == []
    assert [
        href for href in links if not re.match(r"/|#|https?://|webcal://data.example/sub/folder/|mailto:", href)
    ] == []


def test_only_the_error_page_is_without_a_canonical_url_and_not_indexed(in_folder: Pages) -> None:
    urls = {
        path: [link.attrib["href"] for link in find_elements(page, "link", rel="canonical")]
        for path, page in in_folder.items()
    }
    unindexed = [
        path for path, page in in_folder.items() if find_elements(page, "meta", name="robots", content="noindex")
    ]

    assert unindexed == ["/404.html"]
    assert urls.pop("/404.html") == []
    assert urls == {path: [f"https://data.example/sub/folder{path.removesuffix('index.html')}"] for path in urls}


# The frame


def test_title_of_a_page_ends_with_the_title_of_the_site(plain: Pages) -> None:
    (head,) = find_elements(plain["/france/index.html"], "head")

    assert words_of(find_elements(head, "title")[0]) == "France: e-invoicing, VAT reporting, SAF-T · Service"


def test_every_page_links_all_pages_for_all_countries_in_one_order(plain: Pages) -> None:
    for page in plain.values():
        (header,) = find_elements(page, "nav", **{"aria-label": "Main"})
        (menu,) = find_elements(page, "nav", **{"aria-label": "Menu"})
        (directory,) = find_elements(page, "footer")[0].iter("ul")
        found = [[link.attrib["href"] for link in links.iter("a")] for links in (header, menu, directory)]

        assert found == [
            [name.path for name in TOP_PAGES if name.place is PagePlace.HEADER],
            [name.path for name in TOP_PAGES if name.place is not PagePlace.FOOTER],
            [name.path for name in TOP_PAGES if name.place is PagePlace.FOOTER],
        ]


@pytest.mark.parametrize(
    ("path", "current"),
    [("/index.html", ["/"]), ("/timeline/index.html", ["/timeline/"] * 2), ("/france/index.html", [])],
)
def test_header_and_menu_mark_the_current_page(plain: Pages, path: str, current: list[str]) -> None:
    assert [link.attrib["href"] for link in find_elements(plain[path], "a", **{"aria-current": "page"})] == current


def test_only_a_page_with_many_sections_lists_them(plain: Pages) -> None:
    (contents,) = find_elements(plain["/france/index.html"], "nav", class_="contents")
    (rest,) = find_elements(plain["/france/index.html"], "div", class_="rest")

    assert [link.attrib["href"] for link in contents.iter("a")] == [
        f"#{section.attrib['aria-labelledby']}" for section in rest.findall("section")
    ]
    assert find_elements(plain["/connectors/index.html"], "nav", class_="contents") == []


def test_page_links_its_twin_its_data_and_its_feeds(plain: Pages) -> None:
    alternates = find_elements(plain["/france/index.html"], "link", rel="alternate")

    assert [(link.attrib["type"], link.attrib["href"]) for link in alternates] == [
        ("text/markdown", "/france/index.md"),
        ("application/json", "/api/v1/countries/fr.json"),
        ("text/calendar", "/feeds/upcoming/countries/fr.ics"),
        ("text/calendar", "/feeds/countries/fr.ics"),
        ("text/calendar", "/feeds/filings/countries/fr.ics"),
        ("application/atom+xml", "/feeds/changes/fr.atom"),
    ]


def test_page_loads_one_stylesheet_and_the_scripts_that_it_names() -> None:
    pages = HtmlPages(msgspec.convert(whole()["site.json"], SiteFile), ASSETS)
    scripts = (Script.FILTER, Script.FORWARD)
    page = parse_html(pages.render(Page(path="/page/", title="Title", description="Text.", lead=(), scripts=scripts)))

    assert [link.attrib["href"] for link in find_elements(page, "link", rel="stylesheet")] == [ASSETS["style.css"]]
    assert [script.attrib["src"] for script in find_elements(page, "script")] == [
        ASSETS["search.js"],
        ASSETS["anchors.js"],
        ASSETS["print.js"],
        ASSETS["filter.js"],
        ASSETS["forward.js"],
    ]


def test_every_page_has_a_search_that_leads_to_the_page_of_results(plain: Pages) -> None:
    for page in plain.values():
        (form,) = find_elements(find_elements(page, "header")[0], "form", role="search")
        (label,) = find_elements(form, "label")

        assert form.attrib["action"] == "/search/"
        assert form.attrib["data-names"] == "/a-z/"
        assert form.attrib["data-index"] == "/search.json"
        assert words_of(label) == "Search"
        assert [field.attrib["type"] for field in find_elements(label, "input")] == ["search"]


def test_only_the_home_page_forwards_moved_anchors(plain: Pages) -> None:
    targets = {path: find_elements(page, "body")[0].attrib.get("data-moved-anchors") for path, page in plain.items()}

    assert {path: target for path, target in targets.items() if target} == {"/index.html": "/e-invoicing/"}
