"""`build-support/audit-locks.sh` looks up every pin of every lock, and fails if one cannot be looked up."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

_FOLDERS = ("3rdparty", "benchmarks", "build-support")
_PIN = re.compile(r"^[a-z0-9-]+==[^ ]+", re.MULTILINE)

# In place of pip-audit and npm: they print what they are asked about. A lock that $REFUSED names cannot be looked up.
_PROGRAM = """#!/bin/sh
for list; do :; done
case "$*" in *"$REFUSED"*) exit 1 ;; audit*) echo "npm $3" ;; *) cat "$list" ;; esac
"""


@pytest.mark.parametrize(
    ("refused", "failed"), [("none", 0), ("3rdparty/python/pants.lock", 1), ("build-support/node", 1)]
)
def test_every_pin_of_every_lock_is_looked_up(tmp_path: Path, refused: str, failed: int) -> None:
    for name in ("pip-audit", "npm"):
        (tmp_path / name).write_text(_PROGRAM, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    variables = {"PATH": f"{tmp_path}:{os.defpath}", "REFUSED": refused}
    command = ["/bin/bash", "build-support/audit-locks.sh"]

    process = subprocess.run(  # noqa: S603  # Only this script.
        command, env=variables, capture_output=True, encoding="utf-8", check=False
    )

    locks = [lock for folder in _FOLDERS for lock in Path(folder).rglob("*.lock") if refused not in str(lock)]
    packages = [lock.parent for folder in _FOLDERS for lock in Path(folder).rglob("package-lock.json")]
    assert process.returncode == failed, process.stderr
    assert sorted(_PIN.findall(process.stdout)) == sorted(
        pin for lock in locks for pin in _PIN.findall(lock.read_text(encoding="utf-8"))
    )
    assert sorted(re.findall(r"^npm \./(.*)$", process.stdout, re.MULTILINE)) == sorted(
        str(folder) for folder in packages if refused not in str(folder) and "node_modules" not in folder.parts
    )
