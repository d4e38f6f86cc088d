"""The toggles of a country, derived from its obligations by the rules of the model."""

import datetime as dt
from collections.abc import Sequence

from locdata_build.source.records import Obligation, Obligations
from locdata_model.toggles import TOGGLES, ToggleCount, ToggleCoverage, ToggleRule, Toggles
from locdata_model.vocabulary import ObligationStatus


def is_unknown(obligation: Obligation) -> bool:
    """Tell whether the obligation is unknown, because its status is unknown or it has no clear source."""
    return obligation.status is ObligationStatus.UNKNOWN or not obligation.provenance.sources


def derive_toggles(obligations: Obligations, today: dt.date) -> Toggles:
    """Return the toggles as of ``today``, the UTC date of the build."""
    return Toggles(
        **{
            name: _value(getattr(obligations, spec.obligation.value), spec.rule, today)
            for name, spec in TOGGLES.items()
        }
    )


def _value(obligation: Obligation, rule: ToggleRule, today: dt.date) -> bool | None:
    if is_unknown(obligation):
        return None
    if obligation.status is ObligationStatus.ENACTED:
        return any(rule is ToggleRule.MANDATORY or phase.date <= today for phase in obligation.phases)
    return obligation.status is ObligationStatus.IN_FORCE


def effective_date(obligation: Obligation, mandatory: bool | None, today: dt.date) -> dt.date | None:
    """Return the date of the first phase of a mandatory obligation; None if it is not mandatory.

    Also None for an obligation in force whose first phase is in the future: its start date is not recorded.
    """
    if not mandatory or not obligation.phases:
        return None
    first = obligation.phases[0].date
    return None if obligation.status is ObligationStatus.IN_FORCE and first > today else first


def toggle_coverage(all_toggles: Sequence[Toggles]) -> ToggleCoverage:
    """Return, for each toggle, the number of countries for which it is true, false and unknown."""

    def count(toggle: str) -> ToggleCount:
        values = [getattr(toggles, toggle) for toggles in all_toggles]
        return ToggleCount(yes=values.count(True), no=values.count(False), unknown=values.count(None))

    return ToggleCoverage(**{toggle: count(toggle) for toggle in TOGGLES})
