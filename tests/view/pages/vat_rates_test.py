"""The rates of all countries are in one table, with currency, source and filters."""

from pathlib import Path

from locdata_build.view.page import Page
from locdata_build.view.text import Details, Link, Words, rich
from support.dataset import whole
from support.pages import filters_of, load_pages, rows_of, tables_of
from support.records import country


def load(folder: Path) -> Page:
    """The page of two countries."""
    files = whole()
    files["countries/at.json"] = country("at", "Austria")
    files["countries/at.json"]["facts"]["vat"]["value"] = "20%, see https://tax.example."
    return load_pages(folder, files)["/vat-rates/"]


def test_every_country_has_a_row_with_rates_currency_and_source(tmp_path: Path) -> None:
    austria, france = rows_of(*tables_of(load(tmp_path)))
    (source,) = austria.cells[3]

    assert (austria.id, france.id) == ("at", "fr")
    assert austria.cells[0] == rich(Link("Austria", "/austria/#vat-reporting"))
    assert austria.cells[1] == rich("20%, see https://tax.example.")
    assert isinstance(austria.cells[2][0], Words)
    assert isinstance(source, Details)
    assert source.label.endswith("official, checked 20 November 2026")


def test_rows_are_filtered_by_country_region_and_words_and_can_be_downloaded(tmp_path: Path) -> None:
    (filters,) = filters_of(load(tmp_path))

    assert [each.name for each in filters.filters] == ["country", "region"]
    assert (filters.has_words, filters.file_name) == (True, "vat-rates.csv")
