"""The built site: the one that Pants put into the sandbox, or one built from the source data."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_build.cli.arguments import Command, Request
from locdata_build.cli.commands import build

BUILT = Path("site")
DATA = Path("data_src")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root folder of the built site."""
    if BUILT.is_dir():
        return BUILT
    out = tmp_path_factory.mktemp("built") / "site"
    build(Request(command=Command.BUILD, data=DATA, out=out, archive=None, base_url=None, generated_at=None))
    return out


@pytest.fixture(scope="session")
def contents(site: Path) -> Mapping[str, bytes]:
    """The bytes of each file by its path, which begins with a slash."""
    files = sorted(file for file in site.rglob("*") if file.is_file())
    return {f"/{file.relative_to(site).as_posix()}": file.read_bytes() for file in files}


@pytest.fixture(scope="session")
def values(contents: Mapping[str, bytes]) -> Mapping[str, Any]:
    """The value of each JSON file by its path."""
    return {path: json.loads(content) for path, content in contents.items() if path.endswith(".json")}
