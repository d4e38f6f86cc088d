"""The page of calendars has for each region and country a link that subscribes and the URL to copy."""

from pathlib import Path

from locdata_build.view.text import Aside, Code, Link, rich
from support.dataset import COUNTRY, changed
from support.pages import empty_country, load_page, parts_of, rows_of, section_of, tables_of

EMPTY = Aside(rich("No dates at present"))


def test_row_has_a_link_that_subscribes_and_the_url_that_it_opens(tmp_path: Path) -> None:
    calendars, _ = tables_of(section_of(load_page(tmp_path, "/feeds/"), "calendars"))
    rows = rows_of(calendars)
    urls = [url.text for row in rows for url in parts_of(row.cells, Code)]
    links = [link.href for row in rows for link in parts_of(row.cells[1], Link)]

    assert [url.partition("/feeds/")[2] for url in urls] == [
        "upcoming/regions/region-1.ics",
        "upcoming/countries/fr.ics",
    ]
    assert links == [url.replace("https:", "webcal:") for url in urls]
    assert parts_of(rows, Aside) == []


def test_an_empty_calendar_is_said_to_have_no_dates(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.obligations", empty_country()["obligations"])
    calendars, _ = tables_of(section_of(load_page(tmp_path, "/feeds/", files), "calendars"))

    assert parts_of(calendars, Aside) == [EMPTY, EMPTY]
