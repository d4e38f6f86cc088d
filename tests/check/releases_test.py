"""The record of a release is named by its version, and is no newer than the site; nothing is buried twice."""

from pathlib import Path
from typing import Any

import pytest

from support.dataset import Files, faults, load, whole

STONE = {"part": "path", "name": "/data/a.csv", "since": "1.2.3", "reason": "Nobody read it.", "replaced_by": None}


def release(version: str = "1.2.3", released_at: str = "2026-11-21T00:00:00Z") -> dict[str, Any]:
    """The record of a release without changes."""
    return {
        "$schema": "../schema/release.schema.json",
        "release": {"version": version, "released_at": released_at, "contract": [], "changes": []},
    }


def files(*versions: str) -> Files:
    """The small set with a record of each release."""
    return whole() | {f"releases/{version}.json": release(version) for version in versions}


def test_releases_stand_with_the_newest_first(tmp_path: Path) -> None:
    dataset = load(tmp_path, files("1.2.3", "1.1.10", "1.1.9", "0.9.0"))

    assert [record.version for record in dataset.releases] == ["1.2.3", "1.1.10", "1.1.9", "0.9.0"]


def test_a_site_needs_no_release(tmp_path: Path) -> None:
    assert load(tmp_path).releases == ()


def test_version_of_a_release_is_the_name_of_its_file(tmp_path: Path) -> None:
    assert faults(tmp_path, whole() | {"releases/1.0.0.json": release("1.0.1")}) == [
        "data/releases/1.0.0.json: $.release.version: must be the name of the file, '1.0.0', but is '1.0.1' [file-name]"
    ]


@pytest.mark.parametrize("version", ["1.2.4", "1.10.0", "2.0.0"])
def test_release_newer_than_the_site_is_a_fault(tmp_path: Path, version: str) -> None:
    assert faults(tmp_path, files(version)) == [
        (
            f"data/releases/{version}.json: $.release.version: must not be newer than the version of site.json, 1.2.3, "
            f"but is {version} [version-order]"
        )
    ]


def test_release_after_the_time_of_the_build_is_a_fault(tmp_path: Path) -> None:
    later = whole() | {"releases/1.2.3.json": release(released_at="2026-11-21T00:00:01Z")}

    assert faults(tmp_path, later) == [
        (
            "data/releases/1.2.3.json: $.release.released_at: must not lie after the build's time 2026-11-21T00:00:00Z, "
            "but does [future-date]"
        )
    ]


def test_release_causes_no_fault_where_the_site_file_is_broken(tmp_path: Path) -> None:
    broken = files("9.0.0") | {"site.json": b"{"}

    assert [fault.partition(":")[0] for fault in faults(tmp_path, broken)] == ["data/site.json"]


def test_a_promise_is_buried_once(tmp_path: Path) -> None:
    twice = whole()
    twice["tombstones.json"]["tombstones"] = [STONE, {**STONE, "since": "1.2.2"}]

    assert faults(tmp_path, twice) == [
        (
            "data/tombstones.json: $.tombstones[1]: must differ from the other entries, "
            "but 'path /data/a.csv' stands in entry 0 too [duplicate]"
        )
    ]


def test_two_parts_may_have_one_name(tmp_path: Path) -> None:
    both = whole()
    both["tombstones.json"]["tombstones"] = [STONE, {**STONE, "part": "record"}]

    assert [stone.part.value for stone in load(tmp_path, both).tombstones] == ["path", "record"]


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        pytest.param(
            "part",
            "page",
            '.part: must be one of "anchor", "field", "path", "record", "type", "word", but is "page" [unknown-word]',
            id="part",
        ),
        pytest.param("reason", "", ".reason: must not be empty, but is [empty]", id="no reason"),
        pytest.param(
            "since",
            "1.2",
            '.since: must be: Semantic version, such as 1.0.0; but is "1.2" [wrong-pattern]',
            id="version",
        ),
    ],
)
def test_tombstone_says_what_when_and_why(tmp_path: Path, field: str, value: str, fault: str) -> None:
    wrong = whole()
    wrong["tombstones.json"]["tombstones"] = [{**STONE, field: value}]

    assert faults(tmp_path, wrong) == [f"data/tombstones.json: $.tombstones[0]{fault}"]
