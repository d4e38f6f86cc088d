"""Whether every text of a file is fit to be published: in a page, in JSON, and in a spreadsheet's cell."""

import unicodedata
from collections.abc import Iterator

from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, member_path

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\0", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet may take for the start of a formula (OWASP ASVS 1.2.10); the last four are full-width forms."""

INVISIBLE = frozenset({"Cc", "Cf", "Zl", "Zp"})
"""Classes of characters that break lines, turn text around or hide in it."""

JOINERS = frozenset("\u200c\u200d\u200e\u200f")
"""Invisible characters that some scripts cannot be written without."""

HIDDEN = frozenset(
    [
        *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
        *map(chr, range(0xFE00, 0xFE0E)),
        *map(chr, range(0xE0100, 0xE01F0)),
    ]
)
"""Fillers and variation selectors: letters and marks by their class, but nothing to be seen, and whole texts can hide in them.

The two selectors that choose between text and emoji are none of these.
"""


def text_faults(value: object, file: str, path: str = "$") -> Iterator[Fault]:
    """Every fault in the texts of a JSON value. Keys need no look: those that are known are sound."""
    if isinstance(value, str):
        yield from (Fault(file, path, code, message) for code, message in _faults(value))
    elif isinstance(value, dict):
        for key, member in value.items():
            yield from text_faults(member, file, member_path(path, key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from text_faults(member, file, member_path(path, index))


def _faults(text: str) -> Iterator[tuple[Code, str]]:
    # No other character that is printed is forbidden, and to ask for the whole text is quick.
    if not (text.isprintable() and HIDDEN.isdisjoint(text)) and (bad := next(filter(_is_forbidden, text), None)):
        place = text.index(bad)
        yield (
            Code.CONTROL_CHARACTER,
            f"must hold no control or invisible character, but holds U+{ord(bad):04X} at character {place}",
        )
    elif text != text.strip():
        yield Code.OUTER_BLANK, f"must not begin or end with a blank, but is {text!r}"
    elif not unicodedata.is_normalized("NFC", text):
        yield Code.NOT_NFC, "must be in Unicode normal form NFC, but is not"
    visible = text.lstrip("".join(JOINERS))
    if visible.startswith(FORMULA_STARTS):
        yield Code.FORMULA, f"must not start like a spreadsheet formula, but starts with {visible[0]!r}"
    if "  " in text:
        yield Code.DOUBLE_BLANK, "must hold no two blanks in a row, but does"


def _is_forbidden(char: str) -> bool:
    no_character = ord(char) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(char) <= 0xFDEF
    return no_character or char in HIDDEN or (unicodedata.category(char) in INVISIBLE and char not in JOINERS)
