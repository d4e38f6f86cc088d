"""Every record inside a source record, with its JSON path."""

from collections.abc import Iterator

from msgspec.structs import fields

from locdata_build.source.faults import member_path
from locdata_model.record import Record


def walk(value: object, path: str = "$") -> Iterator[tuple[str, Record]]:
    """``value`` and each record below it, in the order of the file, with their JSON paths."""
    if isinstance(value, Record):
        yield path, value
        for field in fields(value):
            yield from walk(getattr(value, field.name), member_path(path, field.encode_name))
    elif isinstance(value, tuple):
        for index, member in enumerate(value):
            yield from walk(member, member_path(path, index))
