"""A text with markers is divided into statements, each of which has its own markers, and what is no marker is text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from locdata_build.data.canonical import canonical
from locdata_build.data.countries import CountryFile
from locdata_build.data.record import walk
from locdata_build.data.statements import (
    CitedStatement,
    CitedText,
    Marker,
    cited_fields,
    parse_citations,
    sentences_in,
    separate_citations,
    statements_of,
    uncited_parts,
)
from locdata_model.serialization import encode_json
from support.dataset import COUNTRY, as_read, whole
from support.records import cited

WORDS = (
    "VAT is 19%",
    "فاتورة ضريبية",
    "חשבונית",
    "増値税",
    "a [1] b",
    "^x",
    "[ ^a]",
    "^[a]",
    "it's 5.5",
    "e\u0301te",
    "🧾",
    "(old) rate",
)
CLOSINGS = ("", ".", ";", ",", ").", ".”", "؟", "。", "!?", " –"[1:])
LOCATORS = st.none() | st.sampled_from(["Art. 1", "section 4.2: rates", "القسم 3", "p. 7, (a)", "§ 12 Abs. 2 Nr. 1"])
MARKERS = st.builds(Marker, st.from_regex(r"[a-z0-9]{1,5}(-[a-z0-9]{1,5}){0,2}", fullmatch=True), LOCATORS)
STATEMENTS = st.lists(
    st.tuples(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join),
        st.lists(MARKERS, min_size=1, max_size=3, unique=True),
        st.sampled_from(CLOSINGS),
    ),
    max_size=5,
)
"""The words, the markers and the punctuation of statements."""


def as_written(marker: Marker) -> str:
    """A marker as it is in a text."""
    return f"[^{marker.source}: {marker.locator}]" if marker.locator else f"[^{marker.source}]"


@given(STATEMENTS, st.none() | st.sampled_from(WORDS))
def test_text_is_divided_into_the_statements_that_it_is_built_from(
    built: list[tuple[str, list[Marker], str]], rest: str | None
) -> None:
    parts = [f"{words}{''.join(map(as_written, markers))}{closing}" for words, markers, closing in built]
    raw = " ".join([*parts, rest] if rest else parts)
    statements = [CitedStatement(words + closing, tuple(markers)) for words, markers, closing in built]

    found = parse_citations(raw)

    assert [*found.statements] == [*statements, *([CitedStatement(rest)] if rest else [])]
    assert found == " ".join(statement.text for statement in found.statements)
    assert (found.raw, found.errors) == (raw, ())


@example("[[^a]^")
@given(
    st.lists(st.sampled_from(["[^", "]", "[^a]", "[^b: Art. 1]", "x", " ", ".", "[", "^", ": "]), max_size=12).map(
        "".join
    )
)
def test_text_of_any_form_is_divided_or_has_errors(raw: str) -> None:
    found = parse_citations(raw)

    assert found == " ".join(statement.text for statement in found.statements)
    assert found.errors or "[^" not in found
    assert found.errors or all(statement.text for statement in found.statements)
    assert " ".join(sentences_in(found)) == found


@pytest.mark.parametrize(
    "raw", ["", "[1]", "2^10", "[ ^a]", "^[a]", "a[b^c]", "[", "]", "[a](https://b.example/^)", "[\\^a]"]
)
def test_text_without_markers_stays_as_it_is(raw: str) -> None:
    found = parse_citations(raw)

    assert (found, found.raw, found.errors) == (raw, raw, ())
    assert found.statements == ((CitedStatement(raw),) if raw else ())


MALFORMED = {
    "empty": ("Rate[^].", "must name a source in each marker, got '[^]'"),
    "blank": ("Rate[^ ].", "must name a source in each marker, got '[^ ]'"),
    "at the start": ("[^a] Rate.", "must have words directly before a marker, got '[^a]'"),
    "space before": ("Rate [^a].", "must have words directly before a marker, got '[^a]'"),
    "space between": ("Rate[^a] [^b].", "must have words directly before a marker, got '[^b]'"),
    "word after": ("Rate[^a]of 5%.", "must have a space, punctuation or its end after a marker, got '[^a]'"),
    "words after adjacent ones": ("Rate[^a][^b]of", "must have a space, punctuation or its end after a marker, got '[^b]'"),
    "bracket after": ("Rate[^a](old)", "must have a space, punctuation or its end after a marker, got '[^a]'"),
    "opening bracket before a space": ("Rate[^a]( old)", "must have a space, punctuation or its end after a marker, got '[^a]'"),
    "unclosed": ("Rate[^a of 5%.", "must close each marker with ']' before the next bracket, got '[^a of 5%.'"),
    "nested": ("Rate[^a: [^b] c].", "must close each marker with ']' before the next bracket, got '[^a: '"),
    "brackets in the locator": ("Rate[^a: [1]].", "must close each marker with ']' before the next bracket, got '[^a: '"),
    "upper case": ("Rate[^UStG].", "must have markers like [^source-id] or [^source-id: section 4.2], got '[^UStG]'"),
    "space before the id": ("Rate[^ a].", "must have markers like [^source-id] or [^source-id: section 4.2], got '[^ a]'"),
    "no space before the locator": ("Rate[^a:1].", "must have markers like [^source-id] or [^source-id: section 4.2], got '[^a:1]'"),
    "empty locator": ("Rate[^a: ].", "must have markers like [^source-id] or [^source-id: section 4.2], got '[^a: ]'"),
    "two sources": ("Rate[^a, b].", "must have markers like [^source-id] or [^source-id: section 4.2], got '[^a, b]'"),
    "malformed after a good one": ("Rate[^a][^B].", "must have markers like [^source-id] or [^source-id: section 4.2], got '[^B]'"),
    "same twice": ("Rate[^a][^a].", "must not repeat a marker after the same words, got '[^a][^a]'"),
    "long": (f"Rate[^{'A' * 50}].", f"must have markers like [^source-id] or [^source-id: section 4.2], got '[^{'A' * 38}'"),
}  # fmt: skip
"""Texts with one fault, and its message."""


@pytest.mark.parametrize(("raw", "message"), MALFORMED.values(), ids=MALFORMED)
def test_malformed_or_misplaced_marker_has_one_clear_message(raw: str, message: str) -> None:
    assert parse_citations(raw).errors == (message,)


def test_every_malformed_marker_has_a_message() -> None:
    assert len(parse_citations("Rate[^]. Rate [^a]. Rate[^B]. Rate[^a]x.").errors) == 4


@pytest.mark.parametrize(
    "raw", ["[^" * 50_000, "[^a]" * 50_000, "[^a: " + "b " * 50_000, "x[^a] " * 50_000, "No. " * 50_000]
)
def test_long_text_is_divided_in_little_time(raw: str) -> None:
    # Quadratic time would be minutes.
    text = parse_citations(raw)

    assert " ".join(sentences_in(text)) == text


# Sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["One."],
        ["One.", "Two!", "Three?", "Four"],
        ["The rate is 5.5% since 1.1.2026.", "It was 5% before."],
        ["See No. 5 and Nos. 6 and 7 of Art. 4, para. 2.", "They apply."],
        ["Some products, e.g. Odoo, i.e. one of them, have approx. 5 forms.", "Others do not."],
        ["The U.S. Treasury and the B.E. 2543 Act.", "Both count."],
        ["It began (in 2020.)", "It ended (in 2021).", "“It is over.”", "(All of it.)"],
        ["Returns go to the portal.", "myDATA takes them.", "e-Invoices go there too."],
        ["It ends in 2026.", "2027 is the next year."],
        ["Numbers: 1. one, 2. two and so on."],
        ["Živnost is Czech.", "Živnostenský list is a paper.", "Ústav too.", "Ελλάδα is Greece.", "増値税 is Chinese."],
        ["The company Example Inc. and others."],
        ["S.A. de C.V. is a company"],
    ],
)  # fmt: skip
def test_text_is_split_into_sentences(sentences: list[str]) -> None:
    assert [*sentences_in(" ".join(sentences))] == sentences


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        ("", []),
        ("Not known.", []),
        ("One[^a]. Two[^b].", []),
        ("One[^a], and two[^b]; three[^c]", []),
        ("One. Two[^a].", ["One."]),
        ("One[^a]. Two. Three.", ["Two.", "Three."]),
        ("One[^a] and the rest", ["and the rest"]),
        ("One. Two. Three[^a], four[^b]. Five", ["One.", "Two.", "Five"]),
        ("One", ["One"]),
    ],
)
def test_sentence_or_rest_without_a_marker_is_uncited(raw: str, parts: list[str]) -> None:
    assert [*uncited_parts(parse_citations(raw))] == parts


# Records


def test_statements_of_a_plain_text_are_the_text() -> None:
    assert statements_of("One. Two.") == (CitedStatement("One. Two."),)
    assert statements_of("") == ()


def test_every_text_with_markers_in_a_record_is_separated_once() -> None:
    country = as_read(whole()[COUNTRY], CountryFile)
    separate_citations([country.facts.vat])

    assert country.facts.vat.value == "Standard rate 20%."
    assert statements_of(country.facts.vat.value)[0].markers == (Marker("tax-example-fact"),)
    assert {type(getattr(each, name)) for _, each in walk(country) for name in cited_fields(type(each))} == {CitedText}


def test_record_is_written_with_the_markers_that_were_read() -> None:
    value = cited(whole()[COUNTRY])

    assert canonical(as_read(value, CountryFile)) == encode_json(value)
