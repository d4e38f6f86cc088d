"""The files that pages load: stylesheet, scripts and icon, each named by its content, and the index of the search."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from textwrap import shorten

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.render.artifacts import Artifact
from locdata_build.view.context import SiteContext
from locdata_build.view.names import (
    NAME_LABELS,
    CountrySection,
    Name,
    NameKind,
    all_names,
    claim_kinds,
    claim_names,
    country_sections,
)
from locdata_build.view.text import Tone
from locdata_model.serialization import encode_json
from locdata_model.urls import SEARCH_INDEX_PATH, asset_path

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


# Search


MAX_TEXT_LENGTH = 68
"""Characters of the text of a term or a phase. Whole texts would be a quarter of the index."""


class SearchIndex(Struct, frozen=True, kw_only=True):
    """The content of the index. ``kinds`` has the label of each kind of name, in the order in which they are shown."""

    kinds: dict[str, str]
    sections: tuple[CountrySection, ...]
    names: tuple[Name, ...]


def search_artifact(context: SiteContext) -> Artifact:
    """Return the index. It holds every name that ``/a-z/`` lists, and the claims that are found by their labels."""
    index = SearchIndex(
        kinds={**NAME_LABELS, **claim_kinds()},
        sections=tuple(country_sections(context)),
        names=tuple(_with_short_texts([*all_names(context), *claim_names(context)])),
    )
    return Artifact(SEARCH_INDEX_PATH, encode_json(index))


def _with_short_texts(names: Iterable[Name]) -> Iterator[Name]:
    for name in names:
        if name.kind in {NameKind.TERM, *claim_kinds()}:
            beginning = shorten(name.text, MAX_TEXT_LENGTH, placeholder="…", break_on_hyphens=False)
            yield replace(name, text=beginning)
        else:
            yield name
