"""The two forms of the OpenAPI document. The values of path parameters and the examples come from the published data."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import astuple

from locdata_build.derive.claims import group_by
from locdata_build.derive.published import Published
from locdata_build.derive.records import filled
from locdata_build.derive.responses import Responses
from locdata_model.changes import Tombstone
from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoint_spec import PathParameter
from locdata_model.endpoints import ENDPOINTS, endpoint_for
from locdata_model.json_schema import SchemaForm
from locdata_model.record import nested_fields
from locdata_model.serialization import encode_records_csv
from locdata_model.toggles import FILTERS
from locdata_model.vocabulary import ContractPart
from locdata_openapi.document import ServiceDescription, openapi_document


def build_openapi(published: Published, responses: Responses) -> Mapping[SchemaForm, dict[str, Any]]:
    """Return each form of the OpenAPI document of the site."""
    site = published.site
    description = filled(
        ServiceDescription,
        site,
        published,
        summary=site.description,
        api_licence=site.api_licence.name,
        api_licence_id=site.api_licence.spdx,
        data_licence=site.data_licence.name,
        parameter_values={
            PathParameter.CODE: [country.code for country in published.countries],
            PathParameter.ID: [erp.id for erp in published.erps],
            PathParameter.NAME: list(FILTERS),
            PathParameter.YEAR: list(published.phases_by_year),
        },
    )
    examples = {**_api_examples(responses), **_data_examples(published)}
    documents = {form: openapi_document(description, examples, form) for form in SchemaForm}
    for document in documents.values():
        for tombstone in published.tombstones:
            _deprecate(document, tombstone)
    return documents


def _deprecate(document: dict[str, Any], tombstone: Tombstone) -> None:
    """Mark the paths and the fields of types that a tombstone names."""
    for path, methods in document["paths"].items():
        if tombstone.stands_for(ContractPart.PATH, path):
            methods["get"]["deprecated"] = True
    for name, schema in document["components"]["schemas"].items():
        for field, member in schema.get("properties", {}).items():
            if tombstone.stands_for(ContractPart.FIELD, f"{name}.{field}"):
                member["deprecated"] = True


def _api_examples(responses: Responses) -> dict[str, Any]:
    """Return, for each endpoint, the shortened response with the most values."""
    by_endpoint = group_by(responses, endpoint_for)
    return {
        spec.path: _shortened(max((responses[path] for path in by_endpoint[spec]), key=_size)) for spec in ENDPOINTS
    }


def _data_examples(published: Published) -> dict[str, Any]:
    examples: dict[str, Any] = {}
    for spec in DATA_FILES:
        first = published.data_files[spec.name][:1]
        examples[spec.path(DataFormat.JSON)] = msgspec.to_builtins(first)
        examples[spec.path(DataFormat.CSV)] = encode_records_csv(spec.record_type(published.erp_keys), first).decode()
    return examples


def _shortened(value: object) -> object:
    """Return the value as JSON types, with each list cut to the item with the most values."""
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        members = ((encoded, getattr(value, name)) for encoded, name in names)
        return {encoded: _shortened(member) for encoded, member in members if member is not msgspec.UNSET}
    if isinstance(value, tuple):
        return [_shortened(max(value, key=_size))] if value else []
    return msgspec.to_builtins(value)


def _size(value: object) -> int:
    """Return the number of values that the shortened value has, including those of the records in it: no null, no empty list."""
    if isinstance(value, msgspec.Struct):
        values = astuple(value)
        empty = sum(map(values.count, (None, (), msgspec.UNSET)))
        return len(values) - empty + sum(_size(getattr(value, name)) for name in nested_fields(type(value)))
    return max(map(_size, value), default=0) if isinstance(value, tuple) else 0
