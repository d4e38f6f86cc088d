"""A build with compressed copies is the same site with more files, which nobody is promised."""

import hashlib
import tarfile
from pathlib import Path

import pytest

from cli.running import run_here, tree
from locdata_build.render.checksums import parse_checksums
from locdata_model.endpoints import CHECKSUMS_PATH
from support.dataset import whole, write


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the small set of source files, ``plain`` without copies of the site and ``packed`` with them."""
    folder = tmp_path_factory.mktemp("sites")
    data = write(folder / "data_src", whole())
    assert run_here("--data", data, "--out", folder / "plain").status == 0
    packed = ("--out", folder / "packed", "--archive", folder / "packed.tar")
    assert run_here("--data", data, "--precompress", *packed).status == 0
    return folder


def files(site: Path) -> dict[str, bytes]:
    """The content of each file of a site by path."""
    return {f"/{path}": content for path, content in tree(site).items() if content is not None}


def test_there_are_no_copies_unless_they_are_asked_for(folder: Path) -> None:
    assert [path for path in files(folder / "plain") if path.endswith((".gz", ".br"))] == []


def test_copies_lie_beside_files_that_are_as_they_were(folder: Path) -> None:
    plain, packed = files(folder / "plain"), files(folder / "packed")

    added = packed.keys() - plain.keys()
    assert {"/index.html.gz", "/index.html.br", "/api/v1/index.json.br"} < added
    assert {path[:-3] for path in added} < plain.keys()
    assert {path for path in plain if plain[path] != packed[path]} == {CHECKSUMS_PATH}


def test_checksums_cover_the_copies(folder: Path) -> None:
    packed = files(folder / "packed")
    sums = parse_checksums(packed.pop(CHECKSUMS_PATH))

    assert sums == {path: hashlib.sha256(content).hexdigest() for path, content in packed.items()}


def test_the_archive_holds_the_copies(folder: Path) -> None:
    with tarfile.open(folder / "packed.tar") as archive:
        names = {f"/{name}" for name in archive.getnames()}

    assert names == files(folder / "packed").keys()


@pytest.mark.parametrize(("old", "new"), [("plain", "packed"), ("packed", "plain"), ("plain", "packed.tar")])
def test_copies_are_no_change_of_the_contract(folder: Path, old: str, new: str) -> None:
    outcome = run_here("diff", folder / old, folder / new)

    assert (outcome.status, outcome.out.splitlines()[1]) == (0, "contract: none")


@pytest.mark.parametrize("before", [[], ["--precompress"]], ids=["plain", "packed"])
@pytest.mark.parametrize("after", [[], ["--precompress"]], ids=["then plain", "then packed"])
def test_a_site_replaces_another_with_or_without_copies(
    tmp_path: Path, folder: Path, before: list[str], after: list[str]
) -> None:
    for options in (before, after):
        assert run_here("--data", folder / "data_src", "--out", tmp_path / "site", *options).status == 0

    assert tree(tmp_path / "site") == tree(folder / ("packed" if after else "plain"))
