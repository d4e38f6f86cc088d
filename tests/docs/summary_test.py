"""The summary of the tests fails if a test failed or was skipped, and if there are none."""

import subprocess
import sys
from pathlib import Path

import pytest

PASSED = '<testsuite tests="2" failures="0" errors="0" skipped="0" />'
SKIPPED = '<testsuite tests="1" skipped="1"><testcase><skipped message="no namespace" /></testcase></testsuite>'
FAILED = '<testsuite tests="1" failures="1" />'


@pytest.mark.parametrize(
    ("suites", "summary", "status"),
    [
        pytest.param([PASSED, PASSED], "4 passed, 0 failed, 0 skipped\n", 0, id="passed"),
        pytest.param([PASSED, SKIPPED], "2 passed, 0 failed, 1 skipped\n  1 skipped: no namespace\n", 1, id="skipped"),
        pytest.param([PASSED, FAILED], "2 passed, 1 failed, 0 skipped\n", 1, id="failed"),
        pytest.param([], "0 passed, 0 failed, 0 skipped\n", 1, id="no tests"),
    ],
)
def test_summary_refuses_failed_and_skipped_tests(tmp_path: Path, suites: list[str], summary: str, status: int) -> None:
    for number, suite in enumerate(suites):
        (tmp_path / f"{number}.xml").write_text(suite, encoding="utf-8")

    process = subprocess.run(
        [sys.executable, ".ci/summary.py", str(tmp_path)], capture_output=True, text=True, check=False
    )

    assert (process.stdout, process.stderr, process.returncode) == (summary, "", status)
