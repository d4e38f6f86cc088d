"""The files that pages load: stylesheet, scripts and icon, each named by its content, and the index of the search."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from locdata_build.render.artifacts import Artifact
from locdata_build.view.components.search import search_pieces
from locdata_build.view.context import SiteContext
from locdata_build.view.text import Tone
from locdata_model.serialization import encode_json
from locdata_model.urls import SEARCH_INDEX_PATH, asset_path, search_piece_path

ASSETS = files("locdata_build.render") / "assets"

STYLESHEET = "style.css"

_COMMENT = re.compile(rb"^ *(/\*.*?\*/|//[^\n]*)\n?", re.MULTILINE | re.DOTALL)
"""A comment on separate lines. Comments are a tenth of the stylesheet, for which pages wait, and half of some libraries."""

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
    content = _stylesheet() if name == STYLESHEET else _script(name)
    return Artifact(asset_path(name, hashlib.sha256(content).hexdigest()), content)


def _script(name: str) -> bytes:
    """Return a script with the published names of its imports. A library has its licence instead of its comments."""
    content, licence = (ASSETS / name).read_bytes(), ASSETS / name.replace(".js", ".LICENSE.txt")
    if name.endswith(".js") and licence.is_file():
        return b"/*\n%s*/\n%s" % (licence.read_bytes(), _COMMENT.sub(b"", content))
    return _IMPORTED.sub(_published_name, content)


def _stylesheet() -> bytes:
    """Return the files of the folder ``style`` without comments, in the order of their names: later rules override earlier ones."""
    parts = sorted((ASSETS / "style").iterdir(), key=lambda file: file.name)
    return b"\n".join([*(_COMMENT.sub(b"", part.read_bytes()) for part in parts), _glyphs()])


def _glyphs() -> bytes:
    """Return the rules that put the glyph of each tone in front of its badges. Screen readers pass over it."""
    rules = (f'.badge.{tone}::before {{\n  content: "{tone.glyph} " / "";\n}}\n' for tone in Tone)
    return "\n".join(rules).encode()


def _published_name(imported: re.Match[bytes]) -> bytes:
    return _asset(imported.group().decode()).path.rpartition("/")[2].encode()


# Search


def search_artifacts(context: SiteContext) -> Iterator[Artifact]:
    """Yield the pieces of the search index: that for all countries, then one for each country."""
    index, pieces = search_pieces(context)
    yield Artifact(SEARCH_INDEX_PATH, encode_json(index))
    for code, piece in pieces.items():
        yield Artifact(search_piece_path(code), encode_json(piece))
