"""An asset is named by its content, and every asset that a page names is there."""

import hashlib
import re
from pathlib import Path

import pytest

from locdata_build.render.asset_files import FOLDER, asset_artifacts
from support.dataset import whole
from support.pages import small_world
from support.world import render_files

ASSETS = asset_artifacts()


def test_every_file_of_the_folder_is_an_asset() -> None:
    files = {file.name for file in FOLDER.iterdir() if not file.name.startswith(("BUILD", "__"))}

    assert ASSETS.keys() == files
    assert list(ASSETS) == sorted(files)


@pytest.mark.parametrize("name", ASSETS)
def test_the_name_of_an_asset_holds_a_hash_of_its_bytes(name: str) -> None:
    stem, ending = name.split(".")
    asset = ASSETS[name]

    assert asset.path == f"/assets/{stem}.{hashlib.sha256(asset.content).hexdigest()[:8]}.{ending}"


@pytest.mark.parametrize("name", ASSETS)
def test_the_content_of_an_asset_is_that_of_its_file(name: str) -> None:
    assert ASSETS[name].content == (FOLDER / name).read_bytes()


@pytest.mark.parametrize("name", ASSETS)
def test_an_asset_asks_no_other_host_for_anything(name: str) -> None:
    asked = re.findall(rb"(?:url\(|import|src=|fetch\()[^;]*https?://[^;]*", ASSETS[name].content)

    assert asked == []


def test_the_site_holds_its_assets_and_its_pages_name_all_of_them(tmp_path: Path) -> None:
    files = render_files(tmp_path)
    named = {
        path.decode()
        for file in files
        for path in re.findall(rb'="(/assets/[^"]*)"', files[file])
        if file.endswith(".html")
    }

    assert {path: files[path] for path in named} == {asset.path: asset.content for asset in ASSETS.values()}


def test_the_assets_do_not_depend_on_the_data(tmp_path: Path) -> None:
    sites = [render_files(tmp_path, files) for files in (whole(), small_world())]

    assert [sorted(path for path in site if path.startswith("/assets/")) for site in sites] == [
        sorted(asset.path for asset in ASSETS.values())
    ] * 2
