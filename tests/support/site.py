"""The whole built site, as the tests of its files and pages get it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from locdata_build.cli import build

DATA = Path("data_src")

Files = Mapping[str, bytes]
"""The bytes of each file by path, which begins with a slash."""

Values = Mapping[str, Any]
"""The value of each JSON file by path."""

Rows = list[dict[str, Any]]
"""JSON objects of the same kind."""


def build_site(scratch: pytest.TempPathFactory) -> Path:
    """Build the site of the real data in a new folder, and return that folder."""
    out = scratch.mktemp("built") / "site"
    build.run(data=DATA, out=out)
    return out


def read_files(folder: Path) -> Files:
    """Return the files of a built site."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {f"/{file.relative_to(folder).as_posix()}": file.read_bytes() for file in files}


def read_values(files: Files) -> Values:
    """Return the values of the JSON files of a site."""
    return {path: json.loads(content) for path, content in files.items() if path.endswith(".json")}


class Sources(NamedTuple):
    """Codes of countries and of tracked countries, ids of ERP products and their column names."""

    countries: list[str]
    tracked: list[str]
    erps: list[str]
    erp_keys: tuple[str, ...]


def read_sources(data: Path = DATA) -> Sources:
    """Read the source files in the folder ``data`` without the code that is tested."""
    countries = {file.stem: json.loads(file.read_bytes()) for file in sorted(data.glob("countries/*.json"))}
    erps = {file.stem: json.loads(file.read_bytes()) for file in sorted(data.glob("erps/*.json"))}
    tracked = [code for code, country in countries.items() if country["e_invoicing"]]
    return Sources([*countries], tracked, [*erps], tuple(erp["key"] for erp in erps.values()))
