"""The wheels have complete metadata, and a service with those of the model and the client, and msgspec, reads sites.

``build-support/empty-environments.sh`` installs them with all they require. Pants puts the wheels into the sandbox; a bare pytest
has none.
"""

import json
import re
import shutil
import subprocess
import sys
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest

from packages.services import DECODE, EXAMPLE, example_in
from support.additions import with_additions, write_files
from support.sample import build_sample
from support.site import DATA, read_files

REPOSITORY = Path("pants.toml")
LICENCE = Path("LICENSE")
INSTALLED = Path("tests/packages/installed.py")

MODEL, CLIENT, SERVER = PACKAGES = ("locdata_model", "locdata_client", "locdata_mcp")

REQUIRED = {
    MODEL: {"msgspec"},
    CLIENT: {"locdata-model", "msgspec"},
    SERVER: {"locdata-client", "locdata-model", "mcp", "msgspec", "uvicorn"},
}
"""What each wheel requires."""

pytestmark = [
    pytest.mark.proof,
    pytest.mark.skipif(REPOSITORY.exists(), reason="needs the wheels: PROOF=1 ./pants test tests/packages:wheels"),
]


def wheel_of(package: str) -> Path:
    """Return the wheel of a package that Pants built."""
    (built,) = Path().glob(f"{package}-*.whl")
    return built


def metadata_of(package: str) -> Message:
    """Return the metadata of a wheel, with the README as its body."""
    with ZipFile(wheel_of(package)) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return HeaderParser().parsestr(archive.read(path).decode())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    return build_sample(tmp_path_factory)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the model, the client and msgspec, made without a network."""
    root = tmp_path_factory.mktemp("service")
    subprocess.run([sys.executable, "-I", "-m", "venv", root], check=True)
    python = root / "bin" / "python"
    pip: list[str | Path] = [python, "-I", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    wheels = [wheel_of(package).resolve() for package in (MODEL, CLIENT)]
    subprocess.run([*pip, "install", "--no-index", "--no-deps", "--no-cache-dir", *wheels], check=True)
    # A service needs neither.
    subprocess.run([*pip, "uninstall", "--yes", "setuptools", "pip"], check=True)
    (packages,) = root.glob("lib/python*/site-packages")
    shutil.copytree(Path(msgspec.__file__).parent, packages / "msgspec")
    return python


def run(python: Path, code: str, *arguments: str | Path, folder: Path | None = None) -> str:
    """Run code in an environment, and in a folder, and return what it prints."""
    command = [python, "-I", "-c", code, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout


@pytest.mark.parametrize("package", PACKAGES)
def test_wheel_has_the_typed_package_and_nothing_else(package: str) -> None:
    with ZipFile(wheel_of(package)) as archive:
        names = archive.namelist()

    assert {name.split("/")[0] for name in names} == {package, f"{package}-{metadata_of(package)['Version']}.dist-info"}
    assert {Path(name).suffix for name in names if name.startswith(f"{package}/")} == {".py", ".typed"}
    assert f"{package}/py.typed" in names


@pytest.mark.parametrize("package", PACKAGES)
def test_wheel_is_for_any_platform_and_has_the_version_of_all(package: str) -> None:
    assert wheel_of(package).name == f"{package}-{metadata_of(MODEL)['Version']}-py3-none-any.whl"


@pytest.mark.parametrize("package", PACKAGES)
def test_wheel_does_not_contain_the_time_of_its_build(package: str) -> None:
    with ZipFile(wheel_of(package)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize(("package", "required"), REQUIRED.items())
def test_wheel_requires_what_the_package_imports(package: str, required: set[str]) -> None:
    requirements = [str(value) for value in metadata_of(package).get_all("Requires-Dist", [])]

    assert {re.split(r"[^\w-]", requirement)[0] for requirement in requirements} == required
    assert metadata_of(package)["Requires-Python"] == ">=3.11"


@pytest.mark.parametrize("package", PACKAGES)
def test_wheel_says_what_it_is_and_where_its_home_is(package: str) -> None:
    site = json.loads((DATA / "site.json").read_bytes())
    metadata = metadata_of(package)
    urls = dict(value.split(", ") for value in metadata.get_all("Project-URL", []))

    assert metadata["Name"] == package.replace("_", "-")
    assert metadata["Author"] == site["title"]
    assert metadata["Summary"].endswith(".")
    assert urls == {
        "Homepage": site["base_url"],
        "Documentation": f"{site['base_url']}/api/",
        "Changelog": f"{site['base_url']}/changes/",
    }
    assert "e-invoicing" in metadata["Keywords"].split(",")
    assert {"Typing :: Typed", "Programming Language :: Python :: 3.13"} <= {*metadata.get_all("Classifier", [])}
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert str(metadata.get_payload()).strip().startswith(f"# {metadata['Name']}\n")


@pytest.mark.parametrize("package", PACKAGES)
def test_wheel_has_the_licence_of_the_code(package: str) -> None:
    with ZipFile(wheel_of(package)) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith("licenses/LICENSE"))

        assert archive.read(path) == LICENCE.read_bytes()
    assert metadata_of(package)["License-Expression"] == "MIT"


def test_wheel_of_the_server_has_a_command() -> None:
    with ZipFile(wheel_of(SERVER)) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))

        assert archive.read(path).decode().split("\n")[:2] == [
            "[console_scripts]",
            "locdata-mcp = locdata_mcp.server.main:main",
        ]


def test_service_decodes_every_response_and_data_file_with_the_model_and_msgspec_alone(
    service: Path, site: Path
) -> None:
    report: dict[str, Any] = json.loads(run(service, DECODE, site))

    assert report.pop("decoded") > 0
    assert report == {
        "re-encoded to other bytes": [],
        "different as CSV": [],
        "imported": [MODEL, "msgspec"],
    }


def test_example_of_the_readme_of_the_model_runs(service: Path, site: Path, tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/site").symlink_to(site)
    example = example_in(str(metadata_of(MODEL).get_payload()))
    countries, cells = run(service, EXAMPLE, example, folder=tmp_path).split()

    assert int(countries) > 0
    assert int(cells) > 0


def test_service_uses_the_client_on_a_site_and_on_a_copy_with_additions(
    service: Path, site: Path, tmp_path: Path
) -> None:
    write_files(with_additions(read_files(site)), tmp_path / "additions")
    done = subprocess.run(
        [service, "-I", INSTALLED.resolve(), site, tmp_path / "additions"], capture_output=True, text=True, check=False
    )

    assert (done.stdout, done.stderr) == ("site: 5 countries\nadditions: 6 countries\n", "")
