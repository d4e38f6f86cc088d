"""A statement names the commit of the checkout; if the checkout holds anything else, none is written."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from release.samples import Outcome, run, write_checkout

OTHER = 40 * "0"
STATEMENT = "dist/r.intoto.jsonl"
CHANGED = "data_src/site.json"

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(folder: Path, *arguments: str) -> str:
    """Return the output of a git command."""
    command = ["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@a.example", *arguments]
    # Nothing else of the environment: in a git hook it names the repository of the hook.
    environment = {"PATH": os.environ.get("PATH", os.defpath)}
    return subprocess.run(command, capture_output=True, check=True, text=True, env=environment).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of a repository with one commit, and a file of a release in an ignored folder."""
    write_checkout(tmp_path)
    (tmp_path / ".gitignore").write_text("/dist/\n", encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "All")
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/a.pex").write_bytes(b"program")
    return tmp_path


def write_statement(checkout: Path, commit: str) -> Outcome:
    """Write the statement of the release, from another folder."""
    options = ("--commit", commit, "--repository", "https://code.example", "--out", checkout / STATEMENT)
    return run("provenance", *options, "--checkout", checkout, checkout / "dist/a.pex")


def test_statement_is_written_for_the_commit_of_the_checkout(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = git(checkout, "rev-parse", "HEAD")
    # In a git hook it names another repository.
    monkeypatch.setenv("GIT_DIR", str(checkout / "nowhere"))

    assert write_statement(checkout, commit) == (0, f"{checkout}/{STATEMENT}: 1 files\n", "")


def test_other_commit_is_reported_and_nothing_is_written(checkout: Path) -> None:
    head = git(checkout, "rev-parse", "HEAD")

    assert write_statement(checkout, OTHER) == (1, "", f"{checkout}: must be at the commit {OTHER}, but is at {head}\n")
    assert not (checkout / STATEMENT).exists()


def refusal(checkout: Path) -> str:
    """Return why no statement is written for the commit of the checkout."""
    outcome = write_statement(checkout, git(checkout, "rev-parse", "HEAD"))
    assert (outcome.status, outcome.out) == (1, "")
    assert not (checkout / STATEMENT).exists()
    return outcome.err.removeprefix(f"{checkout}: ")


@pytest.mark.parametrize("is_staged", [False, True])
def test_changed_file_is_reported_and_nothing_is_written(checkout: Path, is_staged: bool) -> None:
    change(checkout)
    if is_staged:
        git(checkout, "add", CHANGED)

    assert refusal(checkout) == f"must have no uncommitted changes, but {CHANGED} has changed\n"


@pytest.mark.parametrize("excluded_by", [".git/empty", ".git/info/exclude"], ids=["nothing", "repository"])
def test_untracked_file_is_reported_and_nothing_is_written(checkout: Path, excluded_by: str) -> None:
    (checkout / excluded_by).write_text("zz.json\n", encoding="utf-8")
    (checkout / "data_src/zz.json").write_text("{}", encoding="utf-8")

    assert refusal(checkout) == "must have no untracked files, but has data_src/zz.json\n"


def change(checkout: Path) -> None:
    settings = (checkout / CHANGED).read_text(encoding="utf-8")
    (checkout / CHANGED).write_text(settings.replace("1.2.3", "1.2.4"), encoding="utf-8")


def filter_content(checkout: Path) -> None:
    (checkout / ".git/info/attributes").write_text(f"{CHANGED} filter=former\n", encoding="utf-8")
    git(checkout, "config", "filter.former.clean", f"git cat-file blob HEAD:{CHANGED}")
    change(checkout)
    git(checkout, "add", CHANGED)


def replace_commit(checkout: Path) -> None:
    change(checkout)
    git(checkout, "add", CHANGED)
    other = git(checkout, "commit-tree", git(checkout, "write-tree"), "-m", "Other")
    git(checkout, "replace", "HEAD", other)


def skip_worktree(checkout: Path) -> None:
    git(checkout, "update-index", "--skip-worktree", CHANGED)
    change(checkout)


@pytest.mark.parametrize(
    ("hide", "message"),
    [
        (filter_content, f"must have no uncommitted changes, but {CHANGED} has changed\n"),
        (replace_commit, f"must have no uncommitted changes, but {CHANGED} has changed\n"),
        (skip_worktree, f"git must look for changes in all files, but skips {CHANGED} (skip-worktree)\n"),
    ],
)
def test_changed_file_that_git_does_not_show_is_reported(
    checkout: Path, hide: Callable[[Path], None], message: str
) -> None:
    hide(checkout)

    assert git(checkout, "status", "--porcelain") == ""
    assert refusal(checkout) == message


def test_link_is_compared_with_where_it_leads_to(checkout: Path) -> None:
    (checkout / "link").symlink_to(CHANGED)
    git(checkout, "add", "link")
    git(checkout, "commit", "-q", "-m", "Link")

    assert write_statement(checkout, git(checkout, "rev-parse", "HEAD")).status == 0


def test_unreadable_repository_is_reported(checkout: Path) -> None:
    (checkout / ".git/HEAD").unlink()

    outcome = write_statement(checkout, OTHER)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{checkout}: git cannot read the repository: fatal: ")
    assert outcome.err.count("\n") == 1


def test_checkout_is_not_checked_without_git(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    assert write_statement(checkout, OTHER).status == 0
