"""Pages show the records of the API and the data files, and Markdown twins show the same as their pages."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from locdata_build.view.text import Link, Words, linked
from locdata_model.urls import BUNDLE_PATH, PACKAGE_PATH, SPREADSHEET_PATH, SQLITE_PATH
from locdata_model.vocabulary import ObligationKind
from support.site import Rows, Values
from support.site_pages import Page, ParsedSite, has_class, text
from support.specification import ADDED_DATA_FILES, DATA_FILES

TOGGLE_WORDS = {True: "Yes", False: "No", None: "Unknown"}

SOURCE_FIELDS = ("source_url", "source_urls", "source", "mandate_source", "erp_source", "erp_sources", "website")
"""The fields of the API and of the data files with URLs of other sites."""

LISTINGS = {
    "/e-invoicing/": "/data/matrix.json",
    "/reporting/": "/data/reporting.json",
    "/connectors/": "/data/connectors.json",
    "/countries/": "/api/v1/countries.json",
    "/erp/": "/api/v1/erps.json",
    "/local-erps/": "/api/v1/local-erps.json",
    "/partners/": "/api/v1/partners.json",
    "/news/": "/api/v1/news.json",
    "/glossary/": "/api/v1/terms.json",
}
"""The pages with a row for each record of a file."""

WITHOUT_SOURCES = {"/reporting/"}
"""The listings whose rows lead to the page of their country instead of a source."""


def records_of(values: Values, path: str) -> Rows:
    """Return the records of a data file or of a list of the API."""
    records: Rows = values[path] if path.startswith("/data/") else values[path]["data"]
    return records


def sources_in(value: object, *ignored: str, limit: int | None = None) -> Iterator[str]:
    """Yield the URLs of other sites in a JSON value, outside ``ignored`` members. Of each list, up to ``limit`` are yielded."""
    if isinstance(value, list):
        for item in value:
            yield from sources_in(item, *ignored, limit=limit)
    elif isinstance(value, dict):
        for key, member in value.items():
            if key in SOURCE_FIELDS and key not in ignored and member:
                yield from (" ".join(member) if isinstance(member, list) else member).split(" ")[:limit]
            elif key not in ignored:
                yield from sources_in(member, *ignored, limit=limit)


def table_rows(page: Page, caption: str) -> list[list[str]]:
    """Return the texts of a table without its header."""
    table = next(table for table in page.all("table") if text(table[0]) == caption)
    return [[text(cell) for cell in row] for row in table.iter("tr")][1:]


# Twins


def test_every_page_has_a_twin_and_both_name_each_other(parsed: ParsedSite) -> None:
    assert {path.removesuffix(".html") for path in parsed.pages} == {path.removesuffix(".md") for path in parsed.twins}
    for page, twin in parsed.pairs:
        assert [link for link in page.linked("alternate") if link.endswith(".md")] == [twin.path]
        assert f"\nPage: <{page.url}>, " in twin.text


def test_every_link_of_a_twin_is_absolute_and_resolves(parsed: ParsedSite) -> None:
    links = {link: twin.path for twin in parsed.twins.values() for link in twin.links}

    assert {
        link: path for link, path in links.items() if not re.match(r"(https?|webcal)://\S+$|mailto:\S+$", link)
    } == {}
    assert {
        link: path for link, path in links.items() if parsed.is_own(link) and not parsed.leads_somewhere(link)
    } == {}


def test_page_and_twin_have_the_same_links_titles_and_verdicts(parsed: ParsedSite) -> None:
    for page, twin in parsed.pairs:
        assert (page.path, page.content_links ^ twin.content_links) == (page.path, set())
        assert (page.path, page.content_titles) == (page.path, [title for _, title in twin.headings])
        assert (page.path, {*page.content_headings} - {*twin.headings}) == (page.path, set())
        assert (page.path, page.verdicts) == (page.path, twin.verdicts)


def test_twin_has_every_text_that_its_page_shows(parsed: ParsedSite) -> None:
    for page, twin in parsed.pairs:
        shown = twin.shown_text
        assert (page.path, [words for words in page.shown_texts if words not in shown]) == (page.path, [])


def test_page_and_twin_have_the_same_rows(parsed: ParsedSite) -> None:
    for page, twin in parsed.pairs:
        # A table of few words is also one in Markdown, where rows have no links to themselves.
        assert (page.path, twin.row_urls) == (page.path, [] if page.path == "/countries/index.html" else page.row_urls)


# Countries and products


def verdicts_of(country: Mapping[str, Any], responses: Values) -> list[str]:
    """Return the verdicts on the obligations of a country, in the order of the API."""
    obligations = responses["/api/v1/obligations.json"]["data"]
    return [each["verdict"] for each in obligations if each["country"] == country["code"]]


def test_maps_show_the_verdicts_of_the_api(parsed: ParsedSite, responses: Values) -> None:
    countries = responses["/api/v1/countries.json"]["data"]
    maps = [svg for svg in parsed.page("/").all("svg") if svg.attrib.get("role") == "group"]
    titles = [{text(title) for title in svg.iter("title")} for svg in maps]
    verdicts = {f"{each['code'].upper()}, {each['name']}": verdicts_of(each, responses) for each in countries}

    assert titles == [
        {f"{name}: {words[number]}" for name, words in verdicts.items()} for number in range(len(ObligationKind))
    ]


def words_of(value: str) -> str:
    """Return the text of a fact as a page shows it: with the host instead of a URL."""
    return "".join(part.text for part in linked(value) if isinstance(part, Link | Words))


def test_page_of_a_country_shows_its_toggles_verdicts_facts_and_sources(
    parsed: ParsedSite, details: Rows, values: Values, responses: Values, country_pages: Mapping[str, str]
) -> None:
    for country in details:
        page = parsed.page(country_pages[country["code"]])
        content = text(page.one("main"))
        reports = [row for row in values["/data/reporting.json"] if row["country_code"] == country["code"]]
        toggles = [f"{TOGGLE_WORDS[value]} {toggle}" for toggle, value in country["toggles"].items()]
        # What is recorded about a product is on its own page.
        own = [fact for fact in country["facts"] if not fact["erp"]]
        facts = [" ".join(words_of(fact["value"]).split()) for fact in own]
        recorded = [country | {"facts": own}, reports]

        assert (page.path, [shown for shown in (*toggles, *facts) if shown not in content]) == (page.path, [])
        assert (page.path, {*sources_in(recorded, "erp_sources")} - page.content_links) == (
            page.path,
            set(),
        )
        assert [verdict for _, verdict in page.verdicts] == verdicts_of(country, responses)


def test_answers_on_a_country_are_counted_by_the_grades_that_they_show(
    parsed: ParsedSite, country_pages: Mapping[str, str]
) -> None:
    for path in country_pages.values():
        page = parsed.page(path)
        sources = [text(line) for line in page.all("p") if has_class(line, "source")]
        grades = Counter(line.partition(": ")[0] for line in sources if ": " in line)
        counted = ", ".join(
            f"{grades[grade]} {grade}" for grade in ("official", "secondary", "unknown") if grades[grade]
        )

        assert (path, f"Sources of the answers: {counted}." in text(page.one("main"))) == (path, True)


def test_page_of_a_product_shows_its_facts_in_every_country_with_all_sources(
    parsed: ParsedSite, erp_details: Rows, responses: Values
) -> None:
    reports = responses["/api/v1/reports.json"]["data"]
    cells = [cell for report in reports for cell in report["erp_support"]]
    for erp in erp_details:
        page = parsed.page(f"/erp/{erp['id']}/")
        content = text(page.one("main"))
        facts = [*erp["e_invoicing_support"], *erp["other_facts"]]
        # Pages show support of which nothing is known in one word.
        values = [" ".join(fact["value"].split()).removesuffix("/unverified") for fact in facts]
        done = [cell for cell in cells if cell["erp"] == erp["id"]]
        sources = {*sources_in([facts, done]), *sources_in(erp, limit=1)}

        assert (page.path, [value for value in values if value not in content]) == (page.path, [])
        assert (page.path, [cell["notes"] for cell in done if cell["notes"] not in content]) == (page.path, [])
        assert (page.path, sources - page.content_links) == (page.path, set())


# Listings


@pytest.mark.parametrize("path", LISTINGS)
def test_listing_has_a_row_for_each_record(path: str, parsed: ParsedSite, values: Values) -> None:
    page = parsed.page(path)
    records = records_of(values, LISTINGS[path])
    # If a page has filters, a table beside the one that they narrow down may sum it up.
    filtered = [row for row in page.rows if any(key.startswith("data-") for key in row.attrib)]
    first, *_ = page.all("table")

    assert len(filtered or [*first.iter("tr")][1:]) == len(records) > 0
    assert page.linked("alternate")[:2] == [f"{path}index.md", LISTINGS[path]]


@pytest.mark.parametrize("path", [path for path in LISTINGS if path not in WITHOUT_SOURCES])
def test_listing_links_to_the_first_source_of_every_record(path: str, parsed: ParsedSite, values: Values) -> None:
    first = sources_in(records_of(values, LISTINGS[path]), "erp_sources", "statements", "website", limit=1)

    assert {*first} - parsed.page(path).content_links == set()


def test_every_row_matches_choices_that_its_page_offers(parsed: ParsedSite) -> None:
    pages = [page for page in parsed.pages.values() if page.all("output") and text(page.one("output"))]
    for page in pages:
        choices = _choices(page)
        rows = [row for row in page.rows if choices.keys() & row.attrib.keys()]

        assert text(page.one("output")) == f"{len(rows)} of {len(rows)} rows"
        for key, offered in choices.items():
            assert {word for row in rows for word in row.attrib[key].split()} <= offered
    with_script = [page for page in parsed.pages.values() if any("filter" in script for script in page.scripts)]
    assert with_script == pages != []


def _choices(page: Page) -> dict[str, set[str]]:
    """Return the values that the filters of a page offer, by the attribute of the rows. A choice of an order is none."""
    choices = {
        f"data-{select.attrib['name']}": {option.attrib["value"] for option in select}
        for select in page.all("select")
        if select.attrib["name"] != "sort"
    }
    # A box of a region stands for those of its countries.
    regions = [box for legend in page.all("legend") for box in legend.iter("input")]
    for box in page.all("input"):
        if box.attrib["type"] == "checkbox" and box not in regions:
            choices.setdefault(f"data-{box.attrib['name']}", set()).add(box.attrib["value"])
    return choices


# Data files


def test_page_of_the_data_files_shows_records_sizes_and_checksums(parsed: ParsedSite, values: Values) -> None:
    page, contents = parsed.page("/data/"), parsed.contents
    files = (*DATA_FILES, *ADDED_DATA_FILES)
    excel = [path.replace(".csv", ".excel.csv") for path in files if path.endswith(".csv")]
    listed = {*files, *excel, PACKAGE_PATH, BUNDLE_PATH, SPREADSHEET_PATH, SQLITE_PATH}

    assert {path: rest for path, *rest in table_rows(page, "Checksums")} == {
        path: [f"{len(contents[path]):,}", hashlib.sha256(contents[path]).hexdigest()] for path in listed
    }
    assert sorted(row[-1] for row in table_rows(page, "Each table")) == sorted(
        f"{len(values[path]):,}" for path in files if path.endswith(".json")
    )
