#!/usr/bin/env python3
"""Print a summary of test reports, such as `12 passed, 0 failed, 1 skipped`, and why tests were skipped.

    .ci/summary.py FOLDER [REASON...]

Pants hides the output of tests that pass, and with it the summary of pytest. The exit status is 1 if a test failed, if no test
passed, or if a test was skipped for a reason that contains a REASON. This script uses only the standard library.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET


def summarize(folder: Path, refused: Sequence[str]) -> tuple[str, bool]:
    """Return the summary, and whether the tests passed and no reason for a skipped test contains one of ``refused``."""
    suites = [suite for report in sorted(folder.glob("*.xml")) for suite in ET.parse(report).iter("testsuite")]
    counts = {
        name: sum(int(suite.get(name, "0")) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    }
    failed = counts["failures"] + counts["errors"]
    passed = counts["tests"] - failed - counts["skipped"]
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    reasons = Counter(skip.get("message", "") for suite in suites for skip in suite.iter("skipped"))
    lines = [f"{passed} passed, {failed} failed{skipped}"]
    lines += [f"  {count} skipped: {reason}" for reason, count in sorted(reasons.items())]
    is_refused = any(part in reason for part in refused for reason in reasons)
    return "\n".join(lines), passed > 0 and failed == 0 and not is_refused


def main() -> int:
    """Print the summary and return the exit status."""
    folder, *refused = sys.argv[1:]
    summary, has_passed = summarize(Path(folder), refused)
    print(summary)
    return 0 if has_passed else 1


if __name__ == "__main__":
    sys.exit(main())
