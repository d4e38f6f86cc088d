"""Comparing and verifying the largest and oddest sites takes limited memory, and ends with one line for each issue.

Each test runs with the limits of a fiftieth in this process, and as a proof with the real ones in a process of its own.
"""

import os
import re
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from contract.sites import site, tombstone
from locdata_build.contract import limited_json, site_files, site_reader
from locdata_build.contract.difference import MOST_STARS
from locdata_build.contract.record_lists import SITE_LISTS
from locdata_build.contract.site_snapshot import STRICT_OPENAPI_PATH
from locdata_model import endpoints
from support.command_line import process_environment, run_here

MOST_BYTES = 500_000_000
"""The memory that a command may take."""

SMALLER = 50
"""The number by which the limits, the sites and the memory are divided in the short form of each test."""

LIMITS = [
    *((limited_json, name) for name in ("MOST_BYTES", "MOST_VALUES", "MOST_NAMED")),
    *((site_files, name) for name in ("LARGEST_FILE", "LARGEST_SITE", "MOST_ENTRIES")),
    *((site_reader, name) for name in ("LARGEST_PAGE", "MOST_IN_PAGES", "MOST_ANCHORS")),
]

PROGRAM = """
import re, sys
from locdata_build.cli.__main__ import main
status = main()
# Not ru_maxrss, which a process inherits from the one that starts it.
(kilobytes,) = re.findall(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())
print(int(kilobytes) * 1024, file=sys.stderr)
sys.exit(status)
"""

Run = Callable[..., tuple[int, str]]
"""Runs the command line; returns the exit status and the errors, and fails if it takes too much memory."""


def run_process(*arguments: str | Path) -> tuple[int, str]:
    """Run the command line as a process, with the real limits."""
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        env=process_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
        encoding="utf-8",
        timeout=600,
    )
    *lines, memory = finished.stderr.splitlines()
    assert int(memory) < MOST_BYTES
    return finished.returncode, "\n".join(lines)


def run_with_small_limits(*arguments: str | Path) -> tuple[int, str]:
    """Run the command line in this process, with the limits that are set."""
    run_here("diff", "nowhere")  # Imports what it needs.
    tracemalloc.start()
    try:
        outcome = run_here(*arguments)
        _, memory = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert memory < MOST_BYTES / SMALLER
    return outcome.status, outcome.err.removesuffix("\n")


