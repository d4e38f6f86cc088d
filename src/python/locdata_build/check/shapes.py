"""From the bytes of source files to their records: a short way for files that nothing is wrong with, a long one for others."""

from collections.abc import Iterator

from msgspec import Struct

from locdata_build.check.sound import sound_record
from locdata_build.check.text import text_faults
from locdata_build.read.parse import parse_json
from locdata_build.read.sources import SourceFile, Sources
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.faults import Fault
from locdata_model.record import Record


class Checked(Struct, frozen=True, kw_only=True):
    """A file that could be parsed, and its record; None where its shape is wrong: then ``value`` is what stands in it."""

    file: SourceFile
    record: Record | None
    value: object = None
    is_canonical: bool = True


def canonical(record: Record) -> bytes:
    """The canonical bytes of a source file: the keys in the order of its type, laid out as all JSON of this project."""
    return encode_json(record)


def check_shapes(sources: Sources) -> tuple[list[Checked], list[Fault]]:
    """All files that could be parsed, with the records of those that have the right shape; and the faults of them all."""
    checked: list[Checked] = []
    faults = [*sources.faults]
    for file in sources.files:
        faults.extend(file.faults)
        if not file.faults:
            checked.extend(_checked(file, faults))
    return checked, faults


def _checked(file: SourceFile, faults: list[Fault]) -> Iterator[Checked]:
    if record := sound_record(file.raw, file.kind.type):
        yield Checked(file=file, record=record)
    else:
        yield from examine(file, faults)


def examine(file: SourceFile, faults: list[Fault]) -> Iterator[Checked]:
    """The long way: the file, unless it cannot be parsed; whatever is wrong with it is added to ``faults``."""
    # The validator takes longer to import than all sound files take to be checked.
    from locdata_build.check.shape import convert

    value, unread = parse_json(file.raw, file.name)
    if unread:
        faults.extend(unread)
        return
    record, misshapen = convert(value, file.kind.type, file.name)
    faults.extend([*text_faults(value, file.name), *misshapen])
    is_canonical = record is not None and canonical(record) == file.raw
    yield Checked(file=file, record=record, value=value, is_canonical=is_canonical)
