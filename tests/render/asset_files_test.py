"""Assets are named by their content, ask no other host, and are just those that pages and scripts name."""

import hashlib
import re
from collections.abc import Mapping

import pytest

from locdata_build.render.asset_files import ASSETS, STYLESHEET, asset_artifacts
from locdata_build.view.text import Tone

OTHER_HOST = re.compile(
    r"@import|url\(|image-set\(|WebSocket|sendBeacon|EventSource"
    r"|//(?!www\.w3\.org/2000/svg\b|schemas\.openxmlformats\.org\b|purl\.org/dc/)[\w-]+\.\w"
)
"""The start of a URL of another host that is no name of a format, and what makes requests that no page needs."""


@pytest.mark.parametrize("name", asset_artifacts())
def test_path_of_an_asset_contains_a_hash_of_its_content(name: str) -> None:
    asset, (stem, ending) = asset_artifacts()[name], name.split(".")

    assert asset.path == f"/assets/{stem}.{hashlib.sha256(asset.content).hexdigest()[:8]}.{ending}"


def test_stylesheet_has_the_rules_of_every_file_of_the_folder_then_the_glyphs_and_no_comment() -> None:
    published = asset_artifacts()[STYLESHEET].content.decode().split("\n")
    rules = published[: -4 * len(Tone)]
    parts = sorted((ASSETS / "style").iterdir(), key=lambda file: file.name)
    lines = [line for part in parts for line in part.read_text(encoding="utf-8").split("\n")]

    assert [line for line in rules if line.endswith("{")] == [line for line in lines if line.endswith("{")]
    assert "\n".join(published[len(rules) :]).count("::before") == len(Tone)
    assert "/*" not in "".join(published)


@pytest.mark.parametrize("name", asset_artifacts())
def test_asset_makes_no_request_to_another_host(name: str) -> None:
    assert OTHER_HOST.findall(asset_artifacts()[name].content.decode()) == []


def test_site_has_just_the_assets_that_its_pages_name(files: Mapping[str, bytes]) -> None:
    pages = b"".join(content for path, content in files.items() if path.endswith(".html"))
    named = {path.decode() for path in re.findall(rb'="(/assets/[^"]*)"', pages)}
    scripts = b"".join(content for path, content in files.items() if path.endswith(".js"))
    named |= {f"/assets/{name.decode()}" for name in re.findall(rb'"\./([^"]*)"', scripts)}

    assert named == {path for path in files if path.startswith("/assets/")}
    assert {path: files[path] for path in named} == {asset.path: asset.content for asset in asset_artifacts().values()}


def test_library_is_the_file_of_its_npm_package_and_is_published_with_its_licence() -> None:
    """MiniSearch 7.2.0, ``dist/es/index.js``. ``docs/dependencies.md`` explains how to update it."""
    content, licence = ((ASSETS / name).read_bytes() for name in ("minisearch.js", "minisearch.LICENSE.txt"))
    published = asset_artifacts()["minisearch.js"].content

    assert hashlib.sha256(content).hexdigest() == "0393b3ba253b809d5e55707c7b0875ef9b518a296a006c6739b28876e154edb3"
    assert published.startswith(b"/*\n" + licence)
    assert b"/**" not in published
