"""Hostile source files give a site that is sound, or one error that tells what is wrong with them."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from locdata_build.check.dataset import check_sources
from locdata_build.render.site import render_site
from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, SourceError
from support.dataset import COUNTRY
from support.world import load_world
from trust.fuzz import Tally, error_complaints, fuzz, report, site_complaints, urls_of
from trust.fuzz_base import Json, base_bytes, base_files, base_value, sources_of
from trust.fuzz_cases import make_case
from trust.fuzz_json import CHANGES, Change, encoded, paths, value_at, with_value
from trust.fuzz_site import Oracle

CASES, SITES = 150, 6
"""A sample of the many that one runs by hand, and how many of the sites are rendered."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
"""Any value, also those that JSON has no form for."""

PLACES = [*paths(base_value(COUNTRY))]


def test_every_hostile_case_gives_a_sound_site_or_one_clean_error() -> None:
    tally = fuzz(CASES, tally=Tally(may_render=SITES))

    assert tally.complaints == []
    assert (tally.cases, tally.refused.total() + tally.accepted.total()) == (CASES, CASES)
    assert tally.refused.total() > tally.accepted.total() > tally.rendered.total() > 0


def test_a_case_is_the_same_each_time() -> None:
    assert [make_case(1, number) for number in range(20)] == [make_case(1, number) for number in range(20)]


def test_cases_of_another_seed_are_others() -> None:
    assert make_case(1, 0) != make_case(2, 0)


@pytest.mark.parametrize("change", [change for change, _ in CHANGES], ids=lambda change: change.__name__)
def test_every_change_of_a_file_changes_it_and_tells_so(change: Callable[[Json, Random], Change]) -> None:
    raw, words = change(base_value(COUNTRY), Random(1))  # noqa: S311  # A test is the same each time.

    assert raw != base_bytes()[COUNTRY]
    assert words.isprintable()


def complaints_about(files: dict[str, bytes]) -> list[str]:
    """What is wrong with the error that the files give; nothing where they give none."""
    try:
        check_sources(sources_of(files))
    except SourceError as error:
        return [*error_complaints(error)]
    return []


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PLACES), JSON)
def test_any_value_in_any_place_of_a_country_gives_a_dataset_or_one_clean_error(
    place: tuple[str | int, ...], value: Json
) -> None:
    raw = encoded(with_value(base_value(COUNTRY), place, value))

    assert complaints_about({**base_bytes(), COUNTRY: raw}) == []


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_for_a_country_give_one_clean_error(raw: bytes) -> None:
    with pytest.raises(SourceError) as caught:
        check_sources(sources_of({**base_bytes(), COUNTRY: raw}))

    assert [*error_complaints(caught.value)] == []


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        pytest.param(Fault("a", "$", Code.EMPTY, "b"), [], id="clean"),
        pytest.param(Fault("a" * 2000, "$", Code.EMPTY, "b"), ["a line of 2014 characters"], id="long"),
    ],
)
def test_what_is_wrong_with_an_error_is_told(fault: Fault, complaint: list[str]) -> None:
    assert [text.partition(":")[0] for text in error_complaints(SourceError([fault]))] == complaint


def test_an_error_without_a_fault_is_wrong() -> None:
    assert [*error_complaints(SourceError([]))] == ["0 faults in 1 lines"]


def test_a_sound_site_has_nothing_wrong(tmp_path: Path) -> None:
    assert [*site_complaints(load_world(tmp_path, base_files()))] == []


@pytest.mark.parametrize(
    ("path", "old", "new", "complaint"),
    [
        ("/index.html", b"<h1>", b"<h1><script>alert(1)</script>", "/index.html: strange '<script> text'"),
        ("/index.html", b"<h1>", b"<h1 onclick=x>", "/index.html: strange '<h1 onclick>'"),
        ("/index.html", b"<h1>", b"<a href='javascript:x'></a><h1>", "/index.html: strange link 'javascript:x'"),
        ("/index.md", b"# ", b"# <b>", "/index.md: strange 'html_inline'"),
        ("/llms.txt", b"## Pages", b"## [x](https://evil.example/)", "/llms.txt: strange link 'https://evil.example/'"),
        ("/data/matrix.csv", b"France", b"=1+1", "/data/matrix.csv: a formula: '=1+1'"),
        ("/feeds/all.ics", b"SUMMARY:", b"SUMMARY:x\r\nATTACH:", "/feeds/all.ics: strange 'ATTACH'"),
        ("/feeds/all.ics", b"SUMMARY:", b"\r\nSUMMARY:", "/feeds/all.ics: no line of a calendar: b''"),
        ("/feeds/news.atom", b"<entry>", b"<entry><x/>", "/feeds/news.atom: strange '{http://www.w3.org/2005/Atom}x'"),
        ("/data/matrix.json", b"[", b'[{"a":1,"a":2},', "/data/matrix.json: a key stands twice"),
        ("/data/CITATION.cff", b"title: ", b"evil: ", "/data/CITATION.cff: strange 'evil'"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("/") else "",
)
def test_what_is_wrong_with_a_site_is_told(
    sound: tuple[dict[str, bytes], Oracle], path: str, old: bytes, new: bytes, complaint: str
) -> None:
    files, oracle = sound
    assert old in files[path]
    changed = {**files, path: files[path].replace(old, new, 1)}

    assert complaint in [*oracle.complaints(changed.items(), "https://data.example", set())]


@pytest.mark.parametrize("path", ["/../x.json", "/a b.json", "/a/é.json", "//x.json", "/a./../x", "/INDEX.html"])
def test_a_strange_path_is_told(sound: tuple[dict[str, bytes], Oracle], path: str) -> None:
    files, oracle = sound

    assert len([*oracle.complaints({**files, path: b"{}"}.items(), "https://data.example", set())]) > 0


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], Oracle]:
    """The site of the small set, and the oracle that knows it."""
    world = load_world(tmp_path_factory.mktemp("data"), base_files())
    files = {artifact.path: artifact.content for artifact in render_site(world)}
    return files, Oracle(files)


def test_web_addresses_of_the_data_are_those_in_it(tmp_path: Path) -> None:
    assert "https://vendor.example/news/1" in urls_of(load_world(tmp_path, base_files()).dataset)


def test_the_tally_says_what_became_of_the_cases() -> None:
    assert report(fuzz(3)).startswith("3 cases: ")


def test_one_case_can_be_repeated_alone() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "trust.fuzz", "--only", "7"],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )

    assert (finished.returncode, finished.stdout[:8]) == (0, "1 cases:")


def test_a_value_can_be_found_where_it_was_put() -> None:
    assert value_at(with_value({"a": [1, {"b": 2}]}, ("a", 1, "b"), 3), ("a", 1, "b")) == 3
