"""Watches a Python program from within: what it opens, connects to, starts and reads of the environment.

The interpreter itself tells (PEP 578), before it acts, so what a package does is seen as well. Only C code that calls the
system by itself is not; the test without a network covers that for the network.
"""

import json
import os
import subprocess
import sys
import sysconfig
import zoneinfo
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import AnyStr

from msgspec import Struct

BUILD = "from locdata_build.cli.__main__ import main; main()"
"""The program that builds the site."""

_NETWORK = (
    "socket.",
    "ssl.",
    "urllib.",
    "http.",
    "ftplib.",
    "imaplib.",
    "poplib.",
    "smtplib.",
    "nntplib.",
    "telnetlib.",
)
_PROCESSES = ("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty.")
_READS = {"os.listdir", "os.scandir", "os.chdir", "os.listxattr", "os.getxattr", "glob.glob"}
# How many paths the event begins with. One that is relative to an open folder counts as relative to the working folder, which may be
# written: such a folder has been opened, and judged, before.
_WRITES = {"os.mkdir": 1, "os.remove": 1, "os.rmdir": 1, "os.chmod": 1, "os.chown": 1, "os.utime": 1, "os.truncate": 1}
_WRITES_TWO = {"os.rename": 2, "os.link": 2, "os.symlink": 2}
_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Watched(Struct, frozen=True, kw_only=True):
    """What a program did: what it must not do, the variables that were read and by which package, and how much was seen.

    Packages of Python itself are one, named ``python``.
    """

    status: int
    forbidden: tuple[str, ...]
    variables: tuple[tuple[str, str], ...]
    read: int
    written: int


def watch(program: str, *arguments: str, folder: Path, readable: Iterable[Path]) -> Watched:
    """Run ``program`` with ``arguments`` in ``folder``, the one that it may write to; it may read ``readable`` besides."""
    path = [str(Path(entry).absolute()) for entry in sys.path if entry and Path(entry) != Path.cwd()]
    command = [sys.executable, __file__, str(folder), json.dumps([str(root) for root in readable]), program]
    finished = subprocess.run(
        [*command, *arguments],
        cwd=folder,
        env={"PYTHONPATH": os.pathsep.join(path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=120,
    )
    *_, report = finished.stdout.splitlines() or [""]
    if not report.startswith("{"):
        raise RuntimeError(finished.stderr)
    seen = json.loads(report)
    return Watched(
        status=seen["status"],
        forbidden=tuple(seen["forbidden"]),
        variables=tuple((package, name) for package, name in seen["variables"]),
        read=seen["read"],
        written=seen["written"],
    )


class _Watch:
    """Collects what the hooks see. It is told nothing of what it does itself."""

    def __init__(self, writable: Path, readable: Iterable[Path]) -> None:
        self.writable = _roots([writable])
        packages = [Path(entry) for entry in sys.path if entry]
        python = [sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()]
        # Where Python looks for time zones. The one that is opened is UTC.
        zones = [Path(folder) / "UTC" for folder in zoneinfo.TZPATH]
        self.readable = _roots([writable, *readable, *packages, *map(Path, python), *zones, Path(os.devnull)])
        self.forbidden: set[str] = set()
        self.variables: set[tuple[str, str]] = set()
        self.read = self.written = 0

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        """Judge one event of the interpreter."""
        if event.startswith((*_NETWORK, *_PROCESSES)) or (event == "ctypes.dlopen" and arguments[0] is not None):
            self.forbidden.add(f"{event} {arguments}")
        elif event == "open":
            flags = arguments[2]
            self.judge(event, arguments[:1], is_write=isinstance(flags, int) and bool(flags & _TO_WRITE))
        elif event in _READS:
            self.judge(event, arguments[:1], is_write=False)
        elif count := _WRITES.get(event) or _WRITES_TWO.get(event):
            self.judge(event, arguments[:count], is_write=True)

    def judge(self, event: str, paths: Iterable[object], *, is_write: bool) -> None:
        """Note paths that lie elsewhere. A number is a file that is open already, and was judged then."""
        for path in paths:
            if isinstance(path, str | bytes | os.PathLike):
                self.read += not is_write
                self.written += is_write
                if not _lies_in(_absolute(os.fsdecode(path)), self.writable if is_write else self.readable):
                    self.forbidden.add(f"{event} {os.fsdecode(path)}{' to write' if is_write else ''}")

    def look_up(self, name: str) -> None:
        """Note who reads a variable."""
        frame: FrameType | None = sys._getframe(2)
        # The module _collections_abc calls itself so.
        while frame and _package(frame) in {"os", "collections"}:
            frame = frame.f_back
        package = _package(frame) if frame else ""
        self.variables.add(("python" if package in sys.stdlib_module_names else package, name))


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _roots(paths: Iterable[Path]) -> tuple[str, ...]:
    """Each path as it is written and as it is meant: links lead from one to the other."""
    return tuple({root for path in paths for root in (_absolute(path), str(path.resolve()))})


def _absolute(path: str | Path) -> str:
    """Without following links, which pathlib would do to take ``..`` out."""
    return os.path.abspath(path)  # noqa: PTH100


def _lies_in(path: str, roots: tuple[str, ...]) -> bool:
    return any(path == root or path.startswith(f"{root}{os.sep}") for root in roots)


def _watch_here(writable: str, readable: str, program: str) -> None:
    """Run ``program`` in this process, and print what it did as the last line."""
    seen = _Watch(Path(writable), [Path(root) for root in json.loads(readable)])
    look_up = os._Environ.__getitem__

    def overheard(environment: os._Environ[AnyStr], name: AnyStr) -> AnyStr:
        seen.look_up(os.fsdecode(name))
        return look_up(environment, name)

    os._Environ.__getitem__ = overheard  # type: ignore[method-assign]  # there is no other way to hear of it
    sys.argv = ["program", *sys.argv[4:]]
    code = compile(program, "program", "exec")
    sys.addaudithook(seen.hear)
    status = 0
    try:
        exec(code, {"__name__": "program"})  # noqa: S102  # the programs are ours
    except SystemExit as end:
        status = int(end.code or 0)
    except OSError as error:
        # What was tried counts, not whether it worked here.
        print(error, file=sys.stderr)
    finally:
        report = {
            "status": status,
            "forbidden": sorted(seen.forbidden),
            "variables": sorted(seen.variables),
            "read": seen.read,
            "written": seen.written,
        }
        print(f"\n{json.dumps(report)}")


if __name__ == "__main__":
    _watch_here(*sys.argv[1:4])
