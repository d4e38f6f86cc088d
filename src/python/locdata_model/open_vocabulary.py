"""Vocabularies that may get new words: a word of a later version is read, and keeps its text."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Self

_refuses_unknown_words = ContextVar("refuses_unknown_words", default=False)


class Vocabulary(StrEnum):
    """The words that a field may have. Within version 1 of the API, words are only added.

    A word that this version does not know is a member with the name ``UNKNOWN`` and the word as its value. It equals its
    text and no other member, is encoded as it was read, and is not among the members that iteration yields.
    """

    @property
    def is_known(self) -> bool:
        """Whether this version of the package knows the word."""
        return self._value_ in type(self)._value2member_map_

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str) or _refuses_unknown_words.get():
            return None
        word = str.__new__(cls, value)
        word._name_, word._value_ = "UNKNOWN", value
        return word


@contextmanager
def known_words_only() -> Iterator[None]:
    """Refuse unknown words within the context: decoding raises ``msgspec.ValidationError``, a call ``ValueError``."""
    token = _refuses_unknown_words.set(True)
    try:
        yield
    finally:
        _refuses_unknown_words.reset(token)
