"""The columns of a table of records, derived from the types of their fields: a new field becomes a new column."""

import inspect
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec.inspect as types
from msgspec import Struct
from msgspec.structs import replace

from locdata_build.render.database import (
    Column,
    ColumnType,
    has_length,
    is_date,
    is_one_of,
    is_stamp,
    is_within,
)


class FieldType(Struct, frozen=True, kw_only=True):
    """The type of a field, without metadata and without None; its description, and whether it may be null or missing."""

    kind: types.Type
    description: str
    is_nullable: bool = False


@cache
def field_types(record: type[Struct]) -> Mapping[str, FieldType]:
    """Return the type of each field of a record by its name."""
    info: Any = types.type_info(record)
    return {field.encode_name: _described(field.type, is_nullable=not field.required) for field in info.fields}


def record_columns(record: type[Struct], prefix: str = "") -> tuple[Column, ...]:
    """Return a column for each field of a record that holds one value. Lists, and records inside it, have none."""
    columns = (value_column(prefix + name, field) for name, field in field_types(record).items())
    return tuple(column for column in columns if column)


def part_columns(field: FieldType, prefix: str) -> tuple[Column, ...]:
    """Return the columns of a field that holds a record; none for any other field."""
    return record_columns(field.kind.cls, prefix) if isinstance(field.kind, types.StructType) else ()


def item_columns(field: FieldType, name: str) -> tuple[Column, ...]:
    """Return the columns of the items of a list: those of a record, or the column ``name`` of a single value.

    An item without a description has that of the list.
    """
    item = _described(field.kind.item_type) if isinstance(field.kind, types.VarTupleType) else field
    column = value_column(name, replace(item, description=item.description or field.description))
    return (column,) if column else part_columns(item, prefix="")


def value_column(name: str, field: FieldType) -> Column | None:
    """Return the column of a field that holds one value; None for a list or a record."""
    sql = _sql(name, field.kind)
    if sql is None:
        return None
    kind, check = sql
    return Column(name=name, description=field.description, type=kind, is_nullable=field.is_nullable, check=check)


def _sql(name: str, kind: types.Type) -> tuple[ColumnType, str] | None:
    """Return the type of a column and the condition of its values."""
    match kind:
        case types.StrType():
            return ColumnType.TEXT, has_length(name, kind.min_length or 0)
        case types.EnumType():
            return ColumnType.TEXT, is_one_of(name, [word.value for word in kind.cls])
        case types.DateType():
            return ColumnType.TEXT, is_date(name)
        case types.DateTimeType():
            return ColumnType.TEXT, is_stamp(name)
        case types.BoolType():
            return ColumnType.INTEGER, is_within(name, 0, 1)
        case types.IntType():
            return ColumnType.INTEGER, is_within(name, kind.ge, kind.le)
        case _:
            return None


def _described(kind: types.Type, *, is_nullable: bool = False) -> FieldType:
    """Return a type with its outermost description; a vocabulary without one has that of its class."""
    match kind:
        case types.Metadata():
            inner = _described(kind.type, is_nullable=is_nullable)
            description = (kind.extra_json_schema or {}).get("description", inner.description)
            return replace(inner, description=description)
        case types.UnionType():
            (member,) = (member for member in kind.types if not isinstance(member, types.NoneType))
            return _described(member, is_nullable=True)
        case types.EnumType():
            description = " ".join((inspect.getdoc(kind.cls) or "").split())
            return FieldType(kind=kind, description=description, is_nullable=is_nullable)
        case _:
            return FieldType(kind=kind, description="", is_nullable=is_nullable)
