"""Every word of the data has words for readers."""

from collections.abc import Collection

import pytest

from locdata_build.view.text import Tone
from locdata_build.view.words import (
    OBLIGATION_QUESTIONS,
    REPORTING_SUPPORT,
    counted,
    sentence,
    support_badge,
    tokens_in_words,
)
from locdata_model.vocabulary import ObligationKind, ReportingSupport, SupportType


@pytest.mark.parametrize(
    ("words", "vocabulary"),
    [
        pytest.param(REPORTING_SUPPORT, ReportingSupport, id="support for a report"),
        pytest.param(OBLIGATION_QUESTIONS, ObligationKind, id="obligation"),
    ],
)
def test_every_word_that_the_methodology_does_not_explain_has_words_for_readers(
    words: Collection[str], vocabulary: Collection[str]
) -> None:
    assert list(words) == list(vocabulary), "explain it in src/python/locdata_build/view/words.py"


def test_only_native_support_has_the_tone_of_yes() -> None:
    yes = [support.value for support in SupportType if support_badge(support).tone is Tone.YES]

    assert yes == ["native", "native + access point"]


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 countries"), (1, "1 country"), (2, "2 countries"), (1234, "1,234 countries")]
)
def test_a_count_has_its_noun_in_singular_or_plural(count: int, words: str) -> None:
    assert counted(count, "country", "countries") == words
    assert counted(2, "row") == "2 rows"


@pytest.mark.parametrize(
    ("text", "expected"), [("Monthly", "Monthly."), ("Not known.", "Not known."), ("Why?", "Why?")]
)
def test_a_sentence_ends_with_one_mark(text: str, expected: str) -> None:
    assert sentence(text) == expected


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        ((99,), "about 99 tokens"),
        ((100,), "about 100 tokens"),
        ((101,), "about 110 tokens"),
        ((99_001,), "about 100,000 tokens"),
        ((2_403_032,), "about 2,500,000 tokens"),
        ((5_000, 2_150, 3_000), "about 2,200 to 5,000 tokens"),
        ((2_150, 2_160), "about 2,200 tokens"),
    ],
)
def test_tokens_are_rounded_up_to_two_digits(tokens: tuple[int, ...], words: str) -> None:
    assert tokens_in_words(*tokens) == words
