"""The bundle holds the data files as they are published, and nothing of the machine that made it."""

import io
import zipfile
from pathlib import Path

import msgspec
import pytest

from locdata_build.render.artifacts import Artifact
from locdata_build.render.bundle import bundle_artifact
from locdata_model.data_files import BUNDLE_PATH, DATA_FILES, PACKAGE_PATH, DataFormat
from support.world import load_world, render_files

PATHS = [*(spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat), PACKAGE_PATH]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the site."""
    return render_files(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def bundle(files: dict[str, bytes]) -> zipfile.ZipFile:
    """The bundle."""
    return zipfile.ZipFile(io.BytesIO(files[BUNDLE_PATH]))


def test_the_bundle_holds_the_data_files_their_description_and_a_text(bundle: zipfile.ZipFile) -> None:
    assert bundle.namelist() == sorted([*(path.removeprefix("/data/") for path in PATHS), "README.md"])
    assert bundle.testzip() is None


@pytest.mark.parametrize("path", PATHS)
def test_a_file_in_the_bundle_is_the_published_one(bundle: zipfile.ZipFile, files: dict[str, bytes], path: str) -> None:
    assert bundle.read(path.removeprefix("/data/")) == files[path]


def test_nothing_in_the_bundle_depends_on_the_machine(bundle: zipfile.ZipFile) -> None:
    made = {
        (entry.compress_type, entry.date_time, entry.create_system, oct(entry.external_attr >> 16), entry.extra)
        for entry in bundle.infolist()
    }

    assert made == {(zipfile.ZIP_STORED, (2026, 11, 21, 0, 0, 0), 3, "0o100644", b"")}


def test_the_same_files_in_another_order_make_the_same_bundle(tmp_path: Path) -> None:
    site = load_world(tmp_path).site
    one, two = Artifact("/data/a.csv", b"a"), Artifact("/data/b.csv", b"b")

    assert bundle_artifact(site, [one, two]) == bundle_artifact(site, [two, one])


def test_another_release_is_another_bundle(tmp_path: Path) -> None:
    site = load_world(tmp_path).site

    assert bundle_artifact(site, []) != bundle_artifact(msgspec.structs.replace(site, version="1.2.4"), [])


def test_the_text_says_what_the_bundle_is_and_what_it_allows(bundle: zipfile.ZipFile) -> None:
    text = bundle.read("README.md").decode()

    assert text.startswith("# Service\n\n")
    assert "Version 1.2.3 of 2026-11-21T00:00:00Z, from <https://data.example/data/>." in text
    assert text.endswith(
        "Licence: [CC BY 4.0](https://licences.example/by). Name the origin: Service (data.example).\n"
    )
    assert [name for name in bundle.namelist() if name != "README.md" and f"`{name}`" not in text] == []
