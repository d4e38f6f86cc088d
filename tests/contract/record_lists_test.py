"""Published lists of records are compared by the keys of their records, and each value once."""

from typing import Any

import pytest

from locdata_build.contract.record_lists import API_LISTS, DATA_LISTS, RecordList


def rows(
    records: list[dict[str, Any]], *, ignored: frozenset[str] = frozenset(), is_numbered: bool = False
) -> list[Any]:
    """Return the rows of a list whose records are identified by ``a`` and ``b``."""
    record_list = RecordList(name="list", path="/list.json", key=("a", "b"), ignored=ignored, is_numbered=is_numbered)
    return list(record_list.rows(records))


def test_lists_have_unique_names() -> None:
    names = [record_list.name for record_list in (*API_LISTS, *DATA_LISTS)]

    assert len(set(names)) == len(names)


def test_record_is_identified_by_its_key() -> None:
    assert rows([{"a": "x", "b": 1, "c": True}]) == [("x-1", {"a": "x", "b": 1, "c": True})]


def test_records_of_a_numbered_list_are_counted_by_key() -> None:
    names = [name for name, _ in rows([{"a": "x"}, {"a": "y"}, {"a": "x"}], is_numbered=True)]

    assert names == ["x-None-1", "y-None-1", "x-None-2"]


def test_fields_of_a_nested_object_are_prefixed_with_its_name() -> None:
    assert rows([{"a": "x", "b": 1, "c": {"d": 1, "e": {"f": None}}}]) == [
        ("x-1", {"a": "x", "b": 1, "c.d": 1, "c.e.f": None})
    ]


def test_first_source_is_compared_as_one_of_all_sources() -> None:
    assert rows([{"a": "x", "b": 1, "source_url": "u", "source_urls": ["u", "v"]}, {"a": "y", "source_url": "u"}]) == [
        ("x-1", {"a": "x", "b": 1, "source_urls": ["u", "v"]}),
        ("y-None", {"a": "y", "source_url": "u"}),
    ]


def test_statements_are_compared_by_what_they_cite() -> None:
    statements = [
        {"field": "c", "text": "One.", "source_urls": ["u", "v"], "locators": ["Art. 1", None]},
        {"field": "c", "text": "Two.", "source_urls": [], "locators": []},
    ]
    cited = [["u (Art. 1)", "v"], []]

    assert rows([{"a": "x", "b": 1, "parts": [{"d": 1, "statements": statements}], "statements": statements}]) == [
        ("x-1", {"a": "x", "b": 1, "parts": [{"d": 1, "statements": cited}], "statements": cited})
    ]


@pytest.mark.parametrize("value", [1, {"c": 1, "d": {"e": 2}}], ids=["value", "object"])
def test_ignored_field_is_in_no_row(value: object) -> None:
    assert rows([{"a": "x", "b": "y", "z": value}], ignored=frozenset({"z"})) == [("x-y", {"a": "x", "b": "y"})]
