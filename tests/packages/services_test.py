"""A service with the model and the client as they are here, and msgspec, reads sites. The wheels are tested every night."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import locdata_client
import locdata_model
from support.sample import build_sample

INSTALLED = Path("tests/packages/installed.py")
README = Path("src/python/locdata_model/README.md")

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

EXAMPLE = """
import sys

names = {}
exec(sys.argv[1], names)
print(len(names["mandatory"]), len(names["native"]))
"""
"""Runs the example of the README in the environment of a service."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    return build_sample(tmp_path_factory)


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages of a service and nothing else."""
    folder = tmp_path_factory.mktemp("service") / "site-packages"
    for package in (locdata_model, locdata_client, msgspec):
        source = Path(str(package.__file__)).parent
        shutil.copytree(source, folder / source.name)
    return folder


def run(packages: Path, code: str, *arguments: str | Path, folder: Path | None = None) -> str:
    """Run code with these packages and the standard library alone, and return what it prints."""
    start = f"import sys\nsys.path.append({str(packages)!r})\n"
    command = [sys.executable, "-I", "-S", "-c", start + code, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout


def test_service_decodes_every_response_and_data_file_with_the_model_and_msgspec_alone(
    packages: Path, site: Path
) -> None:
    report = json.loads(run(packages, DECODE, site))

    assert report.pop("decoded") > 0
    assert report == {"re-encoded to other bytes": [], "different as CSV": [], "imported": ["locdata_model", "msgspec"]}


def test_example_of_the_readme_of_the_model_runs(packages: Path, site: Path, tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/site").symlink_to(site)
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    countries, cells = run(packages, EXAMPLE, example, folder=tmp_path).split()

    assert int(countries) > 0
    assert int(cells) > 0


def test_service_uses_the_client_on_a_site(packages: Path, site: Path) -> None:
    code = "import runpy\nsys.argv[:1] = []\nrunpy.run_path(sys.argv[0], run_name='__main__')"

    assert run(packages, code, INSTALLED.resolve(), site) == "site: 5 countries\n"
