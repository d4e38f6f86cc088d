"""Whether a checkout holds what a commit holds, as git tells it."""

import shutil
import subprocess
from pathlib import Path

from locdata_release.read.faults import ReleaseError


def demand_commit(checkout: Path, commit: str) -> None:
    """Raise ``ReleaseError`` unless ``checkout`` is at ``commit``, with no file of it changed.

    Nothing is asked where ``checkout`` is no git repository, or where there is no git.
    """
    git = shutil.which("git")
    if git is None or not (checkout / ".git").exists():
        return
    (head,) = _ask(git, checkout, "rev-parse", "HEAD")
    if head != commit:
        raise ReleaseError(f"{checkout}: must be at the commit {commit}, but is at {head}")
    if changes := _ask(git, checkout, "status", "--porcelain", "--untracked-files=no"):
        raise ReleaseError(f"{checkout}: must hold the files of the commit, but {changes[0][3:]} is changed")


def _ask(git: str, checkout: Path, *question: str) -> list[str]:
    # The folders are named so that a GIT_DIR of the environment has no say; without locks nothing is written there.
    place = ["-C", str(checkout), "--git-dir=.git", "--work-tree=.", "--no-optional-locks"]
    answer = subprocess.run(  # noqa: S603  # what is asked is written above
        [git, *place, *question], capture_output=True, check=False, encoding="utf-8", errors="backslashreplace"
    )
    if answer.returncode:
        reason = answer.stderr.partition("\n")[0]
        raise ReleaseError(f"{checkout}: must be a repository that git can read, but is not: {reason}")
    return answer.stdout.splitlines()
