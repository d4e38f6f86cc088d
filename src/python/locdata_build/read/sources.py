"""From a folder to the parsed source files in it. Reads everything, judges nothing but what keeps it from reading."""

from collections.abc import Iterator
from importlib.resources.abc import Traversable

from msgspec import Struct

from locdata_build.read.parse import parse_json
from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, SourceError
from locdata_build.source.files import FILE_KINDS, FileKind

ENTRIES_APART = {"BUILD", "README.md", "schema"}
"""What may lie beside the source files."""


class SourceFile(Struct, frozen=True):
    """A file as it was read: its name for people, its kind, its place below the folder, its bytes and its JSON value.

    ``value`` is None where ``faults`` is not empty.
    """

    name: str
    kind: FileKind
    place: str
    raw: bytes
    value: object
    faults: tuple[Fault, ...]

    @property
    def stem(self) -> str:
        """The name of the file without its ending."""
        return self.place.rpartition("/")[2].removesuffix(".json")


def read_sources(root: Traversable, shown_as: str) -> tuple[SourceFile, ...]:
    """Every source file below ``root``, sorted by kind, then by name.

    ``shown_as`` stands for the folder in messages. Raises ``SourceError`` where a file or folder is missing, is no
    source file, or cannot be read.
    """
    faults: list[Fault] = []
    places = [*_places(root, shown_as, faults)]
    files = [file for kind, place in places if (file := _read(root, kind, place, shown_as, faults))]
    if faults:
        raise SourceError([*faults, *(fault for file in files for fault in file.faults)])
    return tuple(files)


def _places(root: Traversable, shown_as: str, faults: list[Fault]) -> Iterator[tuple[FileKind, str]]:
    """The kind and the place of each source file; what does not belong becomes a fault."""
    if not root.is_dir():
        faults.append(Fault(shown_as, "$", Code.MISSING_FOLDER, "must be a folder with source files, but is not"))
        return
    top = {kind.folder or kind.path for kind in FILE_KINDS}
    faults.extend(_strangers(root, shown_as, top))
    for kind in FILE_KINDS:
        if kind.folder is None:
            yield kind, kind.path
            continue
        folder = root.joinpath(kind.folder)
        names = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
        wanted = {name for name in names if name.endswith(".json") and not name.startswith(".")}
        if not wanted:
            message = "must be a folder with at least one .json file, but is not"
            faults.append(Fault(f"{shown_as}/{kind.folder}", "$", Code.MISSING_FOLDER, message))
            continue
        faults.extend(_strangers(folder, f"{shown_as}/{kind.folder}", wanted))
        yield from ((kind, f"{kind.folder}/{name}") for name in sorted(wanted))


def _strangers(folder: Traversable, shown_as: str, wanted: set[str]) -> Iterator[Fault]:
    for name in sorted(entry.name for entry in folder.iterdir()):
        if name not in wanted | ENTRIES_APART and not name.startswith("."):
            message = "must not be here: it is no source file (these end in .json, in lower case)"
            yield Fault(f"{shown_as}/{name}", "$", Code.UNEXPECTED_FILE, message)


def _read(root: Traversable, kind: FileKind, place: str, shown_as: str, faults: list[Fault]) -> SourceFile | None:
    name = f"{shown_as}/{place}"
    try:
        raw = root.joinpath(place).read_bytes()
    except FileNotFoundError:
        faults.append(Fault(name, "$", Code.MISSING_FILE, "must exist, but does not"))
        return None
    except OSError as error:
        faults.append(Fault(name, "$", Code.UNREADABLE_FILE, f"must be a readable file, but is not: {error.strerror}"))
        return None
    value, parse_faults = parse_json(raw, name)
    return SourceFile(name, kind, place, raw, value, tuple(parse_faults))
