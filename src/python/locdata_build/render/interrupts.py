"""Interrupts: the signals that end a program, after it has removed unfinished files and ended its worker processes.

The handler of a signal raises its exception wherever the program is, even while it removes files. Therefore interrupts are
blocked as long as there are unfinished files, and the program checks for them where it can stop. Other code may also ignore
the exception: msgspec ignores every exception while it inspects a type, and Python while it ends an object.
"""

import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

INTERRUPTS = frozenset({signal.SIGHUP, signal.SIGINT, signal.SIGTERM})

ONE_INTERRUPT = 1.0
"""Seconds in which signals count as one interrupt: service managers and closing terminals send two at once."""

_received: list[float] = []
"""When the interrupts were received."""


def raise_on_interrupts() -> None:
    """Raise ``KeyboardInterrupt`` on every interrupt but those that are ignored, as ``nohup`` does with SIGHUP.

    Where Python cannot raise it, nothing is printed.
    """
    _received.clear()
    sys.unraisablehook = _report_unraisable
    for number in INTERRUPTS:
        if not _is_ignored(number):
            signal.signal(number, _interrupt)


def _is_ignored(number: int) -> bool:
    return signal.getsignal(number) is signal.SIG_IGN


def _report_unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    """Print an exception that Python cannot raise, as it does itself, unless it is that of an interrupt."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)


def _interrupt(number: int, frame: FrameType | None) -> None:
    is_repeated = bool(_received) and time.monotonic() < _received[-1] + ONE_INTERRUPT
    if not is_repeated:
        _received.append(time.monotonic())
        raise KeyboardInterrupt


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Let interrupts wait until the block ends: those of this thread, and of threads and processes that it starts."""
    blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # Inside, because it raises the exception of an interrupt that was received just before.
        block_interrupts()
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)


def block_interrupts() -> None:
    """Let interrupts wait from now on."""
    signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)


def was_interrupted() -> bool:
    """Tell whether the exception of an interrupt was raised, whatever became of it."""
    return bool(_received)


def raise_if_interrupted() -> None:
    """Raise ``KeyboardInterrupt`` if an interrupt waits for the end of a block, or other code ignored it."""
    if was_interrupted() or any(not _is_ignored(number) for number in signal.sigpending() & INTERRUPTS):
        raise KeyboardInterrupt


def until_interrupted(items: Iterable[T]) -> Iterator[T]:
    """Yield the items. Raises ``KeyboardInterrupt`` before an item as ``raise_if_interrupted`` does."""
    for item in items:
        raise_if_interrupted()
        yield item
