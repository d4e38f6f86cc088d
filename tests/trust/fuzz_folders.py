"""Changes to the folder of source files: what is missing, empty, too much, no file, or has an odd name."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from trust.fuzz_base import base_bytes
from trust.fuzz_payloads import CONTROLS, SCRIPTS
from trust.fuzz_values import NAMES

ODD_NAMES = tuple(
    name
    for name in (
        *NAMES,
        *CONTROLS,
        *SCRIPTS,
        "a\x1b[2Jb",
        "x\ny",
        "BUILD",
        "README.md",
        "schema",
        ".hidden",
        "a.JSON",
        "a.json",
    )
    if name not in ("", ".", "..") and not {"/", "\0", "\ud800"} & {*name} and len(name) < 200
)


def change_folder(root: Path, rng: Random) -> str:
    """Change the folder, which holds the small set; what was done, in words."""
    place = rng.choice([*base_bytes()])
    name, change = rng.choice(CHANGES)
    odd = rng.choice(ODD_NAMES)
    change(root / place, odd)
    return f"{name}: {place}, {odd!a}"


def _missing(file: Path, odd: str) -> None:
    file.unlink()


def _empty(file: Path, odd: str) -> None:
    file.write_bytes(b"")


def _folder_instead(file: Path, odd: str) -> None:
    file.unlink()
    file.mkdir()


def _file_instead_of_folder(file: Path, odd: str) -> None:
    folder = file.parent
    for entry in [*folder.iterdir()] if folder.name in ("countries", "erps", "releases") else []:
        entry.unlink()
    if not [*folder.iterdir()]:
        folder.rmdir()
        folder.write_bytes(b"x")


def _extra_file(file: Path, odd: str) -> None:
    (file.parent / odd).write_bytes(file.read_bytes())


def _extra_json(file: Path, odd: str) -> None:
    (file.parent / f"{odd}.json").write_bytes(file.read_bytes())


def _name_of_bytes(file: Path, odd: str) -> None:
    Path(os.fsdecode(os.fsencode(file.parent) + b"/\xff\xfe\xed\xa0\x80.json")).write_bytes(b"{}")


def _extra_folder(file: Path, odd: str) -> None:
    folder = file.parent / f"{odd}.json"
    if not folder.exists():
        folder.mkdir()


def _link(target: str) -> Callable[[Path, str], None]:
    def change(file: Path, odd: str) -> None:
        file.unlink()
        file.symlink_to(target.replace("SELF", file.name))

    return change


def _pipe(file: Path, odd: str) -> None:
    file.unlink()
    os.mkfifo(file)


def _folder_link(file: Path, odd: str) -> None:
    (file.parent / odd).symlink_to("..")


CHANGES: tuple[tuple[str, Callable[[Path, str], None]], ...] = (
    ("missing", _missing),
    ("empty", _empty),
    ("a folder instead", _folder_instead),
    ("a file instead of its folder", _file_instead_of_folder),
    ("an odd file beside it", _extra_file),
    ("an odd source file beside it", _extra_json),
    ("a name that is no UTF-8 beside it", _name_of_bytes),
    ("an odd folder beside it", _extra_folder),
    ("a link to itself", _link("SELF")),
    ("a link to nothing", _link("nowhere")),
    ("a link out of the folder", _link("/etc/passwd")),
    ("a link to a device", _link("/dev/zero")),
    ("a link to a folder", _link("/")),
    ("a pipe", _pipe),
    ("a link to the folder above beside it", _folder_link),
)
