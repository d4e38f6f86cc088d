"""A program that reads data packages accepts the descriptor and the bundle, and finds each error in a data file."""

import shutil
from pathlib import Path

import pytest
from frictionless import Package

from locdata_model.urls import BUNDLE_PATH, PACKAGE_PATH


@pytest.fixture
def data(sample_site: Path) -> Path:
    """The folder with the data files of the sample's site."""
    return sample_site / "data"


def error_types(package: Path) -> list[str]:
    """The types of the errors in a descriptor or a bundle, and in all files that it names."""
    return sorted({error_type for (error_type,) in Package(str(package)).validate().flatten(["type"])})


@pytest.mark.parametrize("path", [PACKAGE_PATH, BUNDLE_PATH])
def test_data_package_is_valid(data: Path, path: str) -> None:
    assert error_types(data / Path(path).name) == []


@pytest.mark.parametrize(
    ("name", "change", "kinds"),
    [
        pytest.param("countries.csv", (b"Ice dollar", b"ice dollar"), ["hash-count"], id="another text"),
        pytest.param("connectors.csv", (b"\r\n", b"\n"), ["byte-count", "hash-count"], id="other line breaks"),
        pytest.param("matrix.csv", (b",aq,", b",xx,"), ["foreign-key", "hash-count"], id="country without facts"),
        pytest.param("reporting.json", (b'"aq"', b'"xx"'), ["foreign-key"], id="country without facts, in JSON"),
        pytest.param("matrix.json", (b'"bv"', b'"aq"'), ["primary-key"], id="key given twice"),
        pytest.param("matrix.json", (b'"verified"', b'"true"'), ["constraint-error"], id="unknown word"),
        pytest.param("matrix.json", (b'"20', b'"30-'), ["type-error"], id="no date"),
        pytest.param("connectors.json", (b'"provider"', b'"vendor"'), ["incorrect-label"], id="unknown field"),
    ],
)
def test_data_package_with_a_broken_file_is_not_valid(
    data: Path, tmp_path: Path, name: str, change: tuple[bytes, bytes], kinds: list[str]
) -> None:
    folder = shutil.copytree(data, tmp_path / "data")
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content.replace(*change))

    assert error_types(folder / "datapackage.json") == kinds
