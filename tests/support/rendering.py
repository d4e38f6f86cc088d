"""The files of the site of the small set of source files."""

from pathlib import Path

from locdata_build.render.site import site_artifacts
from support.context import load_context
from support.dataset import Files


def render_files(folder: Path, files: Files | None = None) -> dict[str, bytes]:
    """Return the content of each file of the site by path, made from ``files`` (the whole set by default) in ``folder``."""
    return {artifact.path: artifact.content for artifact in site_artifacts(load_context(folder, files))}
