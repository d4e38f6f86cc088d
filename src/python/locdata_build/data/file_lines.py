"""Lines of canonical files: the line of a JSON path, and other words or dates at some of them."""

import itertools
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from locdata_build.data.errors import member_path
from locdata_build.data.parsing import members

_WORD_AT_END = re.compile(rb'"[\w-]+"(?=,?$)')


@lru_cache(maxsize=128)
def lines_by_path(raw: bytes) -> Mapping[str, int]:
    """Return the number of the line on which each value of a canonical file begins, by its JSON path."""
    return dict(_lines(msgspec.json.decode(raw), "$", itertools.count(1)))


def _lines(value: object, path: str, numbers: Iterator[int]) -> Iterator[tuple[str, int]]:
    yield path, next(numbers)
    for key, member in members(value):
        yield from _lines(member, member_path(path, key), numbers)
    if value and isinstance(value, dict | list):
        # The closing bracket; an empty object or list is on one line.
        next(numbers)


def with_words(raw: bytes, words: Mapping[str, str]) -> bytes:
    """Return a canonical file with other words or dates at these JSON paths, where it has some. No other line differs."""
    lines, numbers = raw.split(b"\n"), lines_by_path(raw)
    for path, word in words.items():
        line = numbers[path] - 1
        lines[line] = _WORD_AT_END.sub(f'"{word}"'.encode(), lines[line])
    return b"\n".join(lines)
