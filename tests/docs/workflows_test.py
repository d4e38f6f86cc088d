"""Nothing that runs in a workflow of CI can read a token, and no test is skipped silently."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

WORKFLOWS = sorted(Path(".github/workflows").glob("*.yml"))
CHECKOUT = re.compile(r"uses: actions/checkout@")
CHECKOUT_WITHOUT_TOKEN = re.compile(
    r"uses: actions/checkout@\S+\n +with:\n(?: +#.*\n| +fetch-depth: \d+\n)* +persist-credentials: false\n"
)


def test_there_are_workflows() -> None:
    assert [path.name for path in WORKFLOWS] == ["audit.yml", "ci.yml"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_no_checkout_leaves_its_token_behind(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")

    assert CHECKOUT.findall(text) != []
    assert len(CHECKOUT_WITHOUT_TOKEN.findall(text)) == len(CHECKOUT.findall(text))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_token_may_only_read(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")

    assert re.findall(r"permissions:\n((?:  .*\n)*)", text) == ["  contents: read\n"]
    assert "secrets." not in text


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
