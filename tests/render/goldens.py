"""Reviewed files of the sample's site, and the command that rewrites them.

They show what a page of each kind, a calendar, a feed and the API say. Other tests prove the rules, and what the Markdown of a page does
not have: anchors, filters, tones and what is folded away.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from locdata_build.cli import build
from locdata_model.urls import (
    API_CATALOG_PATH,
    CITATION_PATH,
    HOME,
    NOT_FOUND,
    ROBOTS_PATH,
    SECURITY_PATH,
    TOP_PAGES,
    PageName,
    markdown_path,
    sources_path,
)
from locdata_model.vocabulary import SourceKind
from render.every_block import main_part
from support.sample import SAMPLE

GOLDENS = Path("tests/render/goldens")
EVERY_BLOCK = GOLDENS / "every_block.html"
UPDATE = "if the change is intended, run ./pants run tests/render:update and review the diff"

FROM_TEXTS = (PageName.API, PageName.DATA, PageName.METHODOLOGY)
"""Pages that consist of texts of the code and of the model, which a golden file would only repeat."""

COUNTRIES = ("/antarctica/", "/heard-island/", "/indian-ocean-territory/")
"""A tracked country, one outside the matrix, and one of which nothing is recorded."""

PAGES = (
    *(HOME, NOT_FOUND, *(page.path for page in TOP_PAGES if page not in FROM_TEXTS)),
    *(*COUNTRIES, "/erp/erp_id_02/", sources_path(SourceKind.LAW)),
)
FEEDS = (
    *("/feeds/countries/hm.ics", "/feeds/countries/io.ics", "/feeds/upcoming/countries/aq.ics"),
    *("/feeds/changes/aq.atom", "/feeds/news.atom"),
)
RESPONSES = ("/api/v1/flips.json", "/api/v1/phases/2041.json", "/api/v1/countries/bv/reports.json")
PATHS = (
    *map(markdown_path, PAGES),
    *FEEDS,
    *RESPONSES,
    "/llms-seas-without-a-country.txt",
    API_CATALOG_PATH,
    CITATION_PATH,
    ROBOTS_PATH,
    SECURITY_PATH,
)
"""The paths of the files on the site."""


def golden_file(path: str) -> Path:
    """Return the golden file of a path. No folder is hidden."""
    return GOLDENS / path.lstrip("/.")


def read_goldens() -> Mapping[Path, bytes]:
    """Return all golden files."""
    return {file: file.read_bytes() for file in GOLDENS.rglob("*") if file.is_file()}


def main() -> None:
    """Replace the files, and print the names of those that have changed."""
    before = read_goldens()
    shutil.rmtree(GOLDENS, ignore_errors=True)
    with TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        build.run(data=SAMPLE, out=site)
        for path in PATHS:
            golden_file(path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(site / path[1:], golden_file(path))
    EVERY_BLOCK.write_bytes(main_part())
    after = read_goldens()
    print("\n".join(sorted(str(file) for file in {*before, *after} if before.get(file) != after.get(file))))


if __name__ == "__main__":
    main()
