"""Every list of records is compared, each record by what names it for good."""

from typing import Any

import pytest

from locdata_build.contract.lists import API_LISTS, DATA_LISTS, RecordList
from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import ENDPOINTS

NOT_RECORDS_OF_THEIR_OWN = {
    "/api/v1/index.json",
    "/api/v1/flips.json",
    "/api/v1/changes.json",
    "/api/v1/tombstones.json",
}
"""The lists that say something of the others."""


def rows(records: list[dict[str, Any]], *, left_out: frozenset[str] = frozenset(), numbered: bool = False) -> list[Any]:
    """The rows of a list whose records are known by ``a`` and ``b``."""
    records_of = RecordList(name="list", path="/list.json", key=("a", "b"), left_out=left_out, numbered=numbered)
    return list(records_of.rows(records))


def test_every_list_of_the_api_is_compared() -> None:
    lists = {spec.path for spec in ENDPOINTS if spec.parameter is None} - NOT_RECORDS_OF_THEIR_OWN

    assert {lst.path for lst in API_LISTS} == lists


def test_every_data_file_is_compared() -> None:
    assert {lst.path for lst in DATA_LISTS} == {spec.path(DataFormat.JSON) for spec in DATA_FILES}


def test_lists_have_names_of_their_own() -> None:
    names = [lst.name for lst in (*API_LISTS, *DATA_LISTS)]

    assert len(set(names)) == len(names)


def test_record_is_named_by_its_key() -> None:
    assert rows([{"a": "x", "b": 1, "c": True}]) == [("x-1", {"a": "x", "b": 1, "c": True})]


def test_records_of_a_numbered_list_are_counted_by_their_key() -> None:
    names = [name for name, _ in rows([{"a": "x"}, {"a": "y"}, {"a": "x"}], numbered=True)]

    assert names == ["x-None-1", "y-None-1", "x-None-2"]


def test_fields_of_an_object_have_the_name_of_the_object_in_front() -> None:
    assert rows([{"a": "x", "b": {"c": 1, "d": {"e": None}}}]) == [
        ("x-{'c': 1, 'd': {'e': None}}", {"a": "x", "b.c": 1, "b.d.e": None})
    ]


@pytest.mark.parametrize("value", [1, {"c": 1, "d": {"e": 2}}], ids=["value", "object"])
def test_field_that_is_left_out_is_in_no_row(value: object) -> None:
    assert rows([{"a": "x", "b": "y", "z": value}], left_out=frozenset({"z"})) == [("x-y", {"a": "x", "b": "y"})]
