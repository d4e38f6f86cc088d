"""The bytes of the published JSON and CSV, and the decoding of published files.

JSON: UTF-8, keys in the order given, two-space indentation, one newline at the end. CSV, as in RFC 4180: comma, CRLF, a
header row, quotes only where needed, UTF-8 without a byte order mark.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import msgspec

from locdata_model.data_files import DataFileSpec, DataFormat, data_file_for
from locdata_model.endpoints import endpoint_for
from locdata_model.record import Record
from locdata_model.responses import Envelope, Meta
from locdata_model.scalars import ErpKey


def encode_json(value: object) -> bytes:
    """Return ``value`` as JSON: Structs, mappings, sequences, strings, numbers, booleans, dates and None.

    Non-ASCII characters are not escaped. Raises ``TypeError`` for a value that JSON cannot represent and
    ``UnicodeEncodeError`` for text with lone surrogates.
    """
    return lay_out(msgspec.json.encode(value))


def lay_out(compact: bytes) -> bytes:
    """Return compact JSON in the published layout."""
    return msgspec.json.format(compact, indent=2) + b"\n"


def encode_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Return a table as CSV. Any RFC 4180 reader reads the same cells back.

    Raises ``ValueError`` for a row that is not as long as the header and ``UnicodeEncodeError`` for text with lone
    surrogates.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL)
    writer.writerow(header)
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"a row must have {len(header)} cells, but has {len(row)}")
        writer.writerow(row)
    return text.getvalue().encode("utf-8")


_KEY = re.compile(get_args(ErpKey)[1].pattern)


def encode_records_csv(record_type: type[Record], records: Iterable[Record]) -> bytes:
    """Return records as CSV. The header is the fields of their type."""
    return encode_csv(record_type.__struct_encode_fields__, map(_row, records))


def _row(record: Record) -> list[str]:
    cells: dict[str, str] = msgspec.to_builtins(record)
    return [*cells.values()]


class UnknownPathError(ValueError):
    """The path is neither that of an API response nor that of a data file."""


def decode(path: str, content: bytes) -> Envelope[Meta, Any] | tuple[Record, ...]:
    """Decode a published file: an API response into its envelope, a data file into its records.

    ``path`` is relative to the base URL of the site: ``/api/v1/countries/fr.json``, ``/data/matrix.csv``. Both formats
    of a data file give equal records. Reporting records have the columns for ERP products that the content has.

    Raises ``UnknownPathError`` for any other path, and ``msgspec.ValidationError`` for content that does not conform to
    the published schema.
    """
    try:
        if data_file := data_file_for(path):
            return _decode_records(*data_file, content)
        if endpoint := endpoint_for(path):
            response: Envelope[Meta, Any] = msgspec.json.decode(content, type=endpoint.response)
            return response
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, csv.Error) as error:
        raise msgspec.ValidationError(str(error)) from error
    raise UnknownPathError(f"not the path of an API response or a data file: {path!r}")


def _decode_records(spec: DataFileSpec, data_format: DataFormat, content: bytes) -> tuple[Record, ...]:
    if data_format is DataFormat.CSV:
        return _decode_csv(spec, content)
    rows = msgspec.json.decode(content, type=tuple[dict[str, Any], ...])
    return _typed(rows, _record_type(spec, rows[0] if rows else ()))


def _decode_csv(spec: DataFileSpec, content: bytes) -> tuple[Record, ...]:
    header, *lines = [*csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True)] or [[]]
    record = _record_type(spec, header)
    fields = record.__struct_encode_fields__
    if tuple(header) != fields:
        raise msgspec.ValidationError(f"Expected the header `{','.join(fields)}`, got `{','.join(header)}`")
    for index, line in enumerate(lines):
        if len(line) != len(fields):
            raise msgspec.ValidationError(f"Expected {len(fields)} cells, got {len(line)} - at `$[{index}]`")
    return _typed((dict(zip(fields, line, strict=True)) for line in lines), record)


def _record_type(spec: DataFileSpec, names: Iterable[str]) -> type[Record]:
    """Return the type of records with the fields ``names``. Additional fields are keys of ERP products."""
    own = spec.record.__struct_encode_fields__
    return spec.record_type(tuple(dict.fromkeys(name for name in names if name not in own and _KEY.fullmatch(name))))


def _typed(rows: Iterable[Mapping[str, Any]], record: type[Record]) -> tuple[Record, ...]:
    return msgspec.convert([*rows], type=tuple[record, ...])  # type: ignore[valid-type]  # a type made at run time
