"""Runs the command line as a user would."""

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
from support.signals import signals_restored

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
        with signals_restored():
            try:
                status = main()
            except SystemExit as exit_of_argparse:
                status = int(exit_of_argparse.code or 0)
    return Outcome(status, out.getvalue(), err.getvalue())


def process_environment(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of such a process, which cannot see the folder that the tests run in."""
    path = os.pathsep.join(str(REPOSITORY / entry) for entry in sys.path if entry and Path(entry) != REPOSITORY)
    inherited = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    return {**inherited, "PYTHONPATH": path, **(environment or {})}


def run_process(folder: Path, *arguments: str | Path | bytes, environment: Mapping[str, str] | None = None) -> Outcome:
    """Run the command line as a process in ``folder``."""
    finished = subprocess.run(
        [sys.executable, "-m", "locdata_build.cli", *arguments],
        cwd=folder,
        env=process_environment(environment),
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
    return Outcome(finished.returncode, finished.stdout, finished.stderr)


def imported_by(folder: Path, *arguments: str | Path) -> tuple[Outcome, frozenset[str]]:
    """Run the command line as a process in ``folder``; return the outcome and the name of every imported module."""
    outcome = run_process(folder, *arguments, environment={"PYTHONPROFILEIMPORTTIME": "1"})
    timed = [line for line in outcome.err.splitlines() if line.startswith("import time:")]
    printed = "".join(f"{line}\n" for line in outcome.err.splitlines() if line not in timed)
    return outcome._replace(err=printed), frozenset(line.rpartition("|")[2].strip() for line in timed)
