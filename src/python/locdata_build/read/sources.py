"""From a folder to the bytes of the source files in it. Reads everything, judges nothing but what keeps it from reading."""

from collections.abc import Iterator
from importlib.resources.abc import Traversable

from msgspec import Struct

from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault
from locdata_build.source.files import FILE_KINDS, FileKind

ENTRIES_APART = {"BUILD", "README.md", "schema"}
"""What may lie beside the source files."""

LARGEST = 10_000_000
"""Bytes that a source file may have."""


class SourceFile(Struct, frozen=True):
    """A file as it was read: its name for people, its kind, its place below the folder, and its bytes.

    A file that cannot be read has faults and no bytes.
    """

    name: str
    kind: FileKind
    place: str
    raw: bytes
    faults: tuple[Fault, ...] = ()

    @property
    def stem(self) -> str:
        """The name of the file without its ending."""
        return self.place.rpartition("/")[2].removesuffix(".json")


class Sources(Struct, frozen=True):
    """Every source file, sorted by kind, then by name; and what is wrong with the folders."""

    files: tuple[SourceFile, ...]
    faults: tuple[Fault, ...]


def read_sources(root: Traversable, shown_as: str) -> Sources:
    """Every source file below ``root``.

    ``shown_as`` stands for the folder in messages. A file or folder that is missing, is no source file, or cannot be
    read is a fault.
    """
    faults: list[Fault] = []
    places = [*_places(root, shown_as, faults)]
    files = tuple(_read(root, kind, place, shown_as) for kind, place in places)
    return Sources(files, tuple(faults))


def _places(root: Traversable, shown_as: str, faults: list[Fault]) -> Iterator[tuple[FileKind, str]]:
    """The kind and the place of each source file; what does not belong becomes a fault."""
    names_at_top = _names(root, shown_as, faults)
    if names_at_top is None:
        return
    top = {kind.folder or kind.path for kind in FILE_KINDS}
    faults.extend(_strangers(names_at_top, shown_as, top))
    for kind in FILE_KINDS:
        if kind.folder is None:
            yield kind, kind.path
            continue
        if kind.is_optional and kind.folder not in names_at_top:
            continue
        names = _names(root.joinpath(kind.folder), f"{shown_as}/{kind.folder}", faults)
        if names is None:
            continue
        wanted = {name for name in names if name.endswith(".json")}
        if not wanted and not kind.is_optional:
            message = "must be a folder with at least one .json file, but has none"
            faults.append(Fault(f"{shown_as}/{kind.folder}", "$", Code.MISSING_FOLDER, message))
        faults.extend(_strangers(names, f"{shown_as}/{kind.folder}", wanted))
        yield from ((kind, f"{kind.folder}/{name}") for name in sorted(wanted))


def _names(folder: Traversable, shown_as: str, faults: list[Fault]) -> list[str] | None:
    """What lies in a folder, hidden entries apart; None and a fault where it cannot be told."""
    try:
        if folder.is_dir():
            return sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))
        faults.append(Fault(shown_as, "$", Code.MISSING_FOLDER, "must be a folder with source files, but is not"))
    except OSError as error:
        message = f"must be a readable folder, but is not: {error.strerror}"
        faults.append(Fault(shown_as, "$", Code.UNREADABLE_FOLDER, message))
    return None


def _strangers(names: list[str], shown_as: str, wanted: set[str]) -> Iterator[Fault]:
    for name in names:
        if name not in wanted | ENTRIES_APART:
            message = "must not be here: it is no source file (these end in .json, in lower case)"
            yield Fault(f"{shown_as}/{name}", "$", Code.UNEXPECTED_FILE, message)


def _read(root: Traversable, kind: FileKind, place: str, shown_as: str) -> SourceFile:
    name, entry = f"{shown_as}/{place}", root.joinpath(place)

    def unread(code: Code, message: str) -> SourceFile:
        return SourceFile(name, kind, place, b"", (Fault(name, "$", code, message),))

    try:
        if not entry.is_file():
            what = "is a folder" if entry.is_dir() else "there is none"
            return unread(Code.MISSING_FILE, f"must be a file, but {what}")
        with entry.open("rb") as content:
            raw = content.read(LARGEST + 1)
    except OSError as error:
        return unread(Code.UNREADABLE_FILE, f"must be a readable file, but is not: {error.strerror}")
    if len(raw) > LARGEST:
        return unread(Code.TOO_LONG, f"must have at most {LARGEST} bytes, but has more")
    return SourceFile(name, kind, place, raw)
