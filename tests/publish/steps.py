"""Programs that are stopped before one of their file operations, each in its own process."""

import itertools
import os
import signal
import sys
from collections.abc import Callable

OPERATIONS = ("open", "os.", "shutil.", "tempfile.", "fcntl.flock")
"""The audit events of file operations."""


def run_stopped(act: Callable[[], object], step: int, number: signal.Signals) -> int:
    """Run ``act`` in another process, and send it a signal before its file operation number ``step``, counted from 0.

    Return its exit status, or the negative number of the signal that killed it: 0 if it has ended before that operation,
    and 130 if it was interrupted.
    """
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            # An interrupt could leave a lock of coverage locked, for which the process would then wait forever.
            sys.settrace(None)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            _stop_before(step, number)
            act()
            status = 0
        except KeyboardInterrupt:
            status = 130
        finally:
            # This process must not go on with the tests, whatever happens.
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _stop_before(step: int, number: signal.Signals) -> None:
    steps = itertools.count()

    def stop(event: str, _arguments: tuple[object, ...]) -> None:
        if event.startswith(OPERATIONS) and next(steps) == step:
            os.kill(os.getpid(), number)

    sys.addaudithook(stop)
