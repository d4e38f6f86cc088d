"""What a reader can choose in a filter is what the rows of its page answer to."""

from collections.abc import Mapping

import pytest

from locdata_build.view.page import Page, Script
from support.dataset import COUNTRY, country, sponsor, support, whole
from support.pages import filters_of, load_pages, rows_of, tables_of

WITH_FILTERS = [
    "/connectors/",
    "/countries/",
    "/e-invoicing/",
    "/erp/erp_id_01/",
    "/erp/erp_id_02/",
    "/local-erps/",
    "/news/",
    "/partners/",
    "/reporting/",
    "/timeline/",
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Page]:
    """The pages of two tracked countries and one outside the matrix, in two regions."""
    files = whole()
    files["site.json"]["regions"] = ["Region 1", "Región dos"]
    report = files[COUNTRY]["reporting"][0]
    files[COUNTRY]["reporting"] = [report, report | {"topic": "saf-t"}]
    files["countries/at.json"] = country("at", "Austria")
    files["countries/at.json"]["e_invoicing"]["erp_support"] = [
        support("erp_id_01", "via provider (receiving only)"),
        support("erp_id_02", "native + access point"),
    ]
    files["countries/no.json"] = country("no", "Norway") | {"e_invoicing": None, "region": "Región dos"}
    files["sponsors.json"]["sponsors"] = [sponsor()]
    return load_pages(tmp_path_factory.mktemp("data"), files)


def rows_with_facets(page: Page) -> list[Mapping[str, tuple[str, ...]]]:
    """The facets of each row that a filter of the page may hide."""
    (filters,) = filters_of(page)
    names = {each.name for each in filters.filters}
    return [row.facets for row in rows_of(*tables_of(page)) if names & row.facets.keys()]


def test_pages_with_filters_are_these(pages: Mapping[str, Page]) -> None:
    assert sorted(path for path, page in pages.items() if filters_of(page)) == WITH_FILTERS


@pytest.mark.parametrize("path", WITH_FILTERS)
def test_every_value_of_a_row_can_be_chosen(pages: Mapping[str, Page], path: str) -> None:
    (filters,) = filters_of(pages[path])
    options = {each.name: {option.value for option in each.options} for each in filters.filters}
    values = [(name, value) for row in rows_with_facets(pages[path]) for name in options for value in row[name]]

    assert values
    assert [(name, value) for name, value in values if value not in options[name]] == []


@pytest.mark.parametrize("path", WITH_FILTERS)
def test_every_row_answers_to_each_filter_of_its_page(pages: Mapping[str, Page], path: str) -> None:
    (filters,) = filters_of(pages[path])

    assert [
        each.name for each in filters.filters for row in rows_with_facets(pages[path]) if each.name not in row
    ] == []


@pytest.mark.parametrize("path", WITH_FILTERS)
def test_as_many_rows_are_counted_as_a_filter_may_hide(pages: Mapping[str, Page], path: str) -> None:
    (filters,) = filters_of(pages[path])

    assert filters.row_count == len(rows_with_facets(pages[path]))


@pytest.mark.parametrize("path", WITH_FILTERS)
def test_no_two_options_of_a_filter_are_alike(pages: Mapping[str, Page], path: str) -> None:
    (filters,) = filters_of(pages[path])
    values = {each.name: [option.value for option in each.options] for each in filters.filters}

    assert len(values) == len(filters.filters)
    assert {name: sorted(set(options)) for name, options in values.items()} == {
        name: sorted(options) for name, options in values.items()
    }


@pytest.mark.parametrize("path", WITH_FILTERS)
def test_names_and_values_stand_in_an_address_as_they_are(pages: Mapping[str, Page], path: str) -> None:
    (filters,) = filters_of(pages[path])
    names = [each.name for each in filters.filters]
    values = [option.value for each in filters.filters for option in each.options]

    assert [word for word in (*names, *values) if not word.replace("-", "").replace("_", "").isalnum()] == []
    assert [word for word in (*names, *values) if not word.isascii() or word != word.lower()] == []


def test_a_page_has_the_script_of_filters_exactly_where_it_has_filters(pages: Mapping[str, Page]) -> None:
    assert sorted(path for path, page in pages.items() if Script.FILTER in page.scripts) == WITH_FILTERS


def test_a_region_is_chosen_by_its_slug(pages: Mapping[str, Page]) -> None:
    (filters,) = filters_of(pages["/countries/"])

    assert [(option.value, option.label) for option in filters.filters[0].options] == [
        ("region-1", "Region 1"),
        ("region-dos", "Región dos"),
    ]


def test_a_country_outside_the_matrix_answers_to_no_support_type(pages: Mapping[str, Page]) -> None:
    (filters,) = filters_of(pages["/erp/erp_id_01/"])
    rows = {row.id: row.facets.get("support") for row in rows_of(*tables_of(pages["/erp/erp_id_01/"])) if row.id}

    assert [each.name for each in filters.filters] == ["region", "support"]
    assert rows == {"at": ("via-provider-receiving-only",), "fr": ("native",), "no": ()}
