"""The sample has one of everything: each case of a field of a source record, and each part that a page can have."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from inspect import get_annotations
from types import NoneType
from typing import get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

from locdata_build.data.dataset import check_sources
from locdata_build.data.files import Dataset
from locdata_build.data.reading import read_sources
from locdata_build.derive.obligations import phase_state
from locdata_build.derive.published import derive
from locdata_build.view.blocks import Block
from locdata_build.view.context import SiteContext
from locdata_build.view.obligations import TONE_WORDS
from locdata_build.view.page import Page
from locdata_build.view.text import Inline, Tone, Words
from locdata_model.endpoints import ENDPOINTS, endpoint_for
from locdata_model.toggles import TOGGLES
from locdata_model.vocabulary import Evidence, PhaseState, Requirement, Verification
from support.pages import pages_of
from support.sample import SAMPLE

EDIT = f"add what is missing to a file in {SAMPLE}"

NEVER_EMPTY = {
    *("ConnectorsFile.connectors", "ConnectorsFile.sources", "CountryFile.sources", "EInvoicing.erp_support"),
    *("ErpFile.sources", "SiteFile.regions", "SourceDeadline.digit_days", "SourceFormat.flows", "TermsFile.sources"),
    *("TermsFile.terms", "B2gObligation.bound"),
}
IMPOSSIBLE_RECORDS = {("CitedSource", "evidence", "unverified"), *((*name.split("."), "empty") for name in NEVER_EMPTY)}
"""Cases that types or checks refuse, such as a claim without a source, and empty lists of connectors and terms, of which the
sample has one file each."""

IMPOSSIBLE_PARTS = {
    *(("LegendEntry", "tone", tone) for tone in Tone if tone not in TONE_WORDS),
    ("CitedSource", "evidence", Evidence.UNVERIFIED),
    ("Citation", "verification", Verification.UNVERIFIED),
}
"""Tones without a verdict, which maps do not use, and sources that were not read."""


UNPUBLISHED = {"exceptions"}
"""Fields of the dataset that are not on pages."""

Case = tuple[str, str, str]
"""The names of a type and of a field, and ``null``, ``value``, ``empty``, ``items`` or a word."""


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    """The checked sample."""
    return check_sources(read_sources(SAMPLE, str(SAMPLE)))


@pytest.fixture(scope="module")
def context(dataset: Dataset) -> SiteContext:
    """The sample, and what is published of it."""
    return SiteContext(dataset=dataset, published=derive(dataset))


@pytest.fixture(scope="module")
def pages(context: SiteContext) -> Mapping[str, Page]:
    """Every page by its path."""
    return pages_of(context)


def structs_in(value: object) -> Iterator[Struct]:
    """Yield every record, or every part of a page, in a value."""
    if isinstance(value, Struct):
        yield value
        value = tuple(getattr(value, name) for name in value.__struct_fields__)
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for member in value:
            yield from structs_in(member)


@cache
def cases_of(kind: type[Struct]) -> frozenset[Case]:
    """Return the cases of each field of a type that may look different on a page, with the type that declares it."""
    return frozenset(
        (_declaring(kind, name), name, case) for name, hint in get_type_hints(kind).items() for case in _cases(hint)
    )


@cache
def _declaring(kind: type[Struct], name: str) -> str:
    """Return the name of the type that declares a field: two kinds of obligations need not have every status each."""
    return next(each.__name__ for each in kind.__mro__ if name in get_annotations(each))


def _cases(hint: object) -> Iterable[str]:
    members = get_args(hint)
    if NoneType in members:
        lists = [each for each in members if ... in get_args(each)]
        return ("null", *_cases(lists[0])) if lists else ("null", "value")
    if ... in members or get_origin(hint) is Mapping:
        return ("empty", "items")
    if hint is bool:
        return ("True", "False")
    return [*hint] if isinstance(hint, type) and issubclass(hint, Enum) else []


def case_of_value(value: object) -> Iterable[str]:
    """Yield the names that a value may have among the cases of its type."""
    if isinstance(value, tuple | Mapping):
        return ("items",) if value else ("empty",)
    return ("null",) if value is None else ("value", str(value))


def missing_cases(parts: Iterable[Struct]) -> set[Case]:
    """Return the cases that no part has, of all fields of the types that there are."""
    found, possible = set[Case](), set[Case]()
    for part in parts:
        kind = type(part)
        possible |= cases_of(kind)
        found |= {
            (_declaring(kind, name), name, case)
            for name in part.__struct_fields__
            for case in case_of_value(getattr(part, name))
        }
    return possible - found


def test_every_field_of_a_source_record_has_every_case(dataset: Dataset) -> None:
    fields = {name: getattr(dataset, name) for name in dataset.__struct_fields__ if name not in UNPUBLISHED}

    assert [name for name, records in fields.items() if not records] == [], EDIT
    assert missing_cases(structs_in(fields)) == IMPOSSIBLE_RECORDS, EDIT


def test_every_field_of_a_part_of_a_page_has_every_case(pages: Mapping[str, Page]) -> None:
    missing = missing_cases(structs_in((*pages.values(),)))

    # Most lists on pages are never empty: where there is nothing to list, a page says so.
    assert {case for case in missing if case[2] != "empty"} == IMPOSSIBLE_PARTS, EDIT


def test_every_kind_of_block_and_of_inline_text_is_on_a_page(pages: Mapping[str, Page]) -> None:
    found = {type(part) for part in structs_in((*pages.values(),))}

    assert {*get_args(Block), *get_args(Inline)} - found == set(), EDIT


def test_phases_have_every_requirement_and_state(context: SiteContext) -> None:
    obligations = [each for country in context.published.records for each in country.obligations]
    phases = [phase for each in obligations for phase in each.source.phases]

    assert {each for phase in phases for each in phase.binds or ()} == {*Requirement}, EDIT
    assert {phase_state(phase, context.today) for phase in phases} == {*PhaseState}, EDIT


def test_every_endpoint_and_toggle_value_occurs(context: SiteContext) -> None:
    values = {(name, getattr(country.toggles, name)) for country in context.published.countries for name in TOGGLES}

    assert {endpoint_for(path) for path in context.responses} == {*ENDPOINTS}
    assert {(name, value) for name in TOGGLES for value in (True, False, None)} - values == set(), EDIT


def test_claims_have_every_verification(context: SiteContext) -> None:
    provenances = [claim.provenance for claim in context.published.claims]

    assert {each.verification for each in provenances} == {*Verification}, EDIT
    assert {citation.verification for each in provenances for citation in each.citations} == {
        Verification.OFFICIAL,
        Verification.SECONDARY,
    }, EDIT


def test_texts_are_long_bidirectional_and_contain_markup(pages: Mapping[str, Page]) -> None:
    words = [part.text for part in structs_in((*pages.values(),)) if isinstance(part, Words)]
    directions = {unicodedata.bidirectional(character) for text in words for character in text}

    assert max(map(len, words)) > 900, EDIT
    assert max(len(word) for text in words for word in text.split()) > 60, EDIT
    assert {"L", "R", "AL"} & directions >= {"L", "AL"}, EDIT
    assert [
        mark for mark in ("<b>", "&amp;", "]]>", "{h}", "`i`", "[k](l)", "|m|", "😀", "漢") if mark not in str(words)
    ] == [], EDIT
