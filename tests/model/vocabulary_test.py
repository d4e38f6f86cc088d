"""Topics and sponsors are those of the specification; a word that is not known keeps its text, unless it is refused."""

import copy
import json
import pickle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_model import Evidence, Vocabulary
from locdata_model.service import Sponsor
from locdata_model.vocabulary import (
    COUNTRY_TOPIC_LABELS,
    REPORTING_TOPIC_LABELS,
    ReportingTopic,
    Topic,
    known_words_only,
)
from support.specification import FACT_LABELS, FROZEN, REPORTING_TOPICS, SPONSOR, TOPICS

WORDS = st.text().filter(lambda text: text not in {*Evidence})
LABELS = "give each topic a label in src/python/locdata_model/vocabulary.py"


def test_topics_of_countries_have_the_labels_of_the_specification_in_its_order() -> None:
    assert tuple(COUNTRY_TOPIC_LABELS.values())[: len(FACT_LABELS)] == FACT_LABELS, FROZEN
    assert set(Topic) - set(COUNTRY_TOPIC_LABELS) == {Topic.ERP_LOCALIZATION, Topic.E_INVOICING_ERP_SUPPORT}, LABELS


def test_every_reporting_topic_has_a_label() -> None:
    assert tuple(ReportingTopic)[: len(REPORTING_TOPICS)] == REPORTING_TOPICS, FROZEN
    assert list(REPORTING_TOPIC_LABELS) == list(ReportingTopic), LABELS


def test_sponsor_has_the_fields_of_the_specification_in_its_order() -> None:
    assert tuple(name for name in Sponsor.__struct_encode_fields__ if name in SPONSOR) == SPONSOR, FROZEN


def test_topics_that_the_specification_names_exist() -> None:
    assert {*TOPICS} - {*Topic} == set(), FROZEN


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
