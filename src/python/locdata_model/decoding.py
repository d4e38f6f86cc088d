"""The decoding of published files: from their path or URL and their bytes to typed responses and records.

CSV is read by the names of its columns, as JSON is by those of its keys: their order does not matter, and additional ones are
ignored. Only the columns of ERP products, whose names are not fixed, are found by their place.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import GenericAlias
from typing import Any, TypeVar, overload
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from locdata_model.data_files import DataFormat, ReportingFields, data_file_for, erp_columns, reporting_record
from locdata_model.endpoints import endpoint_for
from locdata_model.urls import API_V1_FOLDER, DATA_FOLDER

DecodedT = TypeVar("DecodedT")
RowT = TypeVar("RowT", bound=Struct)


class UnknownPathError(ValueError):
    """The path is neither that of an API response nor that of a data file."""


class UnexpectedTypeError(ValueError):
    """The content of the path has another type than the caller expects."""


@overload
def decode(path: str, content: bytes, *, type: type[DecodedT]) -> DecodedT: ...
@overload
def decode(path: str, content: bytes) -> Any: ...  # noqa: ANN401  # its type follows from the path
def decode(path: str, content: bytes, *, type: Any = None) -> Any:  # noqa: A002  # as in msgspec
    """Decode a published file: an API response into its envelope, a data file into its records.

    ``path`` is a path such as ``/api/v1/countries/fr.json`` or ``/data/matrix.csv``, or a URL. The part before
    ``/api/v1/`` or ``/data/`` is ignored, and so are query and fragment. Both formats of a data file give equal records.

    For a type checker, give the type that you expect: ``type=CountryResponse``, ``type=tuple[MatrixRecord, ...]``.
    Reporting records are ``ReportingFields`` with additional columns for the ERP products that the content has.

    Raises ``UnknownPathError`` for any other path, ``UnexpectedTypeError`` if the path has another type than ``type``, and
    ``msgspec.ValidationError`` for content that does not conform to the published schema.
    """
    site_path = _site_path(path)
    if data_file := data_file_for(site_path):
        spec, data_format = data_file
        _expect(type, GenericAlias(tuple, (spec.record, ...)), site_path)
        return parse_csv(content, spec.record) if data_format is DataFormat.CSV else _parse_rows(content, spec.record)
    if endpoint := endpoint_for(site_path):
        _expect(type, endpoint.response, site_path)
        return _parse_json(content, endpoint.response)
    raise UnknownPathError(f"not the path of an API response or a data file: {path!r}")


def parse_csv(content: bytes, type: type[RowT]) -> tuple[RowT, ...]:  # noqa: A002  # as in msgspec
    """Read a table by the names of its columns: their order does not matter, and additional ones are ignored.

    ``type`` is the type of a row: that of a data file, such as ``MatrixRecord``, or any Struct whose fields are some
    of the columns. Reporting records get the columns of ERP products that the table has between ``status`` and the
    next fixed column; elsewhere they are ignored. A byte order mark is accepted.

    Raises ``msgspec.ValidationError`` for a missing or repeated column, which it names, and for content that is not a
    table of this type.
    """
    try:
        text = content.decode("utf-8-sig")
        header, *lines = [*csv.reader(io.StringIO(text, newline=""), strict=True)] or [[]]
    except (UnicodeDecodeError, csv.Error) as error:
        raise msgspec.ValidationError(str(error)) from error
    row_type = _row_type(type, header)
    names = _columns(row_type, header)
    for index, line in enumerate(lines):
        if len(line) != len(header):
            raise msgspec.ValidationError(f"Expected {len(header)} cells, got {len(line)} - at `$[{index}]`")
    cells = (zip(header, line, strict=True) for line in lines)
    return _typed(({name: cell for name, cell in row if name in names} for row in cells), row_type)


def _site_path(url: str) -> str:
    """Return the end of a URL's path that begins with its last ``/api/v1/`` or ``/data/``."""
    try:
        path = unquote(urlsplit(url).path)
    except ValueError:
        path = ""
    start = max(path.rfind(API_V1_FOLDER), path.rfind(DATA_FOLDER))
    return path[start:] if start >= 0 else ""


def _expect(expected: object, found: object, site_path: str) -> None:
    if expected not in (None, found):
        raise UnexpectedTypeError(f"`{site_path}` has the type {_name(found)}, not {_name(expected)}")


def _name(kind: object) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind)


def _parse_json(content: bytes, kind: type[DecodedT]) -> DecodedT:
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise msgspec.ValidationError(str(error)) from error


def _parse_rows(content: bytes, row: type[RowT]) -> tuple[RowT, ...]:
    rows = _parse_json(content, tuple[dict[str, Any], ...])
    return _typed(rows, _row_type(row, rows[0] if rows else ()))


def _row_type(row: type[RowT], names: Iterable[str]) -> type[RowT]:
    """Return the type of rows whose fields are ``names``, given the type of their fixed fields."""
    if row is not ReportingFields:
        return row
    columns = dict.fromkeys(erp_columns(names))  # ``_columns`` refuses one that is there twice.
    return reporting_record((*columns,))  # type: ignore[return-value]  # mypy cannot narrow a type variable


def _columns(row: type[Struct], header: Sequence[str]) -> frozenset[str]:
    """Return the columns to read, each of which is in the header once unless it is optional."""
    counts = Counter(header)
    for field in fields(row):
        if counts[field.encode_name] > 1:
            raise msgspec.ValidationError(f"Table has the column `{field.encode_name}` more than once")
        if field.required and not counts[field.encode_name]:
            raise msgspec.ValidationError(f"Table missing required column `{field.encode_name}`")
    return frozenset(row.__struct_encode_fields__)


def _typed(rows: Iterable[Mapping[str, Any]], row: type[RowT]) -> tuple[RowT, ...]:
    return msgspec.convert([*rows], type=tuple[row, ...])  # type: ignore[valid-type]  # a type made at run time
