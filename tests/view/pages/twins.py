"""The reviewed Markdown twins of pages of the sample, and the command that rewrites them.

They show what a page of each kind says. The tests beside them prove rules, and what a twin does not have: anchors, filters, tones
and what is folded away.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path

from locdata_build.check.dataset import check_sources
from locdata_build.derive.published import derive
from locdata_build.render.markdown import page_as_markdown
from locdata_build.source.reading import read_sources
from locdata_build.view.context import SiteContext
from locdata_model.urls import HOME, NOT_FOUND, TOP_PAGES, PageName, sources_path
from locdata_model.vocabulary import SourceKind
from support.pages import pages_of

SAMPLE = Path("tests/sample")
GOLDENS = Path("tests/view/pages/goldens")
UPDATE = "if the change is intended, run ./pants run tests/view/pages:update and review the diff"

FROM_TEXTS = (PageName.API, PageName.DATA, PageName.METHODOLOGY)
"""Pages that consist of the texts of the code and of descriptions of the model, which a twin would only repeat."""

COUNTRIES = ("/antarctica/", "/heard-island/", "/indian-ocean-territory/")
"""A tracked country, one outside the matrix, and one of which nothing is recorded."""

PATHS = (
    HOME,
    *(page.path for page in TOP_PAGES if page not in FROM_TEXTS),
    *COUNTRIES,
    "/erp/erp_id_02/",
    sources_path(SourceKind.LAW),
    NOT_FOUND,
)
"""A page of each other kind."""


def golden_file(path: str) -> Path:
    """Return the file with the reviewed twin of the page at ``path``."""
    return GOLDENS / f"{path.strip('/') or 'home'}.md"


def build_twins() -> Mapping[Path, bytes]:
    """Return the twins by their golden files."""
    dataset = check_sources(read_sources(SAMPLE, str(SAMPLE)))
    pages = pages_of(SiteContext(dataset=dataset, published=derive(dataset)))
    return {golden_file(path): page_as_markdown(pages[path], dataset.site) for path in PATHS}


def read_goldens() -> Mapping[Path, bytes]:
    """Return the golden files."""
    return {file: file.read_bytes() for file in GOLDENS.rglob("*.md")}


def main() -> None:
    """Replace the files, and print the paths of those that have changed."""
    before, built = read_goldens(), build_twins()
    shutil.rmtree(GOLDENS, ignore_errors=True)
    for file, content in built.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    changed = sorted(str(file) for file in {*before, *built} if before.get(file) != built.get(file))
    print("\n".join(changed) or "No file changed.")


if __name__ == "__main__":
    main()
