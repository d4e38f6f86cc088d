"""The sites of the small set and of the sample, rendered once for all tests of this folder."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from locdata_build.render.site import site_artifacts
from locdata_build.view.context import SiteContext
from render.calendars import three_countries
from support.context import load_context
from support.examples import pytest_configure
from support.sample import build_sample

__all__ = ["pytest_configure"]


@pytest.fixture(scope="session")
def context(tmp_path_factory: pytest.TempPathFactory) -> SiteContext:
    """The context of the small set."""
    return load_context(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def countries(tmp_path_factory: pytest.TempPathFactory) -> SiteContext:
    """The context of three countries."""
    return load_context(tmp_path_factory.mktemp("data"), three_countries())


@pytest.fixture(scope="session")
def files(context: SiteContext) -> Mapping[str, bytes]:
    """Every file of its site by path."""
    return {artifact.path: artifact.content for artifact in site_artifacts(context)}


@pytest.fixture(scope="session")
def precompressed_files(context: SiteContext) -> Mapping[str, bytes]:
    """The same with compressed copies."""
    return {artifact.path: artifact.content for artifact in site_artifacts(context, precompress=True)}


@pytest.fixture(scope="session")
def sample_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site of the sample."""
    return build_sample(tmp_path_factory)
