"""The stylesheet, the scripts and the icon that the pages share, as artifacts that are named by their content."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from locdata_build.render.artifacts import Artifact
from locdata_build.view.text import Tone
from locdata_model.urls import asset_path

ASSETS = files("locdata_build.render") / "assets"

STYLESHEET = "style.css"

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
    """Return the files of the folder ``style`` in the order of their names: later rules override earlier ones."""
    parts = sorted((ASSETS / "style").iterdir(), key=lambda file: file.name)
    return b"\n".join([*(part.read_bytes() for part in parts), _glyphs()])


def _glyphs() -> bytes:
    """Return the rules that put the glyph of each tone in front of its badges. Screen readers pass over it."""
    rules = (f'.badge.{tone}::before {{\n  content: "{tone.glyph} " / "";\n}}\n' for tone in Tone)
    return "\n".join(rules).encode()


def _published_name(imported: re.Match[bytes]) -> bytes:
    return _asset(imported.group().decode()).path.rpartition("/")[2].encode()
