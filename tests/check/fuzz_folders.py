"""Changes to the folder of source files: files that are missing, empty, unexpected, oddly named or not files at all."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from check.fuzz_base import base_bytes
from check.fuzz_payloads import CONTROLS, NAMES, SCRIPTS

ODD_NAMES = tuple(
    name
    for name in (*NAMES, *CONTROLS, *SCRIPTS, "x\ny", "BUILD", "README.md", "schema", ".hidden", "a.JSON", "a.json")
    if name not in ("", ".", "..") and not {"/", "\0", "\ud800"} & {*name} and len(name) < 200
)


def change_folder(root: Path, rng: Random) -> str:
    """Change a folder with the base files; describe the change."""
    path = rng.choice([*base_bytes()])
    name, change = rng.choice(CHANGES)
    odd = rng.choice(ODD_NAMES)
    change(root / path, odd)
    return f"{name}: {path}, {odd!a}"


def _empty(file: Path, odd: str) -> None:
    file.write_bytes(b"")


def _replace_by_folder(file: Path, odd: str) -> None:
    file.unlink()
    file.mkdir()


def _replace_by_pipe(file: Path, odd: str) -> None:
    file.unlink()
    os.mkfifo(file)


def _replace_by_link(target: str) -> Callable[[Path, str], None]:
    def change(file: Path, odd: str) -> None:
        file.unlink()
        file.symlink_to(target.replace("SELF", file.name))

    return change


def _replace_folder_by_file(file: Path, odd: str) -> None:
    folder = file.parent
    for entry in [*folder.iterdir()] if folder.name in ("countries", "erps", "releases") else []:
        entry.unlink()
    if not [*folder.iterdir()]:
        folder.rmdir()
        folder.write_bytes(b"x")


def _add_file(suffix: str) -> Callable[[Path, str], None]:
    def change(file: Path, odd: str) -> None:
        (file.parent / f"{odd}{suffix}").write_bytes(file.read_bytes())

    return change


def _add_name_of_bytes(file: Path, odd: str) -> None:
    Path(os.fsdecode(os.fsencode(file.parent) + b"/\xff\xfe\xed\xa0\x80.json")).write_bytes(b"{}")


def _add_folder(file: Path, odd: str) -> None:
    folder = file.parent / f"{odd}.json"
    if not folder.exists():
        folder.mkdir()


CHANGES: tuple[tuple[str, Callable[[Path, str], None]], ...] = (
    ("missing", lambda file, odd: file.unlink()),
    ("empty", _empty),
    ("a folder instead", _replace_by_folder),
    ("a file instead of its folder", _replace_folder_by_file),
    ("an odd file beside it", _add_file("")),
    ("an odd source file beside it", _add_file(".json")),
    ("a name that is not UTF-8 beside it", _add_name_of_bytes),
    ("an odd folder beside it", _add_folder),
    ("a link to itself", _replace_by_link("SELF")),
    ("a link to nothing", _replace_by_link("nowhere")),
    ("a link out of the folder", _replace_by_link("/etc/passwd")),
    ("a link to a device", _replace_by_link("/dev/zero")),
    ("a link to a folder", _replace_by_link("/")),
    ("a pipe", _replace_by_pipe),
    ("a link to the folder above beside it", lambda file, odd: (file.parent / odd).symlink_to("..")),
)
