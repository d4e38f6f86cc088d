"""What the built data adds to the OpenAPI document: ids for the path parameters, an example for each operation."""

from typing import Any

import msgspec

from locdata_build.derive.published import Published
from locdata_build.render.data_files import records_as_csv
from locdata_build.render.responses import Responses
from locdata_build.source.nesting import nesting_fields
from locdata_model.changes import Tombstone
from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import ENDPOINTS, PathParameter, endpoint_for
from locdata_model.vocabulary import ContractPart, FilterName
from locdata_openapi.document import Description, openapi_document


def build_openapi(published: Published, responses: Responses) -> dict[str, Any]:
    """The OpenAPI document of the site."""
    site = published.site
    description = Description(
        title=site.title,
        summary=site.description,
        version=site.version,
        base_url=site.base_url,
        contact=site.contact,
        api_licence=site.api_licence.name,
        api_licence_id=site.api_licence.spdx,
        data_licence=site.data_licence.name,
        attribution=site.attribution,
        erp_keys=published.erp_keys,
        parameter_values={
            PathParameter.CODE: [country.code for country in published.countries],
            PathParameter.ID: [erp.id for erp in published.erps],
            PathParameter.NAME: [name.value for name in FilterName],
        },
    )
    document = openapi_document(description, {**_api_examples(responses), **_data_examples(published)})
    for stone in published.tombstones:
        _deprecate(document, stone)
    return document


def _deprecate(document: dict[str, Any], stone: Tombstone) -> None:
    """Mark what a tombstone announces, as far as the document describes it: whole paths, and fields of types."""
    for path, methods in document["paths"].items():
        if stone.stands_for(ContractPart.PATH, path):
            methods["get"]["deprecated"] = True
    for name, schema in document["components"]["schemas"].items():
        for field, member in schema.get("properties", {}).items():
            if stone.stands_for(ContractPart.FIELD, f"{name}.{field}"):
                member["deprecated"] = True


def _api_examples(responses: Responses) -> dict[str, Any]:
    """For each endpoint the response that shows the most when it is cut short."""
    examples, sizes = {}, _Sizes()
    for spec in ENDPOINTS:
        own = (response for path, response in responses.items() if endpoint_for(path) is spec)
        examples[spec.path] = _shortened(max(own, key=sizes.of), sizes)
    return examples


def _data_examples(published: Published) -> dict[str, Any]:
    examples: dict[str, Any] = {}
    for spec in DATA_FILES:
        first = published.data_files[spec.name][:1]
        examples[spec.path(DataFormat.JSON)] = msgspec.to_builtins(first)
        examples[spec.path(DataFormat.CSV)] = records_as_csv(spec.record_type(published.erp_keys), first).decode()
    return examples


class _Sizes:
    """How many members there are in values that are cut short, and in all below them; each is counted once."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def of(self, value: object) -> int:
        """The members of one value."""
        if isinstance(value, msgspec.Struct):
            known = self._known.get(id(value))
            if known is None:
                inside = sum(self.of(getattr(value, name)) for name in nesting_fields(type(value)))
                known = self._known[id(value)] = len(value.__struct_fields__) + inside
            return known
        if isinstance(value, tuple) and value:
            return 1 + max(map(self.of, value))
        return -1 if value is msgspec.UNSET else 0


def _shortened(value: object, sizes: _Sizes) -> object:
    """The value as JSON, with each list in it cut to the item that shows the most."""
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        members = ((shown, getattr(value, name)) for shown, name in names)
        return {shown: _shortened(member, sizes) for shown, member in members if member is not msgspec.UNSET}
    if isinstance(value, tuple):
        return [_shortened(max(value, key=sizes.of), sizes)] if value else []
    return msgspec.to_builtins(value)
