"""Standard output and standard error: either everything is written, or the program says so."""

import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import TextIO

LINES_AT_ONCE = 1_000
"""The number of lines that are written in one piece."""


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
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What its encoding does not have is escaped, as it is on standard error.
        sys.stdout.reconfigure(errors="backslashreplace")


def buffer_output() -> None:
    """Give standard output a buffer if it has none (PYTHONUNBUFFERED): Python would not report what it writes in part."""
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and isinstance(stream.buffer, io.RawIOBase):
        encoding, errors, raw = stream.encoding, stream.errors, stream.detach()
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors)


def write_output(lines: Iterable[str]) -> None:
    """Print lines, each made printable, now. Raises ``OutputError``."""
    printed = map(printable_line, lines)
    with _output_errors():
        # Not one by one, so that a reader of the first lines can end after them, and not in one piece, which may be huge.
        while some := "".join(islice(printed, LINES_AT_ONCE)):
            sys.stdout.write(some)
    flush_output()


def printable_line(text: str) -> str:
    """Return a line in which everything is escaped that a terminal would obey, except the tabs of configurations."""
    if not text.isprintable():
        # Imported only if needed: the help should appear at once.
        from locdata_build.data.errors import printable  # noqa: PLC0415

        text = "\t".join(map(printable, text.split("\t")))
    return f"{text}\n"


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


def write_error(*lines: str) -> None:
    """Print lines, each made printable, to standard error, if that is possible."""
    with suppress(OSError):
        sys.stderr.write("".join(map(printable_line, lines)))
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
