"""The command verify builds a site again, compares every byte, and names the first difference."""

import datetime as dt
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.render.artifacts import Artifact
from locdata_build.site.archive import pack_archive
from locdata_build.site.files import CHECKSUMS_FILE
from support.command_line import Outcome, run_here
from support.dataset import whole, write
from support.folders import files_of, tree

INPUTS = "version 1.2.3 for https://data.example, 2026-11-21T00:00:00Z"
OTHER_INPUTS = ("--generated-at", "2027-01-01T00:00:00Z", "--base-url", "https://mirror.example/locdata")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the small data, its site and the archive of it."""
    folder = tmp_path_factory.mktemp("built")
    data = write(folder / "data", whole())
    assert run_here("--data", data, "--out", folder / "site", "--archive", folder / "site.tar").status == 0
    return folder


@pytest.fixture
def site(built: Path, tmp_path: Path) -> Path:
    """A copy of the site, to be damaged."""
    return Path(shutil.copytree(built / "site", tmp_path / "site"))


def verify(built: Path, *arguments: str | Path) -> Outcome:
    return run_here("verify", "--data", built / "data", *arguments)


@pytest.mark.parametrize(("name", "unlisted"), [("site", 1), ("site.tar", 1), (f"site/{CHECKSUMS_FILE}", 0)])
def test_site_archive_and_list_of_checksums_are_verified(built: Path, name: str, unlisted: int) -> None:
    place = built / name
    count = len((built / "site" / CHECKSUMS_FILE).read_text().splitlines()) + unlisted
    before = tree(built)

    assert verify(built, place) == (
        0,
        f"{place}: compared with a build of {INPUTS}\n{place}: all {count} files are the same, byte for byte\n",
        "",
    )
    assert tree(built) == before


def test_archive_of_the_same_files_with_another_time_is_not_the_same(built: Path, tmp_path: Path) -> None:
    artifacts = [Artifact(f"/{path}", content) for path, content in files_of(built / "site").items()]
    archive = tmp_path / "site.tar"
    archive.write_bytes(pack_archive(artifacts, dt.datetime(2026, 11, 22, tzinfo=dt.UTC)))

    outcome = verify(built, archive)

    assert outcome.status == 1
    assert outcome.out.splitlines()[1:] == [
        f"{archive}: the files are the same, but the archive has other headers, such as another time"
    ]


def test_first_difference_is_named_with_both_values(built: Path, site: Path) -> None:
    file = site / "api/v1/countries.json"
    toggle = b'"e_invoicing_b2b_in_force": '
    file.write_bytes(file.read_bytes().replace(toggle + b"true", toggle + b"null"))

    outcome = verify(built, site)

    assert outcome.status == 1
    differs, first = outcome.out.splitlines()[2:]
    assert differs == "differs: /api/v1/countries.json"
    assert first.startswith("first difference: /api/v1/countries.json: line 31, byte ")
    assert [value in first for value in ('_in_force": true,', '_in_force": null,')] == [True, True]


@pytest.mark.parametrize(
    ("damage", "lines"),
    [
        pytest.param(lambda site: (site / "llms.txt").unlink(), ["missing: /llms.txt"], id="missing file"),
        pytest.param(lambda site: (site / "x").touch(), ["unexpected: /x"], id="unexpected file"),
        pytest.param(lambda site: (site / "x").symlink_to("/"), ["unexpected: /x (a symbolic link)"], id="link"),
        pytest.param(lambda site: os.mkfifo(site / "x"), ["unexpected: /x (neither a file nor a folder)"], id="pipe"),
        pytest.param(
            lambda site: os.truncate(site / "data/locdata.sqlite", 4096),
            ["differs: /data/locdata.sqlite", "first difference: /data/locdata.sqlite: line "],
            id="truncated file",
        ),
        pytest.param(
            lambda site: (site / "api/v1/index.json").write_text("{"),
            ["differs: /api/v1/index.json", "first difference: /api/v1/index.json: line 1, byte 1: "],
            id="unreadable time of the build",
        ),
    ],
)
def test_every_kind_of_difference_is_reported(
    built: Path, site: Path, damage: Callable[[Path], object], lines: list[str]
) -> None:
    damage(site)

    outcome = verify(built, site)

    assert (outcome.status, outcome.err) == (1, "")
    for line, start in zip(outcome.out.splitlines()[2:], lines, strict=True):
        assert line.startswith(start)


def test_compressed_copies_are_verified_if_a_site_has_them(built: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert run_here("--data", built / "data", "--out", site, "--precompress").status == 0

    assert verify(built, site / CHECKSUMS_FILE).status == 0
    os.truncate(site / "index.html.br", 9)
    (site / "index.html.gz").unlink()
    assert verify(built, site).out.splitlines()[2:4] == ["differs: /index.html.br", "missing: /index.html.gz"]


def test_inputs_other_than_those_of_the_data_must_be_named(built: Path, tmp_path: Path) -> None:
    assert run_here("--data", built / "data", "--out", tmp_path / "site", *OTHER_INPUTS).status == 0

    refused = verify(built, tmp_path / "site")

    assert (refused.status, refused.out) == (1, "")
    assert refused.err.splitlines()[0].endswith(
        "add --generated-at 2027-01-01T00:00:00Z --base-url https://mirror.example/locdata [other-inputs]"
    )
    assert verify(built, tmp_path / "site", *OTHER_INPUTS).status == 0


def test_difference_to_a_list_of_checksums_names_the_inputs_that_it_does_not_state(built: Path) -> None:
    outcome = verify(built, built / "site" / CHECKSUMS_FILE, "--base-url", "https://other.example")

    assert outcome.status == 1
    assert outcome.out.splitlines()[-1].startswith("a list of checksums does not state the base URL and time")


def test_list_of_checksums_with_other_line_ends_is_refused(built: Path, site: Path) -> None:
    sums = site / CHECKSUMS_FILE
    sums.write_bytes(sums.read_bytes().replace(b"\n", b"\r\n"))

    outcome = verify(built, sums)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{sums}: $: must ")


@pytest.mark.parametrize("name", ["nothing", "data/site.json"])
def test_anything_but_a_site_is_refused_with_one_error(built: Path, name: str) -> None:
    outcome = verify(built, built / name)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{built / name}: $: must ")
    assert outcome.err.endswith("\n1 issue\n")
