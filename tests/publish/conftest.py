"""Users and permissions that the publishing tests need."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.privileges import bound_by_permissions


@pytest.fixture(params=[0o000, 0o077], ids=oct)
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder that nothing can be written to."""
    folder = tmp_path / "read-only"
    folder.mkdir()
    folder.chmod(0o555)
    with bound_by_permissions():
        yield folder
    folder.chmod(0o755)
