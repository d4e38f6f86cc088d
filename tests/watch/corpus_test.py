"""The watch finds what changed on the pages of the corpus, and is silent about the rest.

Each exception is named with its reason. The pairs from 101 are measured, and nothing is fitted to them: see the README of the corpus.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.json import decode

from locdata_watch.findings.comparison import Change, compare
from locdata_watch.findings.figures import Figure, gone_figures, page_figures, statement_figures
from locdata_watch.visits.page_text import PageText, read_page

CORPUS = Path(__file__).parent / "corpus"
DAY = dt.date(2026, 12, 1)

MISSED_FIGURES = {
    # The new page has the number of the version as that of a section.
    "026": {"1.04"},
    # No name of an element tells that a box of news, with the amount, is none of the content.
    "027": {"85,000"},
    # A line of news has the year.
    "121": {"2027"},
}
"""The figures that are gone and are not reported, by the number of the pair."""

FALSE_TEXTS = {
    "003": "no name of an element tells that a box of news is none of the content",
    "019": "all is in other words",
    "021": "the document has another imprint and other numbers of pages",
    "102": "the page moved to a site with another design",
    "104": "the banner, the menu and the related links were replaced",
    "109": "the page was redesigned with tiles",
    "110": "paragraphs became a list",
    "111": "the note was set again as a list",
}
"""The pairs whose text counts as changed though it says the same."""

OTHER_TITLES = {"120": "the title is that of a PDF file, and the corpus names those of HTML pages"}
"""The pairs whose title changed though the corpus does not say so."""

UNREAD_FIGURES = {"106": {"25 July", "25 January"}, "119": {"20%"}}
"""The figures of statements that are not found on the page before, because their notation there is not known."""


class Case(Struct, frozen=True):
    """A pair of versions of a page, as its file describes it."""

    language: str
    content_type: str
    statements: Sequence[str]
    text_changed: bool
    title_changed: bool
    figures_gone: Sequence[str]

    @property
    def gone(self) -> AbstractSet[str]:
        """The figures that are gone, without the words around them. One digit is none."""
        return _texts(figure for text in self.figures_gone for figure in statement_figures(text))


class Measured(Struct, frozen=True):
    """Findings in a pair: figures of its statements that the earlier page lacks, figures that are gone, and all others."""

    case: Case
    unread: AbstractSet[str]
    gone: AbstractSet[str]
    change: Change


class Score(Struct, frozen=True):
    """Counts of pairs with gone figures and with a changed text: all, those found, and false alarms."""

    pairs: int
    with_gone: int
    gone_found: int
    gone_false: int
    with_changed_text: int
    changed_text_found: int
    changed_text_false: int


@cache
def measured() -> Mapping[str, Measured]:
    """Return the findings in each pair by its number."""
    return {folder.name[:3]: _measure(folder) for folder in sorted(CORPUS.glob("[0-9]*/"))}


def _measure(folder: Path) -> Measured:
    case = decode((folder / "case.json").read_bytes(), type=Case)
    before, after = (_page(folder, name, case) for name in ("before", "after"))
    figures = [figure for statement in case.statements for figure in statement_figures(statement)]
    had, has = (page_figures(page, case.language) for page in (before, after))
    return Measured(
        case,
        _texts(figure for figure in figures if not had.has(figure)),
        _texts(gone_figures(figures, had, has)),
        compare(before, after, case.language, DAY),
    )


def _page(folder: Path, name: str, case: Case) -> PageText:
    (file,) = folder.glob(f"{name}.*")
    return read_page(file.read_bytes(), case.content_type, case.language)


def _texts(figures: Iterable[Figure]) -> AbstractSet[str]:
    return {figure.text for figure in figures}


def half(*, is_held_out: bool) -> Mapping[str, Measured]:
    """Return the findings in the pairs that are held out, or in those for development."""
    return {number: each for number, each in measured().items() if (number > "100") is is_held_out}


def score(pairs: Mapping[str, Measured]) -> Score:
    """Return the number of pairs that are found, and of false alarms."""
    gone = [(bool(each.case.figures_gone), bool(each.gone)) for each in pairs.values()]
    text = [(each.case.text_changed, each.change.is_text_changed) for each in pairs.values()]
    return Score(
        pairs=len(pairs),
        with_gone=sum(is_real for is_real, _ in gone),
        gone_found=gone.count((True, True)),
        gone_false=gone.count((False, True)),
        with_changed_text=sum(is_real for is_real, _ in text),
        changed_text_found=text.count((True, True)),
        changed_text_false=text.count((False, True)),
    )


@pytest.fixture(params=[False, True], ids=["development", "held out"])
def pairs(request: pytest.FixtureRequest) -> Mapping[str, Measured]:
    """The findings in the pairs for development, and in those that are held out."""
    return half(is_held_out=request.param)


def test_no_figure_is_reported_that_is_not_gone(pairs: Mapping[str, Measured]) -> None:
    assert {number: false for number, each in pairs.items() if (false := each.gone - each.case.gone)} == {}


def test_all_figures_that_are_gone_are_reported_but_the_named_ones(pairs: Mapping[str, Measured]) -> None:
    missed = {number: missed for number, each in pairs.items() if (missed := each.case.gone - each.gone)}

    assert missed == {number: figures for number, figures in MISSED_FIGURES.items() if number in pairs}


def test_all_figures_of_statements_are_found_before_but_the_named_ones(pairs: Mapping[str, Measured]) -> None:
    unread = {number: each.unread for number, each in pairs.items() if each.unread}

    assert unread == {number: figures for number, figures in UNREAD_FIGURES.items() if number in pairs}


def test_every_changed_text_is_found(pairs: Mapping[str, Measured]) -> None:
    real = [number for number, each in pairs.items() if each.case.text_changed]

    assert [number for number in real if not pairs[number].change.is_text_changed] == []


def test_no_text_that_says_the_same_counts_as_changed_but_the_named_ones(pairs: Mapping[str, Measured]) -> None:
    same = [number for number, each in pairs.items() if not each.case.text_changed]

    assert [number for number in same if pairs[number].change.is_text_changed] == _known(pairs, FALSE_TEXTS)


def test_titles_change_as_the_corpus_says_but_the_named_ones(pairs: Mapping[str, Measured]) -> None:
    other = [number for number, each in pairs.items() if each.change.is_title_changed is not each.case.title_changed]

    assert other == _known(pairs, OTHER_TITLES)


def _known(pairs: Mapping[str, Measured], exceptions: Iterable[str]) -> Sequence[str]:
    return [number for number in exceptions if number in pairs]


def test_score_of_the_pairs_for_development() -> None:
    assert score(half(is_held_out=False)) == Score(
        pairs=42,
        with_gone=20,
        gone_found=18,
        gone_false=0,
        with_changed_text=22,
        changed_text_found=22,
        changed_text_false=3,
    )


def test_score_of_the_pairs_that_are_held_out() -> None:
    assert score(half(is_held_out=True)) == Score(
        pairs=22,
        with_gone=10,
        gone_found=9,
        gone_false=0,
        with_changed_text=11,
        changed_text_found=11,
        changed_text_false=5,
    )
