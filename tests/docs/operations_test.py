"""The commands in docs/operations.md print what the document shows."""

import json
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest

from locdata_build.cli.parser import parse_arguments
from support.command_line import process_environment
from support.dataset import whole, write

DOCUMENT = Path("docs/operations.md").read_text(encoding="utf-8")

NOW = "dt.datetime(2026, 11, 21, 0, 30, tzinfo=dt.UTC)"
"""The time at which the monitoring script runs: within the hour of the nightly build."""


class Command(NamedTuple):
    """A command of the document and its output, in which an ellipsis matches any text."""

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


def test_commands_print_what_the_document_shows(folder: Path) -> None:
    environment = process_environment()
    environment["PATH"] = f"{folder / 'bin'}:{environment['PATH']}"

    shown = commands()
    printed = [run(command.line, folder, environment) for command in shown]

    assert len(shown) > 8
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

    parsed = [parse_arguments(shlex.split(line)).command for line in lines]

    assert parsed == ["build", "build", "check", "restore"]


@pytest.mark.parametrize(
    ("built", "flip", "alarm"),
    [
        ("2026-11-20T23:30:00Z", "2026-11-22", ""),
        ("2026-11-20T23:30:00Z", None, ""),
        ("2026-11-19T12:29:59Z", "2026-11-22", "the site is of 2026-11-19 "),
        ("2026-11-20T23:30:00Z", "2026-11-20", "the site is of 2026-11-20 "),
        ("2026-11-20T23:30:00Z", "2026-11-21", ""),
    ],
    ids=["new", "no flip is known", "old", "missed flip", "flip within the first hour"],
)
def test_monitoring_script_reports_an_outdated_site(tmp_path: Path, built: str, flip: str | None, alarm: str) -> None:
    next_flip = flip and {"date": flip, "toggle": "e_invoicing_b2b", "country": "it"}
    status = {"meta": {"generated_at": built}, "data": {"next_flip": next_flip}}

    watched = watch(tmp_path, json.dumps(status))

    assert watched.returncode == bool(alarm)
    assert watched.stderr.startswith(alarm)
    assert bool(watched.stderr) == bool(alarm)


@pytest.mark.parametrize("content", [None, "", "<!doctype html>", '{"meta": {}, "data": {}}'])
def test_monitoring_script_fails_without_a_status(tmp_path: Path, content: str | None) -> None:
    assert watch(tmp_path, content).returncode == 1


def watch(folder: Path, content: str | None) -> "subprocess.CompletedProcess[str]":
    """Run the script of the document at ``NOW`` for a site whose ``status.json`` has this content; None if it has none."""
    (script,) = re.findall(r"^    #!/usr/bin/env python3.11\n(?:(?:    .*)?\n)*", DOCUMENT, re.MULTILINE)
    (clock,) = re.findall(r"dt\.datetime\.now\(dt\.UTC\)", script)
    code = textwrap.dedent(script).replace(clock, NOW).replace("https://data.example", folder.as_uri())
    if content is not None:
        (folder / "api/v1").mkdir(parents=True)
        (folder / "api/v1/status.json").write_text(content, encoding="utf-8")
    return subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, encoding="utf-8", timeout=60)
