"""The stylesheet, the scripts and the icon that the pages share, as artifacts that are named by their content."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from locdata_build.render.artifacts import Artifact
from locdata_model.urls import asset_path

ASSETS = files("locdata_build.render") / "assets"


@cache
def asset_artifacts() -> Mapping[str, Artifact]:
    """Return the stylesheet, the scripts and the icon by file name."""
    contents = {file.name: file.read_bytes() for file in ASSETS.iterdir() if file.is_file() and file.name != "BUILD"}
    return {name: _asset(name, contents[name]) for name in sorted(contents)}


def _asset(name: str, content: bytes) -> Artifact:
    return Artifact(asset_path(name, hashlib.sha256(content).hexdigest()), content)
