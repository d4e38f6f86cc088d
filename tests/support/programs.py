"""Programs of this machine that tests run."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

STRICT = ("--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--pretty", "false", "--noEmit")
"""Options of the TypeScript compiler, for all programs."""


def program(variable: str, name: str) -> str:
    """Return the program that a variable names, or the one on the path with this name; skip the test if there is none."""
    found = os.environ.get(variable) or shutil.which(name)
    if found is None:
        pytest.skip(f"no {name}: it is not installed")
    return found


def typescript_compiler() -> str:
    """Return the TypeScript compiler of this machine; skip the test if there is none."""
    return program("TSC", "tsc")


def compiler_issues(compiler: str, folder: Path, arguments: Sequence[str]) -> list[str]:
    """Compile files in a folder, and return file, line and code of each error."""
    command = [compiler, *STRICT, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    found = re.findall(r"^(\S+)\((\d+),\d+\): error (TS\d+): ", done.stdout, re.MULTILINE)

    assert bool(found) == bool(done.returncode), done.stdout + done.stderr
    return [" ".join(issue) for issue in found]
