"""Hostile sites: a small one as a folder, an archive or a list of checksums, with one to three changes."""

import json
import os
import shutil
import tarfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from msgspec import Struct

from check.fuzz_folders import CHANGES as FOLDER_CHANGES
from check.fuzz_folders import ODD_NAMES
from check.fuzz_json import CHANGES as JSON_CHANGES
from contract.hostile_archives import HOSTILE
from locdata_build.render.archive import BLOCK
from locdata_model.urls import CHECKSUMS_PATH

MOST_CHANGES = 3
LARGEST_CHANGED = 5_000_000
MOST_LINES = 100_000


class HostileSite(Struct, frozen=True):
    """A hostile site on the disk, and what was changed."""

    path: Path
    kind: str
    words: str


class Base(Struct, frozen=True):
    """A site that is changed: its files by path, the folder that holds them, and the bytes of its archive."""

    files: Mapping[str, bytes]
    folder: Path
    archive: bytes


def make_site(base: Base, seed: int, number: int, scratch: Path) -> HostileSite:
    """Write the hostile site with that number, always the same, into an empty folder."""
    rng = Random(f"{seed}:{number}")  # noqa: S311  # A case must be repeatable.
    kind, make = rng.choice([("archive", _archive), ("folder", _folder), ("list", _list)])
    path = scratch / kind
    words = make(base, rng, path)
    return HostileSite(path, kind, words)


# Archives


def _archive(base: Base, rng: Random, path: Path) -> str:
    content, words = base.archive, []
    for _ in range(rng.randint(0, MOST_CHANGES)):
        change = rng.choice(ARCHIVE_CHANGES)
        content = change(content, rng)
        words.append(change.__name__.removeprefix("_").replace("_", " "))
    path.write_bytes(content)
    return ", then ".join(words) or "unchanged"


def _headers(content: bytes) -> list[int]:
    """Return the position of each header of an archive as the builder packs it; only the first block of any other."""
    if len(content) % BLOCK:
        return [0]
    starts = [index for index in range(0, len(content), BLOCK) if content[index + 257 : index + 262] == b"ustar"]
    return starts or [0]


def _with_header(content: bytes, start: int, **fields: object) -> bytes:
    """Return an archive in which one header has other fields, and the checksum that belongs to them."""
    try:
        entry = tarfile.TarInfo.frombuf(content[start : start + BLOCK], "utf-8", "surrogateescape")
        for field, value in fields.items():
            setattr(entry, field, value)
        header = entry.tobuf(tarfile.GNU_FORMAT if entry.size > 8**11 else tarfile.USTAR_FORMAT)
    except (tarfile.TarError, ValueError):
        return content
    return content[:start] + header + content[start + BLOCK :]


def _another_field(content: bytes, rng: Random) -> bytes:
    field, values = rng.choice(HEADER_FIELDS)
    return _with_header(content, rng.choice(_headers(content)), **{field: rng.choice(values)})


def _hostile_entry_first(content: bytes, rng: Random) -> bytes:
    hostile = rng.choice([*HOSTILE.values()])
    return hostile[: rng.randrange(1, 5) * BLOCK] + content


def _hostile_entry_inside(content: bytes, rng: Random) -> bytes:
    hostile, start = rng.choice([*HOSTILE.values()]), rng.choice(_headers(content))
    return content[:start] + hostile[: rng.randrange(1, 5) * BLOCK] + content[start:]


def _another_archive_behind(content: bytes, rng: Random) -> bytes:
    return content + rng.choice([*HOSTILE.values(), content])


def _hostile_archive(content: bytes, rng: Random) -> bytes:
    return rng.choice([*HOSTILE.values()])


def _other_bytes(content: bytes, rng: Random) -> bytes:
    start = rng.randrange(len(content) or 1)
    piece = rng.choice([rng.randbytes(rng.choice([1, 2, 16, BLOCK])), bytes(BLOCK), b"\xff" * 12])
    return content[:start] + piece + content[start + len(piece) :]


