"""A country exists, has an address of its own and a whole row in the matrix, and names nothing twice."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.source.page_names import PageName
from locdata_build.source.slugs import page_slug
from locdata_model import DATA_FILES, ENDPOINTS
from locdata_model.data_files import DataFormat
from support.dataset import COUNTRY, country, erp, faults, support, whole


@pytest.mark.parametrize("code", ["xx", "uk", "eu"])
def test_code_that_iso_3166_does_not_assign_is_refused(tmp_path: Path, code: str) -> None:
    assert faults(tmp_path, {**whole(), f"countries/{code}.json": country(code, "Nowhere")}) == [
        (
            f"data/countries/{code}.json: $.code: must be an ISO 3166-1 alpha-2 code in lower case, but is {code!r} "
            "[unknown-country]"
        )
    ]


def test_region_that_the_site_does_not_list_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["region"] = "Region 2"

    assert faults(tmp_path, files) == [
        "data/countries/fr.json: $.region: must be a region of site.json, but is 'Region 2' [unknown-region]",
    ]


@pytest.mark.parametrize("name", ["法国", "Франция", "&"])
def test_name_that_makes_no_address_is_refused(tmp_path: Path, name: str) -> None:
    files = whole()
    files[COUNTRY]["name"] = name

    assert faults(tmp_path, files) == [
        "data/countries/fr.json: $.name: must hold a Latin letter or a digit, for the address of the page [no-slug]",
    ]


@pytest.mark.parametrize("page", PageName)
def test_name_that_makes_the_address_of_another_page_is_refused(tmp_path: Path, page: PageName) -> None:
    files = whole()
    files[COUNTRY]["name"] = page.replace("-", " ").title()

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.name: must not make the address of another page of the site, "
            f"but makes '/{page}/' [duplicate]"
        )
    ]


def test_name_that_begins_like_the_address_of_another_page_is_no_fault(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["name"] = "Newsland"

    assert faults(tmp_path, files) == []


def test_published_files_lie_in_folders_that_no_country_can_have() -> None:
    paths = [*(spec.path for spec in ENDPOINTS), *(spec.path(kind) for spec in DATA_FILES for kind in DataFormat)]

    assert {path.split("/")[1] for path in paths} <= {*PageName}


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        pytest.param("France", "france", id="word"),
        pytest.param("United Kingdom", "united-kingdom", id="words"),
        pytest.param("Türkiye", "turkiye", id="accent"),
        pytest.param("Côte d’Ivoire", "cote-divoire", id="apostrophe"),
        pytest.param("Korea (Republic of)", "korea-republic-of", id="brackets"),
        pytest.param("  & ", "", id="nothing left"),
    ],
)
def test_address_is_made_of_the_name(name: str, slug: str) -> None:
    assert page_slug(name) == slug


def test_matrix_lacks_no_erp(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"] = []

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.e_invoicing.erp_support: must hold an entry for every ERP product, "
            "but 'erp_id_01' is missing [matrix-gap]"
        ),
        (
            "data/countries/fr.json: $.e_invoicing.erp_support: must hold an entry for every ERP product, "
            "but 'erp_id_02' is missing [matrix-gap]"
        ),
    ]


def test_matrix_may_be_in_any_order(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"].reverse()

    assert faults(tmp_path, files) == []


def test_erp_is_named_once_in_the_matrix(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"].append(support("erp_id_01"))

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.e_invoicing.erp_support[2]: must differ from the other entries, "
            "but 'erp_id_01' stands in entry 0 too [duplicate]"
        )
    ]


@pytest.mark.parametrize(
    ("field", "key"),
    [
        pytest.param("erp_localizations", "erp_id_01", id="localization"),
        pytest.param("reporting", "vat-reporting Déclaration VAT return", id="report"),
        pytest.param("local_erps", "local", id="local ERP"),
        pytest.param("partners", "erp_id_01-partner", id="partner"),
        pytest.param("partner_flags", "erp_id_02", id="partner flag"),
    ],
)
def test_entry_is_given_once(tmp_path: Path, field: str, key: str) -> None:
    files = whole()
    files[COUNTRY][field] *= 3

    assert faults(tmp_path, files) == [
        (
            f"data/countries/fr.json: $.{field}[1]: must differ from the other entries, "
            f"but {key!r} stands in entry 0 too [duplicate]"
        ),
        (
            f"data/countries/fr.json: $.{field}[2]: must differ from the other entries, "
            f"but {key!r} stands in entry 0 too [duplicate]"
        ),
    ]


def test_erp_is_named_once_in_a_report(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["reporting"][0]["erp_support"] *= 2

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.reporting[0].erp_support[1]: must differ from the other entries, "
            "but 'erp_id_01' stands in entry 0 too [duplicate]"
        )
    ]


@pytest.mark.parametrize(
    ("field", "other"),
    [
        pytest.param("erp_localizations", {"erp": "erp_id_02"}, id="localization of another ERP"),
        pytest.param("reporting", {"topic": "saf-t"}, id="report on another topic"),
        pytest.param("reporting", {"report_local": "Autre"}, id="report of another name"),
        pytest.param("local_erps", {"slug": "other"}, id="local ERP of another slug"),
        pytest.param("partners", {"slug": "other"}, id="partner of another slug"),
        pytest.param("partners", {"erp": "erp_id_02"}, id="partner for another ERP"),
        pytest.param("partner_flags", {"erp": "erp_id_01"}, id="flag of another ERP"),
    ],
)
def test_entry_may_resemble_another(tmp_path: Path, field: str, other: dict[str, str]) -> None:
    files = whole()
    files[COUNTRY][field].append({**files[COUNTRY][field][0], **other})

    assert faults(tmp_path, files) == []


def test_partners_have_ids_of_their_own(tmp_path: Path) -> None:
    files: dict[str, Any] = {
        **whole(),
        "erps/erp_id_01-x.json": {**erp(3), "id": "erp_id_01-x"},
    }
    partner = files[COUNTRY]["partners"][0]
    files[COUNTRY]["e_invoicing"]["erp_support"].append(support("erp_id_01-x"))
    files[COUNTRY]["partners"] = [
        {**partner, "erp": "erp_id_01", "slug": "x-y"},
        {**partner, "erp": "erp_id_01-x", "slug": "y"},
    ]

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.partners[1]: must differ from the other entries, "
            "but 'erp_id_01-x-y' stands in entry 0 too [duplicate]"
        )
    ]
