"""The base class of source records, annotations of their lists, and walks over records and texts with JSON paths."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Meta, inspect

from locdata_build.data.errors import member_path
from locdata_build.data.parsing import members
from locdata_model.record import Record, nested_fields
from locdata_model.vocabulary import known_words_only


class SourceRecord(Record, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A record of a source file. An optional field is written only where its value is not the default.

    Decoding also refuses fields that are not known.
    """


class UniqueBy:
    """An annotation of a list of records: the fields in which entries must differ. Texts must always differ."""

    def __init__(self, *fields: str) -> None:
        self.fields = fields


class SortedBy:
    """An annotation of a list that must be sorted: by these fields of records, or a list of texts by themselves."""

    def __init__(self, *fields: str) -> None:
        self.fields = fields


NOT_KNOWN = "Not known."
"""The phrase for a text that is not known."""

SCHEMA_OF_FILE = Meta(description="Path of the schema of the file, for editors", extra_json_schema={"type": "string"})


def walk(value: object, path: str = "$") -> Iterator[tuple[str, Record]]:
    """Yield ``value`` and each record below it with its JSON path, in the order of the file."""
    if isinstance(value, Record):
        yield path, value
        for name, member in _nested_members(type(value)):
            if inner := getattr(value, name):
                yield from walk(inner, f"{path}{member}")
    for key, item in members(value):
        if isinstance(item, Record):
            yield from walk(item, member_path(path, key))


@cache
def _nested_members(kind: type[Record]) -> tuple[tuple[str, str], ...]:
    """Return the names of the fields that may contain records, each with its path below the record."""
    keys = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    return tuple((name, member_path("", keys[name])) for name in nested_fields(kind))


def walk_texts(value: object, path: str = "$") -> Iterator[tuple[str, str]]:
    """Yield every text of a JSON value with its JSON path, without keys."""
    if isinstance(value, str):
        yield path, value
    for key, member in members(value):
        yield from walk_texts(member, member_path(path, key))


def texts_in(value: object) -> set[str]:
    """Return every text of a JSON value, without keys."""
    texts: set[str] = set()
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, str):
            texts.add(inner)
        elif isinstance(inner, dict | list):
            waiting.extend(inner.values() if isinstance(inner, dict) else inner)
    return texts


def without_metadata(kind: inspect.Type) -> inspect.Type:
    """Return a type without its annotations."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def salvage(value: object, kind: inspect.Type, path: str = "$") -> Iterator[tuple[str, Record]]:
    """Yield the records inside a JSON value of type ``kind`` that have the right shape, with their JSON paths."""
    match kind := without_metadata(kind):
        case inspect.StructType():
            try:
                with known_words_only():
                    record = msgspec.convert(value, kind.cls)
                yield from walk(record, path)
            except msgspec.ValidationError:
                for field in kind.fields:
                    if isinstance(value, dict) and field.encode_name in value:
                        yield from salvage(value[field.encode_name], field.type, member_path(path, field.encode_name))
        case _:
            for member, member_kind, member_at in items(value, kind, path):
                yield from salvage(member, member_kind, member_at)


def items(value: object, kind: inspect.Type, path: str) -> Iterator[tuple[Any, inspect.Type, str]]:
    """Yield each item of a list or an object of type ``kind`` with its type and its JSON path.

    For a union, the value itself with each of the alternatives.
    """
    match kind:
        case inspect.VarTupleType() if isinstance(value, list):
            for index, member in enumerate(value):
                yield member, kind.item_type, f"{path}[{index}]"
        case inspect.DictType() if isinstance(value, dict):
            for key, member in value.items():
                yield member, kind.value_type, member_path(path, key)
        case inspect.UnionType():
            for alternative in kind.types:
                yield value, alternative, path
