"""Whether files are those of a statement."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from locdata_release.provenance.statement import STATEMENT_TYPE, Resource, digests
from locdata_release.read.faults import ReleaseError
from locdata_release.read.files import read_file


class _Subjects(Struct, frozen=True, kw_only=True):
    """The part of a statement that names files, whatever it states of them."""

    type: str = msgspec.field(name="_type")
    subject: tuple[Resource, ...]


class Comparison(Struct, frozen=True, kw_only=True):
    """A line for each file and for each subject without one, and whether all files are those of the statement."""

    lines: tuple[str, ...]
    is_same: bool


def compare_with_statement(statement: Path, files: Sequence[Path]) -> Comparison:
    """Compare ``files`` with what the file ``statement`` says of them. Raises ``ReleaseError`` where it is no statement."""
    stated = {subject.name: subject.digest.get("sha256") for subject in _read(statement).subject}
    found = digests(files)
    others = [f"{name}: not compared" for name in stated if name not in found]
    return Comparison(
        lines=(*(_line(name, digest, stated) for name, digest in found.items()), *others),
        is_same=all(stated.get(name) == digest for name, digest in found.items()),
    )


def _line(name: str, digest: str, stated: dict[str | None, str | None]) -> str:
    if name not in stated:
        return f"{name}: is not in the statement"
    if stated[name] == digest:
        return f"{name}: is the file of the statement"
    return f"{name}: must have the sha256 {stated[name]}, but has {digest}"


def _read(path: Path) -> _Subjects:
    try:
        subjects = msgspec.json.decode(read_file(path), type=_Subjects)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ReleaseError(f"{path}: must be an in-toto statement, but is not: {error}") from error
    # What a stranger wrote is printed: a control character could forge a line, or command the terminal.
    named = [text for subject in subjects.subject for text in (subject.name, subject.digest.get("sha256")) if text]
    if unprintable := [text for text in (subjects.type, *named) if not text.isprintable()]:
        raise ReleaseError(f"{path}: must hold printable text alone, but holds {unprintable[0]!r}")
    if subjects.type != STATEMENT_TYPE:
        raise ReleaseError(f"{path}: must be of the type {STATEMENT_TYPE}, but is of the type {subjects.type}")
    return subjects
