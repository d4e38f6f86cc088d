"""Every published list of records is compared, and each record is identified by its key."""

from typing import Any

import pytest

from locdata_build.contract.records import API_LISTS, DATA_LISTS, SITE_LISTS, RecordList
from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import ENDPOINTS

ADD = "in src/python/locdata_build/contract/records.py, add the list to"

ABOUT_OTHER_LISTS = {
    "/api/v1/index.json",
    "/api/v1/flips.json",
    "/api/v1/changes.json",
    "/api/v1/tombstones.json",
    "/api/v1/status.json",
}


def rows(
    records: list[dict[str, Any]], *, ignored: frozenset[str] = frozenset(), is_numbered: bool = False
) -> list[Any]:
    """Return the rows of a list whose records are identified by ``a`` and ``b``."""
    record_list = RecordList(name="list", path="/list.json", key=("a", "b"), ignored=ignored, is_numbered=is_numbered)
    return list(record_list.rows(records))


def test_every_list_of_the_api_is_compared() -> None:
    lists = {spec.path for spec in ENDPOINTS if spec.parameter is None} - ABOUT_OTHER_LISTS

    assert {record_list.path for record_list in API_LISTS} == lists, (
        f"{ADD} API_LISTS; what is about other records belongs to ABOUT_OTHER_LISTS in this test"
    )


def test_every_data_file_is_compared() -> None:
    assert {record_list.path for record_list in DATA_LISTS} == {spec.path(DataFormat.JSON) for spec in DATA_FILES}, (
        f"{ADD} DATA_LISTS"
    )


def test_lists_have_unique_names() -> None:
    names = [record_list.name for record_list in (*API_LISTS, *DATA_LISTS)]

    assert len(set(names)) == len(names)


def test_data_file_of_reports_is_compared_where_the_api_is_missing_only() -> None:
    left_out = {each.name for each in (*API_LISTS, *DATA_LISTS)} - {each.name for each in SITE_LISTS}

    assert left_out == {"data/reporting"}
    assert "reports" in {each.name for each in API_LISTS}


def test_record_is_identified_by_its_key() -> None:
    assert rows([{"a": "x", "b": 1, "c": True}]) == [("x-1", {"a": "x", "b": 1, "c": True})]


def test_records_of_a_numbered_list_are_counted_by_key() -> None:
    names = [name for name, _ in rows([{"a": "x"}, {"a": "y"}, {"a": "x"}], is_numbered=True)]

    assert names == ["x-None-1", "y-None-1", "x-None-2"]


def test_fields_of_a_nested_object_are_prefixed_with_its_name() -> None:
    assert rows([{"a": "x", "b": 1, "c": {"d": 1, "e": {"f": None}}}]) == [
        ("x-1", {"a": "x", "b": 1, "c.d": 1, "c.e.f": None})
    ]


@pytest.mark.parametrize("value", [1, {"c": 1, "d": {"e": 2}}], ids=["value", "object"])
def test_ignored_field_is_in_no_row(value: object) -> None:
    assert rows([{"a": "x", "b": "y", "z": value}], ignored=frozenset({"z"})) == [("x-y", {"a": "x", "b": "y"})]
