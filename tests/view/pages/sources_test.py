"""The page of the sources says how many claims have a first source of each kind; the pages of kinds list them by publisher."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import pytest

from locdata_build.view.blocks import Row
from locdata_build.view.page import Page
from locdata_build.view.text import Link, rich
from locdata_model.vocabulary import SourceKind
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.pages import load_pages, minimal_files, rows_of, section_of, tables_of, texts_of
from support.records import provenance, source_id, source_record

COPIED, UNTITLED = "https://law.example/loi", "https://adviser.example/saf-t"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Page]:
    """The pages with a law that was read in a copy, and with a page without a title."""
    files = whole()
    law = {"url": COPIED, "read_at": "https://copy.example/loi"} | source_record(COPIED)
    law |= {"title": "Loi 1", "language": "fr"}
    files[COUNTRY]["sources"] = {source_id(COPIED): law, source_id(UNTITLED): source_record(UNTITLED) | {"title": None}}
    files[COUNTRY]["facts"]["vat"]["provenance"] = provenance(COPIED, UNTITLED)
    return load_pages(tmp_path_factory.mktemp("data"), files)


@pytest.fixture
def page(pages: Mapping[str, Page]) -> Page:
    return pages["/sources/"]


def rows_of_kinds(pages: Mapping[str, Page]) -> Mapping[str, list[Row]]:
    """Return the rows of the page of each kind."""
    paths = {kind: f"/sources/{kind}/" for kind in SourceKind}
    return {kind: rows_of(*tables_of(section_of(pages[path], "publishers"))) for kind, path in paths.items()}


def test_the_page_begins_with_the_grades_of_all_claims(page: Page) -> None:
    assert texts_of(page.lead)[0].startswith(
        "16 sources of 7 publishers. The grade of a claim is that of its first source: of 25 claims, 17 are official, 5 "
        "secondary and 3 unverified."
    )


def test_every_kind_is_explained_with_the_numbers_of_its_sources_and_claims(page: Page) -> None:
    rows = rows_of(*tables_of(section_of(page, "kinds")))

    assert rows[0].cells == (
        rich(Link("law", "/sources/law/")),
        rich("The text of a law, a decree or a gazette."),
        rich("2"),
        rich("2"),
    )
    assert [texts_of(row.cells[0])[0] for row in rows] == list(SourceKind)
    assert sum(int(texts_of(row.cells[2])[0]) for row in rows) == 16
    assert sum(int(texts_of(row.cells[3])[0]) for row in rows) == 25 - 3


def test_sources_of_a_kind_are_sorted_by_publisher_then_title(pages: Mapping[str, Page]) -> None:
    names = {
        kind: [(texts_of(row.cells[0])[0], texts_of(row.cells[1])[0]) for row in rows]
        for kind, rows in rows_of_kinds(pages).items()
    }

    assert names == {
        kind: sorted(each, key=lambda name: (name[0].casefold(), name[1].casefold())) for kind, each in names.items()
    }
    assert ("Tax office", "Law") in names[SourceKind.AUTHORITY]


def test_a_source_is_shown_with_language_reading_and_claims(pages: Mapping[str, Page]) -> None:
    rows = {row.id: row for of_kind in rows_of_kinds(pages).values() for row in of_kind}

    assert rows["source-law-example-loi"].cells == (
        rich("law.example"),
        rich(Link("Loi 1", COPIED, language="fr")),
        rich("fr"),
        rich("not known"),
        rich("page read, ", dt.date(2026, 11, 20), ", read in a ", Link("copy", "https://copy.example/loi")),
        rich("1"),
    )
    assert rows["source-law-example-loi"].facets == {"country": ("fr",), "read": ("fetched",)}
    assert rows["source-adviser-example-saf-t"].cells[1] == rich(Link("page “saf-t”", UNTITLED))
    assert rows["source-tax-example-law"].cells[-1] == rich("4")
    assert rows["source-vendor-example-product"].facets["country"] == ()


def test_every_published_source_has_its_row(tmp_path: Path) -> None:
    context = load_context(tmp_path)
    rows = rows_of_kinds(load_pages(tmp_path))

    assert {kind: {row.id for row in of_kind} for kind, of_kind in rows.items()} == {
        kind: {f"source-{source.id}" for source in context.published.sources if source.kind is kind}
        for kind in SourceKind
    }


def test_a_site_with_hardly_any_records_has_the_page(tmp_path: Path) -> None:
    page = load_pages(tmp_path, minimal_files())["/sources/"]

    assert texts_of(page.lead)[0].startswith("2 sources of 2 publishers.")
