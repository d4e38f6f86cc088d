"""Every change of the contract is told once, and only a loss breaks a client."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.sites import snapshot, stone
from locdata_build.contract.compare import contract_changes, is_buried, promises
from locdata_build.contract.snapshot import Contract, Snapshot
from locdata_model.changes import ContractChange, Tombstone
from locdata_model.vocabulary import ChangeKind, ContractPart

PAGE = Contract(paths=("/france/index.html",), anchors={"/france/": ("vat",)})
NAMES = st.sampled_from(["A", "B", "C"])
CONTRACTS = st.builds(
    Contract,
    paths=st.sets(st.sampled_from(["/a/index.html", "/b/index.html", "/c.csv"])).map(
        lambda paths: tuple(sorted(paths))
    ),
    anchors=st.dictionaries(st.sampled_from(["/a/", "/b/"]), st.sets(NAMES).map(lambda names: tuple(sorted(names)))),
    types=st.dictionaries(NAMES, st.dictionaries(NAMES, st.sampled_from(["string", "integer"]))),
    words=st.dictionaries(
        st.sampled_from(["A", "W", "A.B"]), st.sets(NAMES, min_size=1).map(lambda names: tuple(sorted(names)))
    ),
)
SNAPSHOTS = st.builds(
    lambda contract, records: snapshot(contract=contract, records=records),
    CONTRACTS,
    st.dictionaries(st.sampled_from(["facts", "news"]), st.dictionaries(NAMES, st.just({}))),
)


def told(old: Contract, new: Contract, *stones: Tombstone) -> list[tuple[str, str, str, bool]]:
    """The changes of the contract: kind, part, name and whether they break."""
    changes = contract_changes(snapshot(contract=old), snapshot(contract=new, tombstones=stones))
    return [(change.kind.value, change.part.value, change.name, change.is_breaking) for change in changes]


@given(SNAPSHOTS)
def test_contract_compared_with_itself_has_no_change(one: Snapshot) -> None:
    assert contract_changes(one, one) == ()


@given(SNAPSHOTS, SNAPSHOTS)
def test_what_is_added_in_one_direction_is_removed_in_the_other(one: Snapshot, other: Snapshot) -> None:
    def names(changes: tuple[ContractChange, ...], kind: ChangeKind) -> list[tuple[ContractPart, str]]:
        return [(change.part, change.name) for change in changes if change.kind is kind]

    there, back = contract_changes(one, other), contract_changes(other, one)

    assert names(there, ChangeKind.ADDED) == names(back, ChangeKind.REMOVED)
    assert names(there, ChangeKind.REMOVED) == names(back, ChangeKind.ADDED)
    assert names(there, ChangeKind.CHANGED) == names(back, ChangeKind.CHANGED)


@given(SNAPSHOTS, SNAPSHOTS)
def test_every_change_is_told_once_and_is_of_something_promised(one: Snapshot, other: Snapshot) -> None:
    changed = [(change.part, change.name) for change in contract_changes(one, other)]

    assert len(set(changed)) == len(changed)
    assert set(changed) <= {*promises(one), *promises(other)}


@given(SNAPSHOTS, SNAPSHOTS)
def test_nothing_that_is_added_breaks(one: Snapshot, other: Snapshot) -> None:
    breaking = {change.kind for change in contract_changes(one, other) if change.is_breaking}

    assert ChangeKind.ADDED not in breaking


@pytest.mark.parametrize(
    ("part", "name", "old", "new"),
    [
        pytest.param("path", "/a.csv", Contract(paths=("/a.csv",)), Contract(), id="path"),
        pytest.param("anchor", "/france/#vat", PAGE, Contract(paths=PAGE.paths), id="the last anchor of a page"),
        pytest.param(
            "anchor",
            "/france/#vat",
            PAGE,
            Contract(paths=PAGE.paths, anchors={"/france/": ("facts",)}),
            id="anchor",
        ),
        pytest.param("type", "Fact", Contract(types={"Fact": {"id": "string"}}), Contract(), id="type"),
        pytest.param("type", "Status", Contract(words={"Status": ("a",)}), Contract(), id="vocabulary"),
        pytest.param(
            "field", "Fact.id", Contract(types={"Fact": {"id": "string"}}), Contract(types={"Fact": {}}), id="field"
        ),
        pytest.param(
            "word",
            "Status.a",
            Contract(words={"Status": ("a", "b")}),
            Contract(words={"Status": ("b",)}),
            id="word",
        ),
    ],
)
def test_a_loss_breaks(part: str, name: str, old: Contract, new: Contract) -> None:
    assert ("removed", part, name, True) in told(old, new)


def test_a_record_that_is_gone_breaks() -> None:
    old, new = snapshot(records={"facts": {"fr-vat": {}}}), snapshot(records={"facts": {}})

    assert [(change.part, change.name, change.is_breaking) for change in contract_changes(old, new)] == [
        (ContractPart.RECORD, "facts/fr-vat", True)
    ]


def test_another_type_of_a_field_breaks_and_both_types_are_told() -> None:
    old, new = Contract(types={"Fact": {"id": "string"}}), Contract(types={"Fact": {"id": "null | string"}})
    (change,) = contract_changes(snapshot(contract=old), snapshot(contract=new))

    assert change == ContractChange(
        part=ContractPart.FIELD,
        name="Fact.id",
        kind=ChangeKind.CHANGED,
        is_breaking=True,
        before="string",
        after="null | string",
    )


def test_anchors_of_a_page_come_and_go_with_it() -> None:
    assert told(PAGE, Contract()) == [("removed", "path", "/france/index.html", True)]
    assert told(Contract(), PAGE) == [("added", "path", "/france/index.html", False)]


def test_fields_and_words_come_and_go_with_their_type() -> None:
    whole = Contract(types={"Fact": {"id": "string"}}, words={"Status": ("a",), "Fact.id": ("b",)})

    assert told(whole, Contract()) == [("removed", "type", "Fact", True), ("removed", "type", "Status", True)]


def test_words_of_a_field_that_takes_any_from_now_on_are_told() -> None:
    typed = {"Flip": {"toggle": "string"}}
    changes = told(Contract(types=typed, words={"Flip.toggle": ("a",)}), Contract(types=typed))

    assert [name for _, _, name, _ in changes] == ["Flip.toggle.a"]


@pytest.mark.parametrize(
    ("part", "name", "old"),
    [
        pytest.param("path", "/a.csv", Contract(paths=("/a.csv",)), id="path"),
        pytest.param("anchor", "/france/#vat", PAGE, id="anchor"),
    ],
)
def test_a_loss_with_a_tombstone_does_not_break(part: str, name: str, old: Contract) -> None:
    rest = Contract(paths=tuple(path for path in old.paths if path != name))

    assert told(old, rest, stone(part, name)) == [("removed", part, name, False)]


@pytest.mark.parametrize(
    ("part", "name", "old", "new"),
    [
        pytest.param("type", "Fact", Contract(types={"Fact": {}}), Contract(), id="type"),
        pytest.param(
            "field", "Fact.id", Contract(types={"Fact": {"id": "a"}}), Contract(types={"Fact": {}}), id="field"
        ),
        pytest.param(
            "word", "Status.a", Contract(words={"Status": ("a", "b")}), Contract(words={"Status": ("b",)}), id="word"
        ),
    ],
)
def test_a_loss_in_the_schemas_breaks_whatever_was_announced(
    part: str, name: str, old: Contract, new: Contract
) -> None:
    assert told(old, new, stone(part, name)) == [("removed", part, name, True)]


@pytest.mark.parametrize(
    ("buried", "name"),
    [
        pytest.param("facts/fr-vat", "facts/fr-vat", id="name"),
        pytest.param("facts/fr-*", "facts/fr-vat", id="star at the end"),
        pytest.param("*/fr-vat", "facts/fr-vat", id="star at the start"),
        pytest.param("/france/*", "/france/index.html", id="star over slashes"),
        pytest.param("data/connectors/A [B]-erp", "data/connectors/A [B]-erp", id="name with brackets"),
        pytest.param("data/connectors/A [B]-*", "data/connectors/A [B]-erp", id="star after brackets"),
        pytest.param("data/connectors/Who?-erp", "data/connectors/Who?-erp", id="name with a question mark"),
    ],
)
def test_a_tombstone_stands_for_its_name(buried: str, name: str) -> None:
    assert is_buried(ContractPart.RECORD, name, [stone("record", buried)])


@pytest.mark.parametrize(
    ("buried", "part", "name"),
    [
        pytest.param("facts/fr-vat", "record", "facts/fr-vat-2", id="longer name"),
        pytest.param("facts/fr-vat", "record", "facts/FR-VAT", id="other case"),
        pytest.param("facts/fr-vat", "path", "facts/fr-vat", id="another part"),
        pytest.param("facts/fr-va?", "record", "facts/fr-vat", id="question mark"),
        pytest.param("facts/fr-[uv]at", "record", "facts/fr-vat", id="brackets"),
    ],
)
def test_a_tombstone_stands_for_nothing_else(buried: str, part: str, name: str) -> None:
    assert not is_buried(ContractPart(part), name, [stone("record", buried)])


def test_promises_are_told_by_part_and_name() -> None:
    contract = Contract(
        paths=("/index.html",),
        anchors={"/": ("a",)},
        types={"Fact": {"id": "string"}},
        words={"Status": ("b",), "Fact.id": ("c",)},
    )

    assert sorted(promises(snapshot(contract=contract, records={"facts": {"fr-vat": {}}}))) == [
        (ContractPart.ANCHOR, "/#a"),
        (ContractPart.FIELD, "Fact.id"),
        (ContractPart.PATH, "/index.html"),
        (ContractPart.RECORD, "facts/fr-vat"),
        (ContractPart.TYPE, "Fact"),
        (ContractPart.TYPE, "Status"),
        (ContractPart.WORD, "Fact.id.c"),
        (ContractPart.WORD, "Status.b"),
    ]
