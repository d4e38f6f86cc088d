"""`build-support/audit-locks.sh` looks up every pin of every lock, and fails if one cannot be looked up."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

_FOLDERS = ("3rdparty", "benchmarks", "build-support")
_PIN = re.compile(r"^[a-z0-9-]+==[^ ]+", re.MULTILINE)

# In place of pip-audit and npm: they print what they are asked about. What contains $REFUSED cannot be looked up.
_PROGRAM = """#!/bin/sh
for list; do :; done
case "$* $(cat "$list" 2>/dev/null)" in *"$REFUSED"*) exit 1 ;; audit*) echo "npm $3" ;; *) cat "$list" ;; esac
"""


def _audit(folder: Path, refused: str) -> subprocess.CompletedProcess[str]:
    for name in ("pip-audit", "npm"):
        (folder / name).write_text(_PROGRAM, encoding="utf-8")
        (folder / name).chmod(0o755)
    variables = {"PATH": f"{folder}:{os.defpath}", "REFUSED": refused}
    command = ["/bin/bash", "build-support/audit-locks.sh"]
    return subprocess.run(command, env=variables, capture_output=True, encoding="utf-8", check=False)  # noqa: S603


def test_every_pin_of_every_lock_is_looked_up(tmp_path: Path) -> None:
    process = _audit(tmp_path, "nothing")

    locks = [lock for folder in _FOLDERS for lock in Path(folder).rglob("*.lock")]
    packages = [lock.parent for folder in _FOLDERS for lock in Path(folder).rglob("package-lock.json")]
    assert process.returncode == 0, process.stderr
    assert sorted(_PIN.findall(process.stdout)) == sorted(
        pin for lock in locks for pin in _PIN.findall(lock.read_text(encoding="utf-8"))
    )
    assert sorted(re.findall(r"^npm \./(.*)$", process.stdout, re.MULTILINE)) == sorted(
        str(folder) for folder in packages if "node_modules" not in folder.parts
    )


@pytest.mark.parametrize("refused", ["pantsbuild-pants==", "build-support/node"])
def test_package_that_cannot_be_looked_up_is_an_error(tmp_path: Path, refused: str) -> None:
    assert _audit(tmp_path, refused).returncode == 1
