"""The promises on a small site: on each server, at the root with compressed copies and below a path without.

Each time it is the preview at the root; every night all of them.
"""

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from hosting.promises import (
    PROMISES,
    SECRET,
    Promise,
    every_file_is_served_as_the_rules_say,
    head_is_get_without_content,
    nothing_outside_or_hidden_is_served,
)
from hosting.servers import SERVERS, ServedSite, serve
from locdata_build.render.site import site_artifacts
from locdata_build.site.publication import publish_folder
from support.context import load_context
from support.dataset import whole
from support.serving import served_plainly


@pytest.fixture(scope="module")
def publish(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path, str], None]:
    """Publish the small site to ``scratch/site``: at the root with compressed copies, or below a path without.

    Each is built once, and then copied.
    """

    @cache
    def built(prefix: str) -> Path:
        folder = tmp_path_factory.mktemp("built")
        files = whole()
        files["site.json"]["base_url"] += prefix
        artifacts = site_artifacts(load_context(folder / "data", files), precompress=not prefix)
        publish_folder(artifacts, folder / "site")
        return folder / "site"

    def copy(scratch: Path, prefix: str) -> None:
        shutil.copytree(built(prefix), scratch / "site")

    return copy


QUICK = ("preview", "")

CASES = [
    pytest.param((server, prefix), marks=() if (server, prefix) == QUICK else pytest.mark.proof, id=f"{server}{prefix}")
    for server in SERVERS
    for prefix in ("", "/tax/locdata")
]


@pytest.fixture(scope="module", params=CASES)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, publish: Callable[[Path, str], None]
) -> Iterator[ServedSite]:
    """The small site on a server, with secret files in it and beside it."""
    server, prefix = request.param
    scratch = tmp_path_factory.mktemp("served")
    publish(scratch, prefix)
    for name in ("outside.txt", "site/.secret", "site/.git/config", "site/api/.secret", "site/.well-known/.secret"):
        (scratch / name).parent.mkdir(exist_ok=True)
        (scratch / name).write_bytes(SECRET)
    with serve(server, scratch / "site", prefix, scratch) as site:
        if site is None:
            pytest.skip(f"{server} is not installed")
        yield site


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_a_served_site_keeps_the_promise(site: ServedSite, promise: Promise) -> None:
    assert list(promise(site)) == []


@pytest.mark.parametrize(
    "server", [pytest.param(server, marks=() if server == "preview" else pytest.mark.proof) for server in SERVERS]
)
def test_the_folder_of_a_site_may_be_a_link(tmp_path: Path, publish: Callable[[Path, str], None], server: str) -> None:
    publish(tmp_path, "")
    (tmp_path / "current").symlink_to("site")

    with serve(server, tmp_path / "current", "", tmp_path) as site:
        if site is None:
            pytest.skip(f"{server} is not installed")
        assert list(every_file_is_served_as_the_rules_say(site)) == []


def test_a_server_without_the_rules_breaks_all_promises_but_one(
    tmp_path: Path, publish: Callable[[Path, str], None]
) -> None:
    publish(tmp_path, "")
    with served_plainly(tmp_path / "site") as port:
        site = ServedSite("plain", port, "", tmp_path / "site", frozenset({"br", "gzip"}))
        # A null byte in a path makes this server fail.
        checked = [promise for promise in PROMISES if promise is not nothing_outside_or_hidden_is_served]
        kept = [promise for promise in checked if next(promise(site), None) is None]

    assert kept == [head_is_get_without_content]
