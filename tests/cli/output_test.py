"""Output of a command is written, or the command fails with one line of error."""

import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import BufferedWriter, BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import TextIO

import pytest

from locdata_build.cli.__main__ import main
from locdata_build.cli.output import buffer_output, open_missing_streams, write_error, write_output
from support.command_line import process_environment, run_here
from support.dataset import whole, write
from support.folders import files_of, names
from support.signals import signals_restored

FULL = "No space left on device"


def not_written(reason: str) -> str:
    """Return the error for standard output that cannot be written."""
    return f"standard output: cannot be written: {reason}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with source files."""
    write(tmp_path / "data", whole())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("redirection", "arguments", "expected"),
    [
        pytest.param(">&-", "check --data data", (1, not_written("Bad file descriptor")), id="closed"),
        pytest.param("2>/dev/full", "check --data missing", (1, ""), id="errors"),
        pytest.param("| head -c 1 >/dev/null", "--data data --archive -", (1, not_written("Broken pipe")), id="pipe"),
    ],
)
def test_process_whose_output_is_not_read_ends_with_one_line_of_error(
    folder: Path, redirection: str, arguments: str, expected: tuple[int, str]
) -> None:
    command = f"set -o pipefail; {sys.executable} -m locdata_build.cli {arguments} {redirection}"
    # Without a buffer, Python does not report partial writes.
    environment = process_environment({"PYTHONUNBUFFERED": "1"})
    finished = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, check=False, encoding="utf-8"
    )

    assert (finished.returncode, finished.stderr, finished.stdout) == (*expected, "")


# In this process


def run_into(stream: TextIO | None, *arguments: str) -> tuple[int, str]:
    """Run the command line with another standard output; return the status and the content of standard error."""
    with pytest.MonkeyPatch.context() as patch, redirect_stderr(StringIO()) as errors, signals_restored():
        patch.setattr(sys, "argv", ["locdata_build", *arguments])
        patch.setattr(sys, "stdout", stream)
        return main(), errors.getvalue()


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
    "arguments", ["--help", "--data data --out site", "serve --watch --data data --port 0"], ids=lambda each: each[:7]
)
@pytest.mark.usefixtures("folder")
def test_output_that_cannot_be_written_is_one_line_of_error(arguments: str) -> None:
    with full_stream() as stream:
        assert run_into(stream, *arguments.split()) == (1, not_written(FULL))


def test_closed_output_is_reported_before_anything_is_written(folder: Path) -> None:
    assert run_into(None, "--data", "data", "--out", "site") == (1, not_written("Bad file descriptor"))
    assert names(folder) == ["data"]


def test_unbuffered_output_is_buffered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    raw = (tmp_path / "out").open("wb", buffering=0)
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(raw, write_through=True))

    buffer_output()

    assert isinstance(sys.stdout.buffer, BufferedWriter)
    sys.stdout.close()


def test_closed_or_full_standard_error_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    open_missing_streams()
    write_error("to nothing")
    sys.stderr.close()
    with full_stream() as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        write_error("to a full disk")


def test_characters_that_the_encoding_lacks_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(printed, encoding="ascii"))
    open_missing_streams()

    write_output(["é…"])

    assert printed.getvalue() == b"\\xe9\\u2026\n"


# The archive on standard output


@pytest.mark.usefixtures("folder")
def test_archive_takes_standard_output_and_the_summary_standard_error() -> None:
    run_here("--data", "data", "--out", "a/site", "--archive", "a/site.tar")
    out = TextIOWrapper(printed := BytesIO())

    status, err = run_into(out, "--data", "data", "--out", "b/site", "--archive", "-", "--workers", "3")

    assert status == 0
    assert err.startswith("b/site: ")
    assert printed.getvalue() == Path("a/site.tar").read_bytes()
    assert names(Path("b")) == ["site"]
    with tarfile.open(fileobj=BytesIO(printed.getvalue())) as archive:
        assert set(archive.getnames()) == files_of(Path("b/site")).keys()


@pytest.mark.usefixtures("folder")
def test_site_is_whole_if_its_archive_cannot_be_written() -> None:
    with full_stream() as stream:
        assert run_into(stream, "--data", "data", "--out", "c/site", "--archive", "-") == (1, not_written(FULL))
    assert run_here("verify", "c/site", "--data", "data").status == 0
    assert names(Path("c")) == ["site"]
