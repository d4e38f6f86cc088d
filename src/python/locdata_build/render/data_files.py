"""The bytes of the data files: a JSON array of flat records, and a CSV table with the same cells."""

from collections.abc import Iterator, Sequence

import msgspec

from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact
from locdata_build.serialize.csv_text import encode_csv
from locdata_build.serialize.json_text import encode_json
from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.record import Record

DATA_PATHS = tuple(spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat)
"""Where the data files lie."""


def data_artifacts(published: Published) -> Iterator[Artifact]:
    """Each data file as JSON and as CSV."""
    for spec in DATA_FILES:
        records = published.data_files[spec.name]
        yield Artifact(spec.path(DataFormat.JSON), encode_json(records))
        yield Artifact(spec.path(DataFormat.CSV), records_as_csv(spec.record_type(published.erp_keys), records))


def records_as_csv(record_type: type[Record], records: Sequence[Record]) -> bytes:
    """The CSV table of ``records``, whose header is the fields of their type."""
    return encode_csv(record_type.__struct_encode_fields__, (_row(record) for record in records))


def _row(record: Record) -> list[str]:
    cells: dict[str, str] = msgspec.to_builtins(record)
    return [*cells.values()]
