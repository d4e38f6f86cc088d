"""Whoever follows docs/operations.md line by line sees what it says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.running import process_environment
from locdata_build.cli.parser import parse_request
from support.dataset import whole, write

DOCUMENT = Path("docs/operations.md").read_text(encoding="utf-8")


class Command(NamedTuple):
    """A command of the document and what it prints; an ellipsis stands for anything."""

    line: str
    output: str


def commands() -> list[Command]:
    """Return the commands that the document shows with their output, in their order."""
    blocks = re.findall(r"(?:^    .*\n)+", DOCUMENT, re.MULTILINE)
    lines = [line[4:] for block in blocks if block.startswith("    $ ") for line in block.splitlines()]
    text = "".join(f"{line}\n" for line in lines)
    return [Command(*command.partition("\n")[::2]) for command in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with data, and with the program on the search path."""
    write(tmp_path / "data_src", whole())
    program = tmp_path / "bin/locdata_build"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m locdata_build.cli "$@"\n')
    program.chmod(0o755)
    return tmp_path


def test_rehearsal_prints_what_the_document_says(folder: Path) -> None:
    environment = process_environment()
    environment["PATH"] = f"{folder / 'bin'}:{environment['PATH']}"

    shown = commands()
    printed = [run(command.line, folder, environment) for command in shown]

    assert len(shown) > 15
    unlike = [(command, output) for command, output in zip(shown, printed, strict=True) if not matches(command, output)]
    assert unlike == []


def run(line: str, folder: Path, environment: dict[str, str]) -> str:
    """Run a command as a user would; return what it prints, with its status if that is not 0."""
    finished = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env={**environment, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
    return finished.stdout + (f"status {finished.returncode}\n" if finished.returncode else "")


def matches(command: Command, output: str) -> bool:
    pattern = ".*".join(map(re.escape, command.output.split("…")))
    return re.fullmatch(pattern, output, re.DOTALL) is not None


def test_every_other_command_of_the_document_has_arguments_that_exist() -> None:
    text = DOCUMENT.replace("\\\n", " ").replace("\"$(date -u -d '60 days' +%Y-%m-%dT00:00:00Z)\"", "now")
    lines = re.findall(
        r"^ .*(?:locdata_build|python3.11 \S+\.pex) ([^$>\n]*)", text.replace("    $ ", "$ "), re.MULTILINE
    )

    parsed = [parse_request(shlex.split(line), {}).command.value for line in lines]

    assert parsed == ["build", "build", "build", "check", "restore", "build", "config"]
