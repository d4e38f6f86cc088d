"""Every record inside a source file, with its JSON path: also in a file of which only parts have the right shape."""

from collections.abc import Iterator
from functools import cache

import msgspec
from msgspec import inspect
from msgspec.structs import FieldInfo, fields

from locdata_build.source.faults import member_path
from locdata_build.source.nesting import nesting_fields
from locdata_model.record import Record


@cache
def fields_of(kind: type[Record]) -> tuple[FieldInfo, ...]:
    """The fields of a type of record. They are looked up for every record, and cost more than what is done with them."""
    return fields(kind)


def records_in(value: object) -> Iterator[Record]:
    """``value`` and each record below it."""
    if isinstance(value, Record):
        yield value
        for name in nesting_fields(type(value)):
            yield from records_in(getattr(value, name))
    elif isinstance(value, tuple):
        for member in value:
            if isinstance(member, Record):
                yield from records_in(member)


def walk(value: object, path: str = "$") -> Iterator[tuple[str, Record]]:
    """``value`` and each record below it, in the order of the file, with their JSON paths."""
    if isinstance(value, Record):
        yield path, value
        for field in fields_of(type(value)):
            yield from walk(getattr(value, field.name), member_path(path, field.encode_name))
    elif isinstance(value, tuple):
        for index, member in enumerate(value):
            yield from walk(member, member_path(path, index))


def salvage(value: object, kind: inspect.Type, path: str = "$") -> Iterator[tuple[str, Record]]:
    """The records inside a JSON value of type ``kind``, as far as they have the right shape."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    match kind:
        case inspect.StructType():
            try:
                yield from walk(msgspec.convert(value, kind.cls), path)
            except msgspec.ValidationError:
                for field in kind.fields:
                    if isinstance(value, dict) and field.encode_name in value:
                        place = member_path(path, field.encode_name)
                        yield from salvage(value[field.encode_name], field.type, place)
        case inspect.VarTupleType() if isinstance(value, list):
            for index, member in enumerate(value):
                yield from salvage(member, kind.item_type, member_path(path, index))
        case inspect.UnionType():
            for alternative in kind.types:
                yield from salvage(value, alternative, path)
