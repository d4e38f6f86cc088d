"""Notes lead to an entry of the list of sources and back; in twins they are footnotes, each of which is defined once."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import ascii_lowercase
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given

from locdata_build.view.blocks import Paragraph
from locdata_build.view.notes import SOURCES_SECTION
from locdata_build.view.page import Page
from locdata_build.view.text import Note, rich
from render.every_block import PAGES, citation
from render.html import find_elements, parse_html, words_of
from render.texts import TEXTS

DEFINITION = re.compile(r"^\[\^([0-9a-z]+)\]: ", re.MULTILINE)
USE = re.compile(r"(?<!\\)\[\^([0-9a-z]+)\](?!: )")


@pytest.fixture(scope="module")
def pages(sample_site: Path) -> Mapping[str, Element]:
    """The pages of the sample with notes, by path."""
    files = {str(file.relative_to(sample_site)): file.read_bytes() for file in sample_site.rglob("*.html")}
    return {path: parse_html(content) for path, content in files.items() if b"<sup " in content}


@pytest.fixture(scope="module")
def twins(sample_site: Path) -> Mapping[str, str]:
    """The twins of the sample, by path."""
    return {str(file.relative_to(sample_site)): file.read_text(encoding="utf-8") for file in sample_site.rglob("*.md")}


def entries_of(page: Element) -> list[Element]:
    """Return the entries of the list of sources."""
    (entries,) = find_elements(page, "ol", class_="sources")
    return list(entries)


def links_back(entry: Element) -> list[Element]:
    """Return the links of an entry to its notes."""
    return list(entry[-1].iter("a"))


# Pages


def test_every_note_leads_to_its_source_and_from_there_to_the_first_note_on_the_same_place(
    pages: Mapping[str, Element],
) -> None:
    assert len(pages) > 5
    for path, page in pages.items():
        notes = [*find_elements(page, "sup")]
        there = {(words_of(note), note[0].attrib["href"]) for note in notes}
        first = {note.attrib["id"]: words_of(note) for note in notes if "id" in note.attrib}
        back = [
            (first[link.attrib["href"].removeprefix("#")], f"#{entry.attrib['id']}")
            for entry in entries_of(page)
            for link in links_back(entry)
        ]

        assert (path, sorted(back)) == (path, sorted(there))


def test_notes_show_the_numbers_of_the_list(pages: Mapping[str, Element]) -> None:
    for page in pages.values():
        numbers = [f"s{number}" for number, _ in enumerate(entries_of(page), start=1)]
        shown = {words_of(note).rstrip(ascii_lowercase): note[0].attrib["href"] for note in find_elements(page, "sup")}

        assert [entry.attrib["id"] for entry in entries_of(page)] == numbers
        assert shown == {number.removeprefix("s"): f"#{number}" for number in numbers}


def test_every_source_is_listed_once(pages: Mapping[str, Element]) -> None:
    for path, page in pages.items():
        urls = [next(entry.iter("a")).attrib["href"] for entry in entries_of(page)]

        assert (path, sorted({*urls})) == (path, sorted(urls))


def rendered(*notes: Note) -> Element:
    """The page with a paragraph for each note, and the list of their sources."""
    blocks = tuple(Paragraph(rich("Text.", note)) for note in notes)
    page = Page(path="/page/", title="Title", description="Text.", lead=(), blocks=blocks, sections=(SOURCES_SECTION,))
    return parse_html(PAGES.render(page))


def test_notes_of_the_next_page_begin_with_one_again() -> None:
    first, second = (rendered(Note((citation(name),))) for name in ("Law", "News"))

    assert [words_of(entries_of(page)[0][0]) for page in (first, second)] == ["Law", "News"]
    assert [entry.attrib["id"] for entry in entries_of(second)] == ["s1"]


@given(TEXTS)
def test_any_title_publisher_and_locator_is_shown_as_it_is(text: str) -> None:
    (entry,) = entries_of(rendered(Note((citation(text, text, publisher=text),))))

    assert "".join(entry[0].itertext()) == text
    assert "".join(entry.itertext()).startswith(f"{text}, {text} (official, law")
    assert ["".join(link.itertext()) for link in links_back(entry)] == [f"↑1 {text}"]


# Twins


def test_each_footnote_is_defined_once_and_each_definition_is_used(twins: Mapping[str, str]) -> None:
    for path, twin in twins.items():
        defined: Sequence[str] = DEFINITION.findall(twin)

        assert (path, sorted(defined)) == (path, sorted({*USE.findall(twin)}))


def test_definitions_are_the_end_of_a_twin(twins: Mapping[str, str]) -> None:
    with_notes = [twin for twin in twins.values() if DEFINITION.search(twin)]
    ends = [twin.rpartition("\n\n")[2].splitlines() for twin in with_notes]

    assert len(with_notes) > 5
    assert [twin.count("\n[^") for twin in with_notes] == [len(lines) for lines in ends]
    assert [line for lines in ends for line in lines if not DEFINITION.match(line)] == []


def test_page_and_twin_number_the_same_sources(pages: Mapping[str, Element], twins: Mapping[str, str]) -> None:
    for path, page in pages.items():
        labels = DEFINITION.findall(twins[path.replace(".html", ".md")])

        assert {int(re.sub("[a-z]", "", label)) for label in labels} == {*range(1, len(entries_of(page)) + 1)}