def _another_length(content: bytes, rng: Random) -> bytes:
    size = max(0, rng.choice([0, 1, BLOCK, len(content) // 2, len(content) - BLOCK, len(content) - 1]))
    return rng.choice([content[:size], content + bytes(size)])


def _another_content(content: bytes, rng: Random) -> bytes:
    """Change a byte of a file, as an honest build of other data might: the archive keeps its form."""
    start = rng.choice(_headers(content)) + BLOCK
    return content[:start] + bytes([content[start] ^ 1]) + content[start + 1 :] if start < len(content) else content


ARCHIVE_CHANGES: Sequence[Callable[[bytes, Random], bytes]] = (
    _another_field,
    _another_field,
    _hostile_entry_first,
    _hostile_entry_inside,
    _another_archive_behind,
    _hostile_archive,
    _other_bytes,
    _another_length,
    _another_content,
    _another_content,
)

HEADER_FIELDS: Sequence[tuple[str, Sequence[object]]] = (
    ("name", ("../../x", "/etc/passwd", "x/../y", "x\ny", "index.html", "x" * 100, "", "\udcff", "zzz.html")),
    ("size", (0, 1, 511, 513, 8**11 - 1, 8**11, 10**18)),
    ("mtime", (0, 1, 8**11 - 1)),
    ("mode", (0, 0o755, 0o4755, 0o600)),
    ("uid", (1, 1000)),
    ("gid", (1,)),
    ("uname", ("root", "x")),
    ("type", (b"\0", *(bytes([kind]) for kind in b"1234567xgLKSVAD"))),
    ("linkname", ("/etc/passwd", "index.html")),
    ("devmajor", (1,)),
)


# Folders


def _folder(base: Base, rng: Random, path: Path) -> str:
    shutil.copytree(base.folder, path)
    words = []
    for _ in range(rng.randint(0, MOST_CHANGES)):
        name = rng.choice([*base.files]).removeprefix("/")
        file = path / name
        # An earlier change may have taken the file away, or made it too large to be changed again.
        if file.is_file() and not file.is_symlink() and file.stat().st_size < LARGEST_CHANGED:
            with suppress(OSError):
                words.append(f"{name}: {_change_folder(file, rng) if rng.random() < 0.4 else _change_file(file, rng)}")
    return "; ".join(words) or "unchanged"


def _change_folder(file: Path, rng: Random) -> str:
    what, change = rng.choice(FOLDER_CHANGES)
    change(file, rng.choice(ODD_NAMES))
    return what


def _change_file(file: Path, rng: Random) -> str:
    if rng.random() < 0.1:
        os.truncate(file, rng.choice([0, 1, 10**6, 10**8, 10**12]))
        return "another length"
    if file.suffix != ".json":
        file.write_bytes(_other_bytes(file.read_bytes() or b"x", rng))
        return "other bytes"
    changes, weights = zip(*JSON_CHANGES, strict=True)
    (change,) = rng.choices(changes, weights)
    try:
        content, words = change(json.loads(file.read_bytes()), rng)
    except (ValueError, RecursionError, IndexError, KeyError, AttributeError):
        # An earlier change left nothing that this one could change.
        return "no change"
    file.write_bytes(content)
    return str(words)


# Lists of checksums


def _list(base: Base, rng: Random, path: Path) -> str:
    content, words = base.files[CHECKSUMS_PATH], []
    for _ in range(rng.randint(0, MOST_CHANGES)):
        lines = content.splitlines(keepends=True) or [b"\n"]
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        odd = rng.choice(ODD_NAMES).encode(errors="surrogateescape")
        what, lines = rng.choice(
            [
                ("exchanged lines", [*lines[:one], lines[other], *lines[one + 1 :]]),
                ("a line twice", [*lines, lines[one]]),
                ("a line missing", lines[:one] + lines[one + 1 :]),
                ("an odd name", [*lines, b"0" * 64 + b"  " + odd + b"\n"]),
                ("another checksum", [*lines[:one], b"0" * 64 + lines[one][64:], *lines[one + 1 :]]),
                ("a name that leads elsewhere", [*lines, b"0" * 64 + b"  ../../etc/passwd\n"]),
                ("other line ends", [line.replace(b"\n", b"\r\n") for line in lines]),
                ("other bytes", [_other_bytes(content, rng)]),
                ("many lines", (lines * 100)[:MOST_LINES]),
                ("nothing", []),
            ]
        )
        content = b"".join(lines)
        words.append(what)
    path.write_bytes(content)
    return ", then ".join(words) or "unchanged"
