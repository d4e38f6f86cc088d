"""Writes docs/audits/README.md from the figures of the audits: ``./pants run tests/docs:update_audits``."""

from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

import msgspec

from locdata_build.data.audits import AuditsFile, SourceAudit
from locdata_build.view.pages.data_figures import AUDIT_FIGURES, AUDITS

DOCUMENT = Path("docs/audits/README.md")
DATA = Path("data_src/audits.json")
WIDTH = 118

NOTES = """\
`audit --sample` draws the claims; see [the commands](../commands.md). The figures are recorded in `data_src/audits.json`,
which `/methodology/` shows as well, and `./pants run tests/docs:update_audits` writes this page from them.
"""


def audits_document() -> str:
    """Return the document: a row for each audit in the order of the file."""
    audits = msgspec.json.decode(DATA.read_bytes(), type=AuditsFile).audits
    titles = ("Audit", "Date", *AUDIT_FIGURES)
    rows = (_line(titles), _line("---" for _ in titles), *map(_row, audits))
    return "\n".join(["# Audits\n", fill(AUDITS, WIDTH), "", NOTES, *rows, ""])


def _row(audit: SourceAudit) -> str:
    scope = f"[{audit.scope}]({audit.report}.md)" if audit.report else audit.scope
    figures = (getattr(audit, name) for name in AUDIT_FIGURES.values())
    return _line((f"{scope}. {audit.reading}", audit.date, *("" if figure is None else figure for figure in figures)))


def _line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Rewrite the document."""
    DOCUMENT.write_text(audits_document(), encoding="utf-8")


if __name__ == "__main__":
    main()
