"""Comparing and verifying the largest and oddest sites takes limited memory, and ends with one line for each issue."""

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.running import process_environment
from contract.sites import site
from locdata_build.contract.limited_json import MOST_BYTES, MOST_VALUES
from locdata_build.contract.site_reader import MOST_ANCHORS
from locdata_model import endpoints

MOST_MEGABYTES = 500
PROGRAM = """
import resource, sys
from locdata_build.cli.__main__ import main
status = main()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
sys.exit(status)
"""
HEAD = b'{"meta":{"version":"1.2.3","generated_at":"2026-11-21T00:00:00Z"},"data":['


def run(*arguments: str | Path) -> tuple[int, str, int]:
    """Run the command line as a process; return the exit status, the errors, and the peak memory in megabytes."""
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        env=process_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
        encoding="utf-8",
        timeout=300,
    )
    *lines, megabytes = finished.stderr.splitlines()
    return finished.returncode, "\n".join(lines), int(megabytes)


def rows(tag: str, fields: int) -> bytes:
    """Return records with as many values as a site may have."""
    count = MOST_VALUES * 4 // 5 // (2 * fields + 3)
    texts = ",".join(f'"f{number}":"{tag}"' for number in range(fields))
    return HEAD + b",".join(f'{{"id":"r{number}",{texts}}}'.encode() for number in range(count)) + b"]}"


def long_texts(tag: str) -> bytes:
    """Return a record with a text that takes four times its bytes in memory."""
    text = "\U0001f600" + tag * (MOST_BYTES * 4 // 5)
    return HEAD + f'{{"id":"r","a":"{text}"}}'.encode() + b"]}"


FACTS = endpoints.FACTS.path.removeprefix("/")

LARGE: dict[str, Callable[[Path, str], object]] = {
    "many small records": lambda folder, tag: (folder / FACTS).write_bytes(rows(tag, 1)),
    "few large records": lambda folder, tag: (folder / FACTS).write_bytes(rows(tag, 10_000)),
    "long texts": lambda folder, tag: (folder / FACTS).write_bytes(long_texts(tag)),
    "many anchors": lambda folder, tag: (folder / "x.html").write_bytes(
        b"".join(f"<tr id={tag}{number}>".encode() for number in range(MOST_ANCHORS * 4 // 5))
    ),
}
"""What makes a site as large as one may be; ``tag`` makes two of them differ in every value."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site, as a folder."""
    folder = tmp_path_factory.mktemp("small")
    for path, content in site(tmp_path_factory.mktemp("data")).items():
        file = folder / path.removeprefix("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["text", "JSON"])
@pytest.mark.parametrize("fill", LARGE.values(), ids=LARGE)
def test_difference_of_two_large_sites(
    small: Path, tmp_path: Path, fill: Callable[[Path, str], object], options: tuple[str, ...]
) -> None:
    old, new = (Path(shutil.copytree(small, tmp_path / name)) for name in ("old", "new"))
    fill(old, "a")
    fill(new, "b")

    status, errors, megabytes = run("diff", old, new, *options)

    assert (status, errors) == (1, "")
    assert megabytes < MOST_MEGABYTES


def sparse_tar(path: Path) -> None:
    """Write an archive of some kilobytes with a file of eight gigabytes, all of them holes."""
    entry = tarfile.TarInfo("index.html")
    entry.type, entry.size = tarfile.GNUTYPE_SPARSE, 0
    header = bytearray(entry.tobuf(tarfile.GNU_FORMAT))
    header[483:495] = b"%011o\0" % (8**11 - 1)
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    path.write_bytes(bytes(header) + bytes(9728))


def declared_size(path: Path) -> None:
    """Write the header of a file that says to have eight gigabytes."""
    entry = tarfile.TarInfo("index.html")
    entry.size, entry.mode = 8**11 - 1, 0o644
    path.write_bytes(entry.tobuf(tarfile.USTAR_FORMAT) + bytes(9728))


def huge_file(path: Path) -> None:
    """Write a file of a terabyte, all of it a hole."""
    path.touch()
    os.truncate(path, 10**12)


@pytest.mark.parametrize("command", ["diff", "verify"])
@pytest.mark.parametrize("make", [sparse_tar, declared_size, huge_file, os.mkfifo])
def test_hostile_site_is_one_clear_error(tmp_path: Path, make: Callable[[Path], None], command: str) -> None:
    make(tmp_path / "site")

    status, errors, megabytes = run(command, tmp_path / "site")

    assert status == 1
    assert errors.startswith(f"{tmp_path / 'site'}: $: must ")
    assert errors.endswith("\n1 issue")
    assert megabytes < MOST_MEGABYTES


def test_deeply_nested_json_is_one_clear_error(small: Path, tmp_path: Path) -> None:
    hostile = Path(shutil.copytree(small, tmp_path / "site"))
    (hostile / FACTS).write_bytes(b"[" * 5_000 + b"]" * 5_000)

    status, errors, megabytes = run("diff", small, hostile)

    assert (status, errors.splitlines()[1:]) == (1, ["1 issue"])
    assert errors.startswith(f"{hostile / FACTS}: $: must ")
    assert megabytes < MOST_MEGABYTES
