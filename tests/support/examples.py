"""The number of examples that Hypothesis tries: few each time, many at night."""

import pytest
from hypothesis import settings


def pytest_configure(config: pytest.Config) -> None:
    """Try 40 examples of each property, and 400 if the proofs run as well. A slow machine is not a failure."""
    count = 40 if config.getoption("markexpr") == "not proof" else 400
    settings.register_profile("examples", deadline=None, max_examples=count)
    settings.load_profile("examples")
