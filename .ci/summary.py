#!/usr/bin/env python3
"""Print a summary of test reports, such as `12 passed, 0 failed, 1 skipped`, and why tests were skipped.

    .ci/summary.py FOLDER

Pants hides the output of tests that pass, and with it the summary of pytest. The exit status is 1 if a test failed or was skipped,
or if no test passed. This script uses only the standard library.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET


def summarize(folder: Path) -> tuple[str, bool]:
    """Return the summary of the reports in a folder, and whether there are tests and all of them passed."""
    suites = [suite for report in sorted(folder.glob("*.xml")) for suite in ET.parse(report).iter("testsuite")]
    counts = {
        name: sum(int(suite.get(name, "0")) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    }
    failed = counts["failures"] + counts["errors"]
    passed = counts["tests"] - failed - counts["skipped"]
    reasons = Counter(skip.get("message", "") for suite in suites for skip in suite.iter("skipped"))
    lines = [f"{passed} passed, {failed} failed, {counts['skipped']} skipped"]
    lines += [f"  {count} skipped: {reason}" for reason, count in sorted(reasons.items())]
    return "\n".join(lines), 0 < passed == counts["tests"]


def main() -> int:
    """Print the summary and return the exit status."""
    summary, has_passed = summarize(Path(sys.argv[1]))
    print(summary)
    return 0 if has_passed else 1


if __name__ == "__main__":
    sys.exit(main())
