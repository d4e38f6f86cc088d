"""Every page is valid, titled, reachable, safe and small; anchors are stable, and every link resolves."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from xml.etree.ElementTree import Element

from locdata_build.render.compressed import COMPRESSORS
from locdata_model.media_types import CopySuffix
from locdata_model.urls import HOME, NOT_FOUND, TOP_PAGES, PageName, erp_page_path, html_path, product_releases_path
from support.reference_pages import REFERENCE_PAGES, UNLISTED_PAGES
from support.site import Sources, Values
from support.site_pages import Heading, Page, ParsedSite, text
from support.specification import REPORTING_TOPICS

ERROR_PAGE = html_path(NOT_FOUND)
LONG_PAGES = ("/a-z/", "/glossary/", "/sources/")
"""The beginnings of the paths of lists that are longer than other pages."""

LOADING = {"icon", "stylesheet", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "manifest"}
"""The relations of ``link`` elements that make the browser send a request."""


def skipped_levels(headings: list[Heading]) -> list[tuple[Heading, Heading]]:
    """Return the headings that are more than one level below the heading before, with that heading."""
    return [(before, after) for before, after in pairwise(headings) if after[0] > before[0] + 1]


def first_link(element: Element) -> str:
    """Return the target of the first link in an element, as written."""
    return next(element.iter("a")).attrib["href"]


def anchored_rows(page: Page) -> Mapping[str, Element]:
    """Return the rows with an anchor, by anchor."""
    return {row.attrib["id"]: row for row in page.rows if "id" in row.attrib}


# Every page


def test_every_page_is_built_and_no_other(
    parsed: ParsedSite, country_pages: Mapping[str, str], sources: Sources
) -> None:
    tops = [HOME, *UNLISTED_PAGES, *(page.path for page in TOP_PAGES), *REFERENCE_PAGES]
    of_products = [path(erp) for path in (erp_page_path, product_releases_path) for erp in sources.erps]
    paths = [*tops, *of_products, *country_pages.values()]

    assert len({*country_pages.values()}) == len(sources.countries)
    assert {*parsed.pages} == {*map(html_path, paths)}


def test_every_page_is_well_formed_html_in_english(parsed: ParsedSite) -> None:
    assert [error for page in parsed.pages.values() for error in page.errors] == []
    assert [page.path for page in parsed.pages.values() if page.all("meta")[0].attrib != {"charset": "utf-8"}] == []
    assert {page.one("html").attrib["lang"] for page in parsed.pages.values()} == {"en"}


def test_titles_and_descriptions_are_unique(parsed: ParsedSite) -> None:
    titles = Counter(page.title for page in parsed.pages.values())
    descriptions = Counter(page.description for page in parsed.pages.values())

    assert [title for title, count in titles.items() if count > 1] == []
    assert [words for words, count in descriptions.items() if count > 1 or not 25 <= len(words) <= 160] == []


def test_a_page_has_one_h1_and_skips_no_level_of_headings(parsed: ParsedSite) -> None:
    levels = {path: [level for level, _ in page.headings] for path, page in parsed.pages.items()}

    assert [path for path, found in levels.items() if found[0] != 1 or found.count(1) != 1] == []
    assert {path: found for path, page in parsed.pages.items() if (found := skipped_levels(page.headings))} == {}


def test_every_table_has_a_caption_and_cells_for_all_its_columns(parsed: ParsedSite) -> None:
    for page in parsed.pages.values():
        for table in page.all("table"):
            columns = sum(head.attrib["scope"] == "col" for head in table.iter("th"))
            widths = {sum(int(cell.attrib.get("colspan", "1")) for cell in row) for row in table.iter("tr")}

            assert (page.path, table[0].tag, bool(text(table[0]))) == (page.path, "caption", True)
            assert (page.path, widths) == (page.path, {columns})


# Anchors


def test_every_row_of_the_matrix_has_its_anchor(parsed: ParsedSite, values: Values, sources: Sources) -> None:
    rows = anchored_rows(parsed.page("/e-invoicing/"))
    matrix = {f"{row['country_code']}-{row['erp']}": row for row in values["/data/matrix.json"]}

    assert [*matrix] == [f"{code}-{erp}" for code in sources.tracked for erp in sources.erps]
    assert {anchor: (first_link(row), text(row[1])) for anchor, row in rows.items()} == {
        anchor: (
            f"/erp/{row['erp']}/#{row['country_code']}",
            row["support_type"].removesuffix("/unverified"),
        )
        for anchor, row in matrix.items()
    }


def test_page_of_a_product_has_an_anchor_for_every_country(
    parsed: ParsedSite, country_pages: Mapping[str, str], sources: Sources
) -> None:
    for erp in sources.erps:
        rows = anchored_rows(parsed.page(f"/erp/{erp}/"))

        assert {code: first_link(row) for code, row in rows.items()} == {
            code: f"{path}#erp-{erp}" for code, path in country_pages.items()
        }


def test_page_of_a_country_has_the_anchors_of_the_specification(
    parsed: ParsedSite, country_pages: Mapping[str, str], sources: Sources
) -> None:
    anchors = {"e-invoicing", *REPORTING_TOPICS, *(f"erp-{erp}" for erp in sources.erps)}

    assert [path for path in country_pages.values() if anchors - parsed.page(path).ids.keys()] == []


def test_every_report_has_its_anchor_on_both_pages(
    parsed: ParsedSite, values: Values, country_pages: Mapping[str, str]
) -> None:
    rows = anchored_rows(parsed.page("/reporting/"))
    reports = values["/api/v1/reports.json"]["data"]
    names = [record["report_local"] for record in values["/data/reporting.json"]]

    assert [report["report_local"] for report in reports] == names
    assert sorted(report["id"] for report in reports) == sorted(rows)
    for report in reports:
        on_country_page = parsed.page(country_pages[report["country"]]).ids[report["id"]]

        assert report["id"] == f"{report['topic']}-{report['country']}-{report['number']}"
        assert text(rows[report["id"]][0]).startswith(report["report_en"])
        assert text(on_country_page[0]).startswith(report["report_en"])


def test_every_phase_has_its_anchor_on_the_timeline_and_on_the_page_of_its_country(
    parsed: ParsedSite, responses: Values, country_pages: Mapping[str, str]
) -> None:
    phases = {f"step-{phase['id']}": phase["country"] for phase in responses["/api/v1/phases.json"]["data"]}

    anchors = parsed.page("/timeline/").ids

    assert {anchor for anchor in anchors if anchor.startswith("step-")} == phases.keys()
    assert [anchor for anchor, code in phases.items() if anchor not in parsed.page(country_pages[code]).ids] == []


def test_ids_are_unique_in_a_page_and_can_be_part_of_a_url(parsed: ParsedSite) -> None:
    for page in parsed.pages.values():
        ids = Counter(page.values_of("id"))

        assert (page.path, [id_ for id_, count in ids.items() if count > 1]) == (page.path, [])
        assert (page.path, [id_ for id_ in ids if not re.fullmatch(r"(?a:[A-Za-z][\w-]*)", id_)]) == (page.path, [])


# Links


def test_every_link_within_the_site_resolves(parsed: ParsedSite) -> None:
    own = {link: page.path for page in parsed.pages.values() for link in page.links if parsed.is_own(link)}

    assert sorted((path, link) for link, path in own.items() if not parsed.leads_somewhere(link)) == []


def test_links_that_subscribe_lead_to_calendars(parsed: ParsedSite) -> None:
    links = {link for page in parsed.pages.values() for link in page.links if link.startswith("webcal:")}
    files = [f"{parsed.base_url.partition(':')[0]}:{link.removeprefix('webcal:')}" for link in links]

    assert len(files) > len(parsed.pages)
    assert [file for file in files if not (file.endswith(".ics") and parsed.leads_somewhere(file))] == []


def test_every_other_link_leads_to_another_site_or_to_a_mailbox(parsed: ParsedSite) -> None:
    links = {link for page in parsed.pages.values() for link in page.links if not link.startswith("webcal:")}
    others = {link for link in links if not parsed.is_own(link)}

    assert [link for link in others if not re.fullmatch(r"https?://[^/\s]+\.[^/\s]+(/\S*)?|mailto:\S+@\S+", link)] == []


def test_links_of_a_page_with_the_same_name_lead_to_the_same_url(parsed: ParsedSite) -> None:
    """The name is what a screen reader reads in its list of links, without the text around the link."""
    for page in parsed.pages.values():
        targets: dict[str, set[str]] = {}
        for name, url in page.named_links:
            targets.setdefault(name, set()).add(url)

        assert (page.path, {name: urls for name, urls in targets.items() if len(urls) > 1 or not name}) == (
            page.path,
            {},
        )


def test_the_name_of_a_link_begins_with_its_visible_text(parsed: ParsedSite) -> None:
    for page in parsed.pages.values():
        labelled = [link for link in page.all("a") if "aria-label" in link.attrib]

        assert [link.attrib for link in labelled if not link.attrib["aria-label"].startswith(f"{text(link)}, ")] == []


def test_the_error_page_has_links_that_work_from_every_path_and_is_not_indexed(parsed: ParsedSite) -> None:
    page = parsed.pages[ERROR_PAGE]

    assert [link for link in page.values_of("href", "src") if not re.match(r"/(?!/)|#|https://", link)] == []
    assert [meta.attrib["content"] for meta in page.all("meta") if meta.attrib.get("name") == "robots"] == ["noindex"]


def test_every_listed_page_can_be_reached_from_the_home_page(parsed: ParsedSite) -> None:
    by_url = {page.url: page for page in parsed.pages.values()}
    ahead = [parsed.page("/")]
    reached = {ahead[0].url}
    while ahead:
        found = ({link.partition("#")[0] for link in ahead.pop().links} & by_url.keys()) - reached
        reached |= found
        ahead += [by_url[url] for url in found]

    assert by_url.keys() - reached == {parsed.pages[html_path(path)].url for path in UNLISTED_PAGES}


# Safe and light


def test_nothing_is_loaded_from_another_host(parsed: ParsedSite) -> None:
    loaded = {url for page in parsed.pages.values() for url in (*page.values_of("src"), *page.linked(*LOADING))}
    embedding = ("iframe", "frame", "object", "embed", "base", "use", "image", "source", "track", "portal")
    requesting = ("formaction", "ping", "srcset", "poster", "background", "http-equiv")

    assert [url for url in loaded if not re.match(r"/(?!/)", url)] == []
    assert {action for page in parsed.pages.values() for action in page.values_of("action")} == {PageName.SEARCH.path}
    assert [page.path for page in parsed.pages.values() if page.all(*embedding) or page.values_of(*requesting)] == []


def test_no_page_contains_code_or_style(parsed: ParsedSite) -> None:
    attributes = {key for page in parsed.pages.values() for element in page.elements for key in element.attrib}
    scripts = [script for page in parsed.pages.values() for script in page.all("script")]
    code = [script for script in scripts if script.attrib.get("type") != "application/ld+json"]

    assert [key for key in attributes if key == "style" or key.startswith("on")] == []
    assert [page.path for page in parsed.pages.values() if page.all("style")] == []
    assert [script.attrib for script in code if "src" not in script.attrib or script.text] == []


def test_every_page_is_small(parsed: ParsedSite) -> None:
    for page in parsed.pages.values():
        limit = 100_000 if page.path.startswith(LONG_PAGES) else 45_000

        assert compressed(parsed, page.path) <= limit, f"{page.path}: shorten or divide it"


def test_files_that_a_page_loads_are_small(parsed: ParsedSite) -> None:
    # That of results loads the search, whose size ``reader_queries_test.py`` limits.
    for page in parsed.pages.values():
        if page is parsed.page(PageName.SEARCH.path):
            continue
        loaded = {*page.linked("stylesheet", "icon"), *with_imports(parsed, page.scripts)}

        assert compressed(parsed, *loaded) <= 20_000, f"{page.path} loads too much"


def with_imports(parsed: ParsedSite, scripts: Iterable[str]) -> Iterator[str]:
    """Yield the paths of scripts and of those that they import."""
    for script in scripts:
        yield script
        names = re.findall(rb'from "\./([^"]*)"', parsed.contents[script])
        yield from with_imports(parsed, (f"/assets/{name.decode()}" for name in names))


def compressed(parsed: ParsedSite, *paths: str) -> int:
    """Return the bytes of files, compressed as the build does it."""
    compress = COMPRESSORS[CopySuffix.BROTLI]
    return sum(len(compress(parsed.contents[path])) for path in paths)
