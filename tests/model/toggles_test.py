"""The six toggles: what they are called, and that unknown is not no."""

import ast
import inspect

import msgspec
import pytest

from locdata_model import toggles
from locdata_model.toggles import PerToggle, ToggleCount, ToggleCoverage, Toggles

NAMES = (
    "e_invoicing_mandatory_b2b",
    "e_invoicing_b2b_in_force",
    "e_invoicing_mandatory_b2g",
    "real_time_reporting",
    "saft_required",
    "audit_file_on_request",
)


def encoded(answer: bool | None) -> str:
    """Toggles that all have one answer, as JSON."""
    return msgspec.json.encode(Toggles(**dict.fromkeys(NAMES, answer))).decode()


def test_toggles_are_those_of_the_specification_in_its_order() -> None:
    assert PerToggle.__struct_fields__ == NAMES
    assert Toggles.__struct_encode_fields__ == NAMES
    assert ToggleCoverage.__struct_encode_fields__ == NAMES


def test_toggles_are_named_in_one_place() -> None:
    tree = ast.parse(inspect.getsource(toggles))
    owners = {
        node.name: [field.target.id for field in node.body if isinstance(field, ast.AnnAssign)]  # type: ignore[union-attr]  # names
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }

    assert {name: fields for name, fields in owners.items() if set(fields) & set(NAMES)} == {"PerToggle": [*NAMES]}


@pytest.mark.parametrize(("answer", "word"), [(True, "true"), (False, "false"), (None, "null")], ids=str)
def test_answer_is_published_as_it_is(answer: bool | None, word: str) -> None:
    assert encoded(answer) == "{" + ",".join(f'"{name}":{word}' for name in NAMES) + "}"
    assert msgspec.json.decode(encoded(answer), type=Toggles) == Toggles(**dict.fromkeys(NAMES, answer))


def test_unknown_is_not_no() -> None:
    unknown, no = (msgspec.json.decode(encoded(answer), type=Toggles) for answer in (None, False))

    assert unknown != no
    assert {getattr(unknown, name) for name in NAMES} == {None}
    assert {getattr(no, name) for name in NAMES} == {False}


@pytest.mark.parametrize("value", ['"true"', "1", "0", '""', "[]", "{}"])
def test_a_toggle_is_a_boolean_or_null(value: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"Expected `bool \| null`"):
        msgspec.json.decode(encoded(None).replace("null", value, 1), type=Toggles)


def test_an_unknown_toggle_is_said_and_not_left_out() -> None:
    with pytest.raises(msgspec.ValidationError, match="Object missing required field `saft_required`"):
        msgspec.json.decode(encoded(None).replace('"saft_required":null,', ""), type=Toggles)


def test_coverage_counts_each_answer_by_its_json_word() -> None:
    count = ToggleCount(yes=1, no=2, unknown=3)

    assert msgspec.json.encode(count) == b'{"true":1,"false":2,"null":3}'
    assert msgspec.to_builtins(ToggleCoverage(**dict.fromkeys(NAMES, count))) == {
        name: {"true": 1, "false": 2, "null": 3} for name in NAMES
    }
