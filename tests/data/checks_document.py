"""Writes docs/checks.md from the rules: ``./pants run tests/data:update``."""

from pathlib import Path

from locdata_build.data.errors import IssueCode
from locdata_build.data.rule import RULES
from locdata_build.data.rules import OTHER_ISSUES

DOCUMENT = Path("docs/checks.md")

INTRODUCTION = """\
# The checks

`check` prints every issue of every file and exits with status 1. No site is built from data with an issue. An issue is one line:

    file: JSON path: what is allowed, and what was found [code]

Codes are stable; messages may be reworded. `./pants run tests/data:update` writes this document from the rules in
`src/python/locdata_build/data`.

| Code | Rule |
| --- | --- |
"""

NOTES = """
- `unknown-erp`, `unknown-country` and `matrix-gap` use the names of the files in `data_src/erps` and `data_src/countries`, so that a broken
  file causes no issues in other files.
- In a file of the wrong shape, the rules apply to those records whose shape is right.
- By default, the time of the build is the latest of the time of the release in `site.json`, the newest check, reading or audit, and the
  newest `first_seen` of a news item. `future-date` is then possible only for the date of a news item and for releases.
- The paths that are reserved for other pages are those of `PageName` in `src/python/locdata_model/urls.py`.
"""


def checks_document() -> str:
    """The document: every code in the order of ``IssueCode``, with every rule that has it."""
    # The order of the rules is that of the imports.
    sentences = sorted((rule.code, rule.sentence) for rule in RULES)
    rows = [
        f"| `{code}` | {sentence} |"
        for code in IssueCode
        for other, sentence in [*OTHER_ISSUES.items(), *sentences]
        if other is code
    ]
    return "\n".join([*INTRODUCTION.splitlines(), *rows, NOTES])


def main() -> None:
    """Rewrite the document."""
    DOCUMENT.write_text(checks_document(), encoding="utf-8")


if __name__ == "__main__":
    main()