@pytest.fixture(params=["small", pytest.param("real", marks=pytest.mark.proof)])
def run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Run:
    """How to run the command line, with small or with real limits."""
    if request.param == "real":
        return run_process
    for module, name in LIMITS:
        monkeypatch.setattr(module, name, getattr(module, name) // SMALLER)
    return run_with_small_limits


def scaled(number: int) -> int:
    """A number that is smaller if the limits are."""
    return number * limited_json.MOST_VALUES // 800_000


HEAD = b'{"meta":{"version":"1.2.3","generated_at":"2026-11-21T00:00:00Z"},"data":['


def rows(tag: str, fields: int) -> bytes:
    """Return records with as many values as a site may have."""
    count = limited_json.MOST_VALUES * 4 // 5 // (2 * fields + 3)
    texts = ",".join(f'"f{number}":"{tag}"' for number in range(fields))
    return HEAD + b",".join(f'{{"id":"r{number}",{texts}}}'.encode() for number in range(count)) + b"]}"


def long_texts(tag: str) -> bytes:
    """Return a record with a text that takes four times its bytes in memory."""
    text = "\U0001f600" + tag * (limited_json.MOST_BYTES * 4 // 5)
    return HEAD + f'{{"id":"r","a":"{text}"}}'.encode() + b"]}"


def tombstones(folder: Path, tag: str) -> None:
    """Write many tombstones, and as many pages as anchors that are gone from one site to the next."""
    names = (
        f'{{"part":"anchor","name":"/x.html#{tag}{n}","since":"1.0.0","reason":"x","replaced_by":null}}'
        for n in range(scaled(50_000))
    )
    (folder / TOMBSTONES).write_bytes(HEAD + ",".join(names).encode() + b"]}")
    anchors(folder, tag)


def flips(folder: Path, tag: str) -> None:
    """Write many flips whose dates come from one site to the next, and as many toggles that change."""
    stamp = b"2026" if tag == "a" else b"2028"
    index = (folder / INDEX).read_bytes()
    (folder / INDEX).write_bytes(re.sub(rb'"generated_at": ?"....', b'"generated_at":"' + stamp, index))
    flip = b'{"country":"fr","toggle":"x","date":"2027-01-01","before":false,"after":true,"phase":"fr-x"}'
    (folder / FLIPS).write_bytes(HEAD + b",".join([flip] * scaled(25_000)) + b"]}")
    toggles = ",".join(f'"f{number}":"{tag}"' for number in range(scaled(100_000)))
    (folder / FACTS).write_bytes(HEAD + f'{{"id":"r","code":"fr","toggles":{{{toggles}}}}}]}}'.encode())


def anchors(folder: Path, tag: str) -> None:
    """Write a page with as many anchors as a site may have."""
    rows = (f"<tr id={tag}{number}>" for number in range(site_reader.MOST_ANCHORS * 4 // 5))
    (folder / "x.html").write_text("".join(rows))


INDEX, FLIPS, TOMBSTONES = (
    spec.path.removeprefix("/") for spec in (endpoints.INDEX, endpoints.FLIPS, endpoints.TOMBSTONES)
)
FACTS, OPENAPI = endpoints.FACTS.path.removeprefix("/"), STRICT_OPENAPI_PATH.removeprefix("/")

LARGE: dict[str, Callable[[Path, str], object]] = {
    "many small records": lambda folder, tag: (folder / FACTS).write_bytes(rows(tag, 1)),
    "few large records": lambda folder, tag: (folder / FACTS).write_bytes(rows(tag, scaled(10_000))),
    "long texts": lambda folder, tag: (folder / FACTS).write_bytes(long_texts(tag)),
    "many anchors and tombstones": tombstones,
    "many flips": flips,
}
"""What makes a site as large as one may be; ``tag`` makes two of them differ in every value."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a comparison reads of the small site, as a folder, without types and pages."""
    folder = tmp_path_factory.mktemp("small")
    files = site(tmp_path_factory.mktemp("data"))
    files[STRICT_OPENAPI_PATH] = b'{"components":{"schemas":{}}}'
    paths = (INDEX, FLIPS, TOMBSTONES, OPENAPI, *(record_list.path.removeprefix("/") for record_list in SITE_LISTS))
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(files[f"/{path}"])
    return folder


@pytest.mark.parametrize("fill", LARGE.values(), ids=LARGE)
def test_difference_of_two_large_sites(
    run: Run, small: Path, tmp_path: Path, fill: Callable[[Path, str], object]
) -> None:
    old, new = (Path(shutil.copytree(small, tmp_path / name)) for name in ("old", "new"))
    fill(old, "a")
    fill(new, "b")

    assert run("diff", old, new) == (1, "")
    assert run("diff", old, new, "--json") == (1, "")


def long_names(site: Path) -> None:
    """Write a record with many fields, each of which is printed with its id."""
    fields = "".join(f',"f{number}":1' for number in range(scaled(20_000)))
    (site / FACTS).write_bytes(HEAD + f'{{"id":"{"n" * scaled(1_000_000)}"{fields}}}]}}'.encode())


def many_stars(site: Path) -> None:
    """Write a tombstone that would be compared with every name for minutes."""
    (site / TOMBSTONES).write_bytes(HEAD + msgspec.json.encode(tombstone("path", "*" * (MOST_STARS + 1))) + b"]}")


def large_pages(site: Path) -> None:
    """Write pages that would be read for minutes."""
    for number in range(site_reader.MOST_IN_PAGES // site_reader.LARGEST_PAGE + 1):
        (site / f"x{number}.html").write_bytes(b" " * site_reader.LARGEST_PAGE)


@pytest.mark.parametrize(
    ("make", "limit"),
    [
        (long_names, "must not have names of more than "),
        (many_stars, f"must have tombstones with at most {MOST_STARS} '*' in all"),
        (large_pages, "bytes, together with other pages of the site"),
    ],
)
def test_site_beyond_a_limit_is_refused(
    run: Run, small: Path, tmp_path: Path, make: Callable[[Path], None], limit: str
) -> None:
    hostile = Path(shutil.copytree(small, tmp_path / "site"))
    make(hostile)

    status, errors = run("diff", small, hostile)

    assert (status, errors.startswith(f"{hostile}")) == (1, True)
    assert limit in errors


def huge_file(path: Path) -> None:
    """Write a file of a terabyte, all of it a hole."""
    path.touch()
    os.truncate(path, 10**12)


@pytest.mark.parametrize("command", ["diff", "verify"])
@pytest.mark.parametrize("make", [huge_file, os.mkfifo])
def test_what_is_no_site_is_one_clear_error(
    run: Run, tmp_path: Path, make: Callable[[Path], None], command: str
) -> None:
    make(tmp_path / "site")

    status, errors = run(command, tmp_path / "site")

    assert status == 1
    assert errors.startswith(f"{tmp_path / 'site'}: $: must ")
    assert errors.endswith("\n1 issue")
