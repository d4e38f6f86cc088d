"""Where schemas lie: addresses that never change."""

import pytest

from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import ENDPOINTS
from locdata_model.schema_paths import data_schema_path, response_schema_path, schema_path_for, source_schema_path


@pytest.mark.parametrize(
    ("path", "schema"),
    [
        ("/api/v1/index.json", "/api/schemas/v1/index.schema.json"),
        ("/api/v1/countries.json", "/api/schemas/v1/countries.schema.json"),
        ("/api/v1/countries/fr.json", "/api/schemas/v1/country.schema.json"),
        ("/api/v1/erps.json", "/api/schemas/v1/erps.schema.json"),
        ("/api/v1/erps/erp_id_01.json", "/api/schemas/v1/erp.schema.json"),
        ("/api/v1/facts.json", "/api/schemas/v1/facts.schema.json"),
        ("/api/v1/local-erps.json", "/api/schemas/v1/local-erps.schema.json"),
        ("/api/v1/partner-flags.json", "/api/schemas/v1/partner-flags.schema.json"),
        ("/api/v1/partners.json", "/api/schemas/v1/partners.schema.json"),
        ("/api/v1/news.json", "/api/schemas/v1/news.schema.json"),
        ("/api/v1/sponsors.json", "/api/schemas/v1/sponsors.schema.json"),
        ("/api/v1/filters/saft-required.json", "/api/schemas/v1/filter.schema.json"),
        ("/data/matrix.json", "/api/schemas/data/matrix.schema.json"),
        ("/data/reporting.json", "/api/schemas/data/reporting.schema.json"),
        ("/data/connectors.json", "/api/schemas/data/connectors.schema.json"),
        ("/data/countries.json", "/api/schemas/data/countries.schema.json"),
    ],
)
def test_published_file_has_its_schema(path: str, schema: str) -> None:
    assert schema_path_for(path) == schema


@pytest.mark.parametrize(
    "path", ["", "/api/openapi.json", "/data/matrix.csv", "/data/", "/api/schemas/v1/index.schema.json", "/index.md"]
)
def test_any_other_file_has_none(path: str) -> None:
    assert schema_path_for(path) is None


def test_path_of_the_table_has_the_schema_of_its_files() -> None:
    assert {spec.path: schema_path_for(spec.path) for spec in ENDPOINTS} == {
        spec.path: response_schema_path(spec) for spec in ENDPOINTS
    }
    assert [schema_path_for(spec.path(DataFormat.JSON)) for spec in DATA_FILES] == list(
        map(data_schema_path, DATA_FILES)
    )


def test_source_schema_lies_beside_the_others() -> None:
    assert source_schema_path("country.schema.json") == "/api/schemas/source/country.schema.json"
