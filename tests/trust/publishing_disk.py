"""Publishes into file systems that are full or read-only, in a mount namespace of its own, and prints what came of it.

To be started by ``run_mounted``: only in such a namespace may anyone mount.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from locdata_build.publish.file import PublishError, replace_file
from locdata_build.publish.folder import publish_folder
from locdata_build.render.artifacts import Artifact
from locdata_build.render.checksums import checksums
from trust.publishing_steps import run_apart
from trust.publishing_watch import files_of

NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount")
"""Starts a program that may mount, but for itself alone; any user may, where the system lets them."""

PAGE = 4096
"""What the smallest file takes of a ``tmpfs``, in bytes."""

Case = Callable[[Path], "list[Outcome]"]
"""Mounts something at or in a folder, publishes there, and tells what came of each attempt."""


class Outcome(msgspec.Struct, frozen=True):
    """What one attempt to publish a second site over a first one came to."""

    error: str
    holds: str
    beside: tuple[str, ...]


def site(name: str, count: int) -> tuple[Artifact, ...]:
    """A site with so many pages of one page of memory each, and an index."""
    pages = [Artifact(f"/pages/{number:03}/index.html", name.encode().ljust(PAGE, b".")) for number in range(count)]
    files = (Artifact("/api/v1/index.json", f"{name}\n".encode()), *pages)
    return (checksums(files), *files)


def by_path(artifacts: Sequence[Artifact]) -> Mapping[str, bytes]:
    """The files of a site by their path below its root."""
    return {artifact.path.removeprefix("/"): artifact.content for artifact in artifacts}


FIRST, SECOND = site("first", 20), site("second", 20)
SITES = {"first": by_path(FIRST), "second": by_path(SECOND)}


def can_mount() -> bool:
    """Whether the system lets this user mount in a namespace."""
    program = shutil.which(NAMESPACE[0])
    return (
        program is not None and subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False).returncode == 0
    )


def run_mounted(case: Case, folder: Path) -> list[Outcome]:
    """What one of ``CASES`` comes to, with ``folder`` to mount in."""
    finished = subprocess.run(
        [*NAMESPACE, sys.executable, "-m", "trust.publishing_disk", case.__name__, folder],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, map(os.path.abspath, sys.path)))},
        capture_output=True,
        check=True,
        timeout=60,
    )
    return msgspec.json.decode(finished.stdout, type=list[Outcome])


def full_disk(disk: Path) -> list[Outcome]:
    """Publish over a site onto disks with more and more room, until it succeeds; then the archive in the same way."""
    _mount(disk, "size=4m")
    publish_folder(FIRST, disk / "site")
    taken = _taken(disk)
    outcomes: list[Outcome] = []
    while not outcomes or outcomes[-1].error:
        _mount(disk, f"remount,size={taken + len(outcomes) * PAGE}")
        outcomes.append(_attempt(disk, lambda: publish_folder(SECOND, disk / "site")))
    return outcomes


def full_disk_and_archive(disk: Path) -> list[Outcome]:
    """Write an archive over another one onto disks with more and more room, until it succeeds."""
    _mount(disk, "size=4m")
    replace_file(disk / "site", b"1" * 8 * PAGE)
    taken = _taken(disk)
    outcomes: list[Outcome] = []
    while not outcomes or outcomes[-1].error:
        _mount(disk, f"remount,size={taken + len(outcomes) * PAGE}")
        outcomes.append(_attempt(disk, lambda: replace_file(disk / "site", b"2" * 8 * PAGE)))
    return outcomes


def disk_filled_by_a_killed_build(disk: Path) -> list[Outcome]:
    """Publish where the leftovers of a build that was killed leave no room for another."""
    _mount(disk, "size=4m")
    publish_folder(FIRST, disk / "site")

    def kill(_step: int, event: str, _name: str) -> None:
        if event == "ctypes.dlsym":
            os.kill(os.getpid(), 9)

    run_apart(lambda: publish_folder(SECOND, disk / "site"), kill)
    _mount(disk, f"remount,size={_taken(disk) + PAGE}")
    return [_attempt(disk, lambda: publish_folder(SECOND, disk / "site"))]


def read_only_disk(disk: Path) -> list[Outcome]:
    """Publish, over a site and anew, and write a file, on a disk that is read-only."""
    _mount(disk, "size=4m")
    publish_folder(FIRST, disk / "site")
    _mount(disk, "remount,ro")
    return [
        _attempt(disk, lambda: publish_folder(SECOND, disk / "site")),
        _attempt(disk, lambda: publish_folder(SECOND, disk / "new/site")),
        _attempt(disk, lambda: replace_file(disk / "site.tar", b"archive")),
    ]


def mounted_target(disk: Path) -> list[Outcome]:
    """Publish into a folder that another disk is mounted on, and that so cannot be replaced: empty, and with a site."""
    (disk / "site").mkdir()
    _mount(disk / "site", "size=4m")
    empty = _attempt(disk, lambda: publish_folder(SECOND, disk / "site"))
    for artifact in FIRST:
        file = disk / "site" / artifact.path.removeprefix("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(artifact.content)
    return [empty, _attempt(disk, lambda: publish_folder(SECOND, disk / "site"))]


def _mount(disk: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", disk], check=True)


def _taken(disk: Path) -> int:
    space = os.statvfs(disk)
    return (space.f_blocks - space.f_bfree) * space.f_frsize


def _attempt(disk: Path, publish: Callable[[], None]) -> Outcome:
    error = ""
    try:
        publish()
    except PublishError as refused:
        error = str(refused).replace(str(disk), "disk")
    return Outcome(
        error=error,
        holds=_name_of(disk / "site"),
        beside=tuple(sorted(entry.name for entry in disk.iterdir() if entry.name != "site")),
    )


def _name_of(target: Path) -> str:
    """What is at ``target``: the name of a whole site or archive, or whatever else is there."""
    if target.is_file():
        return {b"1" * 8 * PAGE: "first", b"2" * 8 * PAGE: "second"}.get(target.read_bytes(), "a broken file")
    found = files_of(target)
    return next((name for name, files in SITES.items() if files == found), f"{len(found)} files")


CASES: Sequence[Case] = (
    full_disk,
    full_disk_and_archive,
    disk_filled_by_a_killed_build,
    read_only_disk,
    mounted_target,
)


def main() -> None:
    """Print what the case that the command line names comes to."""
    case = next(case for case in CASES if case.__name__ == sys.argv[1])
    print(msgspec.json.encode(case(Path(sys.argv[2]))).decode())


if __name__ == "__main__":
    main()
