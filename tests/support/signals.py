"""Signals as they come from a terminal."""

import signal


def hear_interrupts() -> None:
    """Obey SIGINT, here and in processes that are started from here: a shell tells its jobs in the background to ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
