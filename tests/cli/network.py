"""Watcher inside a Python program: files that it opens, connections, other programs, and environment variables.

The interpreter reports each operation before it happens (PEP 578), so packages are watched as well. Only C code that calls
the system directly is not; for the network, the test without a network covers that.
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

import msgspec

BUILD = "from locdata_build.cli.__main__ import main; raise SystemExit(main())"
"""The program that builds the site."""

_NETWORK = ("socket.", "ssl.", "urllib.")
_PROCESSES = ("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty.")
_READS = {"os.listdir", "os.scandir", "os.chdir", "os.listxattr", "os.getxattr", "glob.glob"}
# A path relative to an open folder counts as relative to the working folder, which may be written: that folder was checked
# when it was opened.
_WRITES = {"os.mkdir", "os.remove", "os.rmdir", "os.chmod", "os.chown", "os.utime", "os.truncate"}
_WRITES_TWO_PATHS = {"os.rename", "os.link", "os.symlink"}
_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """Report on a program: forbidden operations, variables with the package that read each, and counts.

    The standard library is one package, named ``python``.
    """

    status: int
    forbidden: tuple[str, ...]
    variables: tuple[tuple[str, str], ...]
    read: int
    written: int


def watch(program: str, *arguments: str, folder: Path, readable: Iterable[Path]) -> Watched:
    """Run ``program`` with ``arguments`` in ``folder``, which it may write to; it may also read ``readable``."""
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
    return msgspec.json.decode(report, type=Watched)


class _Watch:
    """Collector of the events of the hooks."""

    def __init__(self, writable: Path, readable: Iterable[Path]) -> None:
        self.writable = _roots([writable])
        packages = [Path(entry) for entry in sys.path if entry]
        python = [sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()]
        # Where Python looks for time zones; UTC is the one that it opens.
        zones = [Path(folder) / "UTC" for folder in zoneinfo.TZPATH]
        self.readable = _roots([writable, *readable, *packages, *map(Path, python), *zones, Path(os.devnull)])
        self.forbidden: set[str] = set()
        self.variables: set[tuple[str, str]] = set()
        self.read = self.written = 0

    def on_event(self, event: str, arguments: tuple[object, ...]) -> None:
        """Check one event of the interpreter."""
        if event.startswith((*_NETWORK, *_PROCESSES)) or (event == "ctypes.dlopen" and arguments[0] is not None):
            self.forbidden.add(f"{event} {arguments}")
        elif event == "open":
            flags = arguments[2]
            self.check(event, arguments[:1], is_write=isinstance(flags, int) and bool(flags & _TO_WRITE))
        elif event in _READS:
            self.check(event, arguments[:1], is_write=False)
        elif event in _WRITES | _WRITES_TWO_PATHS:
            self.check(event, arguments[: 2 if event in _WRITES_TWO_PATHS else 1], is_write=True)

    def check(self, event: str, paths: Iterable[object], *, is_write: bool) -> None:
        """Record paths outside the permitted folders. A number is an open file, which was checked when it was opened."""
        for path in paths:
            if isinstance(path, str | bytes | os.PathLike):
                self.read += not is_write
                self.written += is_write
                if not _lies_in(_absolute(os.fsdecode(path)), self.writable if is_write else self.readable):
                    self.forbidden.add(f"{event} {os.fsdecode(path)}{' to write' if is_write else ''}")

    def look_up(self, name: str) -> None:
        """Record which package reads a variable."""
        frame: FrameType | None = sys._getframe(2)
        # ``collections`` is the name of the module _collections_abc.
        while frame and _package(frame) in {"os", "collections"}:
            frame = frame.f_back
        package = _package(frame) if frame else ""
        self.variables.add(("python" if package in sys.stdlib_module_names else package, name))


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _roots(paths: Iterable[Path]) -> tuple[str, ...]:
    """Return each path as it is written and with its symbolic links resolved."""
    return tuple({root for path in paths for root in (_absolute(path), str(path.resolve()))})


def _absolute(path: str | Path) -> str:
    """Return the absolute path without following links, which pathlib would do to remove ``..``."""
    return os.path.abspath(path)  # noqa: PTH100


def _lies_in(path: str, roots: tuple[str, ...]) -> bool:
    return any(path == root or path.startswith(f"{root}{os.sep}") for root in roots)


def _watch_here(writable: str, readable: str, program: str) -> None:
    """Run ``program`` in this process, and print the report as the last line."""
    seen = _Watch(Path(writable), [Path(root) for root in json.loads(readable)])
    look_up = os._Environ.__getitem__

    def recorded(environment: os._Environ[AnyStr], name: AnyStr) -> AnyStr:
        seen.look_up(os.fsdecode(name))
        return look_up(environment, name)

    os._Environ.__getitem__ = recorded  # type: ignore[method-assign]  # there is no other way to observe it
    sys.argv = ["program", *sys.argv[4:]]
    code = compile(program, "program", "exec")
    sys.addaudithook(seen.on_event)
    status = 0
    try:
        exec(code, {"__name__": "program"})  # noqa: S102  # the programs are those of the tests
    except SystemExit as end:
        status = int(end.code or 0)
    except OSError as error:
        # The attempt is what matters, even if it fails on this machine.
        print(error, file=sys.stderr)
    finally:
        report = Watched(
            status=status,
            forbidden=tuple(sorted(seen.forbidden)),
            variables=tuple(sorted(seen.variables)),
            read=seen.read,
            written=seen.written,
        )
        print(f"\n{msgspec.json.encode(report).decode()}")


if __name__ == "__main__":
    _watch_here(*sys.argv[1:4])
