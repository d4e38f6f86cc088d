#!/usr/bin/env python3
"""Prints one closing line, `12 passed, 0 failed`, from the reports in the folder that is its argument.

Pants hides the output of tests that pass, and with it the line that pytest ends with.
Exits with 1 if a test failed or if there is no report. Needs the standard library alone.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree as ET


def summarize(folder: Path) -> tuple[str, bool]:
    """The closing line, and whether all is well."""
    suites = [suite for report in sorted(folder.glob("*.xml")) for suite in ET.parse(report).iter("testsuite")]
    counts = {
        name: sum(int(suite.get(name, "0")) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    }
    failed = counts["failures"] + counts["errors"]
    passed = counts["tests"] - failed - counts["skipped"]
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    return f"{passed} passed, {failed} failed{skipped}", passed > 0 and failed == 0


def main() -> int:
    """Print the line."""
    line, well = summarize(Path(sys.argv[1]))
    print(line)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
