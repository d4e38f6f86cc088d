"""The site of the sample, and the same as a later version may publish it."""

from pathlib import Path

import pytest
from hypothesis import settings

from support.additions import with_additions, write_files
from support.sample import build_sample
from support.site import read_files

# A slow machine is not a failure.
settings.register_profile("protocol", deadline=None)
settings.load_profile("protocol")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    return build_sample(tmp_path_factory)


@pytest.fixture(scope="session")
def site_with_additions(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site with additions."""
    folder = tmp_path_factory.mktemp("additions")
    write_files(with_additions(read_files(site)), folder)
    return folder
