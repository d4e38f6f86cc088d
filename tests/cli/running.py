"""Runs the command line as a user would, and tells what became of the files."""

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from locdata_build.cli.__main__ import main
from locdata_build.publish.folder import publish_folder
from locdata_build.render.artifacts import Artifact
from locdata_build.render.checksums import checksums

FORMER_FILES = (Artifact("/api/v1/index.json", b"former\n"), Artifact("/data/former.csv", b"a,b\r\n"))
FORMER = (checksums(FORMER_FILES), *FORMER_FILES)
"""A site of an earlier build."""

REPOSITORY = Path.cwd()
"""The folder that the tests run in; a test may leave it."""


class Outcome(NamedTuple):
    """The exit status and what was printed."""

    status: int
    out: str
    err: str


def run_here(*arguments: str | Path, environment: Mapping[str, str] | None = None) -> Outcome:
    """Run the command line in this process; ``SOURCE_DATE_EPOCH`` is set only by ``environment``."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "argv", ["locdata_build", *map(str, arguments)])
        patch.delenv("SOURCE_DATE_EPOCH", raising=False)
        for name, value in (environment or {}).items():
            patch.setenv(name, value)
        try:
            status = main()
        except SystemExit as exit_of_argparse:
            status = int(exit_of_argparse.code or 0)
    return Outcome(status, out.getvalue(), err.getvalue())


def run_process(folder: Path, *arguments: str | Path | bytes, environment: Mapping[str, str] | None = None) -> Outcome:
    """Run the command line as a process in ``folder``, which cannot see the folder that the tests run in."""
    path = os.pathsep.join(entry for entry in sys.path if entry and Path(entry) != REPOSITORY)
    inherited = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    finished = subprocess.run(
        [sys.executable, "-m", "locdata_build.cli", *arguments],
        cwd=folder,
        env={**inherited, "PYTHONPATH": path, **(environment or {})},
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
    return Outcome(finished.returncode, finished.stdout, finished.stderr)


def imported_by(folder: Path, *arguments: str | Path) -> tuple[Outcome, frozenset[str]]:
    """Run the command line as a process in ``folder``; what came of it, and the name of every module that it imported."""
    outcome = run_process(folder, *arguments, environment={"PYTHONPROFILEIMPORTTIME": "1"})
    timed = [line for line in outcome.err.splitlines() if line.startswith("import time:")]
    told = "".join(f"{line}\n" for line in outcome.err.splitlines() if line not in timed)
    return outcome._replace(err=told), frozenset(line.rpartition("|")[2].strip() for line in timed)


def former_site(folder: Path) -> Path:
    """A site of an earlier build in ``folder``, alone there."""
    publish_folder(FORMER, folder / "site")
    return folder / "site"


def tree(folder: Path) -> dict[str, bytes | None]:
    """Everything below ``folder``: the bytes of each file, None for each folder."""
    return {
        str(entry.relative_to(folder)): entry.read_bytes() if entry.is_file() else None
        for entry in sorted(folder.rglob("*"))
    }
