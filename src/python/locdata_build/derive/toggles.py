"""The toggles of a country, derived from its obligations by the table of the design; never typed in by hand."""

import datetime as dt
from collections.abc import Callable, Mapping

from locdata_build.source.records import Obligation, Obligations
from locdata_model.toggles import Toggles
from locdata_model.vocabulary import Evidence, ObligationKind, ObligationStatus, Verification

Rule = Callable[[Obligation, dt.date], bool]


def _is_mandatory(obligation: Obligation, today: dt.date) -> bool:
    """In force, or enacted with a date, whenever that is."""
    enacted = obligation.status is ObligationStatus.ENACTED and bool(obligation.phases)
    return obligation.status is ObligationStatus.IN_FORCE or enacted


def _applies(obligation: Obligation, today: dt.date) -> bool:
    """In force, or enacted with a date that has come."""
    enacted = obligation.status is ObligationStatus.ENACTED and any(phase.date <= today for phase in obligation.phases)
    return obligation.status is ObligationStatus.IN_FORCE or enacted


def is_unknown(obligation: Obligation) -> bool:
    """Whether nothing may be derived from the obligation: no clear source, or none at all."""
    provenance = obligation.provenance
    return (
        obligation.status is ObligationStatus.UNKNOWN
        or provenance.evidence is Evidence.UNVERIFIED
        or provenance.verification is Verification.UNVERIFIED
    )


TOGGLE_RULES: Mapping[str, tuple[ObligationKind, Rule]] = {
    "e_invoicing_mandatory_b2b": (ObligationKind.E_INVOICING_B2B, _is_mandatory),
    "e_invoicing_b2b_in_force": (ObligationKind.E_INVOICING_B2B, _applies),
    "e_invoicing_mandatory_b2g": (ObligationKind.E_INVOICING_B2G, _is_mandatory),
    "real_time_reporting": (ObligationKind.REAL_TIME_REPORTING, _applies),
    "saft_required": (ObligationKind.SAFT, _applies),
    "audit_file_on_request": (ObligationKind.AUDIT_FILE, _applies),
}
"""For each toggle the obligation that it rests on, and what must hold of it."""


def derive_toggles(obligations: Obligations, today: dt.date) -> Toggles:
    """The toggles as of ``today``, the UTC day of the build."""

    def answer(obligation: Obligation, rule: Rule) -> bool | None:
        return None if is_unknown(obligation) else rule(obligation, today)

    return Toggles(**{name: answer(getattr(obligations, kind), rule) for name, (kind, rule) in TOGGLE_RULES.items()})


def effective_date(obligation: Obligation, mandatory: bool | None, today: dt.date) -> dt.date | None:
    """The first dated step of a mandatory obligation; None where it is not mandatory or its start is not recorded.

    An obligation in force whose first recorded step lies ahead began on a day that is not recorded.
    """
    if not mandatory or not obligation.phases:
        return None
    first = obligation.phases[0].date
    return None if obligation.status is ObligationStatus.IN_FORCE and first > today else first
