"""A word that is not known keeps its text, wherever it goes; reading of our own files refuses it."""

import copy
import json
import pickle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_model import Evidence, Phase, ReportingSupport, Vocabulary
from locdata_model.vocabulary import known_words_only

WORDS = st.text().filter(lambda text: text not in {*Evidence})


def test_known_words_are_members_and_an_unknown_word_adds_none() -> None:
    for vocabulary in Vocabulary.__subclasses__():
        before = list(vocabulary)
        word = vocabulary("later-word")

        assert isinstance(word, vocabulary)
        assert (word.name, word.value, word.is_known) == ("UNKNOWN", "later-word", False)
        assert [*vocabulary] == before
        assert all(vocabulary(known.value) is known and known.is_known for known in vocabulary)


@given(text=WORDS)
def test_unknown_word_keeps_its_text(text: str) -> None:
    word = msgspec.json.decode(json.dumps(text), type=Evidence)

    assert (word, str(word), f"{word}", hash(word)) == (text, text, text, hash(text))
    assert msgspec.json.encode(word) == msgspec.json.encode(text)
    assert msgspec.to_builtins(word) == text
    assert pickle.loads(pickle.dumps(word)) == copy.deepcopy(word) == Evidence(text) == word  # noqa: S301  # our own bytes
    assert word not in list(Evidence)


def test_unknown_word_is_not_the_word_for_unknown() -> None:
    assert ReportingSupport("later-word") is not ReportingSupport.UNKNOWN
    assert ReportingSupport("later-word") != ReportingSupport.UNKNOWN
    assert ReportingSupport("unknown") is ReportingSupport.UNKNOWN


@pytest.mark.parametrize("value", [7, None, True, ["fetched"], {}])
def test_value_that_is_not_text_is_refused(value: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps(value), type=Evidence)
    with pytest.raises(ValueError, match="is not a valid Evidence"):
        Evidence(value)  # type: ignore[arg-type]  # that is the test


def test_unknown_words_can_be_refused_for_a_while() -> None:
    with known_words_only():
        with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'later-word'"):
            msgspec.json.decode('"later-word"', type=Evidence)
        with pytest.raises(ValueError, match="'later-word' is not a valid Evidence"):
            Evidence("later-word")
        assert Evidence("fetched") is Evidence.FETCHED

    assert not Evidence("later-word").is_known


def test_context_ends_with_an_error_inside_it() -> None:
    with pytest.raises(KeyError), known_words_only():
        raise KeyError
    assert not Evidence("later-word").is_known


def test_words_of_lists_are_kept_in_their_place() -> None:
    binds = msgspec.convert(["issue", "later-word", "archive"], type=Phase.__annotations__["binds"])

    assert [(word, word.is_known) for word in binds] == [("issue", True), ("later-word", False), ("archive", True)]
