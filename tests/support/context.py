"""What pages are made from, for the small set of source files."""

from pathlib import Path

from locdata_build.derive.published import derive
from locdata_build.view.context import SiteContext
from support.dataset import Files, load


def load_context(folder: Path, files: Files | None = None) -> SiteContext:
    """The checked dataset of ``files`` (the whole set by default), written to ``folder``, and what is published of it."""
    dataset = load(folder, files)
    return SiteContext(dataset=dataset, published=derive(dataset))
