"""The site context of the small set of source files."""

from pathlib import Path

from locdata_build.derive.published import derive
from locdata_build.view.context import SiteContext
from support.dataset import Files, load


def load_context(folder: Path, files: Files | None = None) -> SiteContext:
    """Return the site context of ``files`` (the whole set by default), written to ``folder``."""
    dataset = load(folder, files)
    return SiteContext(dataset=dataset, published=derive(dataset))
