"""Archives that programs unpack to different files: each lets ``evil`` or a changed page take the place of what it seems to hold."""

import gzip
import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Mapping

from locdata_build.render.archive import BLOCK, RECORD

GOOD, EVIL = b"<p>good</p>\n", b"<p>evil</p>\n"
"""What a page should hold, and what another program may find in its place; of the same size."""

PAGE, FOREIGN = "index.html", "evil.html"


def _entry(name: str, size: int = 0, kind: bytes = tarfile.REGTYPE, **fields: object) -> bytes:
    entry = tarfile.TarInfo(name)
    entry.size, entry.type, entry.mode = size, kind, 0o644
    for field, value in fields.items():
        setattr(entry, field, value)
    return entry.tobuf(tarfile.GNU_FORMAT)


def _padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % BLOCK)


def _file(name: str, content: bytes, kind: bytes = tarfile.REGTYPE, **fields: object) -> bytes:
    return _entry(name, len(content), kind, **fields) + _padded(content)


def _extended(kind: bytes, **records: str) -> bytes:
    """Return an extended header of POSIX.1-2001 (pax)."""
    content = b""
    for key, value in records.items():
        text = f" {key}={value}\n"
        length = len(text) + 2
        length += len(str(length)) - 2
        content += f"{length}{text}".encode()
    return _file("PaxHeaders/x", content, kind=kind)


def _long_name(name: str) -> bytes:
    return _file("././@LongLink", name.encode() + b"\0", kind=tarfile.GNUTYPE_LONGNAME)


def _archive(*parts: bytes) -> bytes:
    content = b"".join(parts) + bytes(2 * BLOCK)
    return content + bytes(-len(content) % RECORD)


def _zip(contents: Mapping[str, bytes], extra: Callable[[bytes], bytes] = lambda _: b"") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in contents.items():
            entry = zipfile.ZipInfo(name)
            entry.extra = extra(name.encode())
            archive.writestr(entry, content)
    return buffer.getvalue()


def _other_name(name: bytes) -> bytes:
    """Return an extra field that gives a file another name (Info-ZIP Unicode Path)."""
    field = struct.pack("<BL", 1, zlib.crc32(name)) + FOREIGN.encode()
    return struct.pack("<HH", 0x7075, len(field)) + field


_PLAIN = _archive(_file(PAGE, GOOD))
_HIDDEN = _file(PAGE, EVIL)

HOSTILE: Mapping[str, bytes] = {
    "size in the first of two pax headers": _archive(
        _extended(tarfile.XHDTYPE, size=str(len(_HIDDEN) + BLOCK)),
        _extended(tarfile.XHDTYPE, comment="x"),
        _file(PAGE, GOOD),
        _HIDDEN,
    ),
    "size in a global pax header": _archive(
        _extended(tarfile.XGLTYPE, size=str(BLOCK + len(_HIDDEN))), _file(PAGE, GOOD), _HIDDEN
    ),
    "path in a pax header": _archive(_extended(tarfile.XHDTYPE, path=FOREIGN), _file(PAGE, GOOD)),
    "several GNU long names": _archive(_long_name(FOREIGN), _long_name(PAGE), _file("x", EVIL)),
    "GNU long name before a pax path": _archive(
        _long_name(FOREIGN), _extended(tarfile.XHDTYPE, path=PAGE), _file("x", EVIL)
    ),
    "repeated name": _archive(_file(PAGE, EVIL), _file(PAGE, GOOD)),
    "name with a dot segment": _archive(_file(PAGE, GOOD), _file(f"x/../{PAGE}", EVIL)),
    "link and file": _archive(_entry("x", kind=tarfile.SYMTYPE, linkname="/tmp"), _file("x/evil.html", EVIL)),  # noqa: S108
    "hard link": _archive(_file(PAGE, GOOD), _entry("x", kind=tarfile.LNKTYPE, linkname=PAGE)),
    "folder outside": _archive(_file(PAGE, GOOD), _entry("../../x/", kind=tarfile.DIRTYPE)),
    "folder without permissions": _archive(_entry("x/", kind=tarfile.DIRTYPE, mode=0), _file(PAGE, GOOD)),
    "setuid file": _archive(_file(PAGE, GOOD, mode=0o4755)),
    "file of another owner": _archive(_file(PAGE, GOOD, uid=1000)),
    "pipe": _archive(_file(PAGE, GOOD), _entry("x", kind=tarfile.FIFOTYPE)),
    "device": _archive(_file(PAGE, GOOD), _entry("x", kind=tarfile.CHRTYPE, devmajor=1, devminor=5)),
    "sparse file": _archive(_entry(PAGE, len(GOOD), tarfile.GNUTYPE_SPARSE), _padded(GOOD)),
    "two archives": _PLAIN + _archive(_file(FOREIGN, EVIL)),
    "archive after two empty blocks": _file(PAGE, GOOD) + bytes(2 * BLOCK) + _archive(_file(FOREIGN, EVIL)),
    "size in base 256": _archive(
        _entry(PAGE)[:124] + b"\x80" + len(GOOD).to_bytes(11, "big") + _entry(PAGE)[136:], _padded(GOOD)
    ),
    "compressed": gzip.compress(_PLAIN, mtime=0),
    "zip": _zip({PAGE: GOOD}),
    "two zips": _zip({PAGE: GOOD}) + _zip({PAGE: EVIL}),
    "zip with another name": _zip({PAGE: GOOD}, _other_name),
}
"""Each archive by what is wrong with it."""
