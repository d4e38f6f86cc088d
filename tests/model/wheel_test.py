"""The wheel of the model, installed with msgspec and nothing else, decodes the site of the sample.

Pants puts the wheel into the sandbox; a bare pytest has none.
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

from support.sample import build_sample

REPOSITORY = Path("pants.toml")
PACKAGE = "locdata_model"
DECODE = """
import json
import sys
from pathlib import Path

from locdata_model import DATA_FILES, DataFormat, decode, encode_json

site = Path(sys.argv[1])
read = lambda path: (site / path.removeprefix("/")).read_bytes()
tables = [[spec.path(DataFormat.JSON), spec.path(DataFormat.CSV)] for spec in DATA_FILES]
paths = [*(f"/{file.relative_to(site)}" for file in site.glob("api/v1/**/*.json")), *(path for path, _ in tables)]
modules = [Path(module.__file__).parts for module in sys.modules.values() if getattr(module, "__file__", None)]
installed = [parts[parts.index("site-packages") + 1] for parts in modules if "site-packages" in parts]
print(json.dumps({
    "decoded": len(paths),
    "re-encoded to other bytes": [path for path in paths if encode_json(decode(path, read(path))) != read(path)],
    "different as CSV": [path for path, table in tables if decode(path, read(path)) != decode(table, read(table))],
    "imported": sorted(set(installed)),
}))
"""
"""Decodes every response and data file of the site in the environment of a service."""

README = """
import sys

names = {}
exec(sys.argv[1], names)
print(len(names["mandatory"]), len(names["native"]))
"""
"""Runs the example of the README in the environment of a service."""

pytestmark = pytest.mark.skipif(REPOSITORY.exists(), reason="needs the wheel: run ./pants test tests/model:wheel")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    return build_sample(tmp_path_factory)


@pytest.fixture(scope="module")
def wheel() -> Path:
    """The wheel that Pants built."""
    (built,) = Path().glob("*.whl")
    return built


@pytest.fixture(scope="module")
def service(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel and msgspec, made without a network."""
    root = tmp_path_factory.mktemp("service")
    subprocess.run([sys.executable, "-I", "-m", "venv", root], check=True)
    python = root / "bin" / "python"
    pip: list[str | Path] = [python, "-I", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", "--no-index", "--no-deps", "--no-cache-dir", wheel.resolve()], check=True)
    # A service needs neither.
    subprocess.run([*pip, "uninstall", "--yes", "setuptools", "pip"], check=True)
    (packages,) = root.glob("lib/python*/site-packages")
    shutil.copytree(Path(msgspec.__file__).parent, packages / "msgspec")
    return python


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    """The metadata of the wheel, with the README as its body."""
    with ZipFile(wheel) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return HeaderParser().parsestr(archive.read(path).decode())


def run(python: Path, code: str, *arguments: str | Path, folder: Path | None = None) -> str:
    """Run code in an environment, and in a folder, and return what it prints."""
    command = [python, "-I", "-c", code, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout


def test_wheel_has_the_typed_model_and_nothing_else(wheel: Path, metadata: Message) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()

    assert {name.split("/")[0] for name in names} == {PACKAGE, f"{PACKAGE}-{metadata['Version']}.dist-info"}
    assert {Path(name).suffix for name in names if name.startswith(f"{PACKAGE}/")} == {".py", ".typed"}
    assert f"{PACKAGE}/py.typed" in names


def test_wheel_is_for_any_platform(wheel: Path, metadata: Message) -> None:
    assert wheel.name == f"{PACKAGE}-{metadata['Version']}-py3-none-any.whl"


def test_wheel_does_not_contain_the_time_of_its_build(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_wheel_requires_msgspec_alone(metadata: Message) -> None:
    requirements = [str(value) for value in metadata.get_all("Requires-Dist", [])]

    assert [re.split(r"[^\w-]", requirement)[0] for requirement in requirements] == ["msgspec"]
    assert metadata["Requires-Python"] == ">=3.11"


def test_service_decodes_every_response_and_data_file_with_the_wheel_and_msgspec_alone(
    service: Path, site: Path
) -> None:
    report: dict[str, Any] = json.loads(run(service, DECODE, site))

    assert report.pop("decoded") > 0
    assert report == {
        "re-encoded to other bytes": [],
        "different as CSV": [],
        "imported": [PACKAGE, "msgspec"],
    }


def test_example_of_the_readme_runs_with_the_wheel(
    service: Path, site: Path, metadata: Message, tmp_path: Path
) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/site").symlink_to(site)
    (example,) = re.findall(r"```python\n(.*?)```", str(metadata.get_payload()), re.DOTALL)
    countries, cells = run(service, README, example, folder=tmp_path).split()

    assert int(countries) > 0
    assert int(cells) > 0
