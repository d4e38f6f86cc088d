"""Eleventy as a peer, with JavaScript templates: Nunjucks takes more than twice the time for these pages.

Eleventy keeps no cache between builds.
"""

import json
import shutil
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

from benchmarks.peers.command import Command

_HERE = Path(__file__).parent / "eleventy"
_PACKAGE = "@11ty/eleventy"


def lay_out(prepared: Path, project: Path) -> Command:
    """Set up a project of Eleventy in the new folder ``project``, and install its packages with ``npm``."""
    shutil.copytree(_HERE, project, ignore=shutil.ignore_patterns("BUILD", "node_modules"))
    (project / "prepared").symlink_to(prepared.resolve())
    (project / "pages.json").write_text(json.dumps(_index(prepared)), encoding="utf-8")
    _install(project)
    version = _read(project / "package.json")["dependencies"][_PACKAGE]
    return Command(
        name=f"Eleventy {version}",
        arguments=("node", f"node_modules/{_PACKAGE}/cmd.cjs", "--quiet"),
        folder=project,
        result=project / "out",
    )


def _index(prepared: Path) -> list[dict[str, str]]:
    """Return the file of each page with its two paths: Eleventy needs all paths before it renders a page."""
    files = {name: _read(prepared / name) for name in _read(prepared / "manifest.json")["pages"]}
    return [
        {"file": name, **{key: page[key] for key in ("html_path", "markdown_path")}} for name, page in files.items()
    ]


def _install(project: Path) -> None:
    """Install the packages of the lock, without running their scripts."""
    npm = which("npm") or "npm"
    command = (
        npm,
        "ci",
        "--prefix",
        str(project),
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel",
        "error",
    )
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # our own command


def _read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_bytes())
    return document
