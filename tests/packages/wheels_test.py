"""The wheels have complete metadata and nothing but their package.

``build-support/empty-environments.sh`` installs and uses them. Pants puts the wheels into the sandbox; a bare pytest has none.
"""

import json
import re
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest

from support.site import DATA

REPOSITORY = Path("pants.toml")
LICENCE = Path("LICENSE")

MODEL, CLIENT, SERVER = PACKAGES = ("locdata_model", "locdata_client", "locdata_mcp")

REQUIRED = {
    MODEL: {"msgspec"},
    CLIENT: {"locdata-model", "msgspec"},
    SERVER: {"locdata-client", "locdata-model", "mcp", "msgspec", "uvicorn"},
}
"""The requirements of each wheel."""

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
def test_wheel_requires_the_packages_that_it_imports(package: str, required: set[str]) -> None:
    requirements = [str(value) for value in metadata_of(package).get_all("Requires-Dist", [])]

    assert {re.split(r"[^\w-]", requirement)[0] for requirement in requirements} == required
    assert metadata_of(package)["Requires-Python"] == ">=3.11"


@pytest.mark.parametrize("package", PACKAGES)
def test_wheel_describes_itself_and_links_to_its_home(package: str) -> None:
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
