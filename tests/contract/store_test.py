"""The last release is kept as text that can be read, and read back as it was."""

import datetime as dt
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.sites import snapshot, taken
from locdata_build.contract.snapshot import Contract, Snapshot, Turn
from locdata_build.contract.store import CONTRACT_FILE, RECORDS_FILE, is_stored, load, store
from locdata_build.source.faults import SourceError

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
VALUES = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT | st.lists(TEXT, max_size=2)
STAMPS = st.datetimes(dt.datetime(2000, 1, 1), dt.datetime(2100, 1, 1)).map(  # noqa: DTZ001  # UTC follows
    lambda time: time.replace(microsecond=0, tzinfo=dt.UTC)
)
TURNS = st.builds(
    Turn,
    country=TEXT,
    toggle=TEXT,
    date=st.dates(),
    before=st.none() | st.booleans(),
    after=st.none() | st.booleans(),
    phase=TEXT,
)
CONTRACTS = st.builds(
    Contract,
    paths=TEXTS,
    anchors=st.dictionaries(TEXT, TEXTS, max_size=3),
    types=st.dictionaries(TEXT, st.dictionaries(TEXT, TEXT, max_size=3), max_size=3),
    words=st.dictionaries(TEXT, TEXTS, max_size=3),
)
SNAPSHOTS = st.builds(
    Snapshot,
    version=st.tuples(*[st.integers(0, 99)] * 3).map(lambda parts: ".".join(map(str, parts))),
    generated_at=STAMPS,
    contract=CONTRACTS,
    records=st.dictionaries(
        TEXT, st.dictionaries(TEXT, st.dictionaries(TEXT, VALUES, max_size=3), max_size=3), max_size=3
    ),
    turns=st.lists(TURNS, max_size=2).map(tuple),
)


def faults(files: dict[str, bytes]) -> list[str]:
    """Every fault of a stored release, as it is printed."""
    with pytest.raises(SourceError) as caught:
        load(files, "last")
    return [str(fault) for fault in caught.value.faults]


@given(SNAPSHOTS)
def test_what_is_stored_is_loaded_as_it_was(stored: Snapshot) -> None:
    assert load(store(stored), "last") == stored


@given(SNAPSHOTS)
def test_what_is_stored_is_json_in_which_no_line_is_empty(stored: Snapshot) -> None:
    texts = [content.decode() for content in store(stored).values()]

    assert [type(json.loads(text)) for text in texts] == [dict, dict]
    assert [line for text in texts for line in text.removesuffix("\n").split("\n") if not line] == []


def test_a_whole_site_is_loaded_as_it_was(tmp_path: Path) -> None:
    site = taken(tmp_path)

    assert load(store(site), "last") == site


def test_each_thing_has_a_line() -> None:
    contract = Contract(
        paths=("/a.csv", "/b.csv"),
        anchors={"/": ("x", "y")},
        types={"Fact": {"id": "string", "erp": "null | string"}},
    )
    kept = store(
        snapshot(contract=contract, records={"facts": {"fr-vat": {"id": "fr-vat", "label": "VAT"}}, "news": {}})
    )

    assert kept[CONTRACT_FILE].decode() == (
        "{\n"
        '"version": "1.2.3",\n'
        '"generated_at": "2026-11-21T00:00:00Z",\n'
        '"paths": [\n'
        '"/a.csv",\n'
        '"/b.csv"\n'
        "],\n"
        '"anchors": {\n'
        '"/": ["x","y"]\n'
        "},\n"
        '"types": {\n'
        '"Fact": {"id":"string","erp":"null | string"}\n'
        "},\n"
        '"words": {},\n'
        '"steps": [],\n'
        '"turns": [],\n'
        '"tombstones": []\n'
        "}\n"
    )
    assert kept[RECORDS_FILE].decode() == (
        '{\n"facts": {\n"fr-vat": {"id":"fr-vat","label":"VAT"}\n},\n"news": {}\n}\n'
    )


def test_tombstones_are_stored_as_well(tmp_path: Path) -> None:
    def bury(files: dict[str, dict[str, object]]) -> None:
        files["tombstones.json"]["tombstones"] = [
            {"part": "path", "name": "/a", "since": "1.0.0", "reason": "Gone.", "replaced_by": None}
        ]

    site = taken(tmp_path, bury)

    assert [stone.name for stone in site.tombstones] == ["/a"]
    assert load(store(site), "last") == site


def test_a_stored_release_is_told_by_its_contract() -> None:
    assert is_stored(store(snapshot()))
    assert not is_stored({"/api/v1/index.json": b""})


def test_every_file_of_a_broken_store_is_told() -> None:
    said = "must be what the command 'release' wrote, but is not"

    assert faults({CONTRACT_FILE: b"{}"}) == [
        f"last/contract.json: $: {said}: Object missing required field `version` [not-a-site]",
        f"last/records.json: $: {said}: Input data was truncated [not-a-site]",
    ]


@pytest.mark.parametrize(
    ("file", "content", "reason"),
    [
        pytest.param(CONTRACT_FILE, b"[", "Expected `object`, got `array`", id="contract, a list"),
        pytest.param(CONTRACT_FILE, b"{", "Input data was truncated", id="contract, cut off"),
        pytest.param(RECORDS_FILE, b"null", "Expected `object`, got `null`", id="records, null"),
        pytest.param(
            RECORDS_FILE, b'{"facts": []}', "Expected `object`, got `array` - at `$[...]`", id="a list of records"
        ),
        pytest.param(
            RECORDS_FILE, b'{"facts": {"a": 1}}', "Expected `object`, got `int` - at `$[...][...]`", id="a number"
        ),
    ],
)
def test_a_broken_file_of_the_store_is_told(file: str, content: bytes, reason: str) -> None:
    assert faults({**store(snapshot()), file: content}) == [
        f"last{file}: $: must be what the command 'release' wrote, but is not: {reason} [not-a-site]"
    ]


def test_a_field_that_is_not_known_is_told() -> None:
    contract = {**json.loads(store(snapshot())[CONTRACT_FILE]), "promises": []}

    assert faults({**store(snapshot()), CONTRACT_FILE: json.dumps(contract).encode()}) == [
        (
            "last/contract.json: $: must be what the command 'release' wrote, but is not: "
            "Object contains unknown field `promises` [not-a-site]"
        )
    ]


def test_what_is_no_utf8_is_told() -> None:
    (fault,) = faults({**store(snapshot()), RECORDS_FILE: b'{"\xff": {}}'})

    assert fault.startswith("last/records.json: $: must be what the command 'release' wrote, but is not: ")
