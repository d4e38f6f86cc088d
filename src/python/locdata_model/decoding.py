"""Reading of what is published: the path says which type the content has."""

import csv
import io
import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec

from locdata_model.data_files import DATA_FILES, DataFileSpec, DataFormat
from locdata_model.endpoints import endpoint_for
from locdata_model.envelope import Envelope, Meta
from locdata_model.record import Record
from locdata_model.scalars import ErpKey

_DATA_FILES = {spec.path(data_format): (spec, data_format) for spec in DATA_FILES for data_format in DataFormat}
_KEY = re.compile(get_args(ErpKey)[1].pattern)


class UnknownPathError(ValueError):
    """Neither an answer of the API nor a data file has this path."""


def decode(path: str, content: bytes) -> Envelope[Meta, Any] | tuple[Record, ...]:
    """The typed value of a published file: the envelope of an answer of the API, the records of a data file.

    ``path`` is relative to the base URL of the site: ``/api/v1/countries/fr.json``, ``/data/matrix.csv``. Both formats of
    a data file give equal records. Reporting records have the columns for ERP products that the content has.

    Raises ``UnknownPathError`` for any other path, and ``msgspec.ValidationError`` for content that is not what was
    promised.
    """
    try:
        if path in _DATA_FILES:
            return _decode_records(*_DATA_FILES[path], content)
        if endpoint := endpoint_for(path):
            answer: Envelope[Meta, Any] = msgspec.json.decode(content, type=endpoint.response)
            return answer
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, csv.Error) as error:
        raise msgspec.ValidationError(str(error)) from error
    raise UnknownPathError(f"neither an answer of the API nor a data file: {path!r}")


def _decode_records(spec: DataFileSpec, data_format: DataFormat, content: bytes) -> tuple[Record, ...]:
    """The records of a data file in one of its formats."""
    if data_format is DataFormat.CSV:
        return _decode_csv(spec, content)
    rows = msgspec.json.decode(content, type=tuple[dict[str, Any], ...])
    # A file without records has no columns that could be looked up, and needs none.
    return _typed(rows, _record_type(spec, rows[0] if rows else ()))


def _decode_csv(spec: DataFileSpec, content: bytes) -> tuple[Record, ...]:
    header, *lines = [*csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True)] or [[]]
    record = _record_type(spec, header)
    fields = record.__struct_encode_fields__
    if tuple(header) != fields:
        raise msgspec.ValidationError(f"Expected the header `{','.join(fields)}`, got `{','.join(header)}`")
    for place, line in enumerate(lines):
        if len(line) != len(fields):
            raise msgspec.ValidationError(f"Expected {len(fields)} cells, got {len(line)} - at `$[{place}]`")
    return _typed((dict(zip(fields, line, strict=True)) for line in lines), record)


def _record_type(spec: DataFileSpec, names: Iterable[str]) -> type[Record]:
    """The type of the records of a data file, given the names of their fields: other keys are those of ERP products."""
    own = spec.record.__struct_encode_fields__
    return spec.record_type(tuple(dict.fromkeys(name for name in names if name not in own and _KEY.fullmatch(name))))


def _typed(rows: Iterable[Mapping[str, Any]], record: type[Record]) -> tuple[Record, ...]:
    return msgspec.convert([*rows], type=tuple[record, ...])  # type: ignore[valid-type]  # made at run time
