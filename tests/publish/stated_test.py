"""A build can refuse to replace a newer site, and tells which one is newer."""

import datetime as dt
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from locdata_build.publish.files import PublishError
from locdata_build.publish.folder import publish_folder
from locdata_build.publish.releases import publish_release
from locdata_build.publish.stated import Stated
from locdata_build.render.artifacts import Artifact
from support.folders import tree
from support.small_sites import FORMER, stating_site

THIS = Stated("1.10.0", dt.datetime(2026, 11, 21, tzinfo=dt.UTC))
THIS_SITE = stating_site("1.10.0", "2026-11-21T00:00:00Z")
LATER = ("1.10.0", "2026-11-21T00:00:01Z")

Publish = Callable[..., list[int]]


@pytest.fixture(params=["folder", "releases"])
def publish(request: pytest.FixtureRequest, tmp_path: Path) -> Publish:
    """Publish in one of the layouts."""
    if request.param == "folder":
        return partial(publish_folder, target=tmp_path / "site")
    return partial(publish_release, out=tmp_path / "site")


@pytest.mark.parametrize(
    "former",
    [
        pytest.param(("1.10.1", "2026-11-20T00:00:00Z"), id="higher version of an earlier time"),
        pytest.param(("1.9.0", "2026-11-22T00:00:00Z"), id="lower version of a later time"),
    ],
)
def test_newer_site_is_not_replaced(tmp_path: Path, publish: Publish, former: tuple[str, str]) -> None:
    publish(stating_site(*former))
    before = tree(tmp_path)

    with pytest.raises(PublishError) as caught:
        publish((fail() for _ in range(1)), not_newer_than=THIS)

    assert str(caught.value) == (
        f"{tmp_path}/site: must not be newer than this build, version 1.10.0 of 2026-11-21T00:00:00Z, "
        f"but is version {former[0]} of {former[1]}"
    )
    assert tree(tmp_path) == before


def fail() -> Artifact:
    raise AssertionError("nothing may be rendered")


def test_older_or_equal_site_is_replaced(publish: Publish) -> None:
    publish(stating_site("1.9.9", "2026-11-20T23:59:59Z"))

    for _ in range(2):
        assert publish(THIS_SITE, not_newer_than=THIS) == [len(artifact.content) for artifact in THIS_SITE]


def test_site_that_does_not_state_its_version_and_time_is_not_replaced(tmp_path: Path, publish: Publish) -> None:
    publish(FORMER)

    with pytest.raises(PublishError) as caught:
        publish(THIS_SITE, not_newer_than=THIS)

    assert str(caught.value) == (f"{tmp_path}/site: must state its version and time in api/v1/index.json, but does not")


def test_newer_site_that_is_published_during_the_build_is_not_replaced(tmp_path: Path, publish: Publish) -> None:
    def artifacts() -> Iterator[Artifact]:
        yield from THIS_SITE
        publish(stating_site(*LATER))

    with pytest.raises(PublishError, match="must not be newer than this build"):
        publish(artifacts(), not_newer_than=THIS)

    [index] = {file.read_bytes() for file in (tmp_path / "site").rglob("index.json")}
    assert index == stating_site(*LATER)[0].content
    assert not list(tmp_path.rglob(".locdata-*"))
