"""`build-support/audit-locks.sh` looks up every pin of every lock. The databases are not asked here."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

_SCRIPT = Path("build-support/audit-locks.sh")
_FOLDERS = ("3rdparty", "benchmarks", "build-support")
_PIN = re.compile(r"^[a-z0-9-]+==[^ ]+", re.MULTILINE)

# They record what they are asked about, and report a vulnerability in what $VULNERABLE says.
_PIP_AUDIT = """#!/bin/sh
for list; do :; done
cat "$list" >>"$RECORD"
case "$*" in *--strict*--require-hashes*) ! grep -q "^$VULNERABLE " "$list" ;; *) exit 2 ;; esac
"""
_NPM = """#!/bin/sh
echo "$*" >>"$RECORD"
[ "$3" != "$VULNERABLE" ]
"""


def _audit(folder: Path, vulnerable: str = "none") -> subprocess.CompletedProcess[str]:
    for name, text in {"pip-audit": _PIP_AUDIT, "npm": _NPM}.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)
    variables = {"PATH": f"{folder}:{os.defpath}", "RECORD": str(folder / "record"), "VULNERABLE": vulnerable}
    return subprocess.run(  # noqa: S603  # Only this script.
        ["/bin/bash", _SCRIPT], env=variables, capture_output=True, text=True, check=False
    )


def _locks(pattern: str) -> list[Path]:
    paths = [path for folder in _FOLDERS for path in Path(folder).rglob(pattern)]
    return sorted(path for path in paths if "node_modules" not in path.parts)


def test_every_pin_of_every_lock_is_looked_up(tmp_path: Path) -> None:
    process = _audit(tmp_path)

    record = (tmp_path / "record").read_text(encoding="utf-8")
    locks = _locks("*.lock")
    assert process.returncode == 0
    assert locks != []
    assert sorted(_PIN.findall(record)) == sorted(
        pin for lock in locks for pin in _PIN.findall(lock.read_text("utf-8"))
    )
    assert re.findall("^audit --prefix (.*) --package-lock-only$", record, re.MULTILINE) == [
        f"./{lock.parent}" for lock in _locks("package-lock.json")
    ]


@pytest.mark.parametrize("place", ["first", "other Python", "npm"])
def test_vulnerability_in_one_lock_is_reported_after_all_are_looked_up(tmp_path: Path, place: str) -> None:
    pants = Path("3rdparty/python/pants.lock")
    pins = _PIN.findall(pants.read_text("utf-8"))
    vulnerable, lock = {
        "first": (pins[0], pants),
        "other Python": (next(pin for pin in reversed(pins) if pin.startswith("ujson==")), pants),
        "npm": ("./build-support/node", Path("build-support/node/package-lock.json")),
    }[place]

    process = _audit(tmp_path, vulnerable)

    assert process.returncode == 1
    assert process.stderr == f"vulnerabilities, or packages that cannot be looked up: ./{lock}\n"
    assert process.stdout.count("== ./") == len([*_locks("*.lock"), *_locks("package-lock.json")])
