"""Standard output and standard error: either everything is written, or an error is reported."""

import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import TextIO

LINES_AT_ONCE = 1_000
"""Number of lines per write."""


class OutputError(Exception):
    """Standard output is closed or full, or its reader has exited."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"standard output: cannot be written: {error.strerror}")


def open_missing_streams() -> None:
    """Replace a closed standard error, so that no other file gets its number. Raises ``OutputError`` if standard output is closed."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # until the program ends
    if sys.stdout is None:
        raise OutputError(OSError(None, "Bad file descriptor"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Characters that its encoding lacks are escaped, as on standard error.
        sys.stdout.reconfigure(errors="backslashreplace")


def buffer_output() -> None:
    """Buffer standard output if it is unbuffered (PYTHONUNBUFFERED): Python would not report partial writes."""
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and isinstance(stream.buffer, io.RawIOBase):
        encoding, errors, raw = stream.encoding, stream.errors, stream.detach()
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors)


def write_output(lines: Iterable[str]) -> None:
    """Print lines, each made printable, now. Raises ``OutputError``."""
    printed = map(printable_line, lines)
    with _output_errors():
        # In chunks, so that a reader of the first lines can exit after them, and no huge text is joined.
        while some := "".join(islice(printed, LINES_AT_ONCE)):
            sys.stdout.write(some)
    flush_output()


def printable_line(text: str) -> str:
    """Return a line in which characters that a terminal would interpret are escaped, except the tabs of configurations."""
    if not text.isprintable():
        # Imported only if needed, so that the help appears at once.
        from locdata_build.data.errors import printable  # noqa: PLC0415

        text = "\t".join(map(printable, text.split("\t")))
    return f"{text}\n"


def write_bytes(content: bytes) -> None:
    """Write to standard output, now. Raises ``OutputError``."""
    with _output_errors():
        sys.stdout.buffer.write(content)
    flush_output()


def flush_output() -> None:
    """Flush standard output. Raises ``OutputError``."""
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
    """Print lines, each made printable, to standard error if possible."""
    with suppress(OSError):
        sys.stderr.write("".join(map(printable_line, lines)))
    flush_error()


def flush_error() -> None:
    """Flush standard error if possible."""
    try:
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """Discard the buffer of a stream, which Python would otherwise try to write again at exit, with an error."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
