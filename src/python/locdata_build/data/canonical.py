"""Parsing of source files into records.

A file is canonical if its bytes equal its re-encoded record. A canonical file needs no validation: it is UTF-8 without a
byte order mark, has no duplicate keys, and has the right shape. Other files are parsed and validated step by step.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from locdata_build.data.errors import Issue
from locdata_build.data.parsing import MAX_TEXT_LENGTH, MAX_VALUES, parse_json
from locdata_build.data.reading import SourceFile, Sources
from locdata_build.data.record import texts_in, walk_texts
from locdata_build.data.rule import CheckContext
from locdata_build.data.rules import find_issues, rules_for
from locdata_model.record import Record
from locdata_model.serialization import lay_out
from locdata_model.vocabulary import known_words_only

RecordT = TypeVar("RecordT", bound=Record)


class ParsedFile(Struct, frozen=True, kw_only=True):
    """A JSON file: its value, its record if the shape is right, and whether it is canonical."""

    file: SourceFile
    value: object
    record: Record | None
    is_canonical: bool


def canonical(record: Record) -> bytes:
    """Return the canonical content of the file of a record."""
    return lay_out(msgspec.json.encode(record, order="deterministic"))


def check_shapes(sources: Sources) -> tuple[list[ParsedFile], list[Issue]]:
    """Return all JSON files, and the issues of reading, parsing, shapes and texts."""
    files: list[ParsedFile] = []
    issues = [*sources.issues]
    for file in sources.files:
        issues.extend(file.issues)
        if not file.issues and (parsed := _parse(file, issues)):
            issues.extend(_text_issues(parsed))
            # Only files without a record need their values again, and values take much memory.
            files.append(replace(parsed, value=None) if parsed.record else parsed)
    return files, issues


def _parse(file: SourceFile, issues: list[Issue]) -> ParsedFile | None:
    """Return the file if it is JSON; add its issues to ``issues``."""
    if record := decode_canonical(file.raw, file.kind.type):
        return ParsedFile(file=file, value=msgspec.json.decode(file.raw), record=record, is_canonical=True)
    value, unread = parse_json(file.raw, file.name)
    issues.extend(unread)
    return None if unread else validate(file, value, issues)


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


def validate(file: SourceFile, value: object, issues: list[Issue]) -> ParsedFile:
    """Convert the value of a file; add the issues of its shape to ``issues``."""
    # Importing the validator takes longer than checking all files if they are canonical.
    from locdata_build.data.schema_errors import convert  # noqa: PLC0415

    record, misshapen = convert(value, file.kind.type, file.name)
    issues.extend(misshapen)
    is_canonical = record is not None and canonical(record) == file.raw
    return ParsedFile(file=file, value=value, record=record, is_canonical=is_canonical)


def _text_issues(parsed: ParsedFile) -> Iterator[Issue]:
    context = CheckContext(file=parsed.file.name)
    texts = texts_in(parsed.value)
    # Most files have no issue here. Checking each text once is faster than walking the JSON paths.
    if any(True for rule in rules_for(str) for text in texts for _ in rule.check(text, context)):
        yield from find_issues(walk_texts(parsed.value), context)
