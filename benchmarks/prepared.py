"""What the other builders are given, so that they have only to format it: every record and every page, found and worded already.

They are spared reading and checking the source data, deriving, wording, and all files that no template makes. The
folder holds:

- ``site.json``: what all pages share;
- ``pages/``: a file for each page, with its blocks, to become HTML and Markdown;
- ``documents/``: a file for each JSON file of the site, at its path, to be written with two spaces of indent;
- ``manifest.json``: the paths of the pages' files, of the documents, and of the CSV files, each to be made from the
  JSON file beside it;
- ``static/``: all other files, to be copied.
"""

import argparse
import datetime as dt
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from locdata_build.check.dataset import check_sources
from locdata_build.derive.published import derive
from locdata_build.read.sources import read_sources
from locdata_build.render.artifacts import Artifact
from locdata_build.render.checksums import listing
from locdata_build.render.html_pictures import GLYPHS
from locdata_build.render.json_ld import dataset_of
from locdata_build.render.openapi import build_openapi
from locdata_build.render.plan import Notes, made
from locdata_build.render.responses import api_responses
from locdata_build.render.site import plan_site
from locdata_build.source.page_names import PageName
from locdata_build.view.page import html_path, markdown_path
from locdata_build.view.pages.about import ADVICE, REPORT_AN_ERROR
from locdata_build.view.pages.site import page_makers
from locdata_build.view.places import TOP_PAGES, top_link, top_path
from locdata_build.view.text import Day
from locdata_build.view.words import day_in_words
from locdata_build.view.world import World
from locdata_model.endpoints import CHECKSUMS_PATH

DOCUMENT, TABLE = ".json", ".csv"
"""How the files end that peers make of records."""


def prepare(world: World, folder: Path) -> None:
    """Write what a peer needs to make the site of ``world``, file by file as they are made."""
    plan, notes = plan_site(world), Notes()
    openapi = build_openapi(world.published, api_responses(world.published))
    makers = page_makers(world, openapi)
    of_pages = {html_path(path) for path in makers} | {markdown_path(path) for path in makers}
    digests: dict[str, str] = {}
    for group in (*plan.groups, *plan.last):
        for artifact in made(group, notes):
            digests[artifact.path] = artifact.sha256
            if artifact.path not in of_pages and not artifact.path.endswith(TABLE):
                _write(folder / _place(artifact.path), _content(artifact))
    _write(folder / _place(CHECKSUMS_PATH), listing(dict(sorted(digests.items()))).content)
    names = [f"pages/{place:05}.json" for place in range(len(makers))]
    for name, make in zip(names, makers.values(), strict=True):
        page = make([*notes.downloads.values()])
        _write(folder / name, msgspec.json.encode({**_members(page), "dataset": dataset_of(page, world.site)}))
    manifest = {
        "pages": names,
        "documents": sorted(path for path in digests if path.endswith(DOCUMENT)),
        "tables": sorted(path for path in digests if path.endswith(TABLE)),
    }
    _write(folder / "manifest.json", msgspec.json.encode(manifest))
    _write(folder / "site.json", msgspec.json.encode(_shared(world, digests)))


def _place(path: str) -> str:
    """Where the file at ``path`` of the site lies among what is prepared; a table stands in the document beside it."""
    return f"documents{path}" if path.endswith(DOCUMENT) else f"static{path}"


def _content(artifact: Artifact) -> bytes:
    return msgspec.json.format(artifact.content, indent=0) if artifact.path.endswith(DOCUMENT) else artifact.content


def _shared(world: World, paths: Iterable[str]) -> dict[str, Any]:
    """What the templates of all pages use."""
    assets = {_plain_name(path): path for path in paths if path.startswith("/assets/")}
    return {
        "site": msgspec.to_builtins(world.site),
        "today": _plain(Day(world.today)),
        "assets": assets,
        "glyphs": {tone.value: glyph for tone, glyph in GLYPHS.items()},
        "menu": [_plain(top_link(name)) for name, top in TOP_PAGES.items() if top.is_in_menu],
        "directory": [_plain(top_link(name)) for name, top in TOP_PAGES.items() if not top.is_in_menu],
        "report": _plain(REPORT_AN_ERROR),
        "advice": ADVICE,
        "methodology": top_path(PageName.METHODOLOGY),
    }


def _plain_name(path: str) -> str:
    """The name of an asset without the digest in it."""
    file = PurePosixPath(path)
    return f"{file.stem.partition('.')[0]}{file.suffix}"


def _plain(value: object) -> object:
    """A value of a page as JSON: each part with its kind, and with what its properties tell."""
    if isinstance(value, Day):
        return {"kind": value.kind, "date": value.date.isoformat(), "text": day_in_words(value.date)}
    if isinstance(value, msgspec.Struct):
        return _members(value)
    if isinstance(value, Mapping):
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(member) for member in value]
    return value.isoformat() if isinstance(value, dt.date) else value


def _members(value: msgspec.Struct) -> dict[str, object]:
    names = [*value.__struct_fields__, *(name for name in dir(type(value)) if _is_told(type(value), name))]
    return {name: _plain(getattr(value, name)) for name in names}


def _is_told(kind: type, name: str) -> bool:
    return name in {"kind", "title"} or isinstance(getattr(kind, name), property)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def main() -> None:
    """Prepare the site of a folder of source data: ``python -m benchmarks.prepared DATA FOLDER``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    dataset = check_sources(read_sources(options.data, str(options.data)))
    prepare(World(dataset=dataset, published=derive(dataset)), options.folder)


if __name__ == "__main__":
    main()
