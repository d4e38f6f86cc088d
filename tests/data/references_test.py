"""Records refer to existing countries, regions, ERP products and versions."""

from pathlib import Path

import pytest

from support.dataset import COUNTRY, ERP, changed, issues, whole
from support.records import country, release

NEAR = "must be an ERP product that has a file, got 'erp_id_03' (did you mean 'erp_id_02'?) [unknown-erp]"
CONNECTED = "$.connectors[0].countries_in_scope[0]"


@pytest.mark.parametrize(
    ("file", "path", "value", "issue"),
    [
        (COUNTRY, "$.region", "Region 2", "must be a region of site.json (Region 1), got 'Region 2' [unknown-region]"),
        (COUNTRY, "$.erp_localizations[0].erp", "erp_id_03", NEAR),
        (COUNTRY, "$.reporting[0].erp_support[0].erp", "erp_id_03", NEAR),
        ("connectors.json", "$.connectors[0].erp", "erp_id_03", NEAR),
        ("news.json", "$.news[0].erps[0]", "erp_id_03", NEAR),
        ("connectors.json", CONNECTED, "de", "must be a country that has a file, got 'de' [unknown-country]"),
        (ERP, "$.key", "status", "must not be the name of another column of the reporting file, got 'status' [duplicate]"),
        (ERP, "$.localization_label", "VAT / GST", "must not be the label of a country's topic, got 'VAT / GST' [duplicate]"),
    ],
)  # fmt: skip
def test_value_that_refers_to_nothing_or_is_reserved_is_refused(
    tmp_path: Path, file: str, path: str, value: str, issue: str
) -> None:
    assert issues(tmp_path, changed(file, path, value)) == [f"data/{file}: {path}: {issue}"]


def test_connector_for_a_country_outside_the_matrix_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, changed(COUNTRY, "$.e_invoicing", None)) == [
        f"data/connectors.json: {CONNECTED}: must be a country of the matrix, got 'fr' [unknown-country]"
    ]


def test_code_that_iso_3166_does_not_assign_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, {**whole(), "countries/uk.json": country("uk", "Nowhere")}) == [
        "data/countries/uk.json: $.code: must be an ISO 3166-1 alpha-2 code in lower case, got 'uk' [unknown-country]"
    ]


def test_id_of_a_product_that_looks_like_the_code_of_a_country_is_refused(tmp_path: Path) -> None:
    assert [issue for issue in issues(tmp_path, changed(ERP, "$.id", "fr")) if "two letters" in issue] == [
        (
            "data/erps/erp_id_01.json: $.id: must not have two letters like the code of a country, because feeds are named by "
            "both, got 'fr' [duplicate]"
        )
    ]


def test_matrix_without_an_entry_for_a_product_is_refused_and_may_be_in_any_order(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"].reverse()

    assert issues(tmp_path / "reversed", files) == []
    assert issues(tmp_path / "empty", changed(COUNTRY, "$.e_invoicing.erp_support", [])) == [
        (
            f"data/{COUNTRY}: $.e_invoicing.erp_support: must have an entry for every ERP product, and lacks {erp!r} "
            "[matrix-gap]"
        )
        for erp in ("erp_id_01", "erp_id_02")
    ]


def test_release_newer_than_the_site_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, {**whole(), "releases/1.10.0.json": release("1.10.0")}) == [
        "data/releases/1.10.0.json: $.release.version: must not be newer than the version of site.json, 1.2.3, got 1.10.0 [version-order]"
    ]
