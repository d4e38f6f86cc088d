"""The input of the other builders, which they only have to format: all records, derived, with all texts of the pages.

They need not read and check the source data, derive records, write the texts of pages, or make the files that need no
template. The folder contains:

- ``site.json``: what all pages have in common;
- ``pages/``: a file for each page, with its blocks, to become HTML and Markdown;
- ``documents/``: a file for each JSON file of the site, at its path, to be written with two spaces of indent;
- ``manifest.json``: the paths of the pages' files, of the documents, and of the CSV files, each to be made from the
  JSON file beside it;
- ``static/``: all other files, to be copied.
"""

import argparse
import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from locdata_build.data.dataset import check_sources
from locdata_build.data.reading import read_sources
from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.derive.published import derive
from locdata_build.render.api_database import api_database
from locdata_build.render.artifacts import Artifact
from locdata_build.render.html_drawings import PATTERNS
from locdata_build.render.json_ld import dataset_of
from locdata_build.render.site import site_artifacts
from locdata_build.view.context import Download, SiteContext
from locdata_build.view.navigation import REPORT_AN_ERROR, top_link
from locdata_build.view.pages.catalogue import page_functions
from locdata_build.view.text import Day, Tone
from locdata_build.view.words import ADVICE
from locdata_model.urls import DATA_FOLDER, TOP_PAGES, PageName, html_path, markdown_path

DOCUMENT, TABLE = ".json", ".csv"
"""Endings of the files that peers make from records."""


def prepare(context: SiteContext, folder: Path) -> None:
    """Write what a peer needs to build the site of ``context``."""
    functions = page_functions(context)
    page_files = {html_path(path) for path in functions} | {markdown_path(path) for path in functions}
    digests: dict[str, str] = {}
    downloads = []
    for artifact in site_artifacts(context):
        digests[artifact.path] = artifact.sha256
        if artifact.path.startswith(DATA_FOLDER):
            downloads.append(Download(path=artifact.path, size=len(artifact.content), sha256=artifact.sha256))
        if artifact.path not in page_files and not artifact.path.endswith(TABLE):
            _write(folder / _prepared_path(artifact.path), _content(artifact))
    late: Mapping[str, Sequence[object]] = {
        PageName.DATA.path: [downloads],
        PageName.API.path: [api_database(context)[1]],
    }
    names = [f"pages/{number:05}.json" for number in range(len(functions))]
    for name, (path, function) in zip(names, functions.items(), strict=True):
        page = function(*late.get(path, ()))
        _write(folder / name, msgspec.json.encode({**_members(page), "dataset": dataset_of(page, context.site)}))
    manifest = {
        "pages": names,
        "documents": sorted(path for path in digests if path.endswith(DOCUMENT)),
        "tables": sorted(path for path in digests if path.endswith(TABLE)),
    }
    _write(folder / "manifest.json", msgspec.json.encode(manifest))
    _write(folder / "site.json", msgspec.json.encode(_shared(context, digests)))


def _prepared_path(path: str) -> str:
    """Return where the folder has the file at ``path`` of the site. A table is in the document with the same name."""
    return f"documents{path}" if path.endswith(DOCUMENT) else f"static{path}"


def _content(artifact: Artifact) -> bytes:
    return msgspec.json.format(artifact.content, indent=0) if artifact.path.endswith(DOCUMENT) else artifact.content


def _shared(context: SiteContext, paths: Iterable[str]) -> dict[str, Any]:
    """Return what the templates of all pages use."""
    assets = {_plain_name(path): path for path in paths if path.startswith("/assets/")}
    return {
        "site": msgspec.to_builtins(context.site),
        "today": _plain(Day(context.today)),
        "assets": assets,
        "glyphs": {tone.value: tone.glyph for tone in Tone},
        "patterns": [{"tone": tone.value, "size": size, "lines": lines} for tone, (size, lines) in PATTERNS.items()],
        "menu": [_plain(top_link(name)) for name in TOP_PAGES if name.is_in_menu],
        "directory": [_plain(top_link(name)) for name in TOP_PAGES if not name.is_in_menu],
        "report": _plain(REPORT_AN_ERROR),
        "advice": ADVICE,
        "methodology": PageName.METHODOLOGY.path,
    }


def _plain_name(path: str) -> str:
    """Return the name of an asset without its digest."""
    file = PurePosixPath(path)
    return f"{file.stem.partition('.')[0]}{file.suffix}"


def _plain(value: object) -> object:
    """Return a value of a page as JSON: each part has its kind and its properties as members."""
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
    names = [*value.__struct_fields__, *(name for name in dir(type(value)) if _is_member(type(value), name))]
    return {name: _plain(getattr(value, name)) for name in names}


def _is_member(kind: type, name: str) -> bool:
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
    prepare(SiteContext(dataset=dataset, published=derive(dataset)), options.folder)


if __name__ == "__main__":
    main()
