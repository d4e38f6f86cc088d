"""Which countries a filter holds, and how many countries each toggle covers."""

from collections.abc import Sequence

from locdata_build.derive.items import shown_as
from locdata_model.countries import CountryDetail, FilterItem
from locdata_model.toggles import ToggleCount, ToggleCoverage, Toggles
from locdata_model.vocabulary import FilterName

TOGGLE_NAMES = Toggles.__struct_fields__


def matches(name: FilterName, toggles: Toggles) -> bool:
    """Whether a country with these toggles belongs to the filter."""
    match name:
        case FilterName.E_INVOICING_MANDATORY:
            return True in (toggles.e_invoicing_mandatory_b2b, toggles.e_invoicing_mandatory_b2g)
        case FilterName.TOGGLES_UNKNOWN:
            return any(getattr(toggles, toggle) is None for toggle in TOGGLE_NAMES)
        case _:
            return getattr(toggles, name.value.replace("-", "_")) is True


def derive_filters(countries: Sequence[CountryDetail]) -> dict[FilterName, tuple[FilterItem, ...]]:
    """The countries of each filter, in the order given."""
    return {
        name: tuple(shown_as(FilterItem, country) for country in countries if matches(name, country.toggles))
        for name in FilterName
    }


def toggle_coverage(all_toggles: Sequence[Toggles]) -> ToggleCoverage:
    """For each toggle, the number of countries for which it is true, false and unknown."""

    def count(toggle: str) -> ToggleCount:
        values = [getattr(toggles, toggle) for toggles in all_toggles]
        return ToggleCount(yes=values.count(True), no=values.count(False), unknown=values.count(None))

    return ToggleCoverage(**{toggle: count(toggle) for toggle in TOGGLE_NAMES})
