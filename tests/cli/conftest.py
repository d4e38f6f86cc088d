"""Folders that the command line works in."""

import shutil
from pathlib import Path

import pytest

from cli.releasing import CHANGE, CHANGELOG, release
from locdata_build.data.files import editor_schemas
from support.dataset import whole, write


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The small set of source files."""
    return write(tmp_path / "data", whole())


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: source files, a changelog and an unreleased change."""
    monkeypatch.chdir(tmp_path)
    write_repository(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def first_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as ``repository`` after its first release, for copies."""
    folder = tmp_path_factory.mktemp("first_release")
    write_repository(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert release().status == 0
    return folder


@pytest.fixture
def released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first_release: Path) -> Path:
    """The working folder after its first release."""
    shutil.copytree(first_release, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_repository(folder: Path) -> None:
    """Write source files, a changelog and an unreleased change."""
    write(folder / "data_src", {**whole(), **editor_schemas()})
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    write(folder / "changes", {"README.md": b"# Unreleased changes\n", "something.md": CHANGE.encode()})
