"""A promise is kept or buried, and what is buried is gone."""

import pytest

from contract.sites import snapshot, stone
from locdata_build.contract.promises import broken_promises, idle_tombstones, needless_tombstones
from locdata_build.contract.snapshot import Contract, Snapshot
from locdata_model.changes import Tombstone

LAST = snapshot(
    contract=Contract(paths=("/a.csv", "/b.csv"), types={"Fact": {"id": "string"}}), records={"facts": {"fr-vat": {}}}
)


def today(*stones: Tombstone, contract: Contract | None = None, version: str = "1.3.0") -> Snapshot:
    """The site of today; by default it is that of the last release."""
    return snapshot(version=version, contract=contract or LAST.contract, records=LAST.records, tombstones=stones)


def test_a_site_keeps_its_own_promises() -> None:
    assert list(broken_promises(LAST, LAST)) == []


def test_what_is_added_breaks_no_promise() -> None:
    assert list(broken_promises(snapshot(), LAST)) == []


def test_every_broken_promise_is_told_with_what_to_do() -> None:
    contract = Contract(paths=("/b.csv",), types={"Fact": {"id": "integer"}})

    assert list(broken_promises(LAST, today(contract=contract))) == [
        "removed path /a.csv: keep it, or bury it in tombstones.json with the reason and what took its place",
        (
            "changed field Fact.id: string -> integer: keep it, or bury it in tombstones.json with the reason and what "
            "took its place"
        ),
    ]


@pytest.mark.parametrize("name", ["/a.csv", "/*.csv", "*"])
def test_a_buried_promise_is_not_broken(name: str) -> None:
    contract = Contract(paths=("/b.csv",), types=LAST.contract.types)

    assert list(broken_promises(LAST, today(stone("path", name), contract=contract))) == []


@pytest.mark.parametrize(
    ("since", "is_excused"),
    [
        pytest.param("1.0.0", True, id="an earlier version"),
        pytest.param("1.3.0", True, id="this version"),
        pytest.param("1.4.0", True, id="a later minor version"),
        pytest.param("2.0.0", False, id="the next major version"),
    ],
)
def test_an_announcement_for_a_later_major_version_excuses_nothing_before(since: str, is_excused: bool) -> None:
    contract = Contract(paths=("/b.csv",), types=LAST.contract.types)
    announced = today(stone("path", "/a.csv", since), contract=contract)

    assert (list(broken_promises(LAST, announced)) == []) is is_excused


def test_tombstones_of_the_last_release_excuse_nothing() -> None:
    last = snapshot(contract=Contract(paths=("/a.csv",)), tombstones=(stone("path", "/a.csv"),))

    assert len(list(broken_promises(last, snapshot()))) == 1


@pytest.mark.parametrize(
    ("part", "name", "since"),
    [
        pytest.param("path", "/a.csv", "1.2.0", id="an earlier version"),
        pytest.param("path", "/a.csv", "1.3.0", id="this version"),
        pytest.param("path", "*.csv", "1.3.0", id="a star"),
        pytest.param("record", "facts/fr-vat", "1.3.0", id="record"),
    ],
)
def test_a_tombstone_of_what_is_still_there_is_needless(part: str, name: str, since: str) -> None:
    buried = stone(part, name, since)

    assert list(needless_tombstones(today(buried))) == [buried]


@pytest.mark.parametrize(
    ("part", "name", "since"),
    [
        pytest.param("path", "/c.csv", "1.2.0", id="gone"),
        pytest.param("field", "Fact.id", "1.2.0", id="field, which may have another type"),
        pytest.param("record", "/a.csv", "1.2.0", id="another part"),
        pytest.param("path", "/a.csv", "1.3.1", id="announced"),
        pytest.param("path", "/a.csv", "1.10.0", id="announced for a version of two digits"),
    ],
)
def test_a_tombstone_of_what_is_gone_or_will_go_is_none(part: str, name: str, since: str) -> None:
    assert list(needless_tombstones(today(stone(part, name, since)))) == []


@pytest.mark.parametrize(
    ("part", "name", "is_idle"),
    [
        pytest.param("path", "/a.csv", False, id="a promise"),
        pytest.param("path", "/*.csv", False, id="promises"),
        pytest.param("field", "Fact.id", False, id="a field"),
        pytest.param("path", "/c.csv", True, id="no promise"),
        pytest.param("record", "/a.csv", True, id="a promise of another part"),
        pytest.param("field", "Fact.deadline", True, id="no field"),
    ],
)
def test_a_new_tombstone_of_what_was_never_promised_is_idle(part: str, name: str, is_idle: bool) -> None:
    grave = stone(part, name)

    assert list(idle_tombstones(LAST, today(grave))) == ([grave] if is_idle else [])


def test_a_tombstone_that_the_last_release_had_is_not_idle_though_nothing_is_left_to_name() -> None:
    grave = stone("path", "/gone.csv")
    last = snapshot(contract=LAST.contract, tombstones=(grave,))

    assert list(idle_tombstones(last, today(grave))) == []
