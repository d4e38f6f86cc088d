"""Assets are named by their content and make no request, and the site has just those that its pages name."""

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from locdata_build.render.asset_files import ASSETS, asset_artifacts

REQUEST = re.compile(
    r"@import|url\(|image-set\(|\bimport\b|fetch\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource"
    r"|//(?!www\.w3\.org/2000/svg\b)[\w-]+\.\w"
)
"""What makes a request in a stylesheet, a script or an image, and the start of a URL of another host."""


@pytest.mark.parametrize("file", [file for file in ASSETS.iterdir() if "." in file.name], ids=lambda file: file.name)
def test_path_of_an_asset_contains_a_hash_of_its_content(file: Path) -> None:
    asset, (stem, ending) = asset_artifacts()[file.name], file.name.split(".")

    assert asset.content == file.read_bytes()
    assert asset.path == f"/assets/{stem}.{hashlib.sha256(asset.content).hexdigest()[:8]}.{ending}"


def test_assets_are_stylesheets_scripts_and_images() -> None:
    assert {name.rpartition(".")[2] for name in asset_artifacts()} == {"css", "js", "svg"}


@pytest.mark.parametrize("name", asset_artifacts())
def test_asset_makes_no_request(name: str) -> None:
    assert REQUEST.findall(asset_artifacts()[name].content.decode()) == []


def test_site_has_just_the_assets_that_its_pages_name(files: Mapping[str, bytes]) -> None:
    pages = b"".join(content for path, content in files.items() if path.endswith(".html"))
    named = {path.decode() for path in re.findall(rb'="(/assets/[^"]*)"', pages)}

    assert named == {path for path in files if path.startswith("/assets/")}
    assert {path: files[path] for path in named} == {asset.path: asset.content for asset in asset_artifacts().values()}
