"""Reading of the folder of source files: their bytes, and every issue that prevents reading them."""

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct

from locdata_build.data.errors import Issue, IssueCode
from locdata_build.data.files import FILE_KINDS, FileKind

OTHER_ENTRIES = {"BUILD", "README.md", "schema"}
"""Files and folders that are allowed beside the source files, as are hidden ones."""

_LINK = "must not be a symbolic link"

MAX_FILE_BYTES = 10_000_000
"""The maximum size of a source file."""


class SourceFile(Struct, frozen=True):
    """A source file: its name in messages, its kind, its path below the folder, and its bytes.

    A file that cannot be read has issues and no bytes.
    """

    name: str
    kind: FileKind
    path: str
    raw: bytes
    issues: tuple[Issue, ...] = ()

    @property
    def stem(self) -> str:
        """The file's name without its suffix."""
        return self.path.rpartition("/")[2].removesuffix(".json")


class Sources(Struct, frozen=True):
    """Every source file, sorted by kind and then by name, and the issues of the folders."""

    files: tuple[SourceFile, ...]
    issues: tuple[Issue, ...]


class _Entry(Struct, frozen=True):
    """A file or folder, and its name in messages. A trusted one may be a symbolic link."""

    entry: Traversable
    name: str
    is_trusted: bool

    def child(self, path: str) -> "_Entry":
        return _Entry(self.entry.joinpath(path), f"{self.name}/{path}", self.is_trusted)

    @property
    def is_refused_link(self) -> bool:
        return not self.is_trusted and isinstance(self.entry, Path) and self.entry.is_symlink()


def read_sources(root: Traversable, shown_as: str, *, is_trusted: bool = False) -> Sources:
    """Return every source file below ``root``, which is called ``shown_as`` in messages.

    Only regular files are read. Symbolic links are followed only if the folder is trusted, because a link may lead to a file
    that messages must not quote.
    """
    issues: list[Issue] = []
    folder = _Entry(root, shown_as, is_trusted)
    paths = [*_paths(folder, issues)]
    files = tuple(_read(folder.child(path), kind, path) for kind, path in paths)
    return Sources(files, tuple(issues))


def _paths(root: _Entry, issues: list[Issue]) -> Iterator[tuple[FileKind, str]]:
    """Yield the kind and the path of each source file; add missing and unexpected files to ``issues``."""
    names_at_top = _names(root, issues)
    if names_at_top is None:
        return
    issues.extend(_unexpected_files(names_at_top, root, {kind.folder or kind.path for kind in FILE_KINDS}))
    for kind in FILE_KINDS:
        if kind.folder is None:
            yield kind, kind.path
        elif not kind.is_optional or kind.folder in names_at_top:
            yield from (
                (kind, f"{kind.folder}/{name}") for name in _names_of_kind(root.child(kind.folder), kind, issues)
            )


def _names_of_kind(folder: _Entry, kind: FileKind, issues: list[Issue]) -> list[str]:
    """Return the names of the source files in the folder of a kind."""
    if folder.is_refused_link:
        issues.append(Issue(folder.name, "$", IssueCode.UNREADABLE_FOLDER, _LINK))
        return []
    entries = _names(folder, issues)
    if entries is None:
        return []
    names = [name for name in entries if name.endswith(".json")]
    if not names and not kind.is_optional:
        issues.append(Issue(folder.name, "$", IssueCode.MISSING_FOLDER, "must contain at least one .json file"))
    issues.extend(_unexpected_files(entries, folder, {*names}))
    return names


def _names(folder: _Entry, issues: list[Issue]) -> list[str] | None:
    """Return the names of the entries of a folder without hidden ones; None if it cannot be read."""
    try:
        if folder.entry.is_dir():
            return sorted(entry.name for entry in folder.entry.iterdir() if not entry.name.startswith("."))
        issues.append(Issue(folder.name, "$", IssueCode.MISSING_FOLDER, "must be an existing folder"))
    except OSError as error:
        issues.append(Issue(folder.name, "$", IssueCode.UNREADABLE_FOLDER, f"cannot be read: {error.strerror}"))
    return None


def _unexpected_files(names: list[str], folder: _Entry, expected: set[str]) -> Iterator[Issue]:
    known = expected | OTHER_ENTRIES
    for name in names:
        if name not in known:
            message = "must not be here: it is not a source file (these end in .json, in lower case)"
            yield Issue(f"{folder.name}/{name}", "$", IssueCode.UNEXPECTED_FILE, message)


def _read(file: _Entry, kind: FileKind, path: str) -> SourceFile:
    def unread(code: IssueCode, message: str) -> SourceFile:
        return SourceFile(file.name, kind, path, b"", (Issue(file.name, "$", code, message),))

    try:
        if file.is_refused_link:
            return unread(IssueCode.UNREADABLE_FILE, _LINK)
        if not file.entry.is_file():
            return unread(IssueCode.MISSING_FILE, "must be an existing regular file")
        with file.entry.open("rb") as content:
            raw = content.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        return unread(IssueCode.UNREADABLE_FILE, f"cannot be read: {error.strerror}")
    if len(raw) > MAX_FILE_BYTES:
        return unread(IssueCode.TOO_LONG, f"must have at most {MAX_FILE_BYTES} bytes")
    return SourceFile(file.name, kind, path, raw)
