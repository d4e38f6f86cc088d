"""The summary of the tests says why some were skipped, and can refuse it."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("refused", "status"), [([], 0), (["browser"], 0), (["namespace"], 1)], ids=["nothing", "other", "same"]
)
def test_summary_says_why_tests_were_skipped_and_can_refuse_it(tmp_path: Path, refused: list[str], status: int) -> None:
    skipped = '<testcase><skipped message="no namespace here" /></testcase>'
    report = f'<testsuite tests="3" failures="0" errors="0" skipped="2">{2 * skipped}</testsuite>'
    (tmp_path / "a.xml").write_text(report, encoding="utf-8")

    command = [sys.executable, ".ci/summary.py", str(tmp_path), *refused]
    process = subprocess.run(command, capture_output=True, text=True, check=False)

    assert process.stdout == "1 passed, 0 failed, 2 skipped\n  2 skipped: no namespace here\n"
    assert (process.returncode, process.stderr) == (status, "")
