"""The format of calendars (RFC 5545): components, and properties with values of each type."""

import datetime as dt
from collections.abc import Iterable, Iterator

MAX_LINE = 75
"""Maximum number of octets in a line without its end (RFC 5545, 3.1)."""


def component(name: str, properties: Iterable[tuple[str, str]], components: Iterable[bytes] = ()) -> bytes:
    """Return a component such as ``VEVENT`` with its properties, as names and values, and the components in it."""
    return b"".join([*map(_line, [("BEGIN", name), *properties]), *components, _line(("END", name))])


def _line(name_and_value: tuple[str, str]) -> bytes:
    return b"\r\n ".join(_fold(":".join(name_and_value).encode())) + b"\r\n"


def _fold(line: bytes) -> Iterator[bytes]:
    """Yield the parts of a line (3.1). No character and no escape is cut, for clients that read the parts one by one."""
    # Every part but the first begins with a space, which counts as well.
    room = MAX_LINE - 1
    while len(line) > room:
        end = room
        while line[end] & 0xC0 == 0x80:
            end -= 1
        if (end - len(line[:end].rstrip(b"\\"))) % 2:
            end -= 1
        yield line[:end]
        line = line[end:]
    yield line


def text_value(value: str) -> str:
    """Return a text as a value (3.3.11)."""
    return value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def texts_value(values: Iterable[str]) -> str:
    """Return texts as a list of values."""
    return ",".join(map(text_value, values))


def day_value(value: dt.date) -> str:
    """Return a date as a value: ``20261121``."""
    return f"{value:%Y%m%d}"


def midnight_value(value: dt.date) -> str:
    """Return the first second of a day in UTC as a value: ``20261121T000000Z``."""
    return f"{day_value(value)}T000000Z"
