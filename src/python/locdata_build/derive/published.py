"""Everything that is published, derived from the checked dataset."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from locdata_build.data.files import Dataset
from locdata_build.data.products import CONNECTOR, ERP, ErpFile
from locdata_build.data.site import SiteFile
from locdata_build.data.terms import TERM, SourceTerm
from locdata_build.derive.claims import Claim, ClaimIndex, counted_claims, derive_claims, derive_sources
from locdata_build.derive.countries import CountryRecords, derive_country
from locdata_build.derive.data_rows import derive_data_rows
from locdata_build.derive.due import DueClaim, due_claims
from locdata_build.derive.erps import ConnectorClaim, derive_erps
from locdata_build.derive.phases import flip_order, group_by_year, phase_order
from locdata_build.derive.records import Setting, filled
from locdata_model.changes import Release, Tombstone
from locdata_model.countries import CountryDetail, FilterItem
from locdata_model.due_dates import DueDate, due_date_order
from locdata_model.erps import ErpDetail
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.service import NewsItem, Sponsor
from locdata_model.sources import Source
from locdata_model.terms import Term
from locdata_model.toggles import FILTERS, TOGGLES, ToggleCount, ToggleCoverage, Toggles


class Published(Struct, frozen=True, kw_only=True, dict=True):
    """Every published record, each tuple in published order.

    ``records`` has everything about each country, in the order of ``countries``. ``data_files`` has the rows of each
    data file by its name, ``filters`` the countries of each filter by its name, and ``phases_by_year`` the phases of each
    year by its four digits. ``claims`` are those of the countries by code, then those on connectors, on ERP products and on
    terms, and ``due_claims`` are those that are due on the day of the build.
    """

    site: SiteFile
    records: tuple[CountryRecords, ...]
    other_claims: ClaimIndex
    countries: tuple[CountryDetail, ...]
    erps: tuple[ErpDetail, ...]
    erp_keys: tuple[str, ...]
    news: tuple[NewsItem, ...]
    sponsors: tuple[Sponsor, ...]
    sponsors_notice: str
    data_files: Mapping[str, tuple[Record, ...]]
    filters: Mapping[str, tuple[FilterItem, ...]]
    toggle_coverage: ToggleCoverage
    claims: tuple[Claim[Any, Any], ...]
    due_claims: tuple[DueClaim, ...]
    sources: tuple[Source, ...]
    phases: tuple[Phase, ...]
    phases_by_year: Mapping[str, tuple[Phase, ...]]
    flips: tuple[Flip, ...]
    due_dates: tuple[DueDate, ...]
    releases: tuple[Release, ...]
    tombstones: tuple[Tombstone, ...]

    @property
    def connectors(self) -> tuple[ConnectorClaim, ...]:
        """The connectors by product, then by provider."""
        return self.other_claims.of_kind(CONNECTOR)

    @property
    def erp_claims(self) -> tuple[Claim[ErpFile, None], ...]:
        """The ERP products of the registry."""
        return self.other_claims.of_kind(ERP)

    @property
    def terms(self) -> tuple[Claim[SourceTerm, Term], ...]:
        """The terms of the glossary by id."""
        return self.other_claims.of_kind(TERM)

    @cached_property
    def records_by_type(self) -> Mapping[type[Record], tuple[Any, ...]]:
        """The published records of the claims by their type: those of the countries by code, then all others."""
        found: dict[type[Record], list[Any]] = {}
        for index in (*(country.index for country in self.records), self.other_claims):
            for kind, records in index.records.items():
                found.setdefault(kind, []).extend(records)
        return {kind: tuple(records) for kind, records in found.items()}


def derive(dataset: Dataset) -> Published:
    """Derive every published record from the dataset."""
    return Deriver().derive(dataset)


class Deriver:
    """A repeated derivation. The records of countries that have not changed are kept, if all else that they depend on is equal."""

    def __init__(self) -> None:
        self._setting: Setting | None = None
        self._countries: Mapping[str, CountryRecords] = {}

    def derive(self, dataset: Dataset) -> Published:
        """Derive every published record from the dataset."""
        setting = Setting(site=dataset.site, erps={erp.id: erp for erp in dataset.erps})
        kept = self._countries if setting == self._setting else {}
        self._setting = setting
        self._countries = {
            country.code: kept[country.code]
            if country.code in kept and kept[country.code].source is country
            else derive_country(country, setting)
            for country in dataset.countries
        }
        return _published(dataset, setting, tuple(self._countries.values()))


def _published(dataset: Dataset, setting: Setting, records: tuple[CountryRecords, ...]) -> Published:
    countries = tuple(country.detail for country in records)
    others = [claim for file in dataset.other_files for claim in derive_claims(file, setting)]
    other_claims = ClaimIndex(others)
    claims = tuple(counted_claims((*(claim for country in records for claim in country.claims), *others)))
    connectors = other_claims.of_kind(CONNECTOR)
    phases = tuple(sorted((phase for country in records for phase in country.phases), key=phase_order))
    return filled(
        Published,
        dataset,
        records=records,
        other_claims=other_claims,
        countries=countries,
        erps=tuple(derive_erps(dataset.erps, countries, connectors, dataset.site)),
        erp_keys=tuple(erp.key for erp in dataset.erps),
        news=_newest_first(dataset.news),
        sponsors=tuple(sorted(dataset.sponsors, key=lambda sponsor: sponsor.id)),
        data_files=derive_data_rows(records, connectors, dataset.erps),
        filters={
            name: tuple(filled(FilterItem, country) for country in countries if condition(country.toggles))
            for name, condition in FILTERS.items()
        },
        toggle_coverage=toggle_coverage([country.toggles for country in countries]),
        claims=claims,
        due_claims=due_claims(claims, dataset.site.today),
        sources=derive_sources(claims),
        phases=phases,
        phases_by_year=group_by_year(phases),
        flips=tuple(sorted((flip for country in records for flip in country.flips), key=flip_order)),
        due_dates=tuple(sorted((each for country in records for each in country.due_dates), key=due_date_order)),
    )


def toggle_coverage(all_toggles: Sequence[Toggles]) -> ToggleCoverage:
    """Return, for each toggle, the number of countries for which it is true, false and unknown."""

    def count(toggle: str) -> ToggleCount:
        values = [getattr(toggles, toggle) for toggles in all_toggles]
        return ToggleCount(yes=values.count(True), no=values.count(False), unknown=values.count(None))

    return ToggleCoverage(**{toggle: count(toggle) for toggle in TOGGLES})


def _newest_first(news: Iterable[NewsItem]) -> tuple[NewsItem, ...]:
    """Sort by date, then by number; undated items come last."""

    def key(item: NewsItem) -> tuple[int, int]:
        return item.date.toordinal() if item.date else 0, item.number

    return tuple(sorted(news, key=key, reverse=True))
