"""Runs a build in a process of its own, and does something to it before a file operation of one's choice."""

import itertools
import os
import sys
from collections.abc import Callable
from typing import NamedTuple

Act = Callable[[int, str, str], None]
"""What to do before a file operation: its number, from 0, its name as an audit event, and the path or name it is about.

It must do something once only: what it does to files are operations too.
"""

OPERATIONS = ("open", "os.", "fcntl.flock", "ctypes.dlsym")
"""The audit events of file operations; the last one is that of an exchange."""


class Ended(NamedTuple):
    """How a build ended: its exit status, or the negative number of the signal that killed it, and its error."""

    status: int
    error: str


def nothing(_step: int, _event: str, _name: str) -> None:
    """Let the build run undisturbed."""


def run_apart(build: Callable[[], object], act: Act = nothing) -> Ended:
    """Run ``build`` apart, with ``act`` called before each of its file operations."""
    pid, reader = start_apart(build, act)
    return end_apart(pid, reader)


def start_apart(build: Callable[[], object], act: Act = nothing) -> tuple[int, int]:
    """Start ``build`` apart: its process, a group of its own, and the descriptor that its error can be read from."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.close(reader)
            _hook(act)
            build()
            status = 0
        # The process ends here and must not go on with the tests, whatever comes.
        except BaseException as error:  # noqa: BLE001
            os.write(writer, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(status)
    os.close(writer)
    os.setpgid(pid, pid)
    return pid, reader


def end_apart(pid: int, reader: int) -> Ended:
    """Wait for the end of a build that was started apart."""
    with os.fdopen(reader, encoding="utf-8") as stream:
        error = stream.read()
    return Ended(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), error)


def _hook(act: Act) -> None:
    steps = itertools.count()

    def before(event: str, arguments: tuple[object, ...]) -> None:
        if event.startswith(OPERATIONS):
            names = [argument for argument in arguments if isinstance(argument, str | os.PathLike)]
            act(next(steps), event, os.fspath(names[0]) if names else "")

    sys.addaudithook(before)
