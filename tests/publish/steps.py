"""Runs a build in a process of its own, and does something to it before one of its file operations."""

import itertools
import os
import signal
import sys
from collections.abc import Callable
from typing import NamedTuple

Act = Callable[[int, str, str], None]
"""What to do before a file operation: its number, from 0, its audit event, and the path or name that it concerns.

It must do something only once, because its own file operations are counted too.
"""

OPERATIONS = ("open", "os.", "fcntl.flock", "ctypes.dlsym")
"""The audit events of file operations; the last one is that of an exchange."""


class Ended(NamedTuple):
    """How a build ended: its exit status, or the negative number of the signal that killed it, and its error."""

    status: int
    error: str


def nothing(_step: int, _event: str, _name: str) -> None:
    """Let the build run undisturbed."""


def at(step: int, number: signal.Signals) -> Act:
    """Send the build a signal before its file operation number ``step``."""

    def act(now: int, _event: str, _name: str) -> None:
        if now == step:
            os.kill(os.getpid(), number)

    return act


def run_in_child(build: Callable[[], object], act: Act = nothing) -> Ended:
    """Run ``build`` in a process of its own, and call ``act`` before each of its file operations."""
    return wait_for(*start_in_child(build, act))


def start_in_child(build: Callable[[], object], act: Act = nothing) -> tuple[int, int]:
    """Start ``build`` in a process and group of its own; return its id, and the descriptor to read its error from."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.close(reader)
            # An interrupt could leave a lock of coverage locked, for which the build would then wait forever.
            sys.settrace(None)
            act_before_operations(act)
            build()
            status = 0
        # This process must not go on with the tests, whatever happens.
        except BaseException as error:  # noqa: BLE001
            os.write(writer, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(status)
    os.close(writer)
    os.setpgid(pid, pid)
    return pid, reader


def wait_for(pid: int, reader: int) -> Ended:
    """Wait for the end of a build that ``start_in_child`` has started."""
    with os.fdopen(reader, encoding="utf-8") as stream:
        error = stream.read()
    return Ended(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), error)


def act_before_operations(act: Act) -> None:
    """Call ``act`` before each of the file operations of this process from now on."""
    steps = itertools.count()

    def before(event: str, arguments: tuple[object, ...]) -> None:
        if event.startswith(OPERATIONS):
            names = [argument for argument in arguments if isinstance(argument, str | os.PathLike)]
            act(next(steps), event, os.fspath(names[0]) if names else "")

    sys.addaudithook(before)
