"""Blank values of source files, for what is not known. They are derived from the types of the files."""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET, Struct, inspect
from msgspec.structs import replace

from locdata_build.data.errors import Issue, IssueCode, member_path
from locdata_build.data.parsing import parse_json
from locdata_build.data.reading import SourceFile
from locdata_build.data.record import NOT_KNOWN, items, without_metadata
from locdata_model.serialization import encode_json

UNKNOWN_WORDS = ("UNVERIFIED", "UNKNOWN")
"""The names of the members of vocabularies for what is not known."""


def blank_record(kind: type[Struct], known: Mapping[str, object], checked: dt.date) -> dict[str, object]:
    """Return the JSON value of a record with the values in ``known``, and blank values in the other required fields.

    ``checked`` is the value of dates. A field whose type has no blank value is left out.
    """
    fields = inspect.type_info(kind).fields  # type: ignore[attr-defined]  # the information on a Struct
    values = {
        field.encode_name: known.get(field.encode_name, _blank_value(field.type, checked))
        for field in fields
        if field.required
    }
    return {name: value for name, value in values.items() if value is not UNSET}


def _blank_value(kind: inspect.Type, checked: dt.date) -> object:
    """Return the blank value of a type, or ``UNSET`` if it has none."""
    match kind := without_metadata(kind):
        case inspect.StructType():
            return blank_record(kind.cls, {}, checked)
        case inspect.EnumType():
            return next((word.value for word in kind.cls if word.name in UNKNOWN_WORDS), UNSET)
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.DateType():
            return checked
        case inspect.StrType():
            return NOT_KNOWN
        case _:
            return _empty_value(kind)


def _empty_value(kind: inspect.Type) -> object:
    """Return null, an empty list or an empty object, whichever the type allows; ``UNSET`` if it allows none."""
    match without_metadata(kind):
        case inspect.UnionType(includes_none=True):
            return None
        case inspect.VarTupleType(min_length=least) if not least:
            return []
        case inspect.DictType():
            return {}
        case _:
            return UNSET


def fill_missing_fields(file: SourceFile) -> SourceFile:
    """Return a source file with null, or an empty list or object, in each required field that is missing.

    A missing field that allows none of these is an issue of the file. A file that is not JSON is returned unchanged.
    """
    value, unread = parse_json(file.raw, file.name)
    if file.issues or unread:
        return file
    message = "must be added by hand: it can be neither null nor empty"
    issues = tuple(
        Issue(file.name, path, IssueCode.MISSING_FIELD, message)
        for path in _fill(value, inspect.type_info(file.kind.type), "$")
    )
    return replace(file, raw=encode_json(value), issues=issues)


def _fill(value: Any, kind: inspect.Type, path: str) -> Iterator[str]:  # noqa: ANN401  # JSON
    """Add the missing fields to the objects in a JSON value; yield the path of each that has no empty value."""
    match kind := without_metadata(kind):
        case inspect.StructType() if isinstance(value, dict):
            for field in kind.fields:
                name, below = field.encode_name, member_path(path, field.encode_name)
                if name in value:
                    yield from _fill(value[name], field.type, below)
                elif field.required:
                    empty = _empty_value(field.type)
                    if empty is UNSET:
                        yield below
                    else:
                        value[name] = empty
        case _:
            for item, item_kind, item_path in items(value, kind, path):
                yield from _fill(item, item_kind, item_path)
