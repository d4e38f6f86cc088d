"""A small site keeps its promises on real servers: at the root of a host and below a path, with and without compressed copies."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from browser.serving import serve as serve_plainly
from locdata_build.publish.folder import publish_folder
from locdata_build.render.compressed import precompressed
from locdata_build.render.site import render_site
from support.dataset import whole
from support.world import load_world
from trust.served_by import SERVERS, Served, served_by
from trust.served_promises import PROMISES, SECRET, head_is_get_without_content, nothing_leads_out_of_the_site


class Case(NamedTuple):
    """How a site is built, and what serves it."""

    server: str
    prefix: str
    is_precompressed: bool


CASES = {
    f"{server}, {where}": Case(server, prefix, is_precompressed)
    for server in SERVERS
    for where, prefix, is_precompressed in (
        ("root, copies", "", True),
        ("path, no copies", "/tax/locdata", False),
    )
}


@pytest.fixture(scope="module", params=[*CASES.values()], ids=[*CASES])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The small site, served, with files in it and beside it that nobody may see."""
    case: Case = request.param
    scratch = tmp_path_factory.mktemp("served")
    files = whole()
    files["site.json"]["base_url"] += case.prefix
    artifacts = render_site(load_world(scratch / "data", files))
    publish_folder(precompressed(artifacts) if case.is_precompressed else artifacts, scratch / "site")
    for name in ("outside.txt", "site/.secret", "site/.git/config", "site/api/.secret", "site/.well-known/.secret"):
        (scratch / name).parent.mkdir(exist_ok=True)
        (scratch / name).write_bytes(SECRET)
    with served_by(case.server, scratch / "site", case.prefix, scratch) as site:
        if site is None:
            pytest.skip(f"{case.server} is not installed")
        yield site


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_a_served_site_keeps(served: Served, promise: Callable[[Served], Iterator[str]]) -> None:
    assert list(promise(served)) == []


def test_the_small_site_has_what_the_promises_look_at(served: Served) -> None:
    assert (served.folder / "data/locdata.sqlite").stat().st_size > 100
    assert (served.folder / "data/index.html").is_file()


def test_a_server_that_knows_no_rule_breaks_nearly_every_promise(tmp_path_factory: pytest.TempPathFactory) -> None:
    scratch = tmp_path_factory.mktemp("plain")
    publish_folder(precompressed(render_site(load_world(scratch / "data"))), scratch / "site")
    with serve_plainly(scratch / "site") as address:
        served = Served("plain", int(address.rpartition(":")[2]), "", scratch / "site", frozenset({"br", "gzip"}))
        # It breaks down over what leads out of the site: a null byte.
        asked = [promise for promise in PROMISES if promise is not nothing_leads_out_of_the_site]
        kept = [promise for promise in asked if not list(promise(served))]

    assert kept == [head_is_get_without_content]
