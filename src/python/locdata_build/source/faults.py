"""Faults in source files: what is wrong, where, and what would be right."""

from collections.abc import Iterable

from msgspec import Struct

from locdata_build.source.codes import Code

LONGEST_PATH, LONGEST_MESSAGE = 200, 600
"""Characters that a line shows of a JSON path and of a message: both may hold what stands in a file."""

MOST_SHOWN = 1_000
"""Faults that are printed one by one."""


class Fault(Struct, frozen=True, order=True):
    """One fault: the file, the JSON path in it, a stable code, and a message that says what would be right."""

    file: str
    path: str
    code: Code
    message: str

    def __str__(self) -> str:
        path, message = _cut(self.path, LONGEST_PATH), _cut(self.message, LONGEST_MESSAGE)
        return _printable(f"{self.file}: {path}: {message} [{self.code}]")


Finding = tuple[str, Code, str]
"""JSON path, code and message of a fault in a file that is named elsewhere."""


class SourceError(Exception):
    """Source files cannot be built from; ``faults`` holds every fault, in the order of files."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        unique = dict.fromkeys(faults)
        self.faults = tuple(sorted(unique, key=lambda fault: fault.file))
        count = len(self.faults)
        total = f"{count} {'fault' if count == 1 else 'faults'}"
        rest = f", of which the first {MOST_SHOWN} are shown" if count > MOST_SHOWN else ""
        super().__init__("\n".join([*map(str, self.faults[:MOST_SHOWN]), f"{total}{rest}"]))


def member_path(parent: str, key: str | int) -> str:
    """The JSON path of a member of ``parent``."""
    if isinstance(key, int):
        return f"{parent}[{key}]"
    return f"{parent}.{key}" if key.replace("_", "").isalnum() else f"{parent}[{key!r}]"


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}..."


def _printable(text: str) -> str:
    """The text with escapes for what a terminal would obey, hide or break a line at."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
