"""All rules on source data, and a sentence for each other kind of issue.

``docs/checks.md`` is generated from this module: ``./pants run tests/data:update``.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

# These modules register rules. ``files`` imports those of the subjects.
from locdata_build.data import agreement, citations, files, names, values  # noqa: F401
from locdata_build.data.errors import Issue, IssueCode
from locdata_build.data.rule import RULES, CheckContext, Rule
from locdata_model.record import Record

OTHER_ISSUES: Mapping[IssueCode, str] = {
    IssueCode.MISSING_FILE: "A required file must exist.",
    IssueCode.MISSING_FOLDER: "A required folder must exist and contain a source file.",
    IssueCode.UNEXPECTED_FILE: "The folders must contain nothing but source files, `BUILD`, `README.md` and `schema`.",
    IssueCode.UNREADABLE_FILE: "A file must be readable and regular, and not a symbolic link.",
    IssueCode.UNREADABLE_FOLDER: "A folder must be readable, and not a symbolic link.",
    IssueCode.NOT_UTF8: "A file must be UTF-8 without a byte order mark.",
    IssueCode.NOT_JSON: "A file must be JSON.",
    IssueCode.DUPLICATE_KEY: "A key must not appear twice in an object.",
    IssueCode.LONE_SURROGATE: "A text must not contain half of a surrogate pair.",
    IssueCode.MISSING_FIELD: "A required field must be present.",
    IssueCode.UNKNOWN_FIELD: "A record must not have a field that its type does not have.",
    IssueCode.UNKNOWN_WORD: "A word must be part of its vocabulary.",
    IssueCode.WRONG_TYPE: "A value must have the right type.",
    IssueCode.WRONG_PATTERN: "A code, id, URL or other text must match the pattern of its type.",
    IssueCode.WRONG_FORMAT: "A date must be valid and have the form YYYY-MM-DD, a time the form YYYY-MM-DDThh:mm:ssZ.",
    IssueCode.WRONG_VALUE: "A value must be within the limits of its type.",
    IssueCode.EMPTY: "A text or list must not be empty if its type does not allow it.",
    IssueCode.TOO_LONG: "A text or file must not exceed its limit of characters, bytes or values.",
    IssueCode.FORMAT: "A file must be in canonical format, which the command `format` writes.",
    IssueCode.UNNEEDED_EXCEPTION: "An exception in `exceptions.json` must be needed.",
    IssueCode.DUE: "`check --strict`: a claim must not be due: no date in it has passed since its check, and the check has not expired.",
    IssueCode.NOT_A_SITE: "`diff` must be given sites, data files or stored releases.",
    IssueCode.STALE_SITE: "`diff`: the newer site must be a build that is not older than the stored release.",
    IssueCode.OTHER_INPUTS: "`verify` needs `--base-url` or `--generated-at` if the site was built for another URL or time.",
    IssueCode.BROKEN_PROMISE: "`release`: each promise of the last release must be kept or have a tombstone.",
    IssueCode.VERSION_ORDER: "`release`: the version must be high enough for the changes.",
    IssueCode.CHANGELOG: "`release`: `CHANGELOG.md` must be able to take a section, and the files in `changes` must be entries for it.",
}
"""The requirement behind each issue that reading, parsing, types and commands report."""


def find_issues(located: Iterable[tuple[str, Record | str]], context: CheckContext) -> Iterator[Issue]:
    """Yield the issues of records and texts, given with their JSON paths."""
    for path, value in located:
        for rule in rules_for(type(value)):
            for below, message in rule.check(value, context):
                yield Issue(context.file, f"{path}{below}", rule.code, message)


@cache
def rules_for(kind: type[Record | str]) -> tuple[Rule[Any], ...]:
    """Return the rules that apply to values of a type."""
    return tuple(rule for rule in RULES if issubclass(kind, rule.checked) and rule.where(kind))
