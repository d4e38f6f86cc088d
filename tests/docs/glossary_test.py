"""No word that the glossary replaces is left in the sources, the tests and the documents."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from support.glossary import EXCEPTIONS, WORDS

GLOSSARY = Path("docs/glossary.md")
SOURCES = ("src", "tests", "docs", "README.md", "CONTRIBUTING.md")
SUFFIXES = {".py", ".js", ".css", ".html", ".md", ".jinja", ".ts"}
LEFT_OUT = (GLOSSARY, Path("tests/support/glossary.py"), Path("tests/golden/countries"))
"""What lists the words, or quotes the data."""


class Hit(NamedTuple):
    """A replaced word in a line of a file."""

    word: str
    file: str
    line: str


@pytest.fixture(scope="module")
def hits() -> list[Hit]:
    """Every replaced word in the sources, the tests and the documents."""
    return [hit for file in source_files() for hit in hits_in(file)]


def source_files() -> Iterator[Path]:
    """Yield the files that people write."""
    for entry in map(Path, SOURCES):
        for file in sorted(entry.rglob("*")) if entry.is_dir() else [entry]:
            is_left_out = any(file.is_relative_to(path) for path in LEFT_OUT)
            if (file.suffix in SUFFIXES or file.name == "BUILD") and file.is_file() and not is_left_out:
                yield file


def hits_in(file: Path) -> Iterator[Hit]:
    """Yield the replaced words in the path and the lines of a file."""
    words = {word: each for word, each in WORDS.items() if any(map(file.is_relative_to, each.folders))}
    for line in (str(file), *file.read_text(encoding="utf-8").splitlines()):
        for word, each in words.items():
            # A class is found by its capitals, any other word also at the start of a sentence.
            flags = re.NOFLAG if re.search("[A-Z]", each.pattern) else re.IGNORECASE
            if re.search(each.pattern, line, flags):
                yield Hit(word, str(file), line.strip())


def test_every_replaced_word_of_the_glossary_is_searched_for() -> None:
    rows = re.findall(r"^\| .* \| .* \|(.*)\|$", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)[2:]

    assert {word for row in rows for word in row.strip().split(", ") if word} == WORDS.keys(), (
        "add the words that docs/glossary.md replaces to WORDS in tests/support/glossary.py"
    )


def test_no_replaced_word_is_left_in_sources_tests_and_documents(hits: list[Hit]) -> None:
    assert [hit for hit in hits if not any(hit.file == file and part in hit.line for file, part in EXCEPTIONS)] == [], (
        "docs/glossary.md says which words to write instead"
    )


def test_every_exception_is_needed(hits: list[Hit]) -> None:
    assert [key for key in EXCEPTIONS if not any(hit.file == key[0] and key[1] in hit.line for hit in hits)] == [], (
        "remove it from EXCEPTIONS in tests/support/glossary.py"
    )
