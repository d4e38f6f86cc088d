"""Writes docs/audits/README.md from the figures of the audits: ``./pants run tests/docs:update_audits``."""

from pathlib import Path

import msgspec

from locdata_build.source.audits import SourceAudit
from locdata_build.source.files import AuditsFile

DOCUMENT = Path("docs/audits/README.md")
DATA = Path("data_src/audits.json")

INTRODUCTION = """\
# Audits

What readers found who compared random claims with their sources. `audit --sample` draws the claims; see
[the commands](../commands.md). Nobody compared claims that they had written, but for those of six countries in one first
reading. What was not right was corrected, and the same kind of mistake was looked for elsewhere.

A claim is right if it says what its sources say; imprecise if it leaves out or blurs something that a reader needs, such
as a class of filers, a condition or a day; outdated if it was right once; wrong if it never was. The last column has the
claims that were right once the others had been corrected and compared again.

For a claim that nobody drew, the share that was right at first sight is the better guess.

The figures are recorded in `data_src/audits.json`, which `/methodology/` shows as well, and
`./pants run tests/docs:update_audits` writes this page from them.

| Audit | Date | Claims | Right | Imprecise | Outdated | Wrong | Not compared | Right in the end |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


def audits_document() -> str:
    """Return the document: a row for each audit in the order of the file."""
    audits = msgspec.json.decode(DATA.read_bytes(), type=AuditsFile).audits
    return INTRODUCTION + "".join(map(_row, audits))


def _row(audit: SourceAudit) -> str:
    scope = f"[{audit.scope}]({audit.report}.md)" if audit.report else audit.scope
    counts = (audit.claims, audit.right, audit.imprecise, audit.outdated, audit.wrong, audit.not_compared)
    in_the_end = "" if audit.right_in_the_end is None else audit.right_in_the_end
    cells = (f"{scope}. {audit.reading}", audit.date, *counts, in_the_end)
    return f"| {' | '.join(map(str, cells))} |\n"


def main() -> None:
    """Rewrite the document."""
    DOCUMENT.write_text(audits_document(), encoding="utf-8")


if __name__ == "__main__":
    main()
