"""The site of the sample, and the same as a later version may publish it."""

from pathlib import Path

import pytest

from support.additions import with_additions
from support.sample import build_sample
from support.site import Files, read_files


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    return build_sample(tmp_path_factory)


@pytest.fixture(scope="session")
def contents(site: Path) -> Files:
    """The files of the site."""
    return read_files(site)


@pytest.fixture(scope="session")
def additions(contents: Files) -> Files:
    """The files of the site with additions."""
    return with_additions(contents)
