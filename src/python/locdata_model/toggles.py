"""The toggles of a country, and their coverage over all countries."""

from typing import Annotated, Generic, TypeVar

from msgspec import Meta, field

from locdata_model.record import Record
from locdata_model.scalars import Count

T = TypeVar("T")


class PerToggle(Record, Generic[T], frozen=True, kw_only=True):
    """One value for each of the six toggles: the one place where they are named."""

    e_invoicing_mandatory_b2b: Annotated[
        T, Meta(description="Domestic B2B e-invoicing mandate in force, or enacted with a date")
    ]
    e_invoicing_b2b_in_force: Annotated[
        T, Meta(description="B2B mandate already applies at least in part (for example an obligation to receive)")
    ]
    e_invoicing_mandatory_b2g: Annotated[
        T, Meta(description="E-invoicing mandatory to or for public bodies (in force or enacted)")
    ]
    real_time_reporting: Annotated[
        T,
        Meta(
            description="Invoice-level clearance or real-time or continuous transaction reporting to the tax authority "
            "is in force"
        ),
    ]
    saft_required: Annotated[T, Meta(description="A national SAF-T file must be submitted periodically or on request")]
    audit_file_on_request: Annotated[
        T, Meta(description="A non-SAF-T standard tax-audit file must be produced on request")
    ]


class Toggles(PerToggle[bool | None], frozen=True, kw_only=True):
    """Derived answers for one country. ``null`` means unknown; a value is never guessed."""


class ToggleCount(Record, frozen=True, kw_only=True):
    """Number of countries for each value of a toggle; the three sum to the number of countries."""

    yes: Annotated[Count, Meta(description="Countries for which it is true")] = field(name="true")
    no: Annotated[Count, Meta(description="Countries for which it is false")] = field(name="false")
    unknown: Annotated[Count, Meta(description="Countries for which it is not known")] = field(name="null")


class ToggleCoverage(PerToggle[ToggleCount], frozen=True, kw_only=True):
    """For each toggle, the number of countries for which it is true, false and unknown."""
