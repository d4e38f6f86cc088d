"""Interrupts: the signals that end a command."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

INTERRUPTED = 130
"""128 plus the number of SIGINT: the status that shells report for an interrupted command."""

INTERRUPTS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


def raise_on_interrupts() -> None:
    """Raise ``KeyboardInterrupt`` on every interrupt except those that are ignored, as ``nohup`` does with SIGHUP."""
    last = float("-inf")

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal last
        # Service managers and closing terminals send two signals at once. The second must not interrupt the clean-up.
        is_repeated, last = time.monotonic() < last + 1, time.monotonic()
        if not is_repeated:
            raise KeyboardInterrupt

    for number in INTERRUPTS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, interrupt)


def block_interrupts() -> None:
    """Block interrupts for the rest of the program, whose result is final: the exit of Python would report them as errors."""
    with suppress(KeyboardInterrupt):
        signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Defer interrupts until the block ends."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
