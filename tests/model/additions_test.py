"""Decoding ignores what a later minor version may add, and returns everything else as before."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from locdata_model import Vocabulary, decode, encode_json
from locdata_model.data_files import data_file_for
from locdata_model.endpoints import endpoint_for
from support.additions import WORD, with_additions
from support.sample import build_sample
from support.site import Files, read_files


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The responses and data files of the sample's site."""
    return read_files(build_sample(tmp_path_factory))


@pytest.fixture(scope="module")
def additions(contents: Files) -> Files:
    """The same with additions."""
    return with_additions(contents)


def decoded_json(path: str, files: Files) -> Any:  # noqa: ANN401  # any JSON
    """Decode a file, and return its records as JSON values."""
    return json.loads(encode_json(decode(path, files[path])))


def without_additions(value: object, original: object) -> object:
    """Return ``value`` without the fields and items that ``original`` lacks, and with its words instead of added ones."""
    if isinstance(value, dict) and isinstance(original, dict):
        return {name: without_additions(value[name], member) for name, member in original.items()}
    if isinstance(value, list) and isinstance(original, list):
        return [without_additions(*pair) for pair in zip(value, original, strict=False)]
    return original if value == WORD else value


def vocabulary_words(value: object) -> Iterator[Vocabulary]:
    """Yield every word of a vocabulary in a decoded file."""
    if isinstance(value, Vocabulary):
        yield value
    members = msgspec.structs.astuple(value) if isinstance(value, msgspec.Struct) else value
    if isinstance(members, tuple):
        for member in members:
            yield from vocabulary_words(member)


def test_everything_that_is_known_has_the_same_values_with_and_without_additions(
    contents: Files, additions: Files
) -> None:
    for path in contents:
        if endpoint_for(path) or data_file_for(path):
            value, original = decoded_json(path, additions), decoded_json(path, contents)
            if endpoint_for(path) and isinstance(value["data"], list):
                original["meta"]["count"] = len(value["data"])

            assert without_additions(value, original) == original, path


def test_added_word_of_every_vocabulary_keeps_its_text_and_is_not_known(contents: Files, additions: Files) -> None:
    decoded = [decode(path, additions[path]) for path in contents if endpoint_for(path)]
    words = [*vocabulary_words(tuple(decoded))]
    added = [word for word in words if word == WORD]

    assert {type(word) for word in added} == {type(word) for word in words}
    assert {(word.value, word.name, word.is_known) for word in added} == {(WORD, "UNKNOWN", False)}
    assert {word.is_known for word in words if word != WORD} == {True}
