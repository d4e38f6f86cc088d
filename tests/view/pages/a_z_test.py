"""``/a-z/`` lists every name under its first letter, with its kind, its country and what else it is called."""

from pathlib import Path

import pytest

from locdata_build.view.blocks import Items
from locdata_build.view.names import all_names
from locdata_build.view.page import Page
from locdata_build.view.pages import a_z
from locdata_build.view.text import Link
from support.context import load_context
from support.dataset import COUNTRY, changed
from support.pages import links_of, texts_of


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of the small set, with a local system whose name begins with a digit."""
    files = changed(COUNTRY, "$.local_erps[0].name", "4th Ledger")
    return a_z.page(load_context(tmp_path_factory.mktemp("data"), files))


def test_every_name_has_its_link(page: Page, tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.local_erps[0].name", "4th Ledger")
    names = [*all_names(load_context(tmp_path, files))]

    assert sorted((link.text, link.href) for link in links_of(page)) == sorted((name.name, name.path) for name in names)


def test_names_are_sorted_below_their_first_letter_without_case_and_accents(page: Page) -> None:
    for section in page.sections:
        (items,) = section.blocks
        assert isinstance(items, Items)
        links = [part for line in items.items for part in line if isinstance(part, Link)]

        assert links != []
        assert [link.text for link in links] == sorted((link.text for link in links), key=str.casefold)
        assert section.title == "0–9" or {link.text[0].upper() for link in links} == {section.title}


def test_digits_come_first(page: Page) -> None:
    assert [section.title for section in page.sections][:2] == ["0–9", "A"]


def test_a_country_has_its_other_names(page: Page) -> None:
    (section,) = (section for section in page.sections if section.title == "F")

    assert "".join(texts_of(section)).count("Also: Pays fr; 法国") == 1
