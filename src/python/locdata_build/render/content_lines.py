"""The lines of a calendar as RFC 5545 has them: texts with escapes (3.3.11), long lines folded (3.1), CRLF at each end."""

import datetime as dt
from collections.abc import Iterable, Iterator

LONGEST_LINE = 75
"""Octets of a line, its end apart (3.1)."""


def text(value: str) -> str:
    """A text as a value."""
    return value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def texts(values: Iterable[str]) -> str:
    """Texts as a list of values."""
    return ",".join(map(text, values))


def day(value: dt.date) -> str:
    """A day as a value: ``20261121``."""
    return f"{value:%Y%m%d}"


def midnight(value: dt.date) -> str:
    """The first second of a day in UTC as a value: ``20261121T000000Z``."""
    return f"{day(value)}T000000Z"


def component(name: str, properties: Iterable[tuple[str, str]], inside: Iterable[bytes] = ()) -> bytes:
    """A component such as ``VEVENT``: its properties as names and values, and the components ``inside`` it."""
    lines = [("BEGIN", name), *properties]
    return b"".join([*map(_line, lines), *inside, _line(("END", name))])


def _line(line: tuple[str, str]) -> bytes:
    content = ":".join(line).encode()
    return b"\r\n ".join(_folded(content)) + b"\r\n"


def _folded(content: bytes) -> Iterator[bytes]:
    """The parts of a line: no character and no escape is cut in two, for clients that look at one part at a time."""
    # The blank that begins every part but the first is an octet as well.
    room = LONGEST_LINE - 1
    while len(content) > room:
        end = room
        while content[end] & 0xC0 == 0x80:
            end -= 1
        if content[end - 1 : end] in b"\\^":
            end -= 1
        yield content[:end]
        content = content[end:]
    yield content
