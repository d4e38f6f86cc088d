"""The sites that the tests in a browser visit: ``python -m browser_sites.build FOLDER``.

Those tests import no project code, so that no other test needs a browser, and an edit that changes no byte of these sites
runs none of them again.
"""

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from locdata_build.cli import build
from locdata_build.data.errors import SourceError
from locdata_build.data.files import Dataset
from locdata_build.derive.published import derive
from locdata_build.hosting import preview
from locdata_build.hosting.live import BUILDS_PATH, SCRIPT_PATH, STYLESHEET_PATH, LiveSite
from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.site import LazySite, site_artifacts
from locdata_build.site.publication import publish_folder
from locdata_build.view.context import SiteContext
from support.base_files import base_files
from support.dataset import COUNTRY, GRANTED, changed, load
from support.hostile import rewritten, site_contexts
from support.payloads import SCRIPTS
from support.records import country, exceptions, marked, source
from support.sample import SAMPLE

PATH = "/locdata"
"""The path of the site that is served below one."""

RIGHT_TO_LEFT = ("תחילת", "טקסט")
"""Hebrew words at the start and at the end of each text of the data."""

WATCHED = "/france/"
VALUES = ("Standard rate 20%.", "Standard rate 21%.", "Two  blanks <b>&amp;</b>", "Standard rate 22%.")
"""A text of the data, edit by edit. The third has an issue."""


def main(folder: Path) -> None:
    """Build all sites in the folder, and what the tests must know of them."""
    folder.mkdir(parents=True)
    build.run(data=SAMPLE, out=folder / "sample")
    build.run(data=SAMPLE, out=folder / f"below{PATH}", base_url=f"http://127.0.0.1{PATH}")
    with tempfile.TemporaryDirectory() as scratch:
        _publish(site_contexts(Path(scratch, "hostile"), 0)[1], folder / "hostile")
        _publish(_context(right_to_left(Path(scratch, "right_to_left"))), folder / "right_to_left")
        _write(folder / "builds.json", [*builds(Path(scratch, "watched"))])
    _write(folder / "scripts.json", SCRIPTS)


def right_to_left(scratch: Path) -> Dataset:
    """Return a dataset whose texts are all read from right to left."""
    files = base_files() | {
        "countries/es.json": {**country("es", "Spain"), "e_invoicing": None},
        "exceptions.json": exceptions(*GRANTED),
    }
    first, last = RIGHT_TO_LEFT
    return rewritten(load(scratch, files), lambda text: f"{first} {text} {last}")


def builds(scratch: Path) -> Iterator[dict[str, Any]]:
    """Yield what ``serve --watch`` responds after each edit: by path, and to a page that asks for the next build."""
    live = LiveSite()
    for number, value in enumerate(VALUES):
        try:
            context = _context(
                load(scratch / f"{number}", changed(COUNTRY, "$.facts.vat.value", marked(value, source("fact"))))
            )
        except SourceError as error:
            live.show_issues(error)
        else:
            live.show_site(LazySite(context), "")
        assets = [artifact.path for artifact in asset_artifacts().values()]
        responses = {
            path: _get(live, path) for path in (WATCHED, SCRIPT_PATH, STYLESHEET_PATH, "/search.json", *assets)
        }
        (build_id,) = re.findall(r'data-build="([0-9a-f]+)"', responses[WATCHED]["body"])
        yield {"path": f"{BUILDS_PATH}{build_id}", "next": _get(live, f"{BUILDS_PATH}another"), "responses": responses}


def _get(live: LiveSite, path: str) -> dict[str, Any]:
    status, headers, content = live.respond(preview.Request("GET", path))
    return {"status": status, "headers": dict(headers), "body": content.decode()}


def _context(dataset: Dataset) -> SiteContext:
    return SiteContext(dataset=dataset, published=derive(dataset))


def _publish(context: SiteContext, folder: Path) -> None:
    publish_folder(site_artifacts(context), folder)


def _write(file: Path, value: object) -> None:
    file.write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
