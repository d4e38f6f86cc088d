"""Decoding JSON that anybody may have written, in limited memory and time."""

import re
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from locdata_model.vocabulary import known_words_only

T = TypeVar("T")

MOST_BYTES, MOST_VALUES = 12_000_000, 800_000
"""The number of bytes and of values that the JSON files of a site may have together. Texts and values take many times the
memory of the bytes they are read from."""

MOST_NAMED = 10_000_000
"""The number of characters that the names in a site may have together, each with those of what it belongs to: a field is
compared and printed with its record and its list, so that one long name could be repeated for each of a million others."""

DEEPEST = 50
"""The number of levels that values may be nested: three times as many as in our own site."""

LONGEST_NUMBER = 18
"""The number of digits that a number may have: any integer of so many fits into 64 bits."""

_TOO_DEEP = f"must not be nested more than {DEEPEST} levels deep"

_TEXT = re.compile(rb'"[^"]*"')
_LONG_NUMBER = re.compile(rb"[0-9]{%d}" % (LONGEST_NUMBER + 1))
_BRACKETS = b"[{]}"
_OTHERS = bytes(set(range(256)).difference(_BRACKETS))
_ROUND = bytes.maketrans(_BRACKETS, b"(())")


class LimitError(ValueError):
    """A file is beyond a limit; the message says which."""


class LimitedDecoder:
    """Decodes the JSON files of one site, which share the limits of bytes and values."""

    def __init__(self) -> None:
        self._bytes_left = MOST_BYTES
        self._values_left = MOST_VALUES
        self._named_left = MOST_NAMED

    def decode(self, content: bytes, kind: type[T]) -> T:
        """Return the value of type ``kind`` in a file.

        Raises ``MsgspecError`` or ``UnicodeDecodeError`` if it has none, and ``LimitError``.
        """
        self._bytes_left -= len(content)
        self._values_left -= _most_values(content)
        if self._bytes_left < 0 or self._values_left < 0:
            limit = f"{MOST_BYTES:,} bytes or {MOST_VALUES:,} values"
            raise LimitError(f"must not have more than {limit}, together with other files of the site")
        try:
            with known_words_only():
                value = msgspec.json.decode(content, type=kind)
        except RecursionError as error:
            raise LimitError(_TOO_DEEP) from error
        without_texts = _TEXT.sub(b"", content.replace(rb"\\", b"").replace(rb"\"", b""))
        if _is_too_deep(without_texts):
            raise LimitError(_TOO_DEEP)
        if _LONG_NUMBER.search(without_texts):
            raise LimitError(f"must not have a number of more than {LONGEST_NUMBER} digits")
        return value

    def count_names(self, names: Mapping[str, object]) -> None:
        """Count the names in nested objects, each with those above it. Raises ``LimitError``."""
        self._named_left -= _named(names)
        if self._named_left < 0:
            raise LimitError(
                f"must not have names of more than {MOST_NAMED:,} characters, each counted with those of what it belongs to, "
                "together with other files of the site"
            )


def _named(names: Mapping[str, object], above: int = 0) -> int:
    length = 0
    for name, inner in names.items():
        length += above + len(name)
        if isinstance(inner, dict):
            length += _named(inner, above + len(name))
    return length


def _most_values(content: bytes) -> int:
    """Return an upper bound for the number of values: the number of characters that separate values or open lists and objects."""
    return 1 + sum(map(content.count, (b",", b":", b"[", b"{")))


def _is_too_deep(without_texts: bytes) -> bool:
    """Tell whether values are nested more than ``DEEPEST`` levels, without a call for each level."""
    brackets = without_texts.translate(_ROUND, _OTHERS)
    for _ in range(DEEPEST):
        brackets = brackets.replace(b"()", b"")
    return bool(brackets)
