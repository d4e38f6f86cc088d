"""Faults in source files: what is wrong, where, and what would be right."""

from collections.abc import Iterable

from msgspec import Struct

from locdata_build.source.codes import Code


class Fault(Struct, frozen=True, order=True):
    """One fault: the file, the JSON path in it, a stable code, and a message that says what would be right."""

    file: str
    path: str
    code: Code
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.path}: {self.message} [{self.code}]"


Finding = tuple[str, Code, str]
"""JSON path, code and message of a fault in a file that is named elsewhere."""


class SourceError(Exception):
    """Source files cannot be built from; ``faults`` holds every fault, in the order of files."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        unique = dict.fromkeys(faults)
        self.faults = tuple(sorted(unique, key=lambda fault: fault.file))
        count = len(self.faults)
        super().__init__("\n".join([*map(str, self.faults), f"{count} {'fault' if count == 1 else 'faults'}"]))


def member_path(parent: str, key: str | int) -> str:
    """The JSON path of a member of ``parent``."""
    if isinstance(key, int):
        return f"{parent}[{key}]"
    return f"{parent}.{key}" if key.replace("_", "").isalnum() else f"{parent}[{key!r}]"
