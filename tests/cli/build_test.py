"""The command build writes the rendered site, prints a summary, and changes nothing else."""

import datetime as dt
import json
import re
import tarfile
from pathlib import Path

import pytest

from locdata_build.site.publication import publish_folder
from locdata_model.urls import CHECKSUMS_PATH
from support.command_line import run_here, run_process
from support.dataset import whole, write
from support.folders import files_of, names, tree
from support.rendering import render_files
from support.small_sites import FORMER

SUMMARY = """\
dist/site: {count} files, {size} bytes, 1.2 s
countries: 1, ERP products: 2
facts: 10, verified: 8
toggle                     true false null
e_invoicing_mandatory_b2b     1     0    0
e_invoicing_b2b_in_force      1     0    0
e_invoicing_mandatory_b2g     1     0    0
real_time_reporting           0     1    0
saft_required                 0     1    0
audit_file_on_request         0     0    1
"""


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the small site."""
    files = render_files(tmp_path_factory.mktemp("rendered"))
    return {path.removeprefix("/"): content for path, content in files.items()}


@pytest.mark.parametrize("arguments", [["build", "--workers=1"], ["--workers=3"]], ids=" ".join)
def test_site_is_what_is_rendered_with_any_number_of_workers(
    data: Path, tmp_path: Path, rendered: dict[str, bytes], arguments: list[str]
) -> None:
    outcome = run_here(*arguments, "--data", data, "--out", tmp_path / "site")

    assert (outcome.status, outcome.err) == (0, "")
    assert files_of(tmp_path / "site") == rendered


def test_process_builds_the_data_of_its_folder_into_dist(tmp_path: Path, rendered: dict[str, bytes]) -> None:
    write(tmp_path / "data_src", whole())

    outcome = run_process(tmp_path)

    assert (outcome.status, outcome.err) == (0, "")
    size = sum(map(len, rendered.values()))
    assert re.sub(r"[0-9]+\.[0-9] s", "1.2 s", outcome.out) == SUMMARY.format(count=len(rendered), size=f"{size:,}")
    assert files_of(tmp_path / "dist/site") == rendered
    assert names(tmp_path / "dist") == ["site"]


def test_time_and_base_url_of_the_build_are_published(data: Path, tmp_path: Path) -> None:
    environment = {"SOURCE_DATE_EPOCH": "1795219201"}
    options = ("--out", tmp_path / "site", "--base-url", "https://example.org/locdata/")
    run_here("--data", data, *options, environment=environment)

    meta = json.loads((tmp_path / "site/api/v1/index.json").read_bytes())["meta"]
    assert meta["generated_at"] == "2026-11-21T00:00:01Z"
    assert meta["openapi"] == "https://example.org/locdata/api/openapi.json"


# The archive


def test_archive_contains_the_site_and_is_reproducible(data: Path, tmp_path: Path) -> None:
    archives = [tmp_path / "new/folder/site.tar", tmp_path / "again.tar"]
    for archive in archives:
        assert run_here("--data", data, "--out", tmp_path / "site", "--archive", archive).status == 0

    with tarfile.open(archives[0]) as tar:
        members = tar.getmembers()
        contents = {member.name: content.read() for member in members if (content := tar.extractfile(member))}
    assert contents == files_of(tmp_path / "site")
    assert {member.mtime for member in members} == {dt.datetime(2026, 11, 21, tzinfo=dt.UTC).timestamp()}
    assert archives[0].read_bytes() == archives[1].read_bytes()


def test_archive_that_cannot_be_written_leaves_the_former_site(data: Path, tmp_path: Path) -> None:
    publish_folder(FORMER, tmp_path / "site")
    (tmp_path / "site.tar").mkdir()
    before = tree(tmp_path)

    assert run_here("--data", data, "--out", tmp_path / "site", "--archive", tmp_path / "site.tar") == (
        1,
        "",
        f"{tmp_path}/site.tar: cannot be written: Is a directory\n",
    )
    assert tree(tmp_path) == before


def test_site_that_cannot_be_written_leaves_the_former_archive(data: Path, tmp_path: Path) -> None:
    (tmp_path / "site.tar").write_bytes(b"former")
    before = tree(tmp_path)

    assert run_here("--data", data, "--out", data, "--archive", tmp_path / "site.tar") == (
        1,
        "",
        f"{data}: must be empty, new or a former site\n",
    )
    assert tree(tmp_path) == before


# Compressed copies


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site ``plain``, without compressed copies, and ``packed`` with them."""
    folder = tmp_path_factory.mktemp("sites")
    data = write(folder / "data", whole())
    assert run_here("--data", data, "--out", folder / "plain").status == 0
    assert run_here("--data", data, "--precompress", "--out", folder / "packed").status == 0
    return folder


def test_compressed_copies_are_added_and_change_no_other_file(sites: Path) -> None:
    plain, packed = files_of(sites / "plain"), files_of(sites / "packed")
    added = packed.keys() - plain.keys()

    assert [path for path in plain if path.endswith((".gz", ".br"))] == []
    assert {"index.html.gz", "index.html.br", "api/v1/index.json.br"} < added
    assert {path[:-3] for path in added} < plain.keys()
    assert {f"/{path}" for path in plain if plain[path] != packed[path]} == {CHECKSUMS_PATH}


def test_former_site_may_have_compressed_copies_or_not(sites: Path) -> None:
    before = tree(sites / "packed")

    for options in ([], ["--precompress"]):
        assert run_here("--data", sites / "data", "--out", sites / "packed", *options).status == 0

    assert tree(sites / "packed") == before
