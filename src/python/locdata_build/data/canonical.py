"""Parsing of source files into records.

A file is canonical if its bytes equal its re-encoded record. A canonical file needs no validation: it is UTF-8 without a
byte order mark, has no duplicate keys, and has the right shape. Other files are parsed and validated step by step.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.inspect import type_info

from locdata_build.data.errors import Issue
from locdata_build.data.parsing import MAX_TEXT_LENGTH, MAX_VALUES, parse_json
from locdata_build.data.reading import SourceFile, Sources
from locdata_build.data.record import salvage, texts_in, walk, walk_texts
from locdata_build.data.rule import CheckContext
from locdata_build.data.rules import find_issues, rules_for
from locdata_build.data.statements import CitedText, separate_citations
from locdata_build.data.values import is_plain
from locdata_model.record import Record
from locdata_model.serialization import lay_out
from locdata_model.vocabulary import known_words_only

RecordT = TypeVar("RecordT", bound=Record)


class ParsedFile(Struct, frozen=True, kw_only=True, dict=True):
    """A source file: its record if it has the right shape, else its value if it is JSON, and the issues of both.

    ``is_canonical`` is whether its bytes equal its record re-encoded.
    """

    file: SourceFile
    value: object = None
    record: Record | None = None
    is_canonical: bool = False
    issues: tuple[Issue, ...] = ()

    @cached_property
    def records(self) -> tuple[tuple[str, Record], ...]:
        """All records in the file with their JSON paths; if its shape is wrong, those that have the right shape.

        When they are first listed, their texts are separated from their markers.
        """
        records = tuple(walk(self.record) if self.record else salvage(self.value, _shape_of(self.file.kind.type)))
        separate_citations(record for _, record in records)
        return records


_shape_of = cache(type_info)


def canonical(record: Record) -> bytes:
    """Return the canonical content of the file of a record."""
    return lay_out(msgspec.json.encode(record, enc_hook=_raw_text, order="deterministic"))


def _raw_text(value: object) -> str:
    if isinstance(value, CitedText):
        return value.raw
    raise NotImplementedError(f"source records have no {type(value).__name__}")


def check_shapes(sources: Sources) -> tuple[list[ParsedFile], list[Issue]]:
    """Return all files, and the issues of reading, parsing, shapes and texts."""
    files = [parse_file(file) for file in sources.files]
    return files, [*sources.issues, *(issue for file in files for issue in file.issues)]


def parse_file(file: SourceFile) -> ParsedFile:
    """Parse a file. Its issues are those of reading, parsing, shape and texts."""
    if file.issues:
        return ParsedFile(file=file, issues=file.issues)
    if record := decode_canonical(file.raw, file.kind.type):
        issues = tuple(_text_issues(file.name, msgspec.json.decode(file.raw)))
        return ParsedFile(file=file, record=record, is_canonical=True, issues=issues)
    value, unread = parse_json(file.raw, file.name)
    if unread:
        return ParsedFile(file=file, issues=tuple(unread))
    # Importing the validator takes longer than checking all files if they are canonical.
    from locdata_build.data.schema_errors import convert  # noqa: PLC0415

    record, misshapen = convert(value, file.kind.type, file.name)
    is_canonical = record is not None and canonical(record) == file.raw
    # Only files without a record need their values again, and values take much memory.
    kept = None if record else value
    issues = (*misshapen, *_text_issues(file.name, value))
    return ParsedFile(file=file, value=kept, record=record, is_canonical=is_canonical, issues=issues)


def decode_canonical(raw: bytes, kind: type[RecordT]) -> RecordT | None:
    """Return the record of type ``kind`` in a canonical file; None for any other file."""
    # In a canonical file each value has its own line. Some patterns take minutes to match a text that is too long.
    lines = raw.splitlines()
    if len(lines) > MAX_VALUES or max(map(len, lines), default=0) > MAX_TEXT_LENGTH:
        return None
    try:
        with known_words_only():
            record = msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return record if canonical(record) == raw else None


def _text_issues(file: str, value: object) -> Iterator[Issue]:
    context = CheckContext(file=file)
    texts = [text for text in texts_in(value) if not is_plain(text)]
    # Most files have no issue here. Checking each text once is faster than walking the JSON paths.
    if any(True for rule in rules_for(str) for text in texts for _ in rule.check(text, context)):
        yield from find_issues(walk_texts(value), context)
