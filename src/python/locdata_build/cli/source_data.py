"""Which source files a request is about."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from locdata_build.check.dataset import check_sources
from locdata_build.cli.request import Request
from locdata_build.read.sources import read_sources
from locdata_build.source.files import Dataset

DATA_FOLDER = "data_src"
"""The folder of source files: its name in the repository, and that of the package it is packed as."""


def read_dataset(request: Request) -> Dataset:
    """The checked source files that a request is about. Raises ``SourceError``."""
    root, shown_as = (request.data, str(request.data)) if request.data else (_packed_data(), DATA_FOLDER)
    return check_sources(read_sources(root, shown_as), base_url=request.base_url, generated_at=request.generated_at)


def _packed_data() -> Traversable:
    try:
        return files(DATA_FOLDER)
    except ModuleNotFoundError:
        return Path(DATA_FOLDER)
