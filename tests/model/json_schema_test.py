"""Every published JSON file with data has a schema at a permanent path."""

import pytest

from locdata_model.json_schema import schema_path_for


@pytest.mark.parametrize(
    ("path", "schema"),
    [
        ("/api/v1/index.json", "/api/schemas/v1/index.schema.json"),
        ("/api/v1/countries/fr.json", "/api/schemas/v1/country.schema.json"),
        ("/api/v1/countries/{code}.json", "/api/schemas/v1/country.schema.json"),
        ("/api/v1/local-erps.json", "/api/schemas/v1/local-erps.schema.json"),
        ("/data/matrix.json", "/api/schemas/data/matrix.schema.json"),
        ("/data/matrix.csv", None),
        ("/api/openapi.json", None),
        ("/api/schemas/v1/index.schema.json", None),
        ("/", None),
    ],
)
def test_json_file_with_data_has_its_schema_path_and_other_files_have_none(path: str, schema: str | None) -> None:
    assert schema_path_for(path) == schema
