"""Folders that the command line works in."""

from pathlib import Path

import pytest

from cli.releasing import CHANGE, CHANGELOG, release
from locdata_build.source.files import editor_schemas
from support.dataset import whole, write


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The small set of source files."""
    return write(tmp_path / "data", whole())


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: source files, a changelog and an unreleased change."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "data_src", {**whole(), **editor_schemas()})
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    write(tmp_path / "changes", {"README.md": b"# Unreleased changes\n", "something.md": CHANGE.encode()})
    return tmp_path


@pytest.fixture
def released(repository: Path) -> Path:
    """The working folder after its first release."""
    assert release().status == 0
    return repository
