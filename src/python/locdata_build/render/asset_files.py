"""The stylesheet, the scripts and the icon. A hash of its bytes is part of each name, so that a cache may keep it for ever."""

import hashlib
from collections.abc import Mapping
from importlib.resources import files

from locdata_build.render.artifacts import Artifact
from locdata_build.source.page_names import PageName

FOLDER = files("locdata_build.render") / "assets"


def asset_artifacts() -> Mapping[str, Artifact]:
    """Each asset by the name of its file, in the order of the names."""
    names = sorted(file.name for file in FOLDER.iterdir() if file.is_file())
    return {name: _asset(name, (FOLDER / name).read_bytes()) for name in names if not name.startswith("BUILD")}


def _asset(name: str, content: bytes) -> Artifact:
    stem, _, ending = name.rpartition(".")
    digest = hashlib.sha256(content).hexdigest()[:8]
    return Artifact(f"/{PageName.ASSETS}/{stem}.{digest}.{ending}", content)
