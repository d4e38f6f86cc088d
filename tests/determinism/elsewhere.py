"""Builds as they are made elsewhere: in other environments, from data that was copied in another way.

``python -m determinism.elsewhere NUMBER FOLDER`` builds ``data_src`` with compressed copies in an empty folder, in the
first or second of the ``CONTRARY`` ways, and prints the SHA-256 of the archive.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from determinism.disorder import AS_THEY_LIE, ORDERS

YEAR_1980 = 315_532_800
AFTER_2038 = 2**31 + 1


class Way(Struct, frozen=True, kw_only=True):
    """How a build is made. The environment has nothing in it but what is named, and a seed of hashes."""

    environment: Mapping[str, str] = {}
    umask: int = 0o022
    folder: str = "folder"
    # How the folder of the data is named on the command line; "link" is a symbolic link to it.
    data: str = "{folder}/data_src"
    # How it was copied, one file after the other, and how it is listed.
    created: str = "forwards"
    modified: int = YEAR_1980
    mode: int = 0o644
    listed: str = "forwards"
    processors: int = 2
    is_input_closed: bool = False


PLAIN = Way()

WAYS: Mapping[str, Way] = {
    "hash seed": Way(environment={"PYTHONHASHSEED": "1"}),
    "time zone east, Turkish": Way(environment={"TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8"}),
    "time zone west, no UTF-8": Way(
        environment={"TZ": "Pacific/Pago_Pago", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ),
    "optimized": Way(environment={"PYTHONOPTIMIZE": "1", "PYTHONDONTWRITEBYTECODE": "1"}),
    "another user": Way(
        environment={"HOME": "/nowhere", "USER": "nobody", "LANGUAGE": "de", "COLUMNS": "20"}, is_input_closed=True
    ),
    "umask": Way(umask=0o077),
    "paths": Way(folder="a folder with blanks and ü", data="./link/"),
    "order of creation": Way(created="backwards", listed=AS_THEY_LIE),
    "order of listing": Way(listed="backwards"),
    "times and modes of files": Way(modified=AFTER_2038, mode=0o400),
    "one processor": Way(processors=1),
    "many processors": Way(processors=64),
}
"""Each differs from ``PLAIN`` in one thing, by its name."""

CONTRARY = (
    Way(
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
        created="backwards",
        listed="backwards",
        mode=0o400,
        processors=1,
        is_input_closed=True,
    ),
    Way(
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
        created="shuffled",
        listed="shuffled",
        modified=AFTER_2038,
        mode=0o777,
        processors=64,
    ),
)
"""Two that differ in everything."""


def build(source: Path, scratch: Path, way: Way, *options: str) -> dict[str, str]:
    """Build a copy of the data in ``source`` in a new folder below ``scratch``: the SHA-256 of each file, archive included."""
    folder = scratch / way.folder
    folder.mkdir(parents=True)
    _copy(source, folder / "data_src", way)
    (folder / "link").symlink_to("data_src")
    builder = [sys.executable, "-m", "determinism.disorder", way.listed, str(way.processors)]
    arguments = ["--data", way.data.format(folder=folder), "--out", "out/site", "--archive", "out/site.tar", *options]
    # Only a shell starts a program without an input.
    closed = ["/bin/sh", "-c", 'exec "$@" <&-', "sh"] if way.is_input_closed else []
    subprocess.run(
        [*closed, *builder, *arguments],
        cwd=folder,
        env={"PYTHONPATH": import_path(), "PYTHONHASHSEED": "0", **way.environment},
        umask=way.umask,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return digests(folder / "out")


def what_matters(source: Path, scratch: Path) -> str:
    """The names of those ``WAYS`` that give other bytes than ``PLAIN``: what a build depends on and must not."""
    plain = build(source, scratch / "plain", PLAIN, "--precompress")
    return ", ".join(name for name, way in WAYS.items() if build(source, scratch / name, way, "--precompress") != plain)


def import_path() -> str:
    """Where this process imports from, for another that runs in another folder."""
    return os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file below ``folder`` by its path in it."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def _copy(source: Path, target: Path, way: Way) -> None:
    key, is_reversed = ORDERS[way.created]
    files = [str(file.relative_to(source)) for file in source.rglob("*") if file.is_file()]
    for place in sorted(files, key=key, reverse=is_reversed):
        file = target / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes((source / place).read_bytes())
        file.chmod(way.mode)
        os.utime(file, (way.modified, way.modified))


if __name__ == "__main__":
    way = CONTRARY[int(sys.argv[1]) % len(CONTRARY)]
    print(build(Path("data_src").absolute(), Path(sys.argv[2]).absolute(), way, "--precompress")["site.tar"])
