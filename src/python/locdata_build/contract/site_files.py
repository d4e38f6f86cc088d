"""Read the files of a finished site from a folder, a tar archive or a zip archive."""

import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import IO, cast

from locdata_build.source.errors import Issue, IssueCode, SourceError
from locdata_model.endpoints import INDEX
from locdata_model.urls import DATA_FOLDER, PACKAGE_PATH

ARCHIVE_ERRORS = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    # A password or an unknown compression method.
    RuntimeError,
)
"""What the standard library raises for an archive that is truncated, damaged or encrypted."""

ZIP_MAGIC = b"PK"
"""The first bytes of a zip archive. The last ones prove nothing: a tar archive may end with a zip archive that it holds."""

CHUNK = 1 << 20

Files = Mapping[str, bytes]
"""The content of each file of a site by path."""

PACKAGE = f"/{PACKAGE_PATH.removeprefix(DATA_FOLDER)}"
"""The description of the data files, in a folder that holds nothing else."""


def read_site_files(source: Path) -> dict[str, bytes]:
    """Return the content of each file of the site in ``source``, by path.

    ``source`` is a folder, a tar archive (also a compressed one) or a zip archive, of a site or of its data files alone.
    Raises ``SourceError`` if it is anything else or cannot be read.
    """
    try:
        files = dict(_entries(source))
    except OSError as error:
        message = f"must be readable, but is not: {error.strerror or error}"
        raise _source_error(source, IssueCode.UNREADABLE_FILE, message) from error
    except ARCHIVE_ERRORS as error:
        raise _source_error(source, IssueCode.NOT_A_SITE, f"must be a whole archive, but is not: {error}") from error
    unprintable = next((path for path in files if not path.isprintable()), None)
    if unprintable:
        message = f"must have printable file names only, but has {unprintable!a}"
        raise _source_error(source, IssueCode.NOT_A_SITE, message)
    if not files:
        raise _source_error(source, IssueCode.NOT_A_SITE, "must hold the files of a site, but holds none")
    if PACKAGE in files and INDEX.path not in files:
        return {f"{DATA_FOLDER}{path.removeprefix('/')}": content for path, content in files.items()}
    return files


def _entries(source: Path) -> Iterator[tuple[str, bytes]]:
    if source.is_dir():
        for file in sorted(source.rglob("*")):
            if file.is_file():
                yield f"/{file.relative_to(source).as_posix()}", file.read_bytes()
        return
    with source.open("rb") as stream:
        is_zip = stream.read(len(ZIP_MAGIC)) == ZIP_MAGIC
    yield from _unique(_zip_entries(source) if is_zip else _tar_entries(source))


def _unique(entries: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """Yield the entries. Raises ``TarError`` for a repeated name: tools disagree on which entry counts."""
    names = set()
    for name, content in entries:
        if name in names:
            raise tarfile.TarError(f"{name!a} is there twice")
        names.add(name)
        yield name, content


def _zip_entries(source: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(source) as archive:
        names = sorted(name for name in archive.namelist() if not name.endswith("/"))
        yield from ((f"/{name}", archive.read(name)) for name in names)


def _tar_entries(source: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the entries. Raises ``TarError`` for anything that is not read here but that other tools might unpack."""
    with tarfile.open(source) as archive:
        for entry in archive:
            stream = archive.extractfile(entry) if entry.isreg() else None
            if stream:
                yield f"/{entry.name.removeprefix('./')}", stream.read()
            elif not entry.isdir():
                raise tarfile.TarError(f"{entry.name!a} is neither a file nor a folder")
        rest = cast("IO[bytes]", archive.fileobj)
        rest.seek(archive.offset)
        if any(chunk.strip(b"\0") for chunk in iter(partial(rest.read, CHUNK), b"")):
            raise tarfile.TarError("there is something after its last file")


def _source_error(source: Path, code: IssueCode, message: str) -> SourceError:
    return SourceError([Issue(str(source), "$", code, message)])
