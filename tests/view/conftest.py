"""What holds for all tests of this folder."""

from collections.abc import Mapping

import pytest

from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from support.context import load_context
from support.examples import pytest_configure
from support.pages import pages_of

__all__ = ["pytest_configure"]


@pytest.fixture(scope="session")
def context(tmp_path_factory: pytest.TempPathFactory) -> SiteContext:
    """The context of the small set of source files."""
    return load_context(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def pages(context: SiteContext) -> Mapping[str, Page]:
    """The pages of the small set."""
    return pages_of(context)
