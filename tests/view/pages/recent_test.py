"""The page of the last 90 days shows the phases that began, the records that changed, new sources and news."""

from pathlib import Path

from locdata_build.view.page import Page
from locdata_build.view.text import Link
from support.dataset import COUNTRY, changed, whole
from support.pages import (
    filters_of,
    links_of,
    load_page,
    markdown,
    minimal_files,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.records import DAY, cited, obligation
from view.pages.releases import PHASE, edit, flip, release

TODAY, TOMORROW = "2026-11-21", "2026-11-22"
FIRST, EVE = "2026-08-24", "2026-08-23"
"""The first of the 90 days up to today, and the day before it."""


def words(page: Page, section: str) -> str:
    """The words of a section."""
    return "|".join(texts_of(section_of(page, section).blocks))


def test_phases_that_began_in_the_last_days_are_listed_with_the_latest_first(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.obligations.saft", obligation("in_force", EVE, FIRST, TODAY, TOMORROW))
    page = load_page(tmp_path, "/recent/", files)

    dates = [markdown(row.cells[0]) for row in rows_of(*tables_of(section_of(page, "phases")))]
    assert dates == ["21 November 2026", "24 August 2026"]
    assert Link("Timeline", f"/timeline/?to={TODAY}") in links_of(section_of(page, "phases"))
    assert [filters.row_count for filters in filters_of(page)] == [2]


def test_changes_of_recent_releases_are_counted_by_country_and_cause(tmp_path: Path) -> None:
    old = release("1.0.0", "2026-01-01") | release("1.1.0", EVE, edit())
    new = release("1.2.0", FIRST, edit(), edit("reports/fr-1"), flip(PHASE), edit(country="at"), edit(country=None))
    page = load_page(tmp_path, "/recent/", whole() | old | new)
    rows = rows_of(*tables_of(section_of(page, "records")))

    assert [" | ".join(map(markdown, row.cells[1:])) for row in rows] == [
        "[France](/france/) | [1.2.0](/changes/#v1-2-0) | 2 | 1 | facts, reports, countries",
        "AT | [1.2.0](/changes/#v1-2-0) | 1 | 0 | facts",
        "No single country | [1.2.0](/changes/#v1-2-0) | 1 | 0 | facts",
    ]
    assert [row.facets["country"] for row in rows] == [("fr",), ("at",), ()]
    assert "is the first one" not in words(page, "records")


def test_sources_that_are_known_to_be_new_name_the_countries_of_their_claims(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY] = cited(files[COUNTRY])
    sources = [each for each in files[COUNTRY]["sources"].values() if each["publisher"] == "Tax office"]
    for source, day in zip(sources, (EVE, FIRST, DAY), strict=False):
        source["published"] = day
    page = load_page(tmp_path, "/recent/", files)
    rows = rows_of(*tables_of(section_of(page, "sources")))

    assert [markdown(row.cells[0]) for row in rows] == ["20 November 2026", "24 August 2026"]
    assert {markdown(row.cells[3]) for row in rows} == {"[France](/france/)"}
    assert {row.facets["country"] for row in rows} == {("fr",)}
    assert "3 of 22 sources have a date." in words(page, "sources")


def test_the_page_says_that_nothing_is_recent_and_then_has_no_filter(tmp_path: Path) -> None:
    page = load_page(tmp_path, "/recent/", minimal_files())

    assert (filters_of(page), page.scripts) == ([], ())
    assert words(page, "phases").startswith("No recorded phase started in these 90 days.")
    assert words(page, "records").startswith("No release of these 90 days changed a record.")
    assert words(page, "sources").startswith("No dated source is from these 90 days.")
    assert words(page, "news").startswith("No dated news item is from these 90 days.")
