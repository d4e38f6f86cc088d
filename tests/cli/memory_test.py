"""A build that does not get enough memory says so, and leaves nothing."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.command_line import Outcome, process_environment
from support.folders import names

LIMITED = """
import resource, sys
import locdata_build.cli.build, locdata_build.render.compressed
from locdata_build.cli.__main__ import main

with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, [size + int(sys.argv.pop(1)) * 1_000_000] * 2)
sys.exit(main())
"""
"""The command line, with a limit of the memory that it gets besides that of its modules: megabytes."""

NO_MEMORY = "there is not enough memory\n"
NO_WORKER = "a worker process failed or was killed, so nothing was written\n"
MESSAGES = {NO_MEMORY, NO_WORKER, "the system refused: Cannot allocate memory\n"}

UNREADABLE = re.compile(
    r"(\S+: \$: cannot be read: Cannot allocate memory \[unreadable-(file|folder)\]\n)+[0-9]+ issues?\n"
)
"""What is said if the memory does not suffice to read the source files."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the size of a process is not known")


def limited_build(data: Path, target: Path, limit: int, *options: str) -> Outcome:
    """Build with a limit; fail unless the site is whole or nothing is there."""
    finished = subprocess.run(
        [sys.executable, "-c", LIMITED, str(limit), "--data", data, "--out", target, *options],
        env=process_environment(),
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
    left = names(target.parent) if target.parent.exists() else []
    assert left == ([] if finished.returncode else ["site"])
    return Outcome(finished.returncode, finished.stdout, finished.stderr)


@pytest.mark.parametrize(
    ("limit", "options", "message"),
    [
        pytest.param(0, ["--workers", "4"], NO_MEMORY, id="nothing"),
        pytest.param(24, ["--precompress"], NO_WORKER, id="not enough for a process that compresses"),
    ],
)
def test_build_without_enough_memory_says_so_and_leaves_nothing(
    data: Path, tmp_path: Path, limit: int, options: list[str], message: str
) -> None:
    assert limited_build(data, tmp_path / "public/site", limit, *options) == (1, "", message)


def test_build_of_a_small_site_needs_little_memory(data: Path, tmp_path: Path) -> None:
    outcome = limited_build(data, tmp_path / "public/site", 128, "--precompress")

    assert (outcome.status, outcome.err) == (0, "")


@pytest.mark.proof
@pytest.mark.parametrize("options", [["--precompress"], ["--workers", "4"]], ids=" ".join)
def test_build_with_little_memory_is_whole_or_says_so(data: Path, tmp_path: Path, options: list[str]) -> None:
    outcomes = [
        limited_build(data, tmp_path / f"{limit}/site", limit, *options) for limit in (0, 1, 2, 4, 8, 16, 32, 64, 128)
    ]
    failed = [outcome for outcome in outcomes if outcome.status]

    assert {outcome.status for outcome in outcomes} == {0, 1}
    assert {outcome.err for outcome in outcomes if outcome not in failed} == {""}
    assert all(outcome.out == "" for outcome in failed)
    assert all(outcome.err in MESSAGES or UNREADABLE.fullmatch(outcome.err) for outcome in failed)
