"""A statement names the commit of the checkout; with uncommitted changes none is written."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from release.samples import Outcome, run, write_checkout

OTHER = 40 * "0"

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(folder: Path, *arguments: str) -> str:
    """Return the output of a git command."""
    command = ["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@a.example", *arguments]
    # Nothing else of the environment: in a git hook it names the repository of the hook.
    environment = {"PATH": os.environ.get("PATH", os.defpath)}
    return subprocess.run(command, capture_output=True, check=True, text=True, env=environment).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of a repository with one commit, and an untracked file of a release."""
    write_checkout(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "All")
    (tmp_path / "a.pex").write_bytes(b"program")
    return tmp_path


def write_statement(checkout: Path, commit: str) -> Outcome:
    """Write the statement of the release, from another folder."""
    options = ("--commit", commit, "--repository", "https://code.example", "--out", checkout / "r.intoto.jsonl")
    return run("provenance", *options, "--checkout", checkout, checkout / "a.pex")


def test_statement_is_written_for_the_commit_of_the_checkout(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = git(checkout, "rev-parse", "HEAD")
    # In a git hook it names another repository.
    monkeypatch.setenv("GIT_DIR", str(checkout / "nowhere"))

    assert write_statement(checkout, commit) == (0, f"{checkout}/r.intoto.jsonl: 1 files\n", "")


def test_other_commit_is_reported_and_nothing_is_written(checkout: Path) -> None:
    head = git(checkout, "rev-parse", "HEAD")

    assert write_statement(checkout, OTHER) == (1, "", f"{checkout}: must be at the commit {OTHER}, but is at {head}\n")
    assert not (checkout / "r.intoto.jsonl").exists()


@pytest.mark.parametrize("is_staged", [False, True])
def test_changed_file_is_reported_and_nothing_is_written(checkout: Path, is_staged: bool) -> None:
    (checkout / "data_src/site.json").write_text("{}", encoding="utf-8")
    if is_staged:
        git(checkout, "add", "data_src/site.json")

    assert write_statement(checkout, git(checkout, "rev-parse", "HEAD")) == (
        1,
        "",
        f"{checkout}: must have no uncommitted changes, but data_src/site.json has changed\n",
    )
    assert not (checkout / "r.intoto.jsonl").exists()


def test_unreadable_repository_is_reported(checkout: Path) -> None:
    (checkout / ".git/HEAD").unlink()

    outcome = write_statement(checkout, OTHER)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{checkout}: git cannot read the repository: fatal: ")
    assert outcome.err.count("\n") == 1


def test_checkout_is_not_checked_without_git(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    assert write_statement(checkout, OTHER).status == 0
