"""Issues of source files, the error that reports them, and printable text."""

import difflib
import json
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct


class IssueCode(StrEnum):
    """A kind of issue. Codes are stable, while messages may be reworded; docs/checks.md explains each code."""

    # Reading
    MISSING_FILE = "missing-file"
    MISSING_FOLDER = "missing-folder"
    UNEXPECTED_FILE = "unexpected-file"
    UNREADABLE_FILE = "unreadable-file"
    UNREADABLE_FOLDER = "unreadable-folder"
    # Parsing
    NOT_UTF8 = "not-utf8"
    NOT_JSON = "not-json"
    DUPLICATE_KEY = "duplicate-key"
    LONE_SURROGATE = "lone-surrogate"
    # Shape
    MISSING_FIELD = "missing-field"
    UNKNOWN_FIELD = "unknown-field"
    UNKNOWN_WORD = "unknown-word"
    WRONG_TYPE = "wrong-type"
    WRONG_PATTERN = "wrong-pattern"
    WRONG_FORMAT = "wrong-format"
    WRONG_VALUE = "wrong-value"
    EMPTY = "empty"
    TOO_LONG = "too-long"
    FORMAT = "format"
    # Texts
    FORMULA = "formula"
    CONTROL_CHARACTER = "control-character"
    OUTER_BLANK = "outer-blank"
    DOUBLE_BLANK = "double-blank"
    NOT_NFC = "not-nfc"
    # Names, references and duplicates
    FILE_NAME = "file-name"
    UNKNOWN_COUNTRY = "unknown-country"
    UNKNOWN_REGION = "unknown-region"
    UNKNOWN_ERP = "unknown-erp"
    UNKNOWN_TERM = "unknown-term"
    MATRIX_GAP = "matrix-gap"
    DUPLICATE = "duplicate"
    NO_SLUG = "no-slug"
    BASE_URL = "base-url"
    # Dates and versions
    FUTURE_DATE = "future-date"
    DATE_ORDER = "date-order"
    PHASE_ORDER = "phase-order"
    PHASE_STATUS = "phase-status"
    OBLIGATION_STATUS = "obligation-status"
    VERSION_ORDER = "version-order"
    # Reports
    CODED_WORDS = "coded-words"
    MISSING_REPORT = "missing-report"
    # Rates, thresholds and formats
    OVERLAP = "overlap"
    MISSING_FORMAT = "missing-format"
    UNRECORDED_RATE = "unrecorded-rate"
    UNRECORDED_DATE = "unrecorded-date"
    # Provenance
    UNKNOWN_SOURCE = "unknown-source"
    UNUSED_SOURCE = "unused-source"
    UNREAD_SOURCE = "unread-source"
    CITATION = "citation"
    UNCITED = "uncited"
    NO_LOCATOR = "no-locator"
    WEAK_SOURCE = "weak-source"
    SOURCE_CONFLICT = "source-conflict"
    LAW_COPY = "law-copy"
    NO_SOURCE = "no-source"
    UNREGISTERED_CLAIM = "unregistered-claim"
    LANDING_PAGE = "landing-page"
    VENDOR_SOURCE = "vendor-source"
    REFUSED_SOURCE = "refused-source"
    OWN_SITE = "own-site"
    UNNEEDED_EXCEPTION = "unneeded-exception"
    LIST_ORDER = "list-order"
    DUE = "due"
    # Commands
    NOT_A_SITE = "not-a-site"
    STALE_SITE = "stale-site"
    OTHER_INPUTS = "other-inputs"
    BROKEN_PROMISE = "broken-promise"
    CHANGELOG = "changelog"


MAX_PATH_LENGTH, MAX_MESSAGE_LENGTH = 200, 600
"""Limits for printed JSON paths and messages, because both may quote the file."""

MAX_SHOWN_ISSUES = 1_000
"""The maximum number of printed issues."""


class Issue(Struct, frozen=True, order=True):
    """One issue: the file, the JSON path, the code, and a message with what is allowed and what was found."""

    file: str
    path: str
    code: IssueCode
    message: str

    def __str__(self) -> str:
        issue = self.printable()
        return f"{issue.file}: {issue.path}: {issue.message} [{issue.code}]"

    def printable(self) -> "Issue":
        """Return the issue with escaped control characters and texts of limited length."""
        path, message = _truncated(self.path, MAX_PATH_LENGTH), _truncated(self.message, MAX_MESSAGE_LENGTH)
        return Issue(printable(self.file), printable(path), self.code, printable(message))


class SourceError(Exception):
    """Files that cannot be used. ``issues`` has each issue once, sorted by file; ``summary`` has their number.

    ``args`` are the lines of the message.
    """

    def __init__(self, issues: Iterable[Issue]) -> None:
        self.issues = tuple(sorted(dict.fromkeys(issues), key=lambda issue: issue.file))
        count = len(self.issues)
        total = f"{count} {'issue' if count == 1 else 'issues'}"
        rest = f"; the first {MAX_SHOWN_ISSUES} are shown" if count > MAX_SHOWN_ISSUES else ""
        self.summary = f"{total}{rest}"
        super().__init__(*map(str, self.issues[:MAX_SHOWN_ISSUES]), self.summary)

    def __str__(self) -> str:
        return "\n".join(self.args)


def member_path(parent: str, key: str | int) -> str:
    """Return the JSON path of a member of ``parent``, truncated where it would not be printed."""
    if isinstance(key, int):
        path = f"{parent}[{key}]"
    else:
        path = f"{parent}.{key}" if key.replace("_", "").isalnum() else f"{parent}[{str(key)!r}]"
    # A file may have many values below the same long keys.
    return path[: MAX_PATH_LENGTH + 1]


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return ``(did you mean 'vat'?)`` with a blank before it, or an empty text if no known name is like the name."""
    near = difflib.get_close_matches(name, known, n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def _truncated(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}..."


def printable_json(line: str) -> str:
    """Escape the same characters in a line of JSON, as JSON escapes."""
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else json.dumps(char).strip('"') for char in line)


def printable(text: str) -> str:
    """Escape characters that a terminal would interpret, hide or break the line at.

    All output is escaped, because source files may be untrusted.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
