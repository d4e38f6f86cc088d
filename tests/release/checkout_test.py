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
    assert not (checkout / STATEMENT).exists()


@pytest.mark.parametrize(
    ("excluded_by", "reported"),
    [
        (".git/empty", "data_src/countries/zz.json"),
        (".git/info/exclude", "data_src/countries/zz.json"),
        (".git/excludes", "data_src/countries/zz.json"),
        ("data_src/.gitignore", "data_src/.gitignore"),
    ],
    ids=["nothing", "repository", "user", "folder"],
)
def test_untracked_file_is_reported_and_nothing_is_written(checkout: Path, excluded_by: str, reported: str) -> None:
    git(checkout, "config", "core.excludesFile", str(checkout / ".git/excludes"))
    (checkout / excluded_by).write_text("zz.json\n.gitignore\n", encoding="utf-8")
    (checkout / "data_src/countries").mkdir()
    (checkout / "data_src/countries/zz.json").write_text("{}", encoding="utf-8")

    assert write_statement(checkout, git(checkout, "rev-parse", "HEAD")) == (
        1,
        "",
        f"{checkout}: must have no untracked files, but has {reported}\n",
    )
    assert not (checkout / STATEMENT).exists()


@pytest.mark.parametrize("flag", ["assume-unchanged", "skip-worktree"])
def test_changed_file_that_git_does_not_show_is_reported(checkout: Path, flag: str) -> None:
    git(checkout, "update-index", f"--{flag}", CHANGED)
    change(checkout)

    assert write_statement(checkout, git(checkout, "rev-parse", "HEAD")) == (
        1,
        "",
        f"{checkout}: git must look for changes in all files, but skips data_src/site.json ({flag})\n",
    )
    assert not (checkout / STATEMENT).exists()


def change(checkout: Path) -> None:
    settings = (checkout / CHANGED).read_text(encoding="utf-8")
    (checkout / CHANGED).write_text(settings.replace("1.2.3", "1.2.4"), encoding="utf-8")


def ask_a_monitor(checkout: Path) -> None:
    """Let git ask a program which files have changed, which says that none has."""
    monitor = checkout / ".git/monitor"
    monitor.write_text("#!/bin/sh\nprintf 'token\\0'\n", encoding="utf-8")
    monitor.chmod(0o755)
    git(checkout, "config", "core.fsmonitor", str(monitor))
    git(checkout, "update-index", "--fsmonitor")
    git(checkout, "status")


def change_monitored(checkout: Path) -> None:
    ask_a_monitor(checkout)
    change(checkout)


def convert_line_ends(checkout: Path) -> None:
    git(checkout, "config", "core.autocrlf", "input")
    (checkout / CHANGED).write_bytes((checkout / CHANGED).read_bytes() + b"\r\n")
    git(checkout, "commit", "-q", "-a", "-m", "Changed")


def filter_content(checkout: Path) -> None:
    (checkout / ".git/info/attributes").write_text(f"{CHANGED} filter=former\n", encoding="utf-8")
    git(checkout, "config", "filter.former.clean", f"git cat-file blob HEAD:{CHANGED}")
    change(checkout)
    git(checkout, "add", CHANGED)


def ignore_modes(checkout: Path) -> None:
    git(checkout, "config", "core.fileMode", "false")
    (checkout / CHANGED).chmod(0o755)


def replace_commit(checkout: Path) -> None:
    change(checkout)
    git(checkout, "add", CHANGED)
    other = git(checkout, "commit-tree", git(checkout, "write-tree"), "-m", "Other")
    git(checkout, "replace", "HEAD", other)


@pytest.mark.parametrize("hide", [change_monitored, convert_line_ends, filter_content, ignore_modes, replace_commit])
def test_changed_file_that_settings_hide_from_git_is_reported(checkout: Path, hide: Callable[[Path], None]) -> None:
    hide(checkout)

    assert git(checkout, "status", "--porcelain") == ""
    assert write_statement(checkout, git(checkout, "rev-parse", "HEAD")) == (
        1,
        "",
        f"{checkout}: must have no uncommitted changes, but {CHANGED} has changed\n",
    )
    assert not (checkout / STATEMENT).exists()


def test_missing_file_that_settings_hide_from_git_is_reported(checkout: Path) -> None:
    ask_a_monitor(checkout)
    (checkout / ".gitignore").unlink()

    assert git(checkout, "status", "--porcelain", "--untracked-files=no") == ""
    assert write_statement(checkout, git(checkout, "rev-parse", "HEAD")) == (
        1,
        "",
        f"{checkout}: must have no uncommitted changes, but .gitignore has changed\n",
    )


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
