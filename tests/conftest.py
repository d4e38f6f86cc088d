"""What holds for all tests."""

import sys

import pytest


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave out the summary of Hypothesis if no test uses it. It would import the library, which takes half a second."""
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")
