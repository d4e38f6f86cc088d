"""The files of a finished site, read from a folder, a tar or a zip archive."""

import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, SourceError
from locdata_model.data_files import DATA_FOLDER
from locdata_model.endpoints import INDEX

BROKEN = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    # A link that leads nowhere; a password; a method of compression that is not known.
    KeyError,
    RuntimeError,
)
"""What the standard library raises for archives that are cut off, damaged or locked."""

ZIP_MAGIC = b"PK"
"""How a zip archive begins. To look at its end instead would take a tar archive for the zip that is its last file."""

CHUNK = 1 << 20

PACKAGE = "/datapackage.json"
"""Where a folder with the data files alone has its description; on a site it lies deeper."""


def read_site_files(place: Path) -> dict[str, bytes]:
    """The content of each file by its path on the site, which begins with a slash.

    ``place`` is a site or its data files, as a folder, a tar archive (also compressed) or a zip archive. Raises
    ``SourceError`` where it is none or cannot be read.
    """
    try:
        files = dict(_entries(place))
    except OSError as error:
        raise _fault(place, Code.UNREADABLE_FILE, f"must be readable, but is not: {error.strerror or error}") from error
    except BROKEN as error:
        raise _fault(place, Code.NOT_A_SITE, f"must be a whole archive, but is not: {error}") from error
    unreadable = next((path for path in files if not path.isprintable()), None)
    if unreadable:
        raise _fault(place, Code.NOT_A_SITE, f"must hold files with readable names alone, but holds {unreadable!a}")
    if not files:
        raise _fault(place, Code.NOT_A_SITE, "must hold the files of a site, but holds none")
    if PACKAGE in files and INDEX.path not in files:
        return {f"{DATA_FOLDER}{path.removeprefix('/')}": content for path, content in files.items()}
    return files


def _entries(place: Path) -> Iterator[tuple[str, bytes]]:
    if place.is_dir():
        for file in sorted(place.rglob("*")):
            if file.is_file():
                yield f"/{file.relative_to(place).as_posix()}", file.read_bytes()
        return
    with place.open("rb") as start:
        is_zip = start.read(len(ZIP_MAGIC)) == ZIP_MAGIC
    yield from _once(_zipped(place) if is_zip else _tarred(place))


def _once(entries: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """The entries. Raises ``TarError`` where a name comes twice: which one counts depends on who unpacks it."""
    names = set()
    for name, content in entries:
        if name in names:
            raise tarfile.TarError(f"{name!a} is there twice")
        names.add(name)
        yield name, content


def _zipped(place: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(place) as archive:
        names = sorted(name for name in archive.namelist() if not name.endswith("/"))
        yield from ((f"/{name}", archive.read(name)) for name in names)


def _tarred(place: Path) -> Iterator[tuple[str, bytes]]:
    """The files. Raises ``TarError`` for what others might unpack, and this reader would not."""
    with tarfile.open(place) as archive:
        for entry in archive:
            stream = archive.extractfile(entry) if entry.isreg() else None
            if stream:
                yield f"/{entry.name.removeprefix('./')}", stream.read()
            elif not entry.isdir():
                raise tarfile.TarError(f"{entry.name!a} is neither a file nor a folder")
        if archive.fileobj is not None:
            archive.fileobj.seek(archive.offset)
            if any(chunk.strip(b"\0") for chunk in iter(partial(archive.fileobj.read, CHUNK), b"")):
                raise tarfile.TarError("there is something behind its last file")


def _fault(place: Path, code: Code, message: str) -> SourceError:
    return SourceError([Fault(str(place), "$", code, message)])
