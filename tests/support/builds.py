"""Builds as other machines would make them: in other environments, from data that was copied and is listed in another order.

``python -m support.builds NUMBER FOLDER`` builds ``data_src`` with compressed copies in an empty folder, in the first or the
second of the ``OPPOSITE_SETUPS``, and prints the SHA-256 of the archive.
"""

import hashlib
import os
import runpy
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from msgspec import Struct

YEAR_1980 = 315_532_800
AFTER_2038 = 2**31 + 1

RUN = "import sys; from support.builds import run; run(sys.argv[1] == '1', int(sys.argv[2]), sys.argv[3:])"


class Setup(Struct, frozen=True, kw_only=True):
    """The circumstances of a build. The process gets no environment variables but these, and a hash seed."""

    environment: Mapping[str, str] = {}
    umask: int = 0o022
    folder: str = "folder"
    data: str = "{folder}/data_src"
    """Path of the data on the command line; ``link`` is a symbolic link to it."""
    is_created_backwards: bool = False
    """Whether the source files are copied in reverse order."""
    modified: int = YEAR_1980
    mode: int = 0o644
    is_listed_backwards: bool = False
    processors: int = 2
    is_input_closed: bool = False


OPPOSITE_SETUPS = (
    Setup(
        environment={
            "PYTHONHASHSEED": "1",
            "TZ": "Pacific/Kiritimati",
            "LC_ALL": "C",
            "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",
            "PYTHONOPTIMIZE": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        umask=0o077,
        is_created_backwards=True,
        is_listed_backwards=True,
        mode=0o400,
        processors=1,
        is_input_closed=True,
    ),
    Setup(
        environment={
            "PYTHONHASHSEED": "2",
            "TZ": "Pacific/Pago_Pago",
            "LC_ALL": "tr_TR.UTF-8",
            "HOME": "/nowhere",
            "USER": "nobody",
            "LANGUAGE": "de",
            "COLUMNS": "20",
        },
        umask=0o000,
        folder="a folder with blanks and ü",
        data="./link/",
        modified=AFTER_2038,
        mode=0o777,
        processors=64,
    ),
)
"""Two setups that differ in every respect."""


def build(source: Path, scratch: Path, setup: Setup, *options: str) -> dict[str, str]:
    """Build a copy of the data in ``source`` in a new folder in ``scratch``; return the SHA-256 of each file and of the archive."""
    folder = scratch / setup.folder
    folder.mkdir(parents=True)
    _copy(source, folder / "data_src", setup)
    (folder / "link").symlink_to("data_src")
    builder = [sys.executable, "-c", RUN, str(int(setup.is_listed_backwards)), str(setup.processors)]
    arguments = ["--data", setup.data.format(folder=folder), "--out", "out/site", "--archive", "out/site.tar", *options]
    # Only a shell starts a program without an input.
    closed = ["/bin/sh", "-c", 'exec "$@" <&-', "sh"] if setup.is_input_closed else []
    subprocess.run(
        [*closed, *builder, *arguments],
        cwd=folder,
        env={"PYTHONPATH": import_path(), "PYTHONHASHSEED": "0", **setup.environment},
        umask=setup.umask,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return digests(folder / "out")


def run(is_backwards: bool, processors: int, arguments: list[str]) -> None:
    """Run the builder in this process, which lists folders in an order and counts this many ``processors``."""
    pretend(is_backwards, processors)
    sys.argv[1:] = arguments
    runpy.run_module("locdata_build.cli", run_name="__main__", alter_sys=True)


def pretend(is_backwards: bool, processors: int) -> None:
    """Make this process list folders in an order and count this many ``processors``. With one, it runs on one alone."""
    _reorder(is_backwards)
    vars(os).update(cpu_count=lambda: processors, process_cpu_count=lambda: processors)
    if processors == 1 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def import_path() -> str:
    """Return the import path of this process for a process in another folder."""
    return os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file in ``folder`` by its path in it."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def _copy(source: Path, target: Path, setup: Setup) -> None:
    paths = [str(file.relative_to(source)) for file in source.rglob("*") if file.is_file()]
    for path in sorted(paths, reverse=setup.is_created_backwards):
        file = target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes((source / path).read_bytes())
        file.chmod(setup.mode)
        os.utime(file, (setup.modified, setup.modified))


class _Entries(Iterator[Any], AbstractContextManager["_Entries"]):
    """The result of ``os.scandir`` in another order."""

    def __init__(self, entries: list[Any]) -> None:
        self._entries = iter(entries)

    def __next__(self) -> Any:  # noqa: ANN401  # an entry of either kind of path
        return next(self._entries)

    def __exit__(self, *_: object) -> None:
        """Do nothing: nothing is open."""

    def close(self) -> None:
        """Do nothing: nothing is open."""


def _reorder(is_backwards: bool) -> None:
    listdir, scandir = os.listdir, os.scandir

    def sorted_names(path: Any = ".") -> list[Any]:  # noqa: ANN401  # as os.listdir
        return sorted(listdir(path), reverse=is_backwards)

    def sorted_entries(path: Any = ".") -> _Entries:  # noqa: ANN401  # as os.scandir
        with scandir(path) as entries:
            return _Entries(sorted(entries, key=lambda entry: entry.name, reverse=is_backwards))

    vars(os).update(listdir=sorted_names, scandir=sorted_entries)


if __name__ == "__main__":
    setup = OPPOSITE_SETUPS[int(sys.argv[1]) % len(OPPOSITE_SETUPS)]
    print(build(Path("data_src").absolute(), Path(sys.argv[2]).absolute(), setup, "--precompress")["site.tar"])
