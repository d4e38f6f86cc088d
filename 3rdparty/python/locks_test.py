"""The locks satisfy the requirements beside them, and contain only names, versions and hashes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement

_FOLDER = Path("3rdparty/python")
_INPUTS_BY_LOCK = {
    "audit.lock": ["audit.in"],
    "browser.lock": ["browser/requirements.txt"],
    "citation.lock": ["citation.in"],
    "clients.lock": ["clients.in"],
    "coverage.lock": ["coverage.in"],
    "examples.lock": ["examples.in"],
    "feeds.lock": ["feeds.in"],
    "hugo.lock": ["hugo.in"],
    "mypy.lock": ["mypy.in"],
    "pants.lock": [],  # Generated from the version in pants.toml.
    "python-default.lock": [f"{name}/requirements.txt" for name in ("mcp", "model", "runtime", "testing")],
    "pytest.lock": ["pytest.in"],
    "ruff.lock": ["ruff.in"],
    "sbom.lock": ["sbom.in"],
    "secrets.lock": ["secrets.in"],
    "setuptools.lock": ["setuptools.in"],
    "uv.lock": ["uv.in"],
    "watch.lock": [f"{name}/requirements.txt" for name in ("model", "runtime", "testing", "watch")],
    "workflows.lock": ["workflows.in"],
}
_NPM_LOCKS = [
    Path(folder) / "package-lock.json"
    for folder in ("build-support/node", "build-support/judges", "benchmarks/eleventy")
]
_PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[0-9][^ ;]*)(?: ; [^\\]+)? \\")
_HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def _requirements(file: str) -> list[Requirement]:
    lines = (_FOLDER / file).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]


def _pins(lock: str) -> dict[str, str]:
    lines = (_FOLDER / lock).read_text(encoding="utf-8").splitlines()
    return {match["name"]: match["version"] for line in lines if (match := _PIN.fullmatch(line))}


def test_every_lock_is_tested() -> None:
    assert sorted(path.name for path in _FOLDER.glob("*.lock")) == sorted(_INPUTS_BY_LOCK)


@pytest.mark.parametrize("lock", _INPUTS_BY_LOCK)
def test_lock_contains_only_pins_and_hashes(lock: str) -> None:
    lines = (_FOLDER / lock).read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if not (_PIN.fullmatch(line) or _HASH.fullmatch(line))] == []


@pytest.mark.parametrize("lock", _INPUTS_BY_LOCK)
def test_every_pin_has_a_hash(lock: str) -> None:
    lines = (_FOLDER / lock).read_text(encoding="utf-8").splitlines()
    pins = [number for number, line in enumerate(lines) if _PIN.fullmatch(line)]

    assert pins != []
    assert [lines[number] for number in pins if not _HASH.fullmatch(lines[number + 1])] == []


@pytest.mark.parametrize("lock", ["browser.lock", "watch.lock"])
def test_what_several_locks_of_code_have_is_the_same(lock: str) -> None:
    default, other = _pins("python-default.lock"), _pins(lock)
    common = default.keys() & other.keys()

    assert "pytest" in common
    assert {name: other[name] for name in common} == {name: default[name] for name in common}


def test_every_requirement_belongs_to_a_lock() -> None:
    inputs = [*_FOLDER.glob("*.in"), *_FOLDER.rglob("requirements.txt")]

    assert sorted(path.relative_to(_FOLDER).as_posix() for path in inputs) == sorted(
        {file for files in _INPUTS_BY_LOCK.values() for file in files}
    )


@pytest.mark.parametrize("lock", _NPM_LOCKS, ids=str)
def test_every_npm_package_has_a_hash_and_no_url(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    packages = json.loads(text)["packages"]
    # The root package is this project.
    packages.pop("")

    assert packages != {}
    assert [name for name, package in packages.items() if not package["integrity"].startswith("sha512-")] == []
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert "://" not in text


@pytest.mark.parametrize("lock", _INPUTS_BY_LOCK)
def test_lock_satisfies_its_requirements(lock: str) -> None:
    pins = _pins(lock)
    requirements = [requirement for file in _INPUTS_BY_LOCK[lock] for requirement in _requirements(file)]

    unsatisfied = [str(r) for r in requirements if not r.specifier.contains(pins.get(r.name, "0"))]

    assert unsatisfied == [], "run build-support/lock.sh"
