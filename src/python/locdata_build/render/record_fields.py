"""Fields of records by their types: what a column, a cell or a constraint of each field is made from."""

import inspect
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec.inspect as types
from msgspec import Struct
from msgspec.structs import replace


class Field(Struct, frozen=True, kw_only=True):
    """A field: its type without metadata and without None, its description, and whether it may be null or missing.

    ``words`` are the values that it may have; empty if it has no vocabulary.
    """

    kind: types.Type
    description: str = ""
    is_nullable: bool = False
    words: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        """Whether it contains a list."""
        return isinstance(self.kind, types.VarTupleType)

    @property
    def is_date(self) -> bool:
        """Whether it is a date without a time."""
        return isinstance(self.kind, types.DateType)

    @property
    def min_length(self) -> int:
        """The number of characters that a text must have."""
        return self.kind.min_length or 0 if isinstance(self.kind, types.StrType) else 0

    @property
    def pattern(self) -> str:
        """The pattern of a text, from ``^`` to ``$``; empty if there is none."""
        return self.kind.pattern or "" if isinstance(self.kind, types.StrType) else ""

    @property
    def members(self) -> "Mapping[str, Field]":
        """The fields of the record that it contains; empty for any other value."""
        return record_fields(self.kind.cls) if isinstance(self.kind, types.StructType) else {}

    @property
    def item(self) -> "Field":
        """An item of the list that it contains. One without a description has that of the list."""
        item = _described(self.kind.item_type) if isinstance(self.kind, types.VarTupleType) else self
        return replace(item, description=item.description or self.description)


@cache
def record_fields(record: type[Struct]) -> Mapping[str, Field]:
    """Return the fields of a record by their names."""
    info: Any = types.type_info(record)
    return {field.encode_name: _described(field.type, is_nullable=not field.required) for field in info.fields}


def fields_of(**annotations: object) -> dict[str, Field]:
    """Return fields of these types by their names."""
    return {name: _described(types.type_info(annotation)) for name, annotation in annotations.items()}


def _described(kind: types.Type, *, is_nullable: bool = False) -> Field:
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
            words = tuple(word.value for word in kind.cls)
            return Field(kind=kind, description=description, is_nullable=is_nullable, words=words)
        case _:
            return Field(kind=kind, is_nullable=is_nullable)
