"""Every record that came, went or is another is told, by the list, the record, the field and both values."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.sites import snapshot
from locdata_build.contract.changes import json_text, record_changes
from locdata_build.contract.snapshot import Row
from locdata_model.changes import Change
from locdata_model.vocabulary import ChangeCause, ChangeKind

VALUES: st.SearchStrategy[object] = (
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "0", "1", "null"]) | st.just([])
)
ROWS = st.dictionaries(st.sampled_from(["country", "label", "value"]), VALUES)
RECORDS = st.dictionaries(
    st.sampled_from(["facts", "news"]), st.dictionaries(st.sampled_from(["a", "b", "c"]), ROWS, max_size=3)
)


def changes(old: Mapping[str, Mapping[str, Row]], new: Mapping[str, Mapping[str, Row]]) -> tuple[Change, ...]:
    """What is different in the records."""
    return record_changes(snapshot(records=old), snapshot(records=new))


def field_changes(before: Row, after: Row) -> list[tuple[str | None, str | None, str | None]]:
    """The changes of one record: field, value before and after."""
    return [(c.field, c.before, c.after) for c in changes({"facts": {"fr-vat": before}}, {"facts": {"fr-vat": after}})]


@given(RECORDS)
def test_records_compared_with_themselves_have_no_change(records: dict[str, dict[str, Row]]) -> None:
    assert changes(records, records) == ()


@given(RECORDS, RECORDS)
def test_what_is_added_in_one_direction_is_removed_in_the_other(
    one: dict[str, dict[str, Row]], other: dict[str, dict[str, Row]]
) -> None:
    turned = {ChangeKind.ADDED: ChangeKind.REMOVED, ChangeKind.REMOVED: ChangeKind.ADDED}

    def told(found: tuple[Change, ...]) -> set[tuple[str, str, ChangeKind, str | None, str | None, str | None]]:
        return {(c.resource, c.record, c.kind, c.field, c.before, c.after) for c in found}

    assert told(changes(one, other)) == {
        (resource, record, turned.get(kind, kind), field, before, after)
        for resource, record, kind, field, after, before in told(changes(other, one))
    }


@given(RECORDS, RECORDS)
def test_changes_lead_from_one_side_to_the_other(
    old: dict[str, dict[str, Row]], new: dict[str, dict[str, Row]]
) -> None:
    kept = {name: dict(rows) for name, rows in old.items() if name in new}
    for change in changes(old, new):
        if change.kind is ChangeKind.REMOVED and change.resource in kept:
            del kept[change.resource][change.record]
        elif change.kind is ChangeKind.CHANGED:
            row = {name: value for name, value in kept[change.resource][change.record].items() if name != change.field}
            value = {change.field: json.loads(change.after)} if change.after else {}
            kept[change.resource][change.record] = {**row, **value}  # type: ignore[dict-item]  # a changed record has a field
    stayed = {
        name: {record: row for record, row in rows.items() if record in old.get(name, {})} for name, rows in new.items()
    }

    assert kept == {name: rows for name, rows in stayed.items() if name in old}


def test_a_record_that_came_is_told_whole() -> None:
    assert changes({}, {"facts": {"fr-vat": {"country": "fr", "value": "20%"}}}) == (
        Change(
            resource="facts",
            record="fr-vat",
            country="fr",
            kind=ChangeKind.ADDED,
            cause=ChangeCause.EDIT,
            field=None,
            before=None,
            after=None,
            phase=None,
        ),
    )


def test_a_record_that_went_is_told_whole() -> None:
    (change,) = changes({"facts": {"fr-vat": {"country": "fr"}}, "news": {}}, {"facts": {}})

    assert (change.kind, change.resource, change.record, change.country, change.field) == (
        ChangeKind.REMOVED,
        "facts",
        "fr-vat",
        "fr",
        None,
    )


def test_a_field_with_another_value_is_told_with_both() -> None:
    assert changes(
        {"facts": {"fr-vat": {"country": "fr", "value": "20%"}}},
        {"facts": {"fr-vat": {"country": "fr", "value": "21%"}}},
    ) == (
        Change(
            resource="facts",
            record="fr-vat",
            country="fr",
            kind=ChangeKind.CHANGED,
            cause=ChangeCause.EDIT,
            field="value",
            before='"20%"',
            after='"21%"',
            phase=None,
        ),
    )


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param({}, {"a": 1}, [("a", None, "1")], id="new field"),
        pytest.param({}, {"a": None}, [("a", None, "null")], id="new field that is null"),
        pytest.param({"a": 1}, {}, [("a", "1", None)], id="field that is gone"),
        pytest.param({"a": 1}, {"a": "1"}, [("a", "1", '"1"')], id="number and text"),
        pytest.param({"a": 1}, {"a": True}, [("a", "1", "true")], id="number and truth"),
        pytest.param({"a": None}, {"a": ""}, [("a", "null", '""')], id="null and nothing written"),
        pytest.param({"a": ["x"]}, {"a": ["y", "x"]}, [("a", '["x"]', '["y","x"]')], id="lists"),
        pytest.param(
            {"a": 1, "b": 1}, {"b": 2, "c": 3, "a": 2}, [("a", "1", "2"), ("b", "1", "2"), ("c", None, "3")], id="all"
        ),
        pytest.param({"a": 1, "b": 2}, {"b": 2, "a": 1}, [], id="other order of the fields"),
    ],
)
def test_values_are_told_as_json(before: Row, after: Row, told: list[tuple[str, str | None, str | None]]) -> None:
    assert field_changes(before, after) == told


@pytest.mark.parametrize(
    ("row", "country"),
    [
        pytest.param({"country": "fr"}, "fr", id="record of the API"),
        pytest.param({"country_code": "fr", "country": "France"}, "fr", id="record of a data file"),
        pytest.param({"code": "fr"}, "fr", id="country"),
        pytest.param({"id": "erp_id_01"}, None, id="record of no country"),
        pytest.param({"country": None}, None, id="null"),
    ],
)
def test_country_of_a_record_is_told_by_its_code(row: Row, country: str | None) -> None:
    (change,) = changes({}, {"list": {"record": row}})

    assert change.country == country


def test_changes_stand_by_list_and_record() -> None:
    found = changes({"news": {"n2": {}, "n1": {}}}, {"facts": {"b": {}, "a": {}}})

    assert [(change.resource, change.record) for change in found] == [
        ("facts", "a"),
        ("facts", "b"),
        ("news", "n1"),
        ("news", "n2"),
    ]


def test_json_text_is_one_line() -> None:
    assert json_text({"a": ["x\ny", None]}) == '{"a":["x\\ny",null]}'
