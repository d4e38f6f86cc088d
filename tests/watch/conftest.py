"""A web of many hosts on this machine."""

from collections.abc import Iterator

import pytest

from watch.local_web import LocalWeb


@pytest.fixture
def web() -> Iterator[LocalWeb]:
    """A web without hosts."""
    with LocalWeb() as web:
        yield web
