"""The fields of the data files, for formats that know types and constraints: what the schemas of the records say of them."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from locdata_model.data_files import DataFileSpec
from locdata_openapi.components import component_schemas, reference

Schema = Mapping[str, Any]


class DataField(Struct, frozen=True, kw_only=True):
    """A field that every record has.

    ``words`` are all that it may hold, none for free text. ``pattern`` begins with ``^`` and ends with ``$``; it is empty
    where anything may stand.
    """

    name: str
    description: str
    is_date: bool
    words: tuple[str, ...]
    min_length: int
    pattern: str


@cache
def data_fields(spec: DataFileSpec, erp_keys: tuple[str, ...]) -> tuple[DataField, ...]:
    """The fields of a data file in their order, given the keys of the ERP products in theirs."""
    components = component_schemas(erp_keys)
    members: Mapping[str, Schema] = components[spec.record_type(erp_keys).__name__]["properties"]
    return tuple(_field(name, member, components) for name, member in members.items())


def _field(name: str, member: Schema, components: Mapping[str, Schema]) -> DataField:
    """A field that says nothing of itself is what its vocabulary says."""
    vocabulary = next(
        (schema for title, schema in components.items() if reference(title).items() <= member.items()), {}
    )
    schema = {**vocabulary, **member}
    return DataField(
        name=name,
        description=schema["description"],
        is_date=schema.get("format") == "date",
        words=tuple(schema.get("enum", ())),
        min_length=schema.get("minLength", 0),
        pattern=schema.get("pattern", ""),
    )
