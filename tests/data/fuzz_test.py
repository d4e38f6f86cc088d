"""Hostile source files give a clean site, or one clean error."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.damage import damaged_bytes, damaged_texts, damaged_values, encoded
from data.oracle import error_complaints, site_complaints, site_files
from locdata_build.data.canonical import decode_canonical
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import SourceError
from locdata_build.data.files import Dataset
from locdata_build.data.parsing import parse_json
from locdata_build.data.reading import Sources
from locdata_build.data.schema_errors import convert
from locdata_build.derive.published import derive
from locdata_build.view.context import SiteContext
from support.base_files import Json, base_bytes, base_files, base_value, sources_of
from support.dataset import COUNTRY
from support.payloads import CONTROLS, NAMES

RENAMED = ("erp_id_01", "erp_key_01", "fr", "France", "Region 1", "local", "partner", "step-1", "n1", "aaa", "1.2.3")
"""Codes, ids, slugs, keys and names that occur in several places of the base files, or in the name of a file."""

PATHS = st.sampled_from([*base_bytes(), *[COUNTRY] * 4])
"""The path of a file; most often that of a country, which has most of the fields."""


def damaged_files(damage: Callable[[Json], st.SearchStrategy[bytes]]) -> st.SearchStrategy[Sources]:
    """The base files, one or two of which are damaged."""
    contents = {path: damage(base_value(path)) for path in base_bytes()}
    pairs = PATHS.flatmap(lambda path: contents[path].map(lambda raw: (path, raw)))
    return st.lists(pairs, min_size=1, max_size=2).map(lambda pairs: sources_of({**base_bytes(), **dict(pairs)}))


def renamed_files(old: str, new: str) -> Sources:
    """The base files in which one name is another wherever it occurs, in files and in their names."""

    def renamed(value: Json) -> Json:
        if isinstance(value, dict):
            return {key: renamed(member) for key, member in value.items()}
        return [*map(renamed, value)] if isinstance(value, list) else new if value == old else value

    # No file can have a name with these characters.
    file_name = new.replace("/", "_").replace("\0", "_")
    files = {}
    for path, value in base_files().items():
        folder, slash, name = path.rpartition("/")
        stem = name.removesuffix(".json")
        files[f"{folder}{slash}{file_name if slash and stem == old else stem}.json"] = encoded(renamed(value))
    return sources_of(files)


HOSTILE_NAMES = st.sampled_from([*NAMES, *CONTROLS])
RENAMED_FILES = st.builds(
    lambda old, new, is_appended: renamed_files(old, f"{old}{new}" if is_appended else new),
    st.sampled_from(RENAMED),
    HOSTILE_NAMES,
    st.booleans(),
)


def check(sources: Sources) -> Dataset | None:
    """The dataset of hostile files, or None if they get a clean error. No file is canonical that a validation refuses."""
    for file in sources.files:
        if record := decode_canonical(file.raw, file.kind.type):
            value, unread = parse_json(file.raw, file.name)
            assert (unread, *convert(value, file.kind.type, file.name)) == ([], record, []), file.name
    outcome = checked(sources)
    if isinstance(outcome, SourceError):
        assert [*error_complaints(outcome)] == []
        return None
    return outcome


def checked(sources: Sources) -> Dataset | SourceError:
    """The dataset of source files, or the error that refuses them."""
    try:
        return check_sources(sources)
    except SourceError as error:
        return error


SOURCES = {
    "texts": damaged_files(damaged_texts),
    "values": damaged_files(damaged_values),
    "bytes": damaged_files(lambda value: damaged_bytes(encoded(value))),
    "names": RENAMED_FILES,
}


@pytest.mark.parametrize("cases", [50, pytest.param(600, marks=pytest.mark.proof)])
@pytest.mark.parametrize("sources", SOURCES.values(), ids=SOURCES)
def test_hostile_files_give_a_dataset_or_one_clean_error(sources: st.SearchStrategy[Sources], cases: int) -> None:
    outcomes = Counter[str]()

    @settings(max_examples=cases, deadline=None)
    @given(sources)
    def run(sources: Sources) -> None:
        dataset = check(sources)
        if dataset:
            derive(dataset)
        outcomes["accepted" if dataset else "refused"] += 1

    run()

    assert outcomes["refused"]
    # Nearly every change of bytes is refused.
    assert outcomes["accepted"] or sources is SOURCES["bytes"]


TEXTS = SOURCES["texts"] | SOURCES["names"]


@pytest.mark.parametrize(
    ("sources", "sites"),
    [(TEXTS, 5), pytest.param(TEXTS | SOURCES["values"], 200, marks=pytest.mark.proof)],
    ids=["few", "many"],
)
def test_site_of_hostile_files_is_clean(sources: st.SearchStrategy[Sources], sites: int) -> None:
    @settings(max_examples=sites, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
    @given(sources.map(check).filter(bool))
    def run(dataset: Dataset) -> None:
        assert [*site_complaints(site_files(SiteContext(dataset=dataset, published=derive(dataset))))] == []

    run()


# The oracle


@cache
def base_site() -> Mapping[str, bytes]:
    """The site of the base files."""
    dataset = check_sources(sources_of(base_bytes()))
    return site_files(SiteContext(dataset=dataset, published=derive(dataset)))


def test_clean_site_has_nothing_wrong() -> None:
    assert [*site_complaints(base_site())] == []


@pytest.mark.parametrize(
    ("path", "old", "new", "complaint"),
    [
        ("/data/matrix.csv", b"France", b"=1+1", "a formula: '=1+1'"),
        ("/feeds/all.ics", b"SUMMARY:", b"\r\nSUMMARY:", "not a line of a calendar: b''"),
        ("/feeds/news.atom", b"<entry>", b"<entry><x>", "mismatched tag"),
        ("/data/matrix.json", b"[", b'[{"a":1,"a":2},', "a key appears twice"),
    ],
)
def test_what_is_wrong_with_a_site_is_reported(path: str, old: bytes, new: bytes, complaint: str) -> None:
    (found,) = site_complaints({**base_site(), path: base_site()[path].replace(old, new, 1)})

    assert found.startswith(f"{path}: {complaint}")


@pytest.mark.parametrize("path", ["/../x.json", "/a b.json", "/a/é.json", "//x.json", "/a./../x", "/INDEX.html"])
def test_unexpected_path_is_reported(path: str) -> None:
    assert [*site_complaints({**base_site(), path: b"{}"})] != []
