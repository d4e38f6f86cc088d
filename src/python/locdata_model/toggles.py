"""The toggles of a country, their coverage over all countries, and the filters on them.

A toggle is defined once, as a field of ``PerToggle`` with its meaning, label and rule. Schemas, filters and pages follow
from it.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Generic, TypeVar, get_type_hints

from msgspec import Meta, Struct, field
from msgspec.structs import astuple

from locdata_model.record import Record
from locdata_model.scalars import Count
from locdata_model.vocabulary import ObligationKind

T = TypeVar("T")


class ToggleRule(StrEnum):
    """When an obligation makes its toggle true. An obligation without a clear source always makes it null.

    ``mandatory``: in force, or enacted with a dated phase. ``applies``: in force, or enacted with a phase that has
    started by the day of the build.
    """

    MANDATORY = "mandatory"
    APPLIES = "applies"


class ToggleSpec(Struct, frozen=True, kw_only=True):
    """Label, meaning and derivation of a toggle. ``has_filter``: there is a filter of the countries for which it is true."""

    meaning: str
    label: str
    obligation: ObligationKind
    rule: ToggleRule
    has_filter: bool


def _toggle(meaning: str, *, label: str, obligation: ObligationKind, rule: ToggleRule, has_filter: bool = True) -> Meta:
    """Return the metadata of a toggle's field. ``meaning`` is the statement that is true with it."""
    spec = ToggleSpec(meaning=meaning, label=label, obligation=obligation, rule=rule, has_filter=has_filter)
    return Meta(description=meaning, extra={"toggle": spec})


class PerToggle(Record, Generic[T], frozen=True, kw_only=True):
    """One value for each toggle."""

    e_invoicing_mandatory_b2b: Annotated[
        T,
        _toggle(
            "Domestic B2B e-invoicing mandate in force, or enacted with a date",
            label="B2B mandatory",
            obligation=ObligationKind.E_INVOICING_B2B,
            rule=ToggleRule.MANDATORY,
        ),
    ]
    e_invoicing_b2b_in_force: Annotated[
        T,
        _toggle(
            "B2B mandate already applies at least in part (for example an obligation to receive)",
            label="B2B in force",
            obligation=ObligationKind.E_INVOICING_B2B,
            rule=ToggleRule.APPLIES,
        ),
    ]
    e_invoicing_mandatory_b2g: Annotated[
        T,
        _toggle(
            "E-invoicing mandatory to or for public bodies (in force or enacted)",
            label="B2G mandatory",
            obligation=ObligationKind.E_INVOICING_B2G,
            rule=ToggleRule.MANDATORY,
        ),
    ]
    real_time_reporting: Annotated[
        T,
        _toggle(
            "Invoice-level clearance or real-time or continuous transaction reporting to the tax authority is in force",
            label="Real-time reporting",
            obligation=ObligationKind.REAL_TIME_REPORTING,
            rule=ToggleRule.APPLIES,
        ),
    ]
    saft_required: Annotated[
        T,
        _toggle(
            "A national SAF-T file must be submitted periodically or on request",
            label="SAF-T required",
            obligation=ObligationKind.SAFT,
            rule=ToggleRule.APPLIES,
        ),
    ]
    audit_file_on_request: Annotated[
        T,
        _toggle(
            "A non-SAF-T standard tax-audit file must be produced on request",
            label="Audit file on request",
            obligation=ObligationKind.AUDIT_FILE,
            rule=ToggleRule.APPLIES,
            has_filter=False,
        ),
    ]


TOGGLES: Mapping[str, ToggleSpec] = {
    name: hint.__metadata__[0].extra["toggle"] for name, hint in get_type_hints(PerToggle, include_extras=True).items()
}
"""Every toggle by name, in the order of the specification."""

ToggleName = Annotated[
    str,
    Meta(
        # A later version may have other toggles.
        pattern="^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
        description="Name of a toggle",
        extra_json_schema={"enum": list(TOGGLES)},
    ),
]


class Toggles(PerToggle[bool | None], frozen=True, kw_only=True):
    """Derived yes/no/unknown values for one country. ``null`` means unknown; a value is never guessed."""


class ToggleCount(Record, frozen=True, kw_only=True):
    """The number of countries for each value of a toggle; the three add up to the number of countries."""

    yes: Annotated[Count, Meta(description="Number of countries for which it is true")] = field(name="true")
    no: Annotated[Count, Meta(description="Number of countries for which it is false")] = field(name="false")
    unknown: Annotated[Count, Meta(description="Number of countries for which it is unknown")] = field(name="null")


class ToggleCoverage(PerToggle[ToggleCount], frozen=True, kw_only=True):
    """For each toggle, the number of countries for which it is true, false and unknown."""


def _is_true(toggle: str) -> Callable[[Toggles], bool]:
    return lambda toggles: getattr(toggles, toggle) is True


FILTERS: Mapping[str, Callable[[Toggles], bool]] = {
    "e-invoicing-mandatory": lambda toggles: (
        True in (toggles.e_invoicing_mandatory_b2b, toggles.e_invoicing_mandatory_b2g)
    ),
    **{name.replace("_", "-"): _is_true(name) for name, spec in TOGGLES.items() if spec.has_filter},
    "toggles-unknown": lambda toggles: None in astuple(toggles),
}
"""The condition of every filter by its name. Each filter is published as ``/api/v1/filters/<name>.json``."""

FilterName = Annotated[
    str,
    Meta(
        # A later version may have other filters.
        pattern="^[a-z0-9]+(-[a-z0-9]+)*$",
        description="Name of a filter: a list of the countries that match a condition on their toggles",
        extra_json_schema={"enum": list(FILTERS)},
    ),
]
