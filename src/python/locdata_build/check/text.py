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
    if bad := next((char for char in text if _is_forbidden(char)), None):
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
    return no_character or (unicodedata.category(char) in INVISIBLE and char not in JOINERS)
