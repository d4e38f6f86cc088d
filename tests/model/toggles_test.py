"""Toggles are true, false or null, and filters are conditions on them."""

import msgspec
import pytest

from locdata_model.toggles import FILTERS, TOGGLES, FilterName, ToggleName, Toggles
from support import specification
from support.specification import FROZEN


def toggles(others: bool | None, **values: bool | None) -> Toggles:
    """Toggles with these values; all others have the value ``others``."""
    return Toggles(**(dict.fromkeys(TOGGLES, others) | values))


def test_toggles_and_filters_are_those_of_the_specification() -> None:
    assert tuple(TOGGLES)[: len(specification.TOGGLES)] == specification.TOGGLES, FROZEN
    assert set(specification.FILTERS) <= set(FILTERS), FROZEN


@pytest.mark.parametrize(
    ("kind", "names", "later"), [(ToggleName, TOGGLES, "later_toggle"), (FilterName, FILTERS, "later-filter")]
)
def test_names_are_listed_in_the_schema_and_those_of_a_later_version_are_accepted(
    kind: type[str], names: list[str], later: str
) -> None:
    assert msgspec.json.schema(kind)["enum"] == list(names)
    assert [msgspec.convert(name, kind) for name in [*names, later]] == [*names, later]
    for wrong in ("", "No name", f"{later}/"):
        with pytest.raises(msgspec.ValidationError, match="Expected `str` matching regex"):
            msgspec.convert(wrong, kind)


@pytest.mark.parametrize(
    ("matching", "expected"),
    [
        pytest.param(toggles(False), [], id="all false"),
        pytest.param(toggles(True), [name for name in FILTERS if name != "toggles-unknown"], id="all true"),
        pytest.param(toggles(None), ["toggles-unknown"], id="all unknown"),
        pytest.param(
            toggles(False, e_invoicing_mandatory_b2b=True),
            ["e-invoicing-mandatory", "e-invoicing-mandatory-b2b"],
            id="mandatory for B2B",
        ),
        pytest.param(
            toggles(False, e_invoicing_mandatory_b2g=True, saft_required=None),
            ["e-invoicing-mandatory", "e-invoicing-mandatory-b2g", "toggles-unknown"],
            id="mandatory for B2G, another toggle is unknown",
        ),
    ],
)
def test_filter_matches_the_toggles_of_a_country(matching: Toggles, expected: list[str]) -> None:
    assert [name for name, condition in FILTERS.items() if condition(matching)] == expected, (
        "name a new filter in each case of tests/model/toggles_test.py that it matches"
    )
