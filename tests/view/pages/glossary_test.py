"""The glossary and the list of all names are in alphabetical order."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Items
from locdata_build.view.context import SiteContext
from locdata_build.view.names import all_names
from locdata_build.view.page import Page, Section
from locdata_build.view.pages.glossary import a_z_page
from locdata_build.view.text import Link
from locdata_model.urls import slugify
from support.context import load_context
from support.dataset import COUNTRY, changed, whole
from support.pages import links_of, load_page, markdown, rows_of, tables_of, texts_of
from support.records import country, marked, report, term

NAMES = ("Beta", "alpha", "2 Gamma", "Aleph", "Zeta", "Étape")
GENERAL: Mapping[str, list[str]] = {"General": [], "Many": ["at", "fr"]}


def named(name: str, **fields: object) -> dict[str, Any]:
    """The term with that name."""
    return term(slugify(name), name=name) | fields


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page with some terms."""
    national = [named(name, countries=["fr"]) for name in NAMES]
    greek = term("vat-greek", name="ΦΠΑ", countries=["fr"])
    general = [named(name, countries=countries) for name, countries in GENERAL.items()]
    terms = sorted([*national, greek, *general], key=lambda each: each["id"])
    files = changed("terms.json", "$.terms", terms) | {"countries/at.json": country("at", "Zland")}
    return load_page(tmp_path_factory.mktemp("data"), "/glossary/", files)


def rows(page: Page) -> Mapping[str | None, Any]:
    """Return the rows by their anchors."""
    return {row.id: row for row in rows_of(*tables_of(page))}


def test_general_terms_come_first_and_those_of_a_country_by_letter_without_case_and_accents(page: Page) -> None:
    general, *letters = tables_of(page)
    links = [link.href for link in links_of(page.blocks)]

    assert [texts_of(row.cells[0])[0] for row in rows_of(general)] == ["General", "Many"]
    assert {table.fold_id: [texts_of(row.cells[0])[0] for row in rows_of(table)] for table in letters} == {
        "letter-09": ["2 Gamma"],
        "letter-a": ["Aleph", "alpha"],
        "letter-b": ["Beta"],
        "letter-e": ["Étape"],
        "letter-z": ["Zeta"],
        "letter-other-scripts": ["ΦΠΑ"],
    }
    assert links == ["#general", *(f"#{table.fold_id}" for table in letters)]


def test_a_row_has_the_first_source_alone_so_that_one_page_holds_all_terms(tmp_path: Path) -> None:
    text = marked("A format.", "https://law.example/first: Art. 1", "https://law.example/second: Art. 1")
    page = load_page(tmp_path, "/glossary/", changed("terms.json", "$.terms", [named("Beta") | {"text": text}]))

    assert (
        markdown(rows(page)["term-beta"].cells[1]) == "A format. ([law.example](https://law.example/first), official)"
    )


def test_more_than_five_countries_are_counted(tmp_path: Path) -> None:
    names = {"at": "Zulu", "be": "Yankee", "bg": "Xenia", "cy": "Whiskey", "cz": "Victor"}
    files = whole() | {f"countries/{code}.json": country(code, name) for code, name in names.items()}
    for tile, code in enumerate(names, start=2):
        files[f"countries/{code}.json"]["map_tile"] = {"column": tile, "row": 9}
    five = ["at", "be", "bg", "cy", "cz"]
    files["terms.json"]["terms"] = [named("All", countries=[*five, "fr"]), named("Five", countries=five)]
    found = rows(load_page(tmp_path, "/glossary/", files))

    assert ", 6 countries" in markdown(found["term-all"].cells[0])
    assert ", Victor, Whiskey, Xenia, Yankee, Zulu" in markdown(found["term-five"].cells[0])


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> SiteContext:
    """The small set, with names that begin with a digit, with an accent and with a Greek letter."""
    files = whole()
    files[COUNTRY]["local_erps"][0]["name"] = "4th Ledger"
    files[COUNTRY]["reporting"] = [
        report("vat-reporting", number, report_local=name) for number, name in enumerate(("Écriture", "ΦΠΑ"), 1)
    ]
    return load_context(tmp_path_factory.mktemp("data"), files)


@pytest.fixture(scope="module")
def a_z(context: SiteContext) -> Page:
    """The page of all names."""
    return a_z_page(context)


def names_in(section: Section) -> list[str]:
    """Return the texts of the links that are the names of a section."""
    (items,) = section.blocks
    assert isinstance(items, Items)
    return [part.text for line in items.items for part in line if isinstance(part, Link)]


def test_every_name_has_its_link(context: SiteContext, a_z: Page) -> None:
    links = sorted((link.text, link.href) for link in links_of(a_z))

    assert links == sorted((name.name, name.path) for name in all_names(context))


def test_names_are_in_alphabetical_order_without_case_and_accents(a_z: Page) -> None:
    titles = [section.title for section in a_z.sections]

    assert (titles[0], titles[-1]) == ("0–9", "Other scripts")
    assert (names_in(a_z.sections[0]), names_in(a_z.sections[-1])) == (["4th Ledger"], ["ΦΠΑ"])
    for section in a_z.sections[1:-1]:
        names = names_in(section)
        first, last = section.title.lower().split("–")

        assert names == sorted(names, key=slugify)
        assert [name for name in names if not first <= slugify(name)[0] <= last] == []
