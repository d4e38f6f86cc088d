"""The page of the sources says how many claims have a first source of each kind, then lists every source by its publisher."""

import datetime as dt
from pathlib import Path

import pytest

from locdata_build.view.page import Page
from locdata_build.view.text import Link, rich
from locdata_model.vocabulary import SourceKind
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.pages import load_pages, minimal_files, rows_of, section_of, tables_of, texts_of
from support.records import provenance, source_id, source_record

COPIED, UNTITLED = "https://law.example/loi", "https://adviser.example/saf-t"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page with a law that was read in a copy, and with a page without a title."""
    files = whole()
    law = {"url": COPIED, "read_at": "https://copy.example/loi"} | source_record(COPIED)
    law |= {"title": "Loi 1", "language": "fr"}
    files[COUNTRY]["sources"] = {source_id(COPIED): law, source_id(UNTITLED): source_record(UNTITLED) | {"title": None}}
    files[COUNTRY]["facts"]["vat"]["provenance"] = provenance(COPIED, UNTITLED)
    return load_pages(tmp_path_factory.mktemp("data"), files)["/sources/"]


def test_the_page_begins_with_the_grades_of_all_claims(page: Page) -> None:
    assert texts_of(page.lead)[0].startswith(
        "13 sources of 6 publishers. The grade of a claim is that of its first source: of 24 claims, 16 are official, 4 "
        "secondary and 4 unverified."
    )


def test_every_kind_is_explained_with_the_numbers_of_its_sources_and_claims(page: Page) -> None:
    rows = rows_of(*tables_of(section_of(page, "kinds")))

    assert rows[0].cells == (
        rich(Link("law", "/sources/?kind=law#publishers")),
        rich("The text of a law, a decree or a gazette."),
        rich("1"),
        rich("1"),
    )
    assert [texts_of(row.cells[0])[0] for row in rows] == list(SourceKind)
    assert sum(int(texts_of(row.cells[2])[0]) for row in rows) == 13
    assert sum(int(texts_of(row.cells[3])[0]) for row in rows) == 24 - 4


def test_sources_are_sorted_by_publisher_then_title(page: Page) -> None:
    rows = rows_of(*tables_of(section_of(page, "publishers")))
    names = [(texts_of(row.cells[0])[0], texts_of(row.cells[1])[0]) for row in rows]

    assert names == sorted(names, key=lambda name: (name[0].casefold(), name[1].casefold()))
    assert ("Tax office", "Law") in names


def test_a_source_is_shown_with_kind_language_reading_and_claims(page: Page) -> None:
    rows = {row.id: row for row in rows_of(*tables_of(section_of(page, "publishers")))}

    assert rows["source-law-example-loi"].cells == (
        rich("law.example"),
        rich(Link("Loi 1", COPIED, language="fr")),
        rich("law, fr", ", read in a ", Link("copy", "https://copy.example/loi")),
        rich("page read, ", dt.date(2026, 11, 20)),
        rich("1"),
    )
    assert rows["source-law-example-loi"].facets == {"kind": ("law",), "country": ("fr",), "read": ("fetched",)}
    assert rows["source-adviser-example-saf-t"].cells[1] == rich(Link("page “saf-t”", UNTITLED))
    assert rows["source-tax-example-law"].cells[-1] == rich("4")
    assert rows["source-vendor-example-product"].facets["country"] == ()


def test_every_published_source_has_its_row(tmp_path: Path) -> None:
    context = load_context(tmp_path)
    rows = rows_of(*tables_of(section_of(load_pages(tmp_path)["/sources/"], "publishers")))

    assert {row.id for row in rows} == {f"source-{source.id}" for source in context.published.sources}


def test_a_site_with_hardly_any_records_has_the_page(tmp_path: Path) -> None:
    page = load_pages(tmp_path, minimal_files())["/sources/"]

    assert texts_of(page.lead)[0].startswith("1 source of 1 publisher.")
