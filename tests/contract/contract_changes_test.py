"""Every change of the contract is reported once, only removals and new types break clients, and tombstones excuse removals."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.sites import snapshot, tombstone
from locdata_build.contract.contract_changes import (
    broken_promises,
    contract_changes,
    redundant_tombstones,
    unmatched_tombstones,
)
from locdata_build.contract.snapshot import Snapshot
from locdata_model.changes import ContractChange, Tombstone
from locdata_model.vocabulary import ChangeKind, ContractPart

NAMES = st.sampled_from(["A", "B", "C"])
PATHS = st.sampled_from(["/a/index.html", "/b/index.html", "/c.csv"])
SNAPSHOTS = st.builds(
    snapshot,
    paths=st.sets(PATHS).map(lambda paths: tuple(sorted(paths))),
    anchors=st.dictionaries(st.sampled_from(["/a/", "/b/"]), st.sets(NAMES).map(tuple)),
    types=st.dictionaries(NAMES, st.dictionaries(NAMES, st.sampled_from(["string", "integer"]))),
    words=st.dictionaries(st.sampled_from(["A", "W", "A.B"]), st.sets(NAMES, min_size=1).map(tuple)),
    records=st.dictionaries(st.sampled_from(["facts", "news"]), st.dictionaries(NAMES, st.just({}))),
)

PAGE = {"paths": ("/france/index.html",), "anchors": {"/france/": ("vat",)}}
LAST = snapshot(paths=("/a.csv", "/b.csv"), types={"Fact": {"id": "string"}}, records={"facts": {"fr-vat": {}}})

REMOVALS = [
    ("path", "/a.csv", {"paths": ("/a.csv",)}, {}),
    ("anchor", "/france/#vat", PAGE, {**PAGE, "anchors": {"/france/": ("facts",)}}),
    ("anchor", "/france/#vat", PAGE, {"paths": PAGE["paths"]}),
    ("record", "facts/fr-vat", {"records": {"facts": {"fr-vat": {}}}}, {"records": {"facts": {}}}),
]
SCHEMA_REMOVALS = [
    ("type", "Fact", {"types": {"Fact": {"id": "string"}}}, {}),
    ("type", "Status", {"words": {"Status": ("a",)}}, {}),
    ("field", "Fact.id", {"types": {"Fact": {"id": "string"}}}, {"types": {"Fact": {}}}),
    ("word", "Status.a", {"words": {"Status": ("a", "b")}}, {"words": {"Status": ("b",)}}),
    (
        "word",
        "Flip.toggle.a",
        {"types": {"Flip": {"toggle": "string"}}, "words": {"Flip.toggle": ("a",)}},
        {"types": {"Flip": {"toggle": "string"}}},
    ),
    ("word", "Status.a", {"words": {"Status": ("a",)}}, {"types": {"Status": {}}}),
]

Fields = dict[str, Any]


def summarize(old: Fields, new: Fields) -> list[tuple[str, str, str, bool]]:
    """Return kind, part and name of each change of the contract, and whether it is breaking."""
    changes = contract_changes(snapshot(**old), snapshot(**new))
    return [(change.kind.value, change.part.value, change.name, change.is_breaking) for change in changes]


def today(*tombstones: Tombstone, **fields: object) -> Snapshot:
    """Return a site of version 1.3.0 with the promises of ``LAST``, apart from ``fields``."""
    kept = {"paths": LAST.paths, "types": LAST.types, "records": LAST.records}
    return snapshot(version="1.3.0", tombstones=tombstones, **{**kept, **fields})


@given(SNAPSHOTS)
def test_a_site_compared_with_itself_has_no_changes(site: Snapshot) -> None:
    assert contract_changes(site, site) == ()


@given(SNAPSHOTS, SNAPSHOTS)
def test_changes_back_are_the_reverse_and_additions_do_not_break(one: Snapshot, other: Snapshot) -> None:
    def names(changes: tuple[ContractChange, ...], kind: ChangeKind) -> list[tuple[ContractPart, str]]:
        return [(change.part, change.name) for change in changes if change.kind is kind]

    there, back = contract_changes(one, other), contract_changes(other, one)

    assert names(there, ChangeKind.ADDED) == names(back, ChangeKind.REMOVED)
    assert names(there, ChangeKind.REMOVED) == names(back, ChangeKind.ADDED)
    assert names(there, ChangeKind.CHANGED) == names(back, ChangeKind.CHANGED)
    assert [change for change in there if change.is_breaking and change.kind is ChangeKind.ADDED] == []


@pytest.mark.parametrize(
    ("part", "name", "old", "new", "is_excused"),
    [*((*removal, True) for removal in REMOVALS), *((*removal, False) for removal in SCHEMA_REMOVALS)],
)
def test_removal_is_breaking_and_a_tombstone_excuses_it_outside_schemas(
    part: str, name: str, old: Fields, new: Fields, *, is_excused: bool
) -> None:
    withdrawn = {**new, "tombstones": (tombstone(part, name),)}

    assert ("removed", part, name, True) in summarize(old, new)
    assert ("removed", part, name, not is_excused) in summarize(old, withdrawn)


def test_anchors_are_added_and_removed_with_their_page() -> None:
    assert summarize(PAGE, {}) == [("removed", "path", "/france/index.html", True)]
    assert summarize({}, PAGE) == [("added", "path", "/france/index.html", False)]


def test_fields_and_words_are_removed_with_their_type() -> None:
    old = {"types": {"Fact": {"id": "string"}}, "words": {"Status": ("a",), "Fact.id": ("b",)}}

    assert summarize(old, {}) == [("removed", "type", "Fact", True), ("removed", "type", "Status", True)]


def test_message_on_a_broken_promise_says_what_to_do() -> None:
    advice = "keep it, or add a tombstone to tombstones.json with the reason and what replaces it"

    assert list(broken_promises(LAST, today(paths=("/b.csv",), types={"Fact": {"id": "integer"}}))) == [
        f"removed path /a.csv: {advice}",
        f"changed field Fact.id: string -> integer: {advice}",
    ]


@pytest.mark.parametrize(
    ("name", "since", "is_excused"),
    [
        pytest.param("/a.csv", "1.4.0", True, id="later minor version"),
        pytest.param("/a.csv", "2.0.0", False, id="next major version"),
        pytest.param("/*.csv", "1.3.0", True, id="star"),
        pytest.param("/c.csv", "1.3.0", False, id="another name"),
    ],
)
def test_a_tombstone_of_this_major_version_excuses_a_removal(name: str, since: str, is_excused: bool) -> None:
    site = today(tombstone("path", name, since), paths=("/b.csv",))

    assert (list(broken_promises(LAST, site)) == []) is is_excused


@pytest.mark.parametrize(
    ("part", "name", "since", "is_redundant"),
    [
        pytest.param("path", "/a.csv", "1.3.0", True, id="this version"),
        pytest.param("path", "*.csv", "1.3.0", True, id="star"),
        pytest.param("path", "/c.csv", "1.2.0", False, id="removed"),
        pytest.param("field", "Fact.id", "1.2.0", False, id="field, which may have another type"),
        pytest.param("record", "/a.csv", "1.2.0", False, id="another part"),
        pytest.param("path", "/a.csv", "1.10.0", False, id="announced for a version with two digits"),
    ],
)
def test_a_tombstone_of_what_still_exists_is_redundant(part: str, name: str, since: str, is_redundant: bool) -> None:
    withdrawal = tombstone(part, name, since)

    assert list(redundant_tombstones(today(withdrawal))) == ([withdrawal] if is_redundant else [])


@pytest.mark.parametrize(
    ("part", "name", "is_unmatched"),
    [
        pytest.param("path", "/*.csv", False, id="star"),
        pytest.param("field", "Fact.id", False, id="field"),
        pytest.param("record", "/a.csv", True, id="another part"),
        pytest.param("field", "Fact.deadline", True, id="unknown field"),
    ],
)
def test_a_new_tombstone_of_what_was_not_promised_is_unmatched(part: str, name: str, is_unmatched: bool) -> None:
    withdrawal = tombstone(part, name)

    assert list(unmatched_tombstones(LAST, today(withdrawal))) == ([withdrawal] if is_unmatched else [])


def test_a_tombstone_of_an_earlier_release_is_not_unmatched() -> None:
    withdrawal = tombstone("path", "/gone.csv")

    assert list(unmatched_tombstones(snapshot(tombstones=(withdrawal,)), today(withdrawal))) == []
