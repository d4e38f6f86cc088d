"""The files of a finished site, which anybody may have made, in a folder or in an archive.

Files are listed first and read when they are asked for, so that a site of any size needs little memory. Only regular files
are read, no symbolic link is followed, and there are limits for what a site may have.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.render.archive import ArchiveError, archived_files
from locdata_build.source.untrusted import open_regular_file, parent_folders, walk_folder
from locdata_model.endpoints import INDEX
from locdata_model.urls import DATA_FOLDER, PACKAGE_PATH

LARGEST_FILE = 20_000_000
"""The number of bytes that a file may have: ten times the size of the largest file of our own site."""

LARGEST_SITE = 500_000_000
"""The number of bytes that all files may have together."""

MOST_ENTRIES = 20_000
"""The number of files and folders that a site may have."""

Files = Mapping[str, bytes]
"""The content of each file of a site by path."""

PACKAGE = f"/{PACKAGE_PATH.removeprefix(DATA_FOLDER)}"
"""The description of the data files, in a folder that holds nothing else."""


class _Place(Struct, frozen=True, kw_only=True):
    """Where a content is: ``size`` bytes from ``start`` on, in a file that had ``file_size`` bytes when it was listed."""

    file: Path
    file_size: int
    start: int = 0
    size: int


class SiteFiles(Files):
    """The content of each file of a site by path, read from the disk each time. Reading raises ``SourceError``.

    ``others`` describes everything else in the folder by its path, such as ``a symbolic link``.
    """

    def __init__(self, source: Path, places: Mapping[str, _Place], others: Mapping[str, str]) -> None:
        self._source = source
        self._places = places
        self.others = others

    def __getitem__(self, path: str) -> bytes:
        place = self._places[path]
        try:
            with open_regular_file(place.file) as stream:
                stream.seek(place.start)
                content = stream.read(place.size)
                size = os.fstat(stream.fileno()).st_size
        except OSError as error:
            raise _unreadable(f"{self._source}{path}", error) from error
        if size != place.file_size or len(content) != place.size:
            message = "must stay as it is while it is read, but has changed"
            raise SourceError([Issue(f"{self._source}{path}", "$", IssueCode.UNREADABLE_FILE, message)])
        return content

    def __contains__(self, path: object) -> bool:
        return path in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def read_site_files(source: Path) -> SiteFiles:
    """Return the files of a site as ``list_site_files`` does. Also raises ``SourceError`` if the site holds anything else."""
    files = list_site_files(source)
    if files.others:
        raise SourceError(
            Issue(f"{source}{path}", "$", IssueCode.NOT_A_SITE, f"must be a regular file, but is {what}")
            for path, what in files.others.items()
        )
    return files


def list_site_files(source: Path) -> SiteFiles:
    """Return the files of the site in ``source``: a folder, or an archive as ``build --archive`` writes it.

    The data files of a site may be alone in a folder. ``source`` itself may be a symbolic link. Raises ``SourceError`` if it
    is anything else, cannot be read, or is larger than a site may be.
    """
    root = Path(os.path.realpath(source))
    try:
        places, others = _places_in_folder(root, source) if root.is_dir() else (_places_in_archive(root, source), {})
    except OSError as error:
        raise _unreadable(str(source), error) from error
    except ArchiveError as error:
        message = (
            "must be a folder or an archive as 'build --archive' writes it (unpack any other archive, and give the folder), "
            f"but is not: {error}"
        )
        raise SourceError([Issue(str(source), "$", IssueCode.NOT_A_SITE, message)]) from error
    if issues := [*_size_issues(source, places)]:
        raise SourceError(issues)
    if PACKAGE in places and INDEX.path not in places:
        places = {f"{DATA_FOLDER}{path.removeprefix('/')}": place for path, place in places.items()}
    return SiteFiles(source, places, others)


def _places_in_folder(root: Path, source: Path) -> tuple[dict[str, _Place], dict[str, str]]:
    """Return the regular files in a folder, at any depth, and what each of the other entries is."""
    places: dict[str, _Place] = {}
    others: dict[str, str] = {}
    folders: set[str] = set()
    for count, (path, entry) in enumerate(walk_folder(root), 1):
        _refuse_more_entries(count, source)
        if entry.is_dir(follow_symlinks=False):
            folders.add(path)
        elif entry.is_file(follow_symlinks=False):
            size = entry.stat(follow_symlinks=False).st_size
            places[f"/{path}"] = _Place(file=Path(entry.path), file_size=size, size=size)
        else:
            others[path] = "a symbolic link" if entry.is_symlink() else "neither a file nor a folder"
    empty_folders = folders - parent_folders({*others, *folders, *(path.removeprefix("/") for path in places)})
    others.update((f"{folder}/", "an empty folder") for folder in empty_folders)
    return dict(sorted(places.items())), {f"/{path}": others[path] for path in sorted(others)}


def _places_in_archive(archive: Path, source: Path) -> dict[str, _Place]:
    places: dict[str, _Place] = {}
    with open_regular_file(archive) as stream:
        size = os.fstat(stream.fileno()).st_size
        for file in archived_files(stream, size):
            places[file.path] = _Place(file=archive, file_size=size, start=file.start, size=file.size)
            _refuse_more_entries(len(places), source)
    return places


def _refuse_more_entries(count: int, source: Path) -> None:
    if count > MOST_ENTRIES:
        message = f"must have at most {MOST_ENTRIES:,} files and folders, but has more"
        raise SourceError([Issue(str(source), "$", IssueCode.TOO_LONG, message)])


def _size_issues(source: Path, places: Mapping[str, _Place]) -> Iterator[Issue]:
    for path, place in places.items():
        if not path.isprintable():
            message = f"must have printable file names only, but has {path!a}"
            yield Issue(str(source), "$", IssueCode.NOT_A_SITE, message)
        if place.size > LARGEST_FILE:
            message = f"must have at most {LARGEST_FILE:,} bytes, but has {place.size:,}"
            yield Issue(f"{source}{path}", "$", IssueCode.TOO_LONG, message)
    total = sum(place.size for place in places.values())
    if total > LARGEST_SITE:
        message = f"must have at most {LARGEST_SITE:,} bytes in all files, but has {total:,}"
        yield Issue(str(source), "$", IssueCode.TOO_LONG, message)
    if not places:
        yield Issue(str(source), "$", IssueCode.NOT_A_SITE, "must hold the files of a site, but holds none")


def _unreadable(name: str, error: OSError) -> SourceError:
    message = f"must be readable, but is not: {error.strerror or error}"
    return SourceError([Issue(name, "$", IssueCode.UNREADABLE_FILE, message)])
