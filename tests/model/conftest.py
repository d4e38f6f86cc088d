"""Settings of all tests of this folder."""

from support.examples import pytest_configure

__all__ = ["pytest_configure"]
