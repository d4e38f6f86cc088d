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
from support.command_line import Outcome, process_environment, run_here
from support.dataset import whole, write
from support.folders import files_of, names
from support.signals import signals_restored

FULL = "No space left on device"


def not_written(reason: str) -> str:
    """Return the error for standard output that cannot be written."""
    return f"standard output: cannot be written: {reason}\n"


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


def test_process_whose_output_is_closed_ends_with_one_line_of_error(folder: Path) -> None:
    assert run_in_shell(folder, ">&-", "check", "--data", "data") == (1, "", not_written("Bad file descriptor"))


def test_error_that_cannot_be_printed_changes_no_status(folder: Path) -> None:
    assert run_in_shell(folder, "2>/dev/full", "check", "--data", "missing") == (1, "", "")


def test_archive_whose_reader_ends_early_is_an_error_also_without_a_buffer(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")

    outcome = run_in_shell(folder, "| head -c 1 >/dev/null", "--data", "data", "--out", "read/site", "--archive", "-")

    assert outcome == (1, "", not_written("Broken pipe"))


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
    "arguments",
    [
        ["--help"],
        ["--data", "data", "--out", "public/new"],
        ["serve", "--out", "public/site", "--port", "0"],
        ["serve", "--watch", "--data", "data", "--port", "0"],
    ],
    ids=["help", "result", "message of a preview", "message of a watched preview"],
)
def test_output_that_cannot_be_written_is_one_line_of_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(folder)

    with full_stream() as stream:
        assert run_into(stream, *arguments) == (1, not_written(FULL))
    assert {name for name in names(folder / "public") if name.startswith(".")} == set()


def test_closed_output_is_reported_before_anything_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)

    assert run_into(None, "--data", "data", "--out", "other/site") == (1, not_written("Bad file descriptor"))
    assert not (folder / "other").exists()


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


def test_archive_takes_standard_output_and_the_summary_standard_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    run_here("--data", "data", "--out", "a/site", "--archive", "a/site.tar")
    out = TextIOWrapper(printed := BytesIO())

    status, err = run_into(out, "--data", "data", "--out", "b/site", "--archive", "-", "--workers", "3")

    assert status == 0
    assert err.startswith("b/site: ")
    assert printed.getvalue() == Path("a/site.tar").read_bytes()
    assert names(Path("b")) == ["site"]
    with tarfile.open(fileobj=BytesIO(printed.getvalue())) as archive:
        assert set(archive.getnames()) == files_of(Path("b/site")).keys()


def test_site_is_whole_if_its_archive_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)

    with full_stream() as stream:
        assert run_into(stream, "--data", "data", "--out", "c/site", "--archive", "-") == (1, not_written(FULL))
    assert files_of(Path("c/site")) == files_of(Path("public/site"))
    assert names(Path("c")) == ["site"]
