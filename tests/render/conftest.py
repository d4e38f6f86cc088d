"""The small set of source files, rendered once for the tests of a file."""

from collections.abc import Mapping

import pytest
from hypothesis import settings

from locdata_build.render.site import site_artifacts
from locdata_build.view.context import SiteContext
from support.context import load_context

# A slow machine is not a failure.
settings.register_profile("render", deadline=None)
settings.load_profile("render")


@pytest.fixture(scope="session")
def context(tmp_path_factory: pytest.TempPathFactory) -> SiteContext:
    """The context of the small set."""
    return load_context(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def files(context: SiteContext) -> Mapping[str, bytes]:
    """Every file of its site by path."""
    return {artifact.path: artifact.content for artifact in site_artifacts(context)}
