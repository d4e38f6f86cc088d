"""Every word of the data has words for readers."""

from collections.abc import Collection

import pytest

from locdata_build.view.text import Tone
from locdata_build.view.words import (
    BOUND_PARTIES,
    CERTAINTIES,
    EVIDENCE,
    OBLIGATION_QUESTIONS,
    PHASE_STATE_WORDS,
    REPORTING_MODES,
    REPORTING_SUPPORT,
    REQUIREMENTS,
    SOURCE_KINDS,
    STATUSES,
    SUPPORT_TYPES,
    VERIFICATIONS,
    counted,
    sentence,
    support_badge,
    tokens_in_words,
)
from locdata_model.vocabulary import (
    BoundParty,
    Certainty,
    Evidence,
    ObligationKind,
    ObligationStatus,
    PhaseState,
    ReportingMode,
    ReportingSupport,
    Requirement,
    SourceKind,
    SupportType,
    Verification,
)


@pytest.mark.parametrize(
    ("words", "vocabulary"),
    [
        pytest.param(STATUSES, ObligationStatus, id="status"),
        pytest.param(PHASE_STATE_WORDS, PhaseState, id="state of a phase"),
        pytest.param(REQUIREMENTS, Requirement, id="requirement"),
        pytest.param(CERTAINTIES, Certainty, id="certainty"),
        pytest.param(BOUND_PARTIES, BoundParty, id="bound party"),
        pytest.param(REPORTING_MODES, ReportingMode, id="mode of real-time reporting"),
        pytest.param(EVIDENCE, Evidence, id="evidence"),
        pytest.param(VERIFICATIONS, Verification, id="verification"),
        pytest.param(SOURCE_KINDS, SourceKind, id="kind of source"),
        pytest.param(SUPPORT_TYPES, SupportType, id="support type"),
        pytest.param(REPORTING_SUPPORT, ReportingSupport, id="support for a report"),
        pytest.param(OBLIGATION_QUESTIONS, ObligationKind, id="obligation"),
    ],
)
def test_every_word_of_a_vocabulary_is_explained_in_its_order(
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
        ((0,), "about 0 tokens"),
        ((99,), "about 99 tokens"),
        ((100,), "about 100 tokens"),
        ((101,), "about 110 tokens"),
        ((3_100,), "about 3,100 tokens"),
        ((3_101,), "about 3,200 tokens"),
        ((99_001,), "about 100,000 tokens"),
        ((2_403_032,), "about 2,500,000 tokens"),
        ((5_000, 2_150, 3_000), "about 2,200 to 5,000 tokens"),
        ((2_150, 2_160), "about 2,200 tokens"),
    ],
)
def test_tokens_are_rounded_up_to_two_digits(tokens: tuple[int, ...], words: str) -> None:
    assert tokens_in_words(*tokens) == words
