"""The options of a filter are the values of the rows of its page."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import UNSET

from locdata_build.view.page import Page, Script
from locdata_model.tax_rules import TaxRuleKind
from support.dataset import COUNTRY, whole
from support.pages import filters_of, load_pages, minimal_files, row_of, rows_of, tables_of
from support.records import country, obligation, support, tax_rule
from support.reference_pages import RELEASE_PAGES, RULE_PAGES

LIST = "list a page that gets filters in WITH_FILTERS of tests/view/pages/filters_test.py"

WITH_FILTERS = [
    *("/connectors/", "/countries/", "/e-invoicing/", "/erp/erp_id_01/", "/erp/erp_id_02/", "/filings/", "/formats/"),
    *("/glossary/", "/identifiers/", "/local-erps/", "/news/", "/partners/", "/peppol-schemes/", "/platforms/"),
    *(
        "/product-releases/",
        RELEASE_PAGES[0],
        "/recent/",
        "/reporting/",
        "/sources/authority/",
        "/sources/law/",
        "/sources/press/",
    ),
    *(
        "/sources/service/",
        "/sources/vendor/",
        "/tax-rules/",
        *sorted(RULE_PAGES),
        "/thresholds/",
        "/timeline/",
        "/vat-rates/",
    ),
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Page]:
    """The pages of two tracked countries and one outside the matrix, in two regions."""
    files = whole()
    files["site.json"]["regions"] = ["Region 1", "Región dos"]
    report = files[COUNTRY]["reporting"][0]
    files[COUNTRY]["reporting"] = [report, report | {"topic": "saf-t"}]
    rules = (tax_rule(kind, kind=kind, shift=UNSET) for kind in TaxRuleKind if kind is not TaxRuleKind.DEADLINE_SHIFT)
    files[COUNTRY]["tax_rules"] += rules
    files["countries/at.json"] = country("at", "Austria")
    files["countries/at.json"]["e_invoicing"]["erp_support"] = [
        support("erp_id_01", "via provider (receiving only)"),
        support("erp_id_02", "native + access point"),
    ]
    files["countries/no.json"] = country("no", "Norway") | {"e_invoicing": None, "region": "Región dos"}
    files["countries/no.json"]["obligations"]["saft"] = obligation("in_force", "2026-10-01")
    return load_pages(tmp_path_factory.mktemp("data"), files)


def options_of(page: Page) -> dict[str, list[str]]:
    """The values of the options of each filter by its name."""
    (filters,) = filters_of(page)
    return {each.name: [option.value for option in each.options] for each in filters.filters}


WITH_CHOICES = {"/compare/": Script.COMPARE, "/feeds/": Script.CALENDAR}
"""The pages where readers choose countries for something else than rows, with the script that makes it."""


def test_pages_with_filters_have_the_script(pages: Mapping[str, Page]) -> None:
    with_form = sorted(path for path, page in pages.items() if filters_of(page))

    assert with_form == sorted([*WITH_FILTERS, *WITH_CHOICES]), LIST
    assert sorted(path for path, page in pages.items() if Script.FILTER in page.scripts) == WITH_FILTERS, LIST


@pytest.mark.parametrize("path", WITH_CHOICES)
def test_choice_of_countries_has_its_own_script_and_every_country(pages: Mapping[str, Page], path: str) -> None:
    assert pages[path].scripts == (WITH_CHOICES[path],)
    assert options_of(pages[path])["country"] == ["at", "fr", "no"]


def test_page_without_rows_to_filter_loads_no_script_for_them(tmp_path: Path) -> None:
    for path, page in load_pages(tmp_path, minimal_files()).items():
        assert path in WITH_CHOICES or (Script.FILTER in page.scripts) == bool(filters_of(page))


@pytest.mark.parametrize("path", WITH_FILTERS)
def test_rows_are_counted_and_have_a_facet_for_each_filter_with_values_that_are_options(
    pages: Mapping[str, Page], path: str
) -> None:
    (filters,) = filters_of(pages[path])
    options = options_of(pages[path])
    rows = [row.facets for row in rows_of(*tables_of(pages[path])) if options.keys() & row.facets.keys()]

    assert filters.row_count == len(rows) > 0
    assert [row for row in rows if not options.keys() <= row.keys()] == []
    assert [value for row in rows for name in options for value in row[name] if value not in options[name]] == []


@pytest.mark.parametrize("path", WITH_FILTERS)
def test_names_and_options_are_unique_and_need_no_escape_in_a_url(pages: Mapping[str, Page], path: str) -> None:
    (filters,) = filters_of(pages[path])
    options = options_of(pages[path])
    words = [*options, *(value for values in options.values() for value in values)]

    assert len(options) == len(filters.filters)
    assert [name for name, values in options.items() if len({*values}) != len(values)] == []
    assert [word for word in words if not re.fullmatch("[a-z0-9_-]+", word)] == []


def test_native_support_includes_that_with_an_access_point(pages: Mapping[str, Page]) -> None:
    assert row_of(pages["/e-invoicing/"], "at-erp_id_02").facets["support"] == ("native", "native-access-point")


def test_a_country_outside_the_matrix_matches_no_support_type(pages: Mapping[str, Page]) -> None:
    page = pages["/erp/erp_id_01/"]
    rows = {row.id: row.facets.get("support") for row in rows_of(*tables_of(page)) if row.id}

    assert options_of(page)["region"] == ["region-1", "region-dos"]
    assert rows == {"at": ("via-provider-receiving-only",), "fr": ("native",), "no": ()}
