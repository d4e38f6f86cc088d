"""Paths, anchors and ids never change: an example of each, and of the files that are named after others."""

import pytest

from locdata_model import anchors, ids, urls
from locdata_model.ids import permanent_uuid
from locdata_model.json_schema import schema_path_for
from locdata_model.media_types import is_compressed_copy
from locdata_model.urls import PageName, slugify
from locdata_model.vocabulary import ClaimKind, ObligationKind, ReportingTopic, Topic


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("United Kingdom", "united-kingdom"),
        ("Türkiye", "turkiye"),
        ("Côte d'Ivoire", "cote-d-ivoire"),
        (" Timor--Leste! ", "timor-leste"),
        ("日本", ""),
    ],
)
def test_slug_is_the_name_in_ascii_lower_case_with_hyphens(name: str, slug: str) -> None:
    assert slugify(name) == slug


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (urls.country_page_path("United Kingdom"), "/united-kingdom/"),
        (urls.erp_page_path("erp_id_01"), "/erp/erp_id_01/"),
        (urls.html_path(urls.NOT_FOUND), "/404.html"),
        (urls.markdown_path(urls.HOME), "/index.md"),
        (urls.api_path("local-erps"), "/api/v1/local-erps.json"),
        (urls.response_schema_path("LocalErpsResponse"), "/api/schemas/v1/local-erps.schema.json"),
        (urls.source_schema_path("country.schema.json"), "/api/schemas/source/country.schema.json"),
        (urls.region_calendar_path("European Union"), "/feeds/regions/european-union.ics"),
        (urls.country_calendar_path("fr"), "/feeds/countries/fr.ics"),
        (urls.upcoming_region_calendar_path("Latin America"), "/feeds/upcoming/regions/latin-america.ics"),
        (urls.upcoming_country_calendar_path("fr"), "/feeds/upcoming/countries/fr.ics"),
        (urls.changes_feed_path("fr"), "/feeds/changes/fr.atom"),
        (urls.asset_path("style.css", "0123456789abcdef"), "/assets/style.01234567.css"),
        (anchors.phase_path("pl-saft-monthly"), "/timeline/#step-pl-saft-monthly"),
    ],
)
def test_path_is_permanent(path: str, expected: str) -> None:
    assert path == expected


@pytest.mark.parametrize(
    ("anchor", "expected"),
    [
        (anchors.matrix_anchor("fr", "erp_id_01"), "fr-erp_id_01"),
        (anchors.report_anchor(ReportingTopic.SAF_T, "pt", 1), "saf-t-pt-1"),
        (anchors.obligation_anchor(ObligationKind.E_INVOICING_B2B), "duty-e-invoicing-b2b"),
        (anchors.phase_anchor("pl-saft-monthly"), "step-pl-saft-monthly"),
        (anchors.release_anchor("1.10.0"), "v1-10-0"),
        (anchors.region_anchor("European Union"), "region-european-union"),
        (anchors.obligation_map_anchor("audit_file"), "map-audit-file"),
    ],
)
def test_anchor_is_permanent(anchor: str, expected: str) -> None:
    assert anchor == expected


@pytest.mark.parametrize(
    ("record_id", "expected"),
    [
        (ids.fact_id("fr", Topic.ERP_LOCALIZATION, "erp_id_01"), "fr-erp-localization-erp_id_01"),
        (ids.phase_id("pl", ObligationKind.E_INVOICING_B2B, "large-firms"), "pl-e-invoicing-b2b-large-firms"),
        (ids.flip_id("pl", "saft_required", "large-firms"), "pl-saft-required-large-firms"),
        (ids.obligation_id("fr", ObligationKind.AUDIT_FILE), "fr-audit-file"),
        (ids.connector_id("erp_id_01", "Côté & Fils"), "erp_id_01-cote-fils"),
        (ids.claim_name(ClaimKind.REPORT_SUPPORT, "saf-t-pt-1-erp_id_01"), "report-support/saf-t-pt-1-erp_id_01"),
        (ids.record_id("fr", "erp_id_01", "partner"), "fr-erp_id_01-partner"),
    ],
)
def test_id_of_a_record_is_permanent(record_id: str, expected: str) -> None:
    assert record_id == expected


def test_uuid_of_a_name_is_permanent() -> None:
    assert str(permanent_uuid("phases/pl-saft-monthly-jpk-vat")) == "8ec9cb6b-08ac-5c55-b2ef-3947e7fd0309"


def test_every_page_for_all_countries_has_a_label_and_a_summary() -> None:
    assert set(PageName) - set(urls.TOP_PAGES) == {PageName.ASSETS, PageName.SEARCH}
    assert [page for page in urls.TOP_PAGES if not page.summary.endswith(".")] == []


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/a.css.gz", True), ("/a.css.br", True), ("/a.css", False), ("/b.css.gz", False), ("/a.css.zst", False)],
)
def test_copy_has_the_path_of_another_file_and_a_suffix(path: str, expected: bool) -> None:
    assert is_compressed_copy(path, {"/a.css", path}) is expected


@pytest.mark.parametrize(
    ("path", "schema"),
    [
        ("/api/v1/countries/fr.json", "/api/schemas/v1/country.schema.json"),
        ("/api/v1/countries/{code}.json", "/api/schemas/v1/country.schema.json"),
        ("/data/matrix.json", "/api/schemas/data/matrix.schema.json"),
        ("/data/matrix.csv", None),
        ("/api/openapi.json", None),
        ("/api/schemas/v1/index.schema.json", None),
    ],
)
def test_json_file_with_data_has_its_schema_path_and_other_files_have_none(path: str, schema: str | None) -> None:
    assert schema_path_for(path) == schema
