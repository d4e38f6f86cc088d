"""Every word of the data has words for readers."""

import datetime as dt
from collections.abc import Iterable

import pytest

from locdata_build.derive.filters import TOGGLE_NAMES
from locdata_build.derive.toggles import TOGGLE_RULES
from locdata_build.source.page_names import PageName
from locdata_build.source.records import Obligations
from locdata_build.view.places import TOP_PAGES
from locdata_build.view.text import Badge, Tone
from locdata_build.view.words import (
    EVIDENCE,
    OBLIGATIONS,
    REPORTING_SUPPORT,
    REPORTING_TOPICS,
    STATUSES,
    SUPPORT_TYPES,
    TOGGLE_LABELS,
    TOGGLE_MEANINGS,
    VERIFICATIONS,
    counted,
    day_in_words,
    support_badge,
    toggle_badge,
)
from locdata_model.vocabulary import (
    Evidence,
    ObligationStatus,
    ReportingSupport,
    ReportingTopic,
    SupportType,
    Verification,
)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        pytest.param(STATUSES, ObligationStatus, id="status of an obligation"),
        pytest.param(EVIDENCE, Evidence, id="evidence"),
        pytest.param(VERIFICATIONS, Verification, id="verification"),
        pytest.param(SUPPORT_TYPES, SupportType, id="support type"),
        pytest.param(REPORTING_TOPICS, ReportingTopic, id="topic of a report"),
        pytest.param(REPORTING_SUPPORT, ReportingSupport, id="support of a report"),
        pytest.param(OBLIGATIONS, Obligations.__struct_fields__, id="obligation"),
        pytest.param(TOGGLE_LABELS, TOGGLE_NAMES, id="label of a toggle"),
        pytest.param(TOGGLE_MEANINGS, TOGGLE_NAMES, id="meaning of a toggle"),
        pytest.param(TOP_PAGES, [name for name in PageName if name is not PageName.ASSETS], id="page"),
    ],
)
def test_every_word_of_the_data_is_told_and_no_other(told: Iterable[str], words: Iterable[str]) -> None:
    assert sorted(told) == sorted(words)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        pytest.param(STATUSES, ObligationStatus, id="status of an obligation"),
        pytest.param(EVIDENCE, Evidence, id="evidence"),
        pytest.param(VERIFICATIONS, Verification, id="verification"),
        pytest.param(SUPPORT_TYPES, SupportType, id="support type"),
    ],
)
def test_words_stand_in_the_order_of_the_data(told: Iterable[str], words: Iterable[str]) -> None:
    assert list(told) == list(words)


def test_obligations_stand_in_the_order_of_the_source_files() -> None:
    assert list(OBLIGATIONS) == list(Obligations.__struct_fields__)


def test_every_obligation_decides_a_toggle() -> None:
    assert {kind for kind, _ in TOGGLE_RULES.values()} == set(OBLIGATIONS)


def test_every_question_is_one() -> None:
    assert [words.question for words in OBLIGATIONS.values() if not words.question.endswith("?")] == []


@pytest.mark.parametrize(
    ("value", "badge"),
    [
        pytest.param(True, Badge("Yes", Tone.YES), id="true"),
        pytest.param(False, Badge("No", Tone.NO), id="false"),
        pytest.param(None, Badge("Unknown", Tone.UNKNOWN), id="null"),
    ],
)
def test_a_toggle_is_yes_no_or_unknown(value: bool | None, badge: Badge) -> None:
    assert toggle_badge(value) == badge


@pytest.mark.parametrize("support", SupportType)
def test_a_support_type_is_shown_in_the_words_of_the_data(support: SupportType) -> None:
    assert support_badge(support).text == support.value


def test_only_native_support_has_the_tone_of_yes() -> None:
    yes = [support.value for support in SupportType if support_badge(support).tone is Tone.YES]

    assert yes == ["native", "native + access point"]


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 countries"), (1, "1 country"), (2, "2 countries"), (1234, "1,234 countries")]
)
def test_one_is_singular_and_all_else_is_plural(count: int, words: str) -> None:
    assert counted(count, "country", "countries") == words


def test_a_plural_has_an_s_unless_told_otherwise() -> None:
    assert counted(2, "row") == "2 rows"


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (dt.date(2027, 1, 1), "1 January 2027"),
        (dt.date(2026, 5, 31), "31 May 2026"),
        (dt.date(1999, 12, 9), "9 December 1999"),
    ],
)
def test_a_day_is_written_with_the_name_of_its_month(day: dt.date, words: str) -> None:
    assert day_in_words(day) == words
