"""The stylesheet, the scripts and the icon that the pages share, as artifacts that are named by their content."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from locdata_build.render.artifacts import Artifact
from locdata_model.urls import asset_path

ASSETS = files("locdata_build.render") / "assets"

STYLESHEET = "style.css"

STYLE_PARTS = (
    "foundation",
    "frame",
    "text",
    "badges",
    "blocks",
    "filters",
    "tables",
    "drawings",
    "contents",
    "print",
)
"""The files of the folder ``style``, in the order in which they make up the stylesheet: later rules override earlier ones."""

_IMPORTED = re.compile(rb'(?<="\./)[a-z_]+\.js(?=")')
"""The file name of a module in an import of another: ``import { show } from "./table.js"``."""


@cache
def asset_artifacts() -> Mapping[str, Artifact]:
    """Return the stylesheet, the scripts and the icon by file name."""
    names = (file.name for file in ASSETS.iterdir() if file.name.endswith((".js", ".svg")))
    return {name: _asset(name) for name in sorted((STYLESHEET, *names))}


@cache
def _asset(name: str) -> Artifact:
    """Return an asset. Modules may not import each other in a circle, because the name of each depends on its imports."""
    content = _stylesheet() if name == STYLESHEET else _IMPORTED.sub(_published_name, (ASSETS / name).read_bytes())
    return Artifact(asset_path(name, hashlib.sha256(content).hexdigest()), content)


def _stylesheet() -> bytes:
    return b"\n".join((ASSETS / "style" / f"{part}.css").read_bytes() for part in STYLE_PARTS)


def _published_name(imported: re.Match[bytes]) -> bytes:
    return _asset(imported.group().decode()).path.rpartition("/")[2].encode()
