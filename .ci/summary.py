#!/usr/bin/env python3
"""Print a summary of test reports, such as `12 passed, 0 failed`. The argument is the folder of the reports.

Pants hides the output of tests that pass, and with it the summary of pytest. The exit status is 1 if a test failed or if no
test passed. This script uses only the standard library.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree as ET


def summarize(folder: Path) -> tuple[str, bool]:
    """Return the summary, and whether the tests passed."""
    suites = [suite for report in sorted(folder.glob("*.xml")) for suite in ET.parse(report).iter("testsuite")]
    counts = {
        name: sum(int(suite.get(name, "0")) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    }
    failed = counts["failures"] + counts["errors"]
    passed = counts["tests"] - failed - counts["skipped"]
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    return f"{passed} passed, {failed} failed{skipped}", passed > 0 and failed == 0


def main() -> int:
    """Print the summary and return the exit status."""
    summary, has_passed = summarize(Path(sys.argv[1]))
    print(summary)
    return 0 if has_passed else 1


if __name__ == "__main__":
    sys.exit(main())
