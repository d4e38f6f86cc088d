"""The component schemas of the OpenAPI document, made from the model's Structs."""

from functools import cache
from typing import Any

import msgspec

from locdata_model.data_files import DATA_FILES
from locdata_model.endpoints import ENDPOINTS, PARAMETER_TYPES, PathParameter
from locdata_model.json_schema import named_schemas

REF_TEMPLATE = "#/components/schemas/{name}"


def reference(name: str) -> dict[str, str]:
    """A reference to a component schema."""
    return {"$ref": REF_TEMPLATE.format(name=name)}


@cache
def component_schemas(erp_keys: tuple[str, ...]) -> dict[str, Any]:
    """A JSON Schema 2020-12 for each response, each data-file record and all that they hold, by name, sorted.

    ``erp_keys`` names the columns of the ERP products in the reporting records, in their order. Whoever asks gets the
    same schemas, and must not change them.
    """
    types = [spec.response for spec in ENDPOINTS] + [spec.record_type(erp_keys) for spec in DATA_FILES]
    _, components = msgspec.json.schema_components(types, ref_template=REF_TEMPLATE)
    return named_schemas(components)


def parameter_description(parameter: PathParameter) -> str:
    """What the type of a path parameter says of itself."""
    schema = msgspec.json.schema(PARAMETER_TYPES[parameter])
    named = schema.get("$defs", {}).values()
    description: str = next(iter(named), schema)["description"]
    return description
