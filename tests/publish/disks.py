"""Publishes to full and read-only file systems in a mount namespace of its own, and prints the outcomes.

To be started by ``run_mounted``: only in such a namespace can every user mount.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from locdata_build.hosting.rules import CURRENT_RELEASE
from locdata_build.publish.files import PublishError, replace_file
from locdata_build.publish.folder import publish_folder
from locdata_build.publish.releases import publish_release, restore_release
from publish.steps import run_in_child
from support.folders import names
from support.small_sites import LARGE_FORMER, LARGE_NEW, PAGE, state

NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount")
"""Starts a program that can mount, visible to itself alone; the system may refuse it."""

OLD_ARCHIVE, NEW_ARCHIVE = b"1" * 8 * PAGE, b"2" * 8 * PAGE

Case = Callable[[Path], "list[Outcome]"]
"""Mounts something at or in a folder, publishes there, and returns the outcome of each attempt."""


class Outcome(msgspec.Struct, frozen=True):
    """The error of an attempt to publish, what the target then is, and what is beside it."""

    error: str
    target: str
    beside: tuple[str, ...] = ()


def can_mount() -> bool:
    """Return whether the system lets this user mount in a namespace."""
    program = shutil.which(NAMESPACE[0])
    return (
        program is not None and subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False).returncode == 0
    )


def run_mounted(case: Case, folder: Path) -> list[Outcome]:
    """Run one of ``CASES``, with ``folder`` to mount in."""
    finished = subprocess.run(
        [*NAMESPACE, sys.executable, "-m", "publish.disks", case.__name__, folder],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, map(os.path.abspath, sys.path)))},
        capture_output=True,
        check=True,
        timeout=60,
    )
    return msgspec.json.decode(finished.stdout, type=list[Outcome])


def full_disk(disk: Path) -> list[Outcome]:
    """Publish a site over another one on disks with more and more space, until it succeeds."""
    return _publish_until_there_is_space(
        disk,
        lambda: publish_folder(LARGE_FORMER, disk / "site"),
        lambda: publish_folder(LARGE_NEW, disk / "site"),
    )


def full_disk_and_archive(disk: Path) -> list[Outcome]:
    """Write an archive over another one on disks with more and more space, until it succeeds."""
    return _publish_until_there_is_space(
        disk,
        lambda: replace_file(disk / "site", OLD_ARCHIVE),
        lambda: replace_file(disk / "site", NEW_ARCHIVE),
    )


def _publish_until_there_is_space(
    disk: Path, publish_former: Callable[[], object], publish_new: Callable[[], object], target: str = "site"
) -> list[Outcome]:
    _mount(disk, "size=4m")
    publish_former()
    used = _used(disk)
    outcomes: list[Outcome] = []
    while not outcomes or outcomes[-1].error:
        _mount(disk, f"remount,size={used + len(outcomes) * PAGE}")
        outcomes.append(_attempt(disk, publish_new, target))
    return outcomes


def disk_filled_by_killed_build(disk: Path) -> list[Outcome]:
    """Publish where the leftovers of a killed build leave no space for another site."""
    _mount(disk, "size=4m")
    publish_folder(LARGE_FORMER, disk / "site")

    def kill(_step: int, event: str, _name: str) -> None:
        if event == "ctypes.dlsym":
            os.kill(os.getpid(), signal.SIGKILL)

    run_in_child(lambda: publish_folder(LARGE_NEW, disk / "site"), kill)
    _mount(disk, f"remount,size={_used(disk) + PAGE}")
    return [_attempt(disk, lambda: publish_folder(LARGE_NEW, disk / "site"))]


def read_only_disk(disk: Path) -> list[Outcome]:
    """Publish over a site and into a new folder, and write a file, on a read-only disk."""
    _mount(disk, "size=4m")
    publish_folder(LARGE_FORMER, disk / "site")
    _mount(disk, "remount,ro")
    return [
        _attempt(disk, lambda: publish_folder(LARGE_NEW, disk / "site")),
        _attempt(disk, lambda: publish_folder(LARGE_NEW, disk / "new/site")),
        _attempt(disk, lambda: replace_file(disk / "site.tar", b"archive")),
    ]


def mounted_target(disk: Path) -> list[Outcome]:
    """Publish into a folder that another disk is mounted on, empty and with a site: it cannot be replaced."""
    (disk / "site").mkdir()
    _mount(disk / "site", "size=4m")
    empty = _attempt(disk, lambda: publish_folder(LARGE_NEW, disk / "site"))
    publish_folder(LARGE_FORMER, disk / "other")
    shutil.copytree(disk / "other", disk / "site", dirs_exist_ok=True)
    shutil.rmtree(disk / "other")
    return [empty, _attempt(disk, lambda: publish_folder(LARGE_NEW, disk / "site"))]


def mounted_releases(disk: Path) -> list[Outcome]:
    """Publish releases into a folder that another disk is mounted on, and restore the first one."""
    (disk / "volume").mkdir()
    _mount(disk / "volume", "size=4m")
    publishing: list[Callable[[], object]] = [
        lambda: publish_release(LARGE_FORMER, disk / "volume"),
        lambda: publish_release(LARGE_NEW, disk / "volume"),
        lambda: restore_release(disk / "volume"),
    ]
    return [_attempt(disk / "volume", publish, CURRENT_RELEASE) for publish in publishing]


def full_disk_of_releases(disk: Path) -> list[Outcome]:
    """Publish a release after another one on disks with more and more space, until it succeeds."""
    return _publish_until_there_is_space(
        disk, lambda: publish_release(LARGE_FORMER, disk), lambda: publish_release(LARGE_NEW, disk), CURRENT_RELEASE
    )


def _mount(disk: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", disk], check=True)


def _used(disk: Path) -> int:
    space = os.statvfs(disk)
    return (space.f_blocks - space.f_bfree) * space.f_frsize


def _attempt(disk: Path, publish: Callable[[], object], target: str = "site") -> Outcome:
    error = ""
    try:
        publish()
    except PublishError as refused:
        error = str(refused).replace(str(disk), "disk")
    return Outcome(error, _state(disk / target), tuple(name for name in names(disk) if name != target))


def _state(target: Path) -> str:
    if target.is_file():
        return {OLD_ARCHIVE: "former", NEW_ARCHIVE: "new"}.get(target.read_bytes(), "a broken file")
    return state(target)


CASES: Sequence[Case] = (
    full_disk,
    full_disk_and_archive,
    disk_filled_by_killed_build,
    read_only_disk,
    mounted_target,
    mounted_releases,
    full_disk_of_releases,
)


def main() -> None:
    """Print the outcomes of the case that the command line names."""
    case = next(case for case in CASES if case.__name__ == sys.argv[1])
    print(msgspec.json.encode(case(Path(sys.argv[2]))).decode())


if __name__ == "__main__":
    main()
