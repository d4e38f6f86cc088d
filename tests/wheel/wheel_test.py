"""The wheel of the model, installed where there is nothing but msgspec, reads the built site.

Pants puts the wheel and the site into the sandbox; a bare pytest has neither.
"""

import json
import re
import shutil
import subprocess
import sys
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import msgspec
import pytest

SITE = Path("site")
REPOSITORY = Path("pants.toml")
PACKAGE = "locdata_model"
READ = """
import json
import sys
from pathlib import Path

import msgspec

from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import endpoint_for

site = Path(sys.argv[1])
read = {}
for path in json.loads(sys.argv[2]):
    content = (site / path.removeprefix("/")).read_bytes()
    response = msgspec.json.decode(content, type=endpoint_for(path).response)
    read[path] = [type(response).__name__, msgspec.json.format(msgspec.json.encode(response), indent=2) + b"\\n" == content]
keys = tuple(json.loads(sys.argv[3]))
for spec in DATA_FILES:
    content = (site / spec.path(DataFormat.JSON).removeprefix("/")).read_bytes()
    records = msgspec.json.decode(content, type=tuple[spec.record_type(keys), ...])
    read[spec.path(DataFormat.JSON)] = [type(records[0]).__name__, len(records) == len(json.loads(content))]
try:
    msgspec.json.decode(b'{"meta": {}, "data": []}', type=endpoint_for("/api/v1/facts.json").response)
except msgspec.ValidationError as error:
    read["fault"] = str(error)
modules = [module.__file__ or "" for module in sys.modules.values() if getattr(module, "__file__", None)]
installed = [Path(file).parts for file in modules if "site-packages" in file]
read["packages"] = sorted({parts[parts.index("site-packages") + 1] for parts in installed})
print(json.dumps(read))
"""
"""Decodes files of the site in the environment of a service, and prints what came of it."""

pytestmark = pytest.mark.skipif(REPOSITORY.exists(), reason="wants the wheel and the site: ./pants test tests/wheel")


@pytest.fixture(scope="module")
def wheel() -> Path:
    """The one wheel that Pants built."""
    (built,) = Path().glob("*.whl")
    return built


@pytest.fixture(scope="module")
def service(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel, msgspec and nothing else; made without a network."""
    root = tmp_path_factory.mktemp("service")
    subprocess.run([sys.executable, "-I", "-m", "venv", root], check=True)
    python = root / "bin" / "python"
    pip: list[str | Path] = [python, "-I", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", "--no-index", "--no-deps", "--no-cache-dir", wheel.resolve()], check=True)
    # What installs goes too, so that only what a service needs is left.
    subprocess.run([*pip, "uninstall", "--yes", "setuptools", "pip"], check=True)
    (packages,) = root.glob("lib/python*/site-packages")
    shutil.copytree(Path(msgspec.__file__).parent, packages / "msgspec")
    return python


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    """What the wheel says about itself."""
    with ZipFile(wheel) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return HeaderParser().parsestr(archive.read(path).decode())


def test_wheel_holds_the_model_and_nothing_else(wheel: Path, metadata: Message) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()

    assert {name.split("/")[0] for name in names} == {PACKAGE, f"{PACKAGE}-{metadata['Version']}.dist-info"}
    assert {Path(name).suffix for name in names if name.startswith(f"{PACKAGE}/")} == {".py", ".typed"}


def test_wheel_says_that_it_is_typed(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        assert f"{PACKAGE}/py.typed" in archive.namelist()


def test_wheel_is_for_any_platform(wheel: Path, metadata: Message) -> None:
    assert wheel.name == f"{PACKAGE}-{metadata['Version']}-py3-none-any.whl"


def test_wheel_carries_no_time_of_its_build(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_wheel_requires_msgspec_alone(metadata: Message) -> None:
    requirements = [str(value) for value in metadata.get_all("Requires-Dist", [])]

    assert [re.split(r"[^\w-]", requirement)[0] for requirement in requirements] == ["msgspec"]
    assert metadata["Requires-Python"] == ">=3.11"


def test_environment_holds_the_wheel_and_msgspec_alone(service: Path, metadata: Message) -> None:
    (packages,) = service.parent.parent.glob("lib/python*/site-packages")

    assert {entry.name for entry in packages.iterdir()} == {
        PACKAGE,
        f"{PACKAGE}-{metadata['Version']}.dist-info",
        "msgspec",
    }


def test_service_reads_the_site_with_the_types_of_the_wheel(service: Path) -> None:
    responses = {
        "/api/v1/index.json": "IndexResponse",
        "/api/v1/countries.json": "CountriesResponse",
        "/api/v1/countries/fr.json": "CountryResponse",
        "/api/v1/erps.json": "ErpsResponse",
        "/api/v1/erps/odoo.json": "ErpResponse",
        "/api/v1/facts.json": "FactsResponse",
        "/api/v1/local-erps.json": "LocalErpsResponse",
        "/api/v1/partner-flags.json": "PartnerFlagsResponse",
        "/api/v1/partners.json": "PartnersResponse",
        "/api/v1/news.json": "NewsResponse",
        "/api/v1/sponsors.json": "SponsorsResponse",
        "/api/v1/filters/toggles-unknown.json": "FilterResponse",
    }
    erps = json.loads((SITE / "api/v1/erps.json").read_bytes())["data"]
    keys = json.dumps([erp["id"].replace("-", "_") for erp in erps])
    arguments = [str(SITE.resolve()), json.dumps(list(responses)), keys]
    output = subprocess.run([service, "-I", "-c", READ, *arguments], check=True, capture_output=True, text=True).stdout

    assert json.loads(output) == {
        **{path: [name, True] for path, name in responses.items()},
        "/data/matrix.json": ["MatrixRecord", True],
        "/data/reporting.json": ["ReportingRecord", True],
        "/data/connectors.json": ["ConnectorRecord", True],
        "/data/countries.json": ["CountryRecord", True],
        "fault": "Object missing required field `version` - at `$.meta`",
        "packages": [PACKAGE, "msgspec"],
    }
