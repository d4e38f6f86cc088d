from pathlib import Path

import pytest

from locdata_build.delivery.media_types import BY_ENDING, BY_FOLDER, BY_PATH, media_type
from locdata_build.delivery.rules import caching, error_path, headers_for, is_hidden
from locdata_build.render.compressed import precompressed
from locdata_build.render.json_ld import DOWNLOADS
from locdata_build.render.site import render_site
from locdata_build.source.copies import is_copy
from locdata_build.view.feeds import CALENDAR_OF_ALL, CHANGES_FEED, NEWS_FEED
from support.world import load_world, render_files


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The small site."""
    return render_files(tmp_path_factory.mktemp("data"))


def test_the_type_of_every_file_was_decided(site: dict[str, bytes]) -> None:
    by_ending = {path for path in site if path not in BY_PATH and not path.startswith(tuple(BY_FOLDER))}

    assert {path for path in by_ending if path.rpartition(".")[2] not in BY_ENDING} == {"/_headers"}
    assert set(BY_PATH) <= set(site)


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("/index.html", "text/html; charset=utf-8"),
        ("/france/index.md", "text/markdown; charset=utf-8"),
        ("/api/v1/index.json", "application/json"),
        ("/api/404.json", "application/problem+json"),
        ("/api/schemas/v1/index.schema.json", "application/schema+json"),
        ("/api/locdata.d.ts", "text/plain; charset=utf-8"),
        ("/data/matrix.csv", "text/csv; charset=utf-8"),
        ("/data/CITATION.cff", "application/yaml"),
        ("/feeds/countries/fr.ics", "text/calendar; charset=utf-8"),
        ("/SHA256SUMS", "text/plain; charset=utf-8"),
        (
            "/.well-known/api-catalog",
            'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
        ),
    ],
)
def test_a_file_has_the_type_of_its_kind(path: str, wanted: str) -> None:
    assert media_type(path) == wanted


def test_types_are_those_that_pages_and_catalogues_promise() -> None:
    promised = {**DOWNLOADS, **{feed.path: feed.media_type for feed in (CALENDAR_OF_ALL, CHANGES_FEED, NEWS_FEED)}}

    assert {path: media_type(path).partition(";")[0] for path in promised} == promised


def test_only_names_that_change_with_their_content_are_kept_for_long(site: dict[str, bytes]) -> None:
    kept = {path for path in site if caching(path) != caching("/")}

    assert kept == {path for path in site if path.startswith("/assets/")}
    assert kept != set()


def test_nothing_that_the_site_publishes_is_hidden_but_copies(tmp_path: Path) -> None:
    paths = {artifact.path for artifact in precompressed(render_site(load_world(tmp_path)))}
    copies = {path for path in paths if is_copy(path, paths)}

    assert {path for path in paths if is_hidden(path)} == copies
    assert copies != set()


@pytest.mark.parametrize(
    "path",
    [
        "/.git/config",
        "/.htaccess",
        "/api/.env",
        "/.well-known/.env",
        "/.well-known/../.env",
        "/x/.well-known/security.txt",
        "/index.html.gz",
        "/index.html.br",
        "/.well-known/security.txt.gz",
    ],
)
def test_what_is_not_published_is_hidden(path: str) -> None:
    assert is_hidden(path)


def test_a_host_may_prove_whose_it_is_at_a_well_known_address() -> None:
    assert not is_hidden("/.well-known/acme-challenge/aB-c_9")


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/api/v1/none.json", "/api/404.json"),
        ("/api/", "/api/404.json"),
        ("/none", "/404.html"),
        ("/apis", "/404.html"),
    ],
)
def test_a_missing_answer_is_told_as_json_and_a_missing_page_as_a_page(path: str, there: str) -> None:
    assert error_path(path) == there


def test_the_policy_allows_nothing_inline_and_no_other_host() -> None:
    policy = headers_for("/")["Content-Security-Policy"]

    assert policy.startswith("default-src 'none'; ")
    assert not {"unsafe", "data:", "http", "*"} & set(policy.replace("-", " ").replace(";", " ").split())
