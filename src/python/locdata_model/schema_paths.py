"""Where the JSON Schema of each published file and of each kind of source file lies, for ever."""

import re

from locdata_model.data_files import DATA_FILES, DataFileSpec, DataFormat
from locdata_model.endpoints import EndpointSpec, endpoint_for

SCHEMAS_FOLDER = "/api/schemas"

_DATA_SPECS = {spec.path(DataFormat.JSON): spec for spec in DATA_FILES}


def response_schema_path(spec: EndpointSpec) -> str:
    """The path of the schema of an endpoint's response, named as its type: ``LocalErpsResponse`` gives ``local-erps``."""
    words = re.findall("[A-Z][a-z0-9]*", spec.response.__name__.removesuffix("Response"))
    return f"{SCHEMAS_FOLDER}/v1/{'-'.join(words).lower()}.schema.json"


def data_schema_path(spec: DataFileSpec) -> str:
    """The path of the schema of a data file in its JSON form."""
    return f"{SCHEMAS_FOLDER}/data/{spec.name}.schema.json"


def source_schema_path(name: str) -> str:
    """The path of the schema of a kind of source file by the name that it has for editors: ``country.schema.json``."""
    return f"{SCHEMAS_FOLDER}/source/{name}"


def schema_path_for(path: str) -> str | None:
    """The path of the schema of the published file at ``path``; a path with a parameter in it will do. None for others."""
    if spec := endpoint_for(path):
        return response_schema_path(spec)
    return data_schema_path(_DATA_SPECS[path]) if path in _DATA_SPECS else None
