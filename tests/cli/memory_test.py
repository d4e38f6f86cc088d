"""A build that does not get enough memory says so, and leaves nothing."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.command_line import process_environment
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

FAILURES = {
    "there is not enough memory\n",
    "the system refused: Cannot allocate memory\n",
    "a worker process failed or was killed, so nothing was written\n",
}

UNREADABLE = re.compile(
    r"(\S+: \$: cannot be read: Cannot allocate memory \[unreadable-(file|folder)\]\n)+[0-9]+ issues?\n"
)
"""What is said if the memory does not suffice to read the source files."""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the size of a process is not known")
@pytest.mark.parametrize("options", [["--precompress"], ["--workers", "4"]], ids=" ".join)
@pytest.mark.parametrize("limit", [0, 1, 2, 4, 8, 16, 32, 64])
def test_build_with_little_memory_is_whole_or_says_so(
    data: Path, tmp_path: Path, options: list[str], limit: int
) -> None:
    target = tmp_path / "public/site"
    finished = subprocess.run(
        [sys.executable, "-c", LIMITED, str(limit), "--data", data, "--out", target, *options],
        env=process_environment(),
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )

    if finished.returncode == 0:
        assert finished.stderr == ""
        assert names(target.parent) == ["site"]
    else:
        assert (finished.returncode, finished.stdout) == (1, "")
        assert finished.stderr in FAILURES or UNREADABLE.fullmatch(finished.stderr)
        assert not target.parent.exists() or names(target.parent) == []
