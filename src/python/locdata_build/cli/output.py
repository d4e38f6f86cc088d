"""Standard output and standard error: either everything is written, or the program says so."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO


class OutputError(Exception):
    """Standard output is closed or full, or its reader has ended."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"standard output: cannot be written: {error.strerror}")


def open_missing_streams() -> None:
    """Ignore what is printed to a closed standard error. Raises ``OutputError`` if standard output is closed.

    A file could otherwise be opened under the number of the stream, and be printed into.
    """
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # until the program ends
    if sys.stdout is None:
        raise OutputError(OSError(None, "Bad file descriptor"))


def write_output(text: str) -> None:
    """Print a text and a line break, now. Raises ``OutputError``."""
    with _output_errors():
        # In one piece, so that a reader of the first lines can end after them.
        sys.stdout.write(f"{text}\n")
    flush_output()


def write_bytes(content: bytes) -> None:
    """Write to standard output, now. Raises ``OutputError``."""
    with _output_errors():
        sys.stdout.buffer.write(content)
    flush_output()


def flush_output() -> None:
    """Write what was printed. Raises ``OutputError``."""
    with _output_errors():
        sys.stdout.flush()


@contextmanager
def _output_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        _discard(sys.stdout)
        raise OutputError(error) from error


def write_error(text: str) -> None:
    """Print a text and a line break to standard error, if that is possible."""
    with suppress(OSError):
        print(text, file=sys.stderr)
    flush_error()


def flush_error() -> None:
    """Write what was printed to standard error, if that is possible."""
    try:
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """Discard what a stream still holds: Python would try to write it once more at its end, and complain."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
