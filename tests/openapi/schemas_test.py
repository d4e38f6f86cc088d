"""The schema of each response and data file is a separate document, which names itself and its licence."""

from locdata_model.data_files import REPORTING_FILE
from locdata_model.endpoints import COUNTRY
from locdata_model.json_schema import SchemaForm
from locdata_openapi.schemas import SchemaSite, data_schema, response_schema

SITE = SchemaSite(base_url="https://data.example/sub", api_licence="API licence", data_licence="data licence")


def test_schema_of_a_response_names_itself_and_the_licence_of_the_api() -> None:
    schema = response_schema(COUNTRY, SITE, SchemaForm.OPEN)

    assert schema["$id"] == "https://data.example/sub/api/schemas/v1/country.schema.json"
    assert schema["$comment"] == "What it describes is licensed under API licence"
    assert (schema["title"], schema["description"]) == (COUNTRY.summary, COUNTRY.description)
    assert schema["$ref"] == "#/$defs/CountryResponse"
    assert list(schema["$defs"]) == sorted(schema["$defs"])


def test_schema_of_a_data_file_has_its_licence_and_the_columns_of_the_erp_products() -> None:
    schema = data_schema(REPORTING_FILE, ["erp_key_01"], SITE, SchemaForm.STRICT)

    assert schema["$id"] == "https://data.example/sub/api/strict/schemas/data/reporting.schema.json"
    assert schema["$comment"] == "What it describes is licensed under data licence"
    assert schema["items"] == {"$ref": "#/$defs/ReportingRecord"}
    assert "erp_key_01" in schema["$defs"]["ReportingRecord"]["properties"]
