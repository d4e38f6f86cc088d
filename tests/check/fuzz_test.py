"""Hostile source files give a clean site, or one clean error."""

import subprocess
import sys
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from check.fuzz import Tally, error_complaints, fuzz, report, site_complaints, site_files, urls_of
from check.fuzz_base import Json, base_bytes, base_files, base_value, sources_of
from check.fuzz_cases import make_case
from check.fuzz_json import CHANGES, Change, encoded, paths, with_value
from check.fuzz_site import Oracle
from locdata_build.check.dataset import check_sources
from locdata_build.source.errors import Issue, IssueCode, SourceError
from locdata_build.view.context import SiteContext
from support.context import load_context
from support.dataset import COUNTRY

CASES, SITES = 150, 6
"""The number of cases, and of sites that are rendered: a sample of what ``./pants run tests/check:fuzz`` runs."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
"""Any value, including those that JSON does not have."""

PATHS = [*paths(base_value(COUNTRY))]


def test_every_hostile_case_gives_a_clean_site_or_one_clean_error() -> None:
    tally = fuzz(CASES, tally=Tally(may_render=SITES))

    assert tally.complaints == []
    assert (tally.cases, tally.refused.total() + tally.accepted.total()) == (CASES, CASES)
    assert tally.refused.total() > tally.accepted.total() > tally.rendered.total() > 0
    assert report(tally).startswith(f"{CASES} cases: ")


def test_case_depends_on_nothing_but_seed_and_number() -> None:
    assert [make_case(1, number) for number in range(20)] == [make_case(1, number) for number in range(20)]
    assert make_case(1, 0) != make_case(2, 0)


@pytest.mark.parametrize("change", [change for change, _ in CHANGES], ids=lambda change: change.__name__)
def test_every_change_changes_the_file_and_describes_itself(change: Callable[[Json, Random], Change]) -> None:
    raw, words = change(base_value(COUNTRY), Random(1))  # noqa: S311  # A test is the same each time.

    assert raw != base_bytes()[COUNTRY]
    assert words.isprintable()


def complaints_about(raw: bytes) -> list[str]:
    """What is wrong with the error that a country file gives; nothing if it gives none."""
    try:
        check_sources(sources_of({**base_bytes(), COUNTRY: raw}))
    except SourceError as error:
        return [*error_complaints(error)]
    return []


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PATHS), JSON)
def test_any_value_in_a_country_gives_a_dataset_or_one_clean_error(path: tuple[str | int, ...], value: Json) -> None:
    assert complaints_about(encoded(with_value(base_value(COUNTRY), path, value))) == []


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_instead_of_a_country_give_one_clean_error(raw: bytes) -> None:
    with pytest.raises(SourceError) as caught:
        check_sources(sources_of({**base_bytes(), COUNTRY: raw}))

    assert [*error_complaints(caught.value)] == []


@pytest.mark.parametrize(
    ("issues", "complaint"),
    [
        pytest.param([Issue("a", "$", IssueCode.EMPTY, "b")], [], id="clean"),
        pytest.param([Issue("a" * 2000, "$", IssueCode.EMPTY, "b")], ["a line of 2014 characters"], id="long"),
        pytest.param([], ["0 issues in 1 lines"], id="no issue"),
    ],
)
def test_what_is_wrong_with_an_error_is_reported(issues: list[Issue], complaint: list[str]) -> None:
    assert [text.partition(":")[0] for text in error_complaints(SourceError(issues))] == complaint


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> SiteContext:
    """The site context of the base files."""
    return load_context(tmp_path_factory.mktemp("data"), base_files())


@pytest.fixture(scope="module")
def files(context: SiteContext) -> dict[str, bytes]:
    """The site of the base files."""
    return site_files(context)


def test_clean_site_has_nothing_wrong(context: SiteContext) -> None:
    assert [*site_complaints(context)] == []


@pytest.mark.parametrize(
    ("path", "old", "new", "complaint"),
    [
        ("/index.html", b"<h1>", b"<h1><script>alert(1)</script>", "unexpected '<script> text'"),
        ("/index.html", b"<h1>", b"<h1 onclick=x>", "unexpected '<h1 onclick>'"),
        ("/index.html", b"<h1>", b"<a href='javascript:x'></a><h1>", "unexpected link 'javascript:x'"),
        (
            "/france/index.html",
            b"?subject=",
            b"?cc=x@evil.example&amp;subject=",
            "unexpected link 'mailto:contact@data.example?cc=x@evil.example&",
        ),
        ("/index.md", b"# ", b"# <b>", "unexpected 'html_inline'"),
        ("/llms.txt", b"## Pages", b"## [x](https://evil.example/)", "unexpected link 'https://evil.example/'"),
        ("/data/matrix.csv", b"France", b"=1+1", "a formula: '=1+1'"),
        ("/feeds/all.ics", b"SUMMARY:", b"SUMMARY:x\r\nATTACH:", "unexpected 'ATTACH'"),
        ("/feeds/all.ics", b"SUMMARY:", b"\r\nSUMMARY:", "not a line of a calendar: b''"),
        ("/feeds/news.atom", b"<entry>", b"<entry><x/>", "unexpected '{http://www.w3.org/2005/Atom}x'"),
        ("/data/matrix.json", b"[", b'[{"a":1,"a":2},', "a key appears twice"),
        ("/data/CITATION.cff", b"title: ", b"evil: ", "unexpected 'evil'"),
    ],
)
def test_what_is_wrong_with_a_site_is_reported(
    files: dict[str, bytes], path: str, old: bytes, new: bytes, complaint: str
) -> None:
    assert old in files[path]
    changed = {**files, path: files[path].replace(old, new, 1)}

    found = [*Oracle(files).complaints(changed, "https://data.example", set())]
    assert any(each.startswith(f"{path}: {complaint}") for each in found), found


def test_isolated_text_is_no_complaint(files: dict[str, bytes]) -> None:
    changed = {**files, "/index.html": files["/index.html"].replace(b"<h1>", b"<h1><bdi>\xd9\xa2</bdi>", 1)}

    assert [*Oracle(files).complaints(changed, "https://data.example", set())] == []


@pytest.mark.parametrize("path", ["/../x.json", "/a b.json", "/a/é.json", "//x.json", "/a./../x", "/INDEX.html"])
def test_unexpected_path_is_reported(files: dict[str, bytes], path: str) -> None:
    assert [*Oracle(files).complaints({**files, path: b"{}"}, "https://data.example", set())] != []


def test_url_of_a_news_item_is_among_the_urls_of_the_data(context: SiteContext) -> None:
    assert "https://vendor.example/news/1" in urls_of(context.dataset)


def test_one_case_can_be_repeated() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "check.fuzz", "--only", "7"],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )

    assert (finished.returncode, finished.stdout[:8]) == (0, "1 cases:")
    assert "slowest: case 7," in finished.stdout
