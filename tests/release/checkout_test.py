"""A statement names the commit that the checkout is at, and a checkout that is changed gets none."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from release.making import Outcome, run, write_checkout

OTHER = 40 * "0"

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(folder: Path, *arguments: str) -> str:
    """What git prints for ``arguments``."""
    command = ["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@a.example", *arguments]
    # Nothing else of the environment: a hook of git names the repository in it that it runs for.
    environment = {"PATH": os.environ.get("PATH", os.defpath)}
    return subprocess.run(command, capture_output=True, check=True, text=True, env=environment).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of a repository with one commit, and a file of a release in it that git does not know."""
    write_checkout(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "All")
    (tmp_path / "a.pex").write_bytes(b"program")
    return tmp_path


def state(checkout: Path, commit: str) -> Outcome:
    """Write the statement of the release, from another folder."""
    given = ("--commit", commit, "--repository", "https://code.example", "--out", checkout / "r.intoto.jsonl")
    return run("provenance", *given, "--checkout", checkout, checkout / "a.pex")


def test_statement_is_written_for_the_commit_of_the_checkout(checkout: Path) -> None:
    assert state(checkout, git(checkout, "rev-parse", "HEAD")) == (0, f"{checkout}/r.intoto.jsonl: 1 files\n", "")


def test_another_commit_is_told_and_nothing_is_written(checkout: Path) -> None:
    head = git(checkout, "rev-parse", "HEAD")

    assert state(checkout, OTHER) == (1, "", f"{checkout}: must be at the commit {OTHER}, but is at {head}\n")
    assert not (checkout / "r.intoto.jsonl").exists()


@pytest.mark.parametrize("is_staged", [False, True])
def test_changed_file_is_told_and_nothing_is_written(checkout: Path, is_staged: bool) -> None:
    (checkout / "data_src/site.json").write_text("{}", encoding="utf-8")
    if is_staged:
        git(checkout, "add", "data_src/site.json")

    assert state(checkout, git(checkout, "rev-parse", "HEAD")) == (
        1,
        "",
        f"{checkout}: must hold the files of the commit, but data_src/site.json is changed\n",
    )
    assert not (checkout / "r.intoto.jsonl").exists()


def test_repository_in_another_place_has_no_say(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = git(checkout, "rev-parse", "HEAD")
    monkeypatch.setenv("GIT_DIR", str(checkout / "nowhere"))

    assert state(checkout, commit).status == 0


def test_repository_that_git_cannot_read_is_told(checkout: Path) -> None:
    (checkout / ".git/HEAD").unlink()

    outcome = state(checkout, OTHER)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{checkout}: must be a repository that git can read, but is not: fatal: ")
    assert outcome.err.count("\n") == 1


def test_checkout_is_taken_as_it_is_where_there_is_no_git(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    assert state(checkout, OTHER).status == 0
