"""What the schemas of the OpenAPI document and the types of the model accept at each path."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

import msgspec
from jsonschema import Draft202012Validator

from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import ENDPOINTS, endpoint_for
from locdata_model.urls import OPENAPI_PATH
from support.site import Sources, Values

FORMATS = Draft202012Validator.FORMAT_CHECKER

TEMPLATES = [*(spec.path for spec in ENDPOINTS), *(spec.path(DataFormat.JSON) for spec in DATA_FILES)]
"""The path of every JSON file of the API and of the data, with parameters in braces."""


def paths_by_template(values: Values) -> Mapping[str, list[str]]:
    """Return the paths of the published files of each template."""
    specs = {path: endpoint_for(path) for path in values}
    templates = {path: spec.path if spec else path for path, spec in specs.items()}
    return {template: [path for path in values if templates[path] == template] for template in TEMPLATES}


def schema_of(values: Values, template: str) -> Draft202012Validator:
    """Return a validator with the schema that the OpenAPI document has for the response at ``template``."""
    keys = ("paths", template, "get", "responses", "200", "content", "application/json", "schema")
    pointer = "".join("/" + quote(key.replace("/", "~1")) for key in keys)
    # Within the document, so that its own references can be resolved.
    return Draft202012Validator({**values[OPENAPI_PATH], "$ref": f"#{pointer}"}, format_checker=FORMATS)


def decoder_of(sources: Sources, template: str) -> Callable[[bytes], Any]:
    """Return the strict decoder of the file at ``template``."""
    if spec := next((spec for spec in ENDPOINTS if spec.path == template), None):
        return partial(msgspec.json.decode, type=spec.response)
    record = next(spec.record_type(sources.erp_keys) for spec in DATA_FILES if spec.path(DataFormat.JSON) == template)
    return partial(msgspec.json.decode, type=tuple[record, ...])  # type: ignore[valid-type]  # made at run time
