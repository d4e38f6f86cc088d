"""The same inputs give the same bytes: no clock, no locale, no hash order, no order of files, no path, no environment.

Sites are built twice, in ways that differ in everything. Only where their bytes differ are they built once more for each
thing, so that the failure names those that matter.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from determinism.disorder import disorder
from determinism.elsewhere import CONTRARY, build, digests, import_path, what_matters
from support.dataset import country, whole, write

DATA = Path("data_src").absolute()
PACKED = Path("locdata_build.pex").absolute()

# Enough for an order to show.
FILES = whole() | {
    f"countries/{code}.json": country(code, name)
    for code, name in {"at": "Austria", "no": "Norway", "pt": "Portugal", "za": "South Africa"}.items()
}


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The site of the whole data, built in one way."""
    return build(DATA, tmp_path_factory.mktemp("real"), CONTRARY[0])


def test_contrary_ways_give_the_same_bytes(tmp_path: Path, real: dict[str, str]) -> None:
    assert "site/api/v1/index.json" in real
    assert build(DATA, tmp_path, CONTRARY[1]) == real, what_matters(DATA, tmp_path / "ways")


def test_contrary_ways_give_the_same_copies(tmp_path: Path) -> None:
    data = write(tmp_path / "data_src", FILES)

    one, another = (build(data, tmp_path / str(n), way, "--precompress") for n, way in enumerate(CONTRARY))

    assert {"site/countries/index.html.br", "site/countries/index.html.gz"} < one.keys()
    assert one == another, what_matters(data, tmp_path / "ways")


@pytest.mark.skipif(not Path("site.tar").exists(), reason="Pants puts the built site here; a bare pytest does not")
def test_the_site_that_pants_built_has_the_same_bytes(real: dict[str, str]) -> None:
    by_pants = {f"site/{path}": digest for path, digest in digests(Path("site")).items()}

    assert by_pants | {"site.tar": hashlib.sha256(Path("site.tar").read_bytes()).hexdigest()} == real


@pytest.mark.skipif(not PACKED.exists(), reason="Pants packs the builder; a bare pytest does not")
def test_the_packed_builder_gives_the_same_bytes_without_the_repository(tmp_path: Path, real: dict[str, str]) -> None:
    builder = shutil.copy(PACKED, tmp_path)
    subprocess.run(
        [sys.executable, builder, "--out", "out/site", "--archive", "out/site.tar"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path / "home"), "PEX_ROOT": str(tmp_path / "pex-root")},
        check=True,
        capture_output=True,
    )

    assert digests(tmp_path / "out") == real


@pytest.mark.parametrize(("order", "names"), [("forwards", "abcde"), ("backwards", "edcba"), ("shuffled", "dcbea")])
def test_folders_are_listed_in_another_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str, names: str
) -> None:
    for name in ("listdir", "scandir", "cpu_count", "process_cpu_count"):
        monkeypatch.setattr(os, name, getattr(os, name, None), raising=False)
    for name in "cadbe":
        (tmp_path / name).touch()

    disorder(order, 3)

    assert os.listdir(tmp_path) == list(names)  # noqa: PTH208  # what is looked at
    assert [file.name for file in tmp_path.iterdir()] == list(names)
    assert [file.name for file in tmp_path.glob("*")] == list(names)
    assert [file.name for file in tmp_path.rglob("*")] == list(names)
    assert next(os.walk(tmp_path))[2] == list(names)
    assert os.cpu_count() == 3


def test_a_build_without_docstrings_is_refused(tmp_path: Path) -> None:
    refused = subprocess.run(
        [sys.executable, "-OO", "-m", "locdata_build.cli", "--data", str(DATA)],
        cwd=tmp_path,
        env={"PYTHONPATH": import_path()},
        check=False,
        capture_output=True,
    )

    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"must not run with docstrings stripped" in refused.stderr
    assert list(tmp_path.iterdir()) == []
