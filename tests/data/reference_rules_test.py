"""A file has the name of its record, and what a record names exists."""

from pathlib import Path
from typing import get_args

import pytest

from locdata_build.data import products, reports
from locdata_build.data.products import RecordOfErp
from locdata_build.data.record import SourceRecord
from support.dataset import COUNTRY, ERP, changed, issues, whole
from support.records import country

NEAR = "must be an ERP product that has a file, but is 'erp_id_03' (did you mean 'erp_id_02'?)"
CONNECTED = "$.connectors[0].countries_in_scope[0]"


def release(version: str) -> dict[str, object]:
    """The record of a release without changes."""
    fields = {"version": version, "released_at": "2026-11-21T00:00:00Z", "contract": [], "changes": []}
    return {"$schema": "../schema/release.schema.json", "release": fields}


@pytest.mark.parametrize(
    ("file", "path", "value", "issue"),
    [
        (COUNTRY, "$.code", "de", "must be the name of the file, 'fr', but is 'de' [file-name]"),
        (ERP, "$.id", "erp_id_03", "must be the name of the file, 'erp_id_01', but is 'erp_id_03' [file-name]"),
        (
            COUNTRY,
            "$.region",
            "Region 2",
            "must be a region of site.json (Region 1), but is 'Region 2' [unknown-region]",
        ),
        (COUNTRY, "$.erp_localizations[0].erp", "erp_id_03", f"{NEAR} [unknown-erp]"),
        (COUNTRY, "$.reporting[0].erp_support[0].erp", "erp_id_03", f"{NEAR} [unknown-erp]"),
        ("news.json", "$.news[0].erps[0]", "erp_id_03", f"{NEAR} [unknown-erp]"),
        ("connectors.json", CONNECTED, "de", "must be a country that has a file, but is 'de' [unknown-country]"),
    ],
)
def test_reference_to_nothing_is_refused(tmp_path: Path, file: str, path: str, value: str, issue: str) -> None:
    assert issues(tmp_path, changed(file, path, value)) == [f"data/{file}: {path}: {issue}"]


def test_release_in_the_file_of_another_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, {**whole(), "releases/1.0.0.json": release("1.0.1")}) == [
        "data/releases/1.0.0.json: $.release.version: must be the name of the file, '1.0.0', but is '1.0.1' [file-name]"
    ]


def test_connector_for_a_country_outside_the_matrix_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, changed(COUNTRY, "$.e_invoicing", None)) == [
        f"data/connectors.json: {CONNECTED}: must be a country of the matrix, but is 'fr' [unknown-country]"
    ]


@pytest.mark.parametrize("code", ["xx", "uk", "eu"])
def test_code_that_iso_3166_does_not_assign_is_refused(tmp_path: Path, code: str) -> None:
    assert issues(tmp_path, {**whole(), f"countries/{code}.json": country(code, "Nowhere")}) == [
        (
            f"data/countries/{code}.json: $.code: must be an ISO 3166-1 alpha-2 code in lower case, but is {code!r} "
            "[unknown-country]"
        )
    ]


def test_every_type_with_an_erp_product_is_checked() -> None:
    values = (*vars(products).values(), *vars(reports).values())
    types = [kind for kind in values if isinstance(kind, type) and issubclass(kind, SourceRecord)]

    assert {*get_args(RecordOfErp)} == {kind for kind in types if "erp" in kind.__struct_fields__}


def test_matrix_without_an_entry_for_an_erp_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, changed(COUNTRY, "$.e_invoicing.erp_support", [])) == [
        (
            "data/countries/fr.json: $.e_invoicing.erp_support: must have an entry for every ERP product, "
            f"but {erp!r} is missing [matrix-gap]"
        )
        for erp in ("erp_id_01", "erp_id_02")
    ]


def test_matrix_may_be_in_any_order(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"].reverse()

    assert issues(tmp_path, files) == []


@pytest.mark.parametrize("version", ["1.2.4", "1.10.0", "2.0.0"])
def test_release_newer_than_the_site_is_refused(tmp_path: Path, version: str) -> None:
    assert issues(tmp_path, {**whole(), f"releases/{version}.json": release(version)}) == [
        (
            f"data/releases/{version}.json: $.release.version: must not be newer than the version of site.json, 1.2.3, "
            f"but is {version} [version-order]"
        )
    ]
