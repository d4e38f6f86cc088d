"""The npm package of the site of the sample."""

from pathlib import Path

import pytest

from support.npm_package import pack
from support.sample import build_sample


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    return build_sample(tmp_path_factory)


@pytest.fixture(scope="session")
def tarball(site: Path) -> bytes:
    """The tarball of the package."""
    return pack(site)
