"""The browser and the editor of the user."""

import os
import shlex
import signal
import subprocess
import webbrowser
from collections.abc import Sequence
from pathlib import Path

GOTO_EDITORS = frozenset({"code", "code-insiders", "code-oss", "codium", "cursor", "vscodium", "windsurf"})
"""Editors that take a file with a line as ``--goto FILE:LINE``; others take ``+LINE FILE``."""

EDITOR_VARIABLES = ("VISUAL", "EDITOR")


class DesktopError(Exception):
    """A browser or an editor cannot be started."""


def open_page(url: str) -> None:
    """Open a page in the browser. Raises ``DesktopError``, also for what is not at an address of HTTP."""
    # Other addresses could start other programs.
    if not url.startswith(("http://", "https://")):
        raise DesktopError(f"{url}: must begin with http:// or https:// to be opened")
    if not webbrowser.open(url):
        raise DesktopError(f"{url}: no browser could be started")


def open_file(file: Path, line: int) -> None:
    """Open a file at a line in the editor of the environment, and wait until it ends. Raises ``DesktopError``."""
    setting = next((value for name in EDITOR_VARIABLES if (value := os.environ.get(name, "").strip())), "")
    command = editor_command(setting, file, line)
    # An editor in the terminal has its own use for Ctrl-C.
    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        subprocess.run(command, check=False)  # noqa: S603  # the editor that the user has set
    except OSError as error:
        raise DesktopError(f"{command[0]}: cannot be started: {error.strerror}") from None
    finally:
        signal.signal(signal.SIGINT, before)


def editor_command(setting: str, file: Path, line: int) -> Sequence[str]:
    """Return the command that opens a file at a line, given that of the editor. Raises ``DesktopError`` if it is unusable."""
    names = " or ".join(EDITOR_VARIABLES)
    try:
        program = shlex.split(setting)
    except ValueError as error:
        raise DesktopError(f"{names} must be a command, got {setting!r}: {error}") from None
    if not program:
        raise DesktopError(f"{names} must be set to the command of an editor to open {file}:{line}")
    # An absolute path does not begin like an option.
    if Path(program[0]).stem.lower() in GOTO_EDITORS:
        return [*program, "--goto", f"{file.absolute()}:{line}"]
    return [*program, f"+{line}", str(file.absolute())]
