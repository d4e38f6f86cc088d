"""Interrupts in tests: obeyed, or handled as before once a block has ended."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from locdata_build.cli.interrupts import INTERRUPTS


@contextmanager
def signals_restored() -> Iterator[None]:
    """Restore the handlers of interrupts after the block."""
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    handlers = {number: signal.getsignal(number) for number in INTERRUPTS}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def obey_interrupts() -> None:
    """Obey SIGINT and SIGHUP in this process and in those that it starts.

    A shell makes its background jobs ignore the first, and ``nohup`` makes every program ignore the second.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
