"""Finished sites: the files in a folder or an archive, their checksums, and what they state about their build."""

import hashlib
import os
import re
import stat
import tarfile
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.site.archive import archived_files
from locdata_model.endpoints import INDEX
from locdata_model.media_types import is_compressed_copy
from locdata_model.scalars import STAMP_FORMAT, UtcStamp, Version
from locdata_model.urls import CHECKSUMS_PATH, DATA_FOLDER, OPENAPI_PATH, PACKAGE_PATH

T = TypeVar("T")

MAX_SITE_BYTES = 500_000_000
"""Limit for the files of a site together: several times the size of our own site."""

CHECKSUMS_FILE = CHECKSUMS_PATH.removeprefix("/")
"""The file in which a site lists its files."""

SYSTEM_FILES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""Files that operating systems add to folders when a user opens them."""

PACKAGE_FILE = f"/{PACKAGE_PATH.removeprefix(DATA_FOLDER)}"
"""The description of the data files, in a folder that holds nothing else."""

Files = Mapping[str, bytes]
"""The content of each file of a site by path."""

_CHECKSUM_LINE = re.compile(r"([0-9a-f]{64})  ([^/].*)\n")


class Stated(Struct, frozen=True):
    """The version of a site and the time of its build."""

    version: Version
    generated_at: UtcStamp

    def __str__(self) -> str:
        return f"version {self.version} of {self.generated_at:{STAMP_FORMAT}}"


class _Index(Struct):
    meta: Stated


class _Server(Struct):
    url: str


class _OpenApi(Struct):
    servers: tuple[_Server]


class _Place(NamedTuple):
    """Location of a content: ``size`` bytes from ``start`` on."""

    file: Path
    start: int
    size: int


class Site(Files):
    """A finished site: the content of each file by path, read from the disk each time. Reading raises ``SourceError``.

    ``others`` describes everything else in its folder by path, such as ``a symbolic link``. ``archive`` is None for a folder.
    A list of checksums alone is a site that has ``digests``, but no files.
    """

    def __init__(
        self,
        name: str,
        places: Mapping[str, _Place],
        *,
        others: Mapping[str, str] = {},
        archive: Path | None = None,
        listed: Mapping[str, str] = {},
    ) -> None:
        self.name = name
        self.others = others
        self.archive = archive
        self._places = places
        self._listed = listed

    def __getitem__(self, path: str) -> bytes:
        place = self._places[path]
        try:
            with place.file.open("rb") as stream:
                stream.seek(place.start)
                return stream.read(place.size)
        except OSError as error:
            raise _unreadable(f"{self.name}{path}", error) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    @cached_property
    def digests(self) -> Mapping[str, str]:
        """The SHA-256 of each file by path, as hexadecimal digits."""
        return self._listed or {path: hashlib.sha256(content).hexdigest() for path, content in self.items()}

    @property
    def has_compressed_copies(self) -> bool:
        """Whether the site has compressed copies of its files."""
        return any(is_compressed_copy(path, self.digests) for path in self.digests)

    @property
    def stated(self) -> Stated | None:
        """The version and the time in the index; None if it cannot be read."""
        try:
            return read_json(self, self.name, INDEX.path, _Index).meta
        except SourceError:
            return None

    @property
    def base_url(self) -> str | None:
        """The base URL in the OpenAPI document; None if it cannot be read."""
        try:
            return read_json(self, self.name, OPENAPI_PATH, _OpenApi).servers[0].url
        except SourceError:
            return None

    def unexpected(self) -> list[str]:
        """Return the paths in the folder that the site does not list, except system files; sorted."""
        unlisted = (path for path in self.keys() - self._checksums().keys() if Path(path).name not in SYSTEM_FILES)
        return sorted(path.removeprefix("/") for path in {*unlisted, *self.others} - {CHECKSUMS_PATH})

    def damaged(self) -> str | None:
        """Return the first listed path that is missing or has another content, or the list; None if the site is whole."""
        listed = self._checksums() or {CHECKSUMS_PATH: ""}
        return next((path for path in listed if self.digests.get(path) != listed[path]), None)

    def _checksums(self) -> Mapping[str, str]:
        """Return the digests in the list of checksums; none if it cannot be read."""
        try:
            return parse_checksums(self.get(CHECKSUMS_PATH, b""))
        except ValueError:
            return {}


def read_file(files: Files, name: str, path: str) -> bytes:
    """Return the content of a file of the site called ``name``. Raises ``SourceError`` if there is none."""
    if path not in files:
        raise site_error(f"{name}{path}", IssueCode.MISSING_FILE, "must be a file of the site")
    return files[path]


def read_json(files: Files, name: str, path: str, kind: type[T]) -> T:
    """Return the content of a JSON file of the site called ``name``. Raises ``SourceError`` unless it is of type ``kind``."""
    try:
        return msgspec.json.decode(read_file(files, name, path), type=kind)
    except msgspec.ValidationError as error:
        raise site_error(f"{name}{path}", IssueCode.WRONG_TYPE, f"must match the published schema: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise site_error(f"{name}{path}", IssueCode.NOT_JSON, f"must be JSON: {error}") from error


def read_all(reads: Mapping[str, Callable[[], T]]) -> dict[str, T]:
    """Return the result of each call by its key. Raises ``SourceError`` with the issues of all calls that raise it."""
    results: dict[str, T] = {}
    issues: list[Issue] = []
    for key, read in reads.items():
        try:
            results[key] = read()
        except SourceError as error:
            issues += error.issues
    if issues:
        raise SourceError(issues)
    return results


def parse_checksums(content: bytes) -> dict[str, str]:
    """Return the SHA-256 of each file by path, from the content of ``SHA256SUMS``.

    Raises ``ValueError`` if the content is anything else.
    """
    lines = content.decode().splitlines(keepends=True)
    matches = [_CHECKSUM_LINE.fullmatch(line) for line in lines]
    parsed = {f"/{match[2]}": match[1] for match in matches if match and match[2].isprintable()}
    if not parsed or len(parsed) != len(lines):
        raise ValueError("must hold one checksum and one path in each line, and each path once")
    return parsed


def open_site(source: Path) -> Site:
    """Return the site in ``source``: a folder, maybe of data files alone, a tar archive, or a list of checksums.

    ``source`` may be a symbolic link. Raises ``SourceError`` if it is anything else, cannot be read, or is too large.
    """
    name, root = str(source), Path(os.path.realpath(source))
    try:
        status = root.stat()
        if stat.S_ISDIR(status.st_mode):
            return _open_folder(root, name)
        if not stat.S_ISREG(status.st_mode):
            raise site_error(name, IssueCode.NOT_A_SITE, "must be a folder or a regular file")
        _refuse_too_large(name, status.st_size)
        if tarfile.is_tarfile(root):
            places = {path: _Place(root, start, size) for path, start, size in archived_files(root)}
            _refuse_unusable(name, places)
            return Site(name, dict(sorted(places.items())), archive=root)
        return Site(name, {}, listed=parse_checksums(root.read_bytes()))
    except OSError as error:
        raise _unreadable(name, error) from error
    except (tarfile.TarError, ValueError) as error:
        message = f"must be a folder, an uncompressed tar archive or {CHECKSUMS_FILE}: {error}"
        raise site_error(name, IssueCode.NOT_A_SITE, message) from error


def _open_folder(root: Path, name: str) -> Site:
    def fail(error: OSError) -> None:
        raise error

    places: dict[str, _Place] = {}
    others: dict[str, str] = {}
    for folder, folders, files in os.walk(root, onerror=fail):
        above = folder.removeprefix(str(root))
        for entry in (*folders, *files):
            file, path = Path(folder, entry), f"{above}/{entry}"
            status = file.lstat()
            if stat.S_ISREG(status.st_mode):
                places[path] = _Place(file, 0, status.st_size)
            elif not stat.S_ISDIR(status.st_mode):
                others[path] = "a symbolic link" if stat.S_ISLNK(status.st_mode) else "neither a file nor a folder"
        if above and not folders and not files:
            others[f"{above}/"] = "an empty folder"
    _refuse_unusable(name, places)
    if PACKAGE_FILE in places and INDEX.path not in places:
        places = {f"{DATA_FOLDER}{path.removeprefix('/')}": place for path, place in places.items()}
    return Site(name, dict(sorted(places.items())), others=dict(sorted(others.items())))


def _refuse_unusable(name: str, places: Mapping[str, _Place]) -> None:
    """Raise ``SourceError`` unless the files can be those of a site."""
    _refuse_too_large(name, sum(place.size for place in places.values()))
    if not places:
        raise site_error(name, IssueCode.NOT_A_SITE, "must hold the files of a site, but is empty")
    for path in places:
        if not path.isprintable():
            raise site_error(name, IssueCode.NOT_A_SITE, f"must have printable file names only, got {path!a}")


def _refuse_too_large(name: str, size: int) -> None:
    if size > MAX_SITE_BYTES:
        raise site_error(name, IssueCode.TOO_LONG, f"must have at most {MAX_SITE_BYTES:,} bytes, got {size:,}")


def _unreadable(name: str, error: OSError) -> SourceError:
    return site_error(name, IssueCode.UNREADABLE_FILE, f"must be readable: {error.strerror or error}")


def site_error(name: str, code: IssueCode, message: str) -> SourceError:
    """Return the error about a site or one of its files."""
    return SourceError([Issue(name, "$", code, message)])
