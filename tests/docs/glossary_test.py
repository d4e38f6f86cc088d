"""No word that the glossary replaces is left in the sources, the tests, the documents and the pages."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from support.site import DATA, built_site
from support.values import texts

GLOSSARY = Path("docs/glossary.md")
SOURCES = ("src", "tests", "docs", "README.md", "CONTRIBUTING.md")
SUFFIXES = {".py", ".js", ".css", ".html", ".md", ".jinja"}
LEFT_OUT = (GLOSSARY, Path("tests", "docs", "glossary_test.py"), Path("tests/golden/countries"))
"""What lists the words, or quotes the data."""


STAGES = ("contract", "derive", "render", "source", "view")


class Word(NamedTuple):
    """How a replaced word is found: a pattern that leaves its ordinary meanings alone, and the folders to search."""

    pattern: str
    folders: tuple[str, ...] = ("",)
    is_page_word: bool = False
    """Whether the word must not be on a page either, unless the page quotes the data."""


ABOUT_PHASES = ("src/python/locdata_model", *(f"src/python/locdata_build/{stage}" for stage in STAGES))
"""The folders that write about obligations. Elsewhere, a step is one of several things to do."""

WORDS: Mapping[str, Word] = {
    # A hyphen or a quote follows it in anchors, which are permanent.
    "duty": Word(r"\bdut(?:y|ies)\b(?!['\"`-])", is_page_word=True),
    "step": Word(r"\bsteps?\b(?!['\"`-])", ABOUT_PHASES, is_page_word=True),
    "standing": Word(r"\bstandings?\b", is_page_word=True),
    "answer (as a type)": Word(r"\bclass \w*Answers?\b"),
    "flag": Word(r"\b(?:toggle_flag|flag_of_toggle)s?\b"),
    "turn": Word(r"\b(?:class|def) (?:\w*_)?turns?\b|\.turns?\b"),
    "change by itself": Word(r"\bchang\w+ by (?:it|them)sel(?:f|ves)\b", is_page_word=True),
    # The field ``note`` of a partner flag is published.
    "note": Word(r"\b(?!Flag)[A-Z]\w*Notes?\b|\bnote\.(?!read_bytes|parent)"),
    "what it rests on": Word(r"\brest(?:s|ing)? (?:up)?on\b", is_page_word=True),
    "world": Word(r"\bWorld\b|\bworlds\b|_world\b|\bworld_|\bworld\.[a-z]"),
    "told": Word(r"\bTold\b|\b_?is_told\b|\btold\b(?=\s*[=:.,)])"),
    "sound": Word(r"\b(?:is_)?sound(?:ness)?\b"),
    "fault": Word(r"\bfaults?\b"),
    "finding": Word(r"\bFinding\b|\bfindings\b"),
    "stranger": Word(r"\bstrangers?\b", is_page_word=True),
    "grave": Word(r"\bgraves?\b", is_page_word=True),
    "buried": Word(r"\bbur(?:y|ied|ies|ial)\b", is_page_word=True),
    "lasting": Word(r"\blasting\b", is_page_word=True),
    "for ever": Word(r"\bfor ever\b", is_page_word=True),
    "sameness": Word(r"\bsameness\b", is_page_word=True),
    "street": Word(r"\bstreets?\b", is_page_word=True),
    "delivery": Word(r"\bdelivery\b|DeliveryError"),
    "promises (as a module)": Word(r"\bpromises\.py\b|\bcontract[./]promises\b"),
    "inventory": Word(r"\binventor(?:y|ies)\b", is_page_word=True),
    "place": Word(r"\bview[./]places\b|\bpage_places?\b|\bplace_of\b"),
    "address": Word(r"\bpage\.address\b|\baddress(?:es)?_of\b"),
}

EXCEPTIONS: Mapping[tuple[str, str], str] = {
    (
        "src/python/locdata_build/view/pages/timeline.py",
        "dated step of an obligation",
    ): "The page explains what a phase is.",
    (
        "src/python/locdata_build/render/calendar.py",
        "Dated steps//EN",
    ): "The name of the program in calendars is permanent.",
}
"""Lines that may have such a word, by file and a part of the line, with the reason."""


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


def words_of(text: str) -> str:
    """Return a text in lower case, with one space before, after and between words."""
    return " ".join(["", *re.findall(r"[^\W_]+", text.lower()), ""])


def test_every_replaced_word_of_the_glossary_is_searched_for() -> None:
    rows = re.findall(r"^\| .* \| .* \|(.*)\|$", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)[2:]

    assert {word for row in rows for word in row.strip().split(", ") if word} == WORDS.keys(), (
        "add the words that docs/glossary.md replaces to WORDS in tests/docs/glossary_test.py"
    )


def test_no_replaced_word_is_left_in_sources_tests_and_documents(hits: list[Hit]) -> None:
    assert [hit for hit in hits if not any(hit.file == file and part in hit.line for file, part in EXCEPTIONS)] == [], (
        "docs/glossary.md says which words to write instead"
    )


def test_every_exception_is_needed(hits: list[Hit]) -> None:
    assert [key for key in EXCEPTIONS if not any(hit.file == key[0] and key[1] in hit.line for hit in hits)] == [], (
        "remove it from EXCEPTIONS in tests/docs/glossary_test.py"
    )


def test_no_replaced_word_is_left_on_a_page_outside_texts_of_the_data(tmp_path_factory: pytest.TempPathFactory) -> None:
    quoted = [text for file in DATA.rglob("*.json") for text in texts(json.loads(file.read_bytes()))]
    allowed = "|".join(map(words_of, [*quoted, *(part for _, part in EXCEPTIONS)]))
    word = re.compile("|".join(each.pattern for each in WORDS.values() if each.is_page_word))
    found = set()
    for page in built_site(tmp_path_factory).rglob("*.html"):
        text = words_of(html.unescape(re.sub(r"<[^>]*>|https?://\S+", " ", page.read_text(encoding="utf-8"))))
        for match in word.finditer(text):
            before, after = text[: match.start()].split()[-1], text[match.end() :].split(maxsplit=1)[0]
            found.add((before, match[0], after))

    assert (
        sorted(
            (before, match, after)
            for before, match, after in found
            if f" {before} {match} " not in allowed and f" {match} {after} " not in allowed
        )
        == []
    )
