"""The umasks of users who publish sites."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(params=[0o000, 0o077], ids=oct)
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)
