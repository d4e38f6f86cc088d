"""What a command prints is written, or one line and the status say that it is not."""

import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BufferedWriter, BytesIO, FileIO, TextIOWrapper
from pathlib import Path
from typing import TextIO

import pytest

from locdata_build.cli.__main__ import execute, main
from locdata_build.cli.output import (
    OutputError,
    buffer_output,
    open_missing_streams,
    write_bytes,
    write_error,
    write_output,
)
from locdata_build.cli.parser import parse_request
from support.command_line import Outcome, process_environment, run_here
from support.dataset import whole, write
from support.folders import files_of, names
from support.signals import signals_restored

FULL = "No space left on device"
OUTPUTS = {">/dev/full": FULL, ">&-": "Bad file descriptor", "| exec sleep 0": "Broken pipe"}
COMMANDS = [
    ["--help"],
    ["build", "--help"],
    ["check", "--data", "data"],
    ["--data", "data", "--out", "public/new"],
    ["--data", "data", "--out", "public/new", "--archive", "-"],
    ["diff", "public/site", "public/site", "--json"],
    ["verify", "public/site", "--data", "data"],
    ["config", "nginx", "--data", "data"],
    ["serve", "--out", "public/site", "--port", "0"],
    ["serve", "--watch", "--data", "data", "--port", "0"],
]


def run_in_shell(folder: Path, redirection: str, *arguments: str) -> Outcome:
    """Run the command line with a redirection; the status is the program's, also in front of a pipe."""
    finished = subprocess.run(
        [
            "bash",
            "-o",
            "pipefail",
            "-c",
            f'"$@" {redirection}',
            "-",
            sys.executable,
            "-m",
            "locdata_build.cli",
            *arguments,
        ],
        cwd=folder,
        env=process_environment(),
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
    return Outcome(finished.returncode, finished.stdout, finished.stderr)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with source files and their site."""
    folder = tmp_path_factory.mktemp("folder")
    write(folder / "data", whole())
    assert run_here("--data", folder / "data", "--out", folder / "public/site").status == 0
    return folder


@pytest.mark.parametrize("redirection", OUTPUTS)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_output_that_cannot_be_written_is_one_line_of_error(
    folder: Path, redirection: str, arguments: list[str]
) -> None:
    outcome = run_in_shell(folder, redirection, *arguments)

    assert outcome == (1, "", f"standard output: cannot be written: {OUTPUTS[redirection]}\n")
    assert {name for name in names(folder / "public") if name.startswith(".")} == set()


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["unknown"], 2), (["check", "--data", "missing"], 1), (["check", "--data", "data"], 0)],
    ids=["usage error", "error", "success"],
)
def test_error_that_cannot_be_printed_changes_no_status(
    folder: Path, redirection: str, arguments: list[str], status: int
) -> None:
    outcome = run_in_shell(folder, redirection, *arguments)

    assert (outcome.status, outcome.err) == (status, "")
    assert (outcome.out != "") == (status == 0)


def test_closed_output_is_reported_before_anything_is_written(folder: Path) -> None:
    run_in_shell(folder, ">&-", "--data", "data", "--out", "other/site")

    assert not (folder / "other").exists()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_archive_whose_reader_ends_early_is_an_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch, unbuffered: str
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)

    outcome = run_in_shell(folder, "| head -c 1 >/dev/null", "--data", "data", "--out", "read/site", "--archive", "-")

    assert outcome == (1, "", "standard output: cannot be written: Broken pipe\n")


# In this process


@contextmanager
def full_stream() -> Iterator[TextIO]:
    """A stream to a full disk."""
    stream = Path("/dev/full").open("w", encoding="utf-8")  # noqa: SIM115  # closed below
    try:
        yield stream
    finally:
        # Raises an error if it still holds what could not be written.
        stream.close()


@pytest.mark.parametrize(
    "write", [partial(write_output, ["text"]), partial(write_bytes, b"bytes")], ids=["text", "bytes"]
)
def test_full_output_is_an_error_once(monkeypatch: pytest.MonkeyPatch, write: Callable[[], None]) -> None:
    with full_stream() as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        with pytest.raises(OutputError, match=FULL):
            write()


def test_full_error_stream_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    with full_stream() as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        write_error("text")


def test_characters_that_the_output_cannot_have_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(printed, encoding="ascii"))
    open_missing_streams()

    write_output(["é…"])

    assert printed.getvalue() == b"\\xe9\\u2026\n"


def test_closed_streams_are_replaced_or_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(sys, "stdout", None)

    with pytest.raises(OutputError, match="Bad file descriptor"):
        open_missing_streams()
    write_error("text")
    sys.stderr.close()


def test_closed_output_is_the_error_of_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)

    with signals_restored():
        assert main() == 1
    assert capsys.readouterr().err == "standard output: cannot be written: Bad file descriptor\n"


# The archive on standard output


def test_archive_is_what_is_written_to_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = TextIOWrapper(BytesIO())
    request = parse_request(["--data", str(folder / "data"), "--out", str(folder / "d/site"), "--archive", "-"], {})
    monkeypatch.setattr(sys, "stdout", out)

    assert execute(request) == 0

    out.seek(0)
    with tarfile.open(fileobj=out.buffer) as archive:
        assert set(archive.getnames()) == files_of(folder / "d/site").keys()


def run_for_archive(folder: Path, *arguments: str) -> tuple[int, bytes, str]:
    """Build with the archive on standard output; return the status and what was printed."""
    finished = subprocess.run(
        [sys.executable, "-m", "locdata_build.cli", "--data", "data", "--archive", "-", *arguments],
        cwd=folder,
        env=process_environment(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    return finished.returncode, finished.stdout, finished.stderr.decode()


def test_archive_takes_standard_output_and_the_summary_standard_error(folder: Path) -> None:
    assert (
        run_here("--data", folder / "data", "--out", folder / "a/site", "--archive", folder / "a/site.tar").status == 0
    )

    status, out, err = run_for_archive(folder, "--out", "b/site", "--workers", "3")

    assert status == 0
    assert out == (folder / "a/site.tar").read_bytes()
    assert err.startswith("b/site: ")
    assert names(folder / "b") == ["site"]
    with tarfile.open(fileobj=BytesIO(out)) as archive:
        assert set(archive.getnames()) == files_of(folder / "b/site").keys()


def test_archive_of_a_site_that_cannot_be_written_is_not_printed(folder: Path) -> None:
    assert run_for_archive(folder, "--out", "data") == (
        1,
        b"",
        "data: must be empty, new or a former site, but holds other files\n",
    )


def test_site_is_whole_if_its_archive_cannot_be_written(folder: Path) -> None:
    assert run_in_shell(folder, ">/dev/full", "--data", "data", "--out", "c/site", "--archive", "-").status == 1

    assert files_of(folder / "c/site") == files_of(folder / "public/site")
    assert names(folder / "c") == ["site"]


def test_output_gets_a_buffer_unless_it_has_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = FileIO(tmp_path / "printed", "w")
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(raw, "utf-8", write_through=True))

    buffer_output()
    with sys.stdout as buffered:
        buffer_output()
        write_output(["text"])

        assert isinstance(buffered.buffer, BufferedWriter)
        assert sys.stdout is buffered
    assert (tmp_path / "printed").read_text(encoding="utf-8") == "text\n"
