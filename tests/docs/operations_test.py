"""Whoever follows docs/operations.md line by line sees what it says."""

import datetime as dt
import json
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest

from locdata_build.cli.parser import parse_request
from support.command_line import process_environment
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


@pytest.mark.parametrize(
    ("hours", "flips_in_days", "alarm"),
    [(1, 2, ""), (1, None, ""), (37, 2, "the site is of "), (1, 0, "the site is of ")],
    ids=["new", "no flip is known", "old", "missed flip"],
)
def test_watching_script_says_what_is_wrong_with_the_site(
    tmp_path: Path, hours: int, flips_in_days: int | None, alarm: str
) -> None:
    now = dt.datetime.now(dt.UTC)
    # The script lets the nightly build have an hour.
    day = (now - dt.timedelta(hours=1)).date()
    flip = flips_in_days is not None and {
        "date": str(day + dt.timedelta(days=flips_in_days)), "toggle": "e_invoicing_b2b", "country": "it"
    }  # fmt: skip
    built = f"{now - dt.timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}"
    status = {"meta": {"generated_at": built}, "data": {"next_flip": flip or None}}

    watched = watch(tmp_path, json.dumps(status))

    assert watched.returncode == bool(alarm)
    assert watched.stderr.startswith(alarm)
    assert bool(watched.stderr) == bool(alarm)


@pytest.mark.parametrize("content", [None, "", "<!doctype html>", '{"meta": {}, "data": {}}'])
def test_watching_script_fails_if_there_is_no_status(tmp_path: Path, content: str | None) -> None:
    assert watch(tmp_path, content).returncode == 1


def watch(folder: Path, content: str | None) -> "subprocess.CompletedProcess[str]":
    """Run the script of the document for a site whose ``status.json`` has this content; None if it has none."""
    script = re.search(r"^    #!/usr/bin/env python3.11\n(?:(?:    .*)?\n)*", DOCUMENT, re.MULTILINE)
    assert script is not None
    if content is not None:
        (folder / "api/v1").mkdir(parents=True)
        (folder / "api/v1/status.json").write_text(content, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script.group()).replace("https://data.example", folder.as_uri())],
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
