"""The sources of a country page: each is listed once, with the claims that cite it."""

import datetime as dt
from itertools import takewhile
from pathlib import Path

import pytest

from locdata_build.view.page import Page
from locdata_build.view.text import Break, Day, Link, Rich, rich
from support.pages import links_of, load_country_page, rows_of, section_of, tables_of, texts_of
from support.records import country, provenance, source


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of the tracked country."""
    return load_country_page(tmp_path_factory.mktemp("data"))


def sources(page: Page) -> dict[str, list[str]]:
    """The claims that cite each source: a text for each marker and date."""
    rows = rows_of(*tables_of(section_of(page, "sources")))
    return {links_of(row.cells[0])[0].href: [*map(labels, lines_of(row.cells[1]))] for row in rows}


def lines_of(content: Rich) -> list[list[str]]:
    """The texts of each line."""
    breaks = [index for index, part in enumerate(content) if isinstance(part, Break)]
    starts, ends = [0, *(index + 1 for index in breaks)], [*breaks, len(content)]
    return [texts_of(content[start:end]) for start, end in zip(starts, ends, strict=True)]


def labels(texts: list[str]) -> str:
    """What is before the marker in a line."""
    return "".join(takewhile(lambda text: text == ": " or not text.startswith(": "), texts))


def test_each_source_is_listed_once_with_the_claims_that_cite_it(page: Page) -> None:
    listed = sources(page)
    external = {link.href for link in links_of(page) if link.is_external}
    linked = {href for href in external if not href.startswith("mailto:")} - {"https://local.example/"}

    assert linked <= listed.keys()
    assert len(listed) == len(rows_of(*tables_of(page)[-1:]))
    assert listed[source("law")] == ["B2B e-invoicing, B2G e-invoicing, Real-time reporting, SAF-T"]
    assert listed[source("mandate")] == ["E-invoicing mandate"]
    assert listed[source("return")] == ["Déclaration"]
    assert listed["https://vendor.example/local"] == ["Product 1 localization"]
    assert listed["https://vendor.example/vat"] == ["Product 1: Déclaration"]
    assert listed["https://provider.example/connector"] == ["Connector of Product 1: Provider"]


def test_the_list_of_sources_is_folded_away(page: Page) -> None:
    (table,) = tables_of(section_of(page, "sources"))

    assert table.fold == f"{table.row_count} sources, each with the claims that cite it"


def test_each_source_is_linked_with_its_kind_to_its_entry_among_all_sources(page: Page) -> None:
    (law,) = (row for row in rows_of(*tables_of(section_of(page, "sources"))) if source("law") in texts_of(row))

    entry = Link("entry", "/sources/authority/#source-tax-example-law")

    assert law.cells[0] == rich(Link("Tax office, Law", source("law")), " (authority, ", entry, ")")


def test_claims_that_were_checked_on_two_days_are_told_apart(tmp_path: Path) -> None:
    facts = country()["facts"]
    facts["vat"]["provenance"] = provenance(source("fact")) | {"checked": "2026-11-01"}
    page = load_country_page(tmp_path, {"facts": facts})
    dates = [part.date for part in page.lead if isinstance(part, Day)]

    assert sources(page)[source("fact")] == [
        "Currency, E-invoicing, Periodic / real-time reporting, EU ViDA, Tax authority",
        "VAT / GST",
    ]
    assert dates[1:-1] == [dt.date(2026, 11, 1), dt.date(2026, 11, 20)]
