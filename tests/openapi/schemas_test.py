"""The schema of each response and data file is a separate document, which names itself and its licence."""

from jsonschema import Draft202012Validator

from locdata_model.data_files import REPORTING_FILE
from locdata_model.endpoints import COUNTRY
from locdata_model.json_schema import SchemaForm
from locdata_openapi.schemas import SchemaSite, data_schema, response_schema

SITE = SchemaSite(base_url="https://data.example/sub", api_licence="API licence", data_licence="data licence")


def test_schema_of_a_response_names_itself_and_the_licence_of_the_api() -> None:
    schema = response_schema(COUNTRY, SITE, SchemaForm.OPEN)
    Draft202012Validator.check_schema(schema)

    assert schema["$id"] == "https://data.example/sub/api/schemas/v1/country.schema.json"
    assert schema["$comment"] == "What it describes is licensed under API licence"
    assert (schema["title"], schema["description"]) == (COUNTRY.summary, COUNTRY.description)
    assert schema["$ref"] == "#/$defs/CountryResponse"
    assert list(schema["$defs"]) == sorted(schema["$defs"])


def test_strict_schema_has_its_own_path() -> None:
    urls = [
        response_schema(COUNTRY, SITE, SchemaForm.STRICT)["$id"],
        data_schema(REPORTING_FILE, [], SITE, SchemaForm.STRICT)["$id"],
    ]

    assert urls == [
        "https://data.example/sub/api/strict/schemas/v1/country.schema.json",
        "https://data.example/sub/api/strict/schemas/data/reporting.schema.json",
    ]


def test_schema_of_a_data_file_has_the_columns_of_the_erp_products() -> None:
    schema = data_schema(REPORTING_FILE, ["erp_key_01"], SITE, SchemaForm.OPEN)

    assert schema["$id"] == "https://data.example/sub/api/schemas/data/reporting.schema.json"
    assert schema["$comment"] == "What it describes is licensed under data licence"
    assert schema["items"] == {"$ref": "#/$defs/ReportingRecord"}
    assert "erp_key_01" in schema["$defs"]["ReportingRecord"]["properties"]
