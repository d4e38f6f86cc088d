"""The OpenAPI 3.1 document of the API and the data files.

It follows from the endpoints, data files and types of the model, and from the ids and examples of the published data.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from msgspec import Struct

from locdata_model import media_types
from locdata_model.data_files import DATA_FILES, DataFileSpec, DataFormat
from locdata_model.endpoint_spec import EndpointSpec, PathParameter, Tag
from locdata_model.endpoints import ENDPOINTS
from locdata_model.json_schema import SchemaForm, schema_path_for
from locdata_model.responses import Problem
from locdata_model.urls import api_page_path
from locdata_openapi.commonmark import escape, escape_start
from locdata_openapi.schemas import component_schemas, parameter_description, parameter_schema, reference

OPENAPI_VERSION = "3.1.0"

_CSV = "RFC 4180: comma, CRLF, header row, UTF-8 without a byte order mark"

_MISSING_FILE = {"description": "There is no such file."}
_MISSING_RESPONSE = {
    "description": "There is no such file. Hosts without their own error for the API send an HTML page.",
    "content": {
        media_types.PROBLEM: {"schema": reference(Problem.__name__)},
        media_types.HTML: {"schema": {"type": "string"}},
    },
}


class ServiceDescription(Struct, frozen=True, kw_only=True):
    """The description of the service in plain text, and the values of its path parameters."""

    title: str
    summary: str
    version: str
    base_url: str
    contact: str
    api_licence: str
    api_licence_id: str
    data_licence: str
    attribution: str
    erp_keys: Sequence[str]
    parameter_values: Mapping[PathParameter, Sequence[str]]


def openapi_document(description: ServiceDescription, examples: Mapping[str, Any], form: SchemaForm) -> dict[str, Any]:
    """Return the document in one of its forms.

    ``examples`` has a shortened response for the path of each endpoint and each data file.
    """
    operations = {spec.path: _api_operation(spec, description, examples[spec.path], form) for spec in ENDPOINTS}
    operations |= {
        (path := spec.path(data_format)): _data_operation(spec, data_format, description.erp_keys, examples[path])
        for spec in DATA_FILES
        for data_format in DataFormat
    }
    return {
        "openapi": OPENAPI_VERSION,
        "info": {
            "title": description.title,
            "summary": description.summary,
            "description": _introduction(description),
            "version": description.version,
            "contact": {"name": description.title, "url": description.base_url, "email": description.contact},
            "license": {"name": description.api_licence, "identifier": description.api_licence_id},
        },
        "servers": [{"url": description.base_url, "description": "The published site"}],
        "security": [],
        "tags": [_tag(tag, description) for tag in Tag],
        "paths": {
            path: {"get": {**operation, **_schema_link(path, description.base_url, form)}}
            for path, operation in operations.items()
        },
        "components": {
            "schemas": {
                name: form.of(schema)
                for name, schema in deepcopy(component_schemas(tuple(description.erp_keys))).items()
            }
        },
    }


def _tag(tag: Tag, description: ServiceDescription) -> dict[str, Any]:
    """Return a tag with its licence and the page that documents it."""
    licence = description.data_licence if tag is Tag.DATA_FILES else description.api_licence
    return {
        "name": tag.value,
        "description": f"{tag.description}. {escape(licence)}.",
        "externalDocs": {"description": "Documentation", "url": f"{description.base_url}{api_page_path(tag)}"},
    }


def _introduction(description: ServiceDescription) -> str:
    """Return the description of the API. Descriptions are CommonMark, while titles, summaries and names are plain text."""
    return (
        f"{escape_start(escape(description.summary))}\n\n"
        "Everything is static and read-only. Every list is complete: there is no pagination. No key is needed, and "
        "there are no rate limits. `null` means unknown; nothing is guessed. Every record has a source, a marker and a "
        "date. Append paths such as `api_url` to the base URL: it may have a path itself, which they do not repeat.\n\n"
        f"The API is licensed under {escape(description.api_licence)}, the data files under "
        f"{escape(description.data_licence)}. "
        f"Attribution: {escape(description.attribution)}. The content is informational only and is not tax or legal advice."
    )


def _api_operation(
    spec: EndpointSpec, description: ServiceDescription, example: object, form: SchemaForm
) -> dict[str, Any]:
    operation = _operation(
        operation_id=spec.operation_id,
        summary=spec.summary,
        text=spec.description,
        tag=spec.tag,
        content={media_types.JSON: {"schema": reference(spec.response.__name__), "example": example}},
        missing=_MISSING_RESPONSE,
    )
    if spec.parameter is None:
        return operation
    values = description.parameter_values[spec.parameter]
    parameter = {
        "name": spec.parameter.value,
        "in": "path",
        "required": True,
        "description": parameter_description(spec.parameter),
        "example": values[0],
        "schema": parameter_schema(spec.parameter, values, form),
    }
    return {**operation, "parameters": [parameter]}


def _data_operation(
    spec: DataFileSpec, data_format: DataFormat, erp_keys: Sequence[str], example: object
) -> dict[str, Any]:
    rows = {"type": "array", "items": reference(spec.record_type(tuple(erp_keys)).__name__)}
    schema = rows if data_format is DataFormat.JSON else {"type": "string", "description": _CSV}
    return _operation(
        operation_id=f"get{spec.name.title().replace('-', '')}{data_format.capitalize()}",
        summary=f"{spec.summary} ({data_format.upper()})",
        text=spec.description,
        tag=Tag.DATA_FILES,
        content={data_format.media_type: {"schema": schema, "example": example}},
        missing=_MISSING_FILE,
    )


def _schema_link(path: str, base_url: str, form: SchemaForm) -> dict[str, Any]:
    """Return the link of an operation to its stand-alone schema, if it has one."""
    schema_path = schema_path_for(path)
    if schema_path is None:
        return {}
    return {
        "externalDocs": {"description": "JSON Schema of the response", "url": f"{base_url}{form.path(schema_path)}"}
    }


def _operation(
    *, operation_id: str, summary: str, text: str, tag: str, content: dict[str, Any], missing: dict[str, Any]
) -> dict[str, Any]:
    return {
        "operationId": operation_id,
        "summary": summary,
        "description": f"{text}.",
        "tags": [tag],
        "responses": {
            "200": {
                "description": f"{summary}. The example is shortened: each list is cut to one item.",
                "content": content,
            },
            "404": missing,
        },
    }
