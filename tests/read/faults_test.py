"""Faults are printed one a line: file, JSON path, what would be right, code; then their number."""

import pytest

from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, SourceError, member_path

ONE = Fault("data/b.json", "$.one", Code.EMPTY, "must be one")
TWO = Fault("data/b.json", "$.two", Code.TOO_LONG, "must be two")
OTHER = Fault("data/a.json", "$", Code.FORMAT, "must be other")


def test_one_fault_is_printed_and_counted() -> None:
    assert str(SourceError([ONE])) == "data/b.json: $.one: must be one [empty]\n1 fault"


def test_faults_are_printed_by_file_and_keep_their_order_within_it() -> None:
    assert str(SourceError([TWO, ONE, OTHER])) == (
        "data/a.json: $: must be other [format]\n"
        "data/b.json: $.two: must be two [too-long]\n"
        "data/b.json: $.one: must be one [empty]\n"
        "3 faults"
    )


def test_fault_found_twice_is_printed_once() -> None:
    assert SourceError([ONE, TWO, ONE]).faults == (ONE, TWO)


@pytest.mark.parametrize(
    ("key", "path"),
    [
        pytest.param("name", "$.a.name", id="word"),
        pytest.param("e_invoicing_b2b", "$.a.e_invoicing_b2b", id="words"),
        pytest.param(0, "$.a[0]", id="place in a list"),
        pytest.param("$schema", "$.a['$schema']", id="key with a sign"),
        pytest.param("two words", "$.a['two words']", id="key with a blank"),
        pytest.param("it's", '$.a["it\'s"]', id="key with a quote"),
        pytest.param("a\nb", "$.a['a\\nb']", id="key with a line break"),
        pytest.param("", "$.a['']", id="empty key"),
    ],
)
def test_path_of_a_member_can_be_read(key: str | int, path: str) -> None:
    assert member_path("$.a", key) == path
