"""Texts that a regular expression nearly matches, made from the expression itself: what it repeats, many times, and a wrong end."""

import re
from collections.abc import Iterable, Iterator

# The parser of the standard library; it has no public name.
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

WRONG_END = "\n\0"

MANY = 50
"""A repetition that may be shorter than this takes a limited time."""

_ORDINARY = "a1A -."
_SETS = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}


def near_misses(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield the beginning of each near miss, and what is repeated after it."""
    walk = _Walk(parser.parse(pattern.pattern, pattern.flags))
    # Also matches and beginnings of one, again and again.
    again = [*walk.texts, *(before + repeated for before, repeated in walk.repeated)]
    yield from dict.fromkeys([*walk.repeated, *(("", text) for text in again if text)])


class _Walk:
    """A walk over the parsed expression. ``texts`` are a few that it matches."""

    def __init__(self, tree: Any) -> None:  # noqa: ANN401  # not public
        self.repeated: list[tuple[str, str]] = []
        self._letters = "".join(dict.fromkeys([*_letters(tree), *_ORDINARY]))
        self.texts = self._texts(tree, "")

    def _texts(self, tree: Iterable[tuple[Any, Any]], before: str) -> list[str]:
        """Return texts for the parts of an expression, each of which has each of its forms in one of the texts."""
        texts = [""]
        for kind, value in tree:
            first, *others = texts
            forms = self._forms(kind, value, before + first) or [""]
            texts = [*dict.fromkeys([*(first + form for form in forms), *(other + forms[0] for other in others)])]
        return texts

    def _forms(self, kind: Any, value: Any, before: str) -> list[str]:  # noqa: ANN401
        match kind:
            case op.LITERAL:
                return [chr(value)]
            case op.IN | op.ANY | op.NOT_LITERAL:
                return [letter for letter in self._letters if _is_in(letter, kind, value)]
            case op.BRANCH:
                return [text for branch in value[1] for text in self._texts(branch, before)]
            case op.SUBPATTERN:
                return self._texts(value[3], before)
            case op.ATOMIC_GROUP:
                return self._texts(value, before)
            case op.MAX_REPEAT | op.MIN_REPEAT | op.POSSESSIVE_REPEAT:
                least, most, inner = value
                texts = self._texts(inner, before)
                if most >= MANY:
                    self.repeated += [(before, text) for text in texts if text]
                return [text * least for text in texts] if least else ["", *texts]
        # What only looks around.
        return [""]


def _letters(tree: Any) -> Iterator[str]:  # noqa: ANN401
    """Yield the characters that an expression names, wherever they are."""
    for part in tree:
        match part:
            case (op.LITERAL | op.NOT_LITERAL, int(code)):
                yield chr(code)
            case (op.RANGE, (first, _)):
                yield chr(first)
            case tuple() | list() | parser.SubPattern():
                yield from _letters(part)


def _is_in(letter: str, kind: Any, value: Any) -> bool:  # noqa: ANN401
    """Return whether a set of characters has a letter."""
    match kind:
        case op.LITERAL:
            return bool(ord(letter) == value)
        case op.NOT_LITERAL:
            return bool(ord(letter) != value)
        case op.RANGE:
            return bool(value[0] <= ord(letter) <= value[1])
        case op.CATEGORY:
            return re.match(_SETS[value], letter) is not None
        case op.IN:
            is_named = any(_is_in(letter, *member) for member in value if member[0] != op.NEGATE)
            return is_named != bool(value[0][0] == op.NEGATE)
    return letter != "\n"
