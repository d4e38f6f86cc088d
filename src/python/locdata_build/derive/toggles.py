"""The toggles of a country, derived from its obligations by the rules of the model."""

import datetime as dt
from collections.abc import Sequence

from locdata_build.derive.obligations import applies, is_mandatory, is_unknown
from locdata_build.source.obligations import Obligations, SourceObligation
from locdata_model.toggles import TOGGLES, ToggleCount, ToggleCoverage, ToggleRule, Toggles


def derive_toggles(obligations: Obligations, today: dt.date) -> Toggles:
    """Return the toggles as of ``today``, the UTC date of the build."""
    return Toggles(
        **{
            name: _value(getattr(obligations, spec.obligation.value), spec.rule, today)
            for name, spec in TOGGLES.items()
        }
    )


def _value(obligation: SourceObligation, rule: ToggleRule, today: dt.date) -> bool | None:
    if is_unknown(obligation):
        return None
    return is_mandatory(obligation) if rule is ToggleRule.MANDATORY else applies(obligation, today)


def toggle_coverage(all_toggles: Sequence[Toggles]) -> ToggleCoverage:
    """Return, for each toggle, the number of countries for which it is true, false and unknown."""

    def count(toggle: str) -> ToggleCount:
        values = [getattr(toggles, toggle) for toggles in all_toggles]
        return ToggleCount(yes=values.count(True), no=values.count(False), unknown=values.count(None))

    return ToggleCoverage(**{toggle: count(toggle) for toggle in TOGGLES})
