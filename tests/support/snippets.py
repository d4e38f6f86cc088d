"""The code in the documents."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DOCUMENTS = (
    *sorted([*Path().glob("*.md"), *Path("docs").glob("*.md")]),
    Path("src/npm/locdata_types/README.md"),
    Path("src/python/locdata_model/README.md"),
    Path("src/python/locdata_client/README.md"),
)
"""Every document for people who use the data or the code."""

CONSUMERS = Path("docs/consumers.md")

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Snippet(NamedTuple):
    """A block of code: its place, the heading above it, and its language."""

    document: Path
    line: int
    heading: str
    language: str
    code: str


def snippets_in(document: Path) -> Iterator[Snippet]:
    """Yield the snippets of a document, in their order."""
    text = document.read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        before = text[: block.start()]
        *_, heading = re.findall(r"^#+ (.*)$", before, re.MULTILINE)
        yield Snippet(document, before.count("\n") + 2, heading, block[1], block[2])


def snippet(document: Path, heading: str) -> str:
    """Return the code of the only snippet below a heading of a document."""
    (code,) = (each.code for each in snippets_in(document) if each.heading == heading)
    return code
