"""Interrupts by Ctrl-C and SIGTERM. An interrupt that other code ignores still ends a build.

The handler of a signal raises its exception wherever the program is. While msgspec inspects a type, it ignores every
exception, an interrupt among them.
"""

import signal
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import NoReturn, TypeVar

T = TypeVar("T")

_received: list[int] = []


def raise_on_interrupts() -> None:
    """Raise ``KeyboardInterrupt`` on SIGTERM, so that staged files are removed, and on SIGINT unless it is ignored."""
    _received.clear()
    signal.signal(signal.SIGTERM, _interrupt)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    _received.append(number)
    raise KeyboardInterrupt


def until_interrupted(items: Iterable[T]) -> Iterator[T]:
    """Yield the items. Raises ``KeyboardInterrupt`` before an item if there was an interrupt that other code ignored."""
    for item in items:
        if _received:
            raise KeyboardInterrupt
        yield item
