"""``/a-z/`` lists every name in alphabetical order, with its kind, its country and what else it is called."""

import pytest

from locdata_build.view.blocks import Items
from locdata_build.view.context import SiteContext
from locdata_build.view.names import all_names
from locdata_build.view.page import Page, Section
from locdata_build.view.pages.glossary import a_z_page
from locdata_build.view.text import Link
from locdata_model.urls import slugify
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.pages import links_of
from support.records import report


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
def page(context: SiteContext) -> Page:
    """The page of all names."""
    return a_z_page(context)


def names_in(section: Section) -> list[str]:
    """Return the texts of the links that are the names of a section."""
    (items,) = section.blocks
    assert isinstance(items, Items)
    return [part.text for line in items.items for part in line if isinstance(part, Link)]


def test_every_name_has_its_link(context: SiteContext, page: Page) -> None:
    links = sorted((link.text, link.href) for link in links_of(page))

    assert links == sorted((name.name, name.path) for name in all_names(context))


def test_names_are_in_alphabetical_order_without_case_and_accents(page: Page) -> None:
    titles = [section.title for section in page.sections]

    assert (titles[0], titles[-1]) == ("0–9", "Other scripts")
    assert (names_in(page.sections[0]), names_in(page.sections[-1])) == (["4th Ledger"], ["ΦΠΑ"])
    for section in page.sections[1:-1]:
        names = names_in(section)
        first, last = section.title.lower().split("–")

        assert names == sorted(names, key=slugify)
        assert [name for name in names if not first <= slugify(name)[0] <= last] == []
