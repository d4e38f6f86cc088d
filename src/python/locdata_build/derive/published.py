"""Everything that is published, derived from the checked dataset."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from locdata_build.derive.claims import DerivedClaim, derive_claims
from locdata_build.derive.countries import CountryRecords, derive_country
from locdata_build.derive.due import DueClaim, due_claims
from locdata_build.derive.erps import DerivedConnector, derive_connector, derive_erps
from locdata_build.derive.phases import flip_order, group_by_year, phase_order
from locdata_build.derive.provenance import bibliography_of
from locdata_build.derive.sources import derive_sources
from locdata_build.derive.terms import DerivedTerm, derive_terms
from locdata_build.source.files import Dataset, SiteFile
from locdata_model.changes import Release, Tombstone
from locdata_model.countries import CountryDetail, FilterItem
from locdata_model.data_files import CONNECTORS_FILE, COUNTRIES_FILE, MATRIX_FILE, REPORTING_FILE
from locdata_model.erps import ErpDetail
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.sources import Source
from locdata_model.toggles import FILTERS, TOGGLES, ToggleCount, ToggleCoverage, Toggles

RecordT = TypeVar("RecordT", bound=Record)


class Published(Struct, frozen=True, kw_only=True):
    """Every published record, each tuple in published order.

    ``records`` has everything about each country, in the order of ``countries``. ``data_files`` has the rows of each
    data file by its name, ``filters`` the countries of each filter by its name, and ``phases_by_year`` the phases of each
    year by its four digits. ``claims`` are in the order of ``derive_claims``, and ``due_claims`` are those that are due on
    the day of the build.
    """

    site: SiteFile
    records: tuple[CountryRecords, ...]
    countries: tuple[CountryDetail, ...]
    erps: tuple[ErpDetail, ...]
    erp_keys: tuple[str, ...]
    connectors: tuple[DerivedConnector, ...]
    news: tuple[NewsItem, ...]
    sponsors: tuple[Sponsor, ...]
    sponsors_notice: str
    data_files: Mapping[str, tuple[Record, ...]]
    filters: Mapping[str, tuple[FilterItem, ...]]
    toggle_coverage: ToggleCoverage
    claims: tuple[DerivedClaim, ...]
    due_claims: tuple[DueClaim, ...]
    sources: tuple[Source, ...]
    terms: tuple[DerivedTerm, ...]
    phases: tuple[Phase, ...]
    phases_by_year: Mapping[str, tuple[Phase, ...]]
    flips: tuple[Flip, ...]
    releases: tuple[Release, ...]
    tombstones: tuple[Tombstone, ...]


def derive(dataset: Dataset) -> Published:
    """Derive every published record from the dataset."""
    records = tuple(derive_country(country, dataset.erps, dataset.site) for country in dataset.countries)
    countries = tuple(country.detail for country in records)
    claims = tuple(derive_claims(dataset))
    connectors = tuple(_derive_connectors(dataset))
    in_countries_file = {None, *(erp.id for erp in dataset.erps if erp.in_countries_file)}
    phases = tuple(sorted((phase for country in records for phase in country.phases), key=phase_order))
    return Published(
        site=dataset.site,
        records=records,
        countries=countries,
        erps=tuple(derive_erps(dataset.erps, countries, connectors, dataset.site)),
        erp_keys=tuple(erp.key for erp in dataset.erps),
        connectors=connectors,
        news=_newest_first(dataset.news),
        sponsors=tuple(sorted(dataset.sponsors, key=lambda sponsor: sponsor.id)),
        sponsors_notice=dataset.sponsors_notice,
        data_files={
            MATRIX_FILE.name: tuple(entry.row for country in records for entry in country.support),
            REPORTING_FILE.name: tuple(report.row for country in records for report in country.reports),
            CONNECTORS_FILE.name: tuple(connector.row for connector in connectors),
            COUNTRIES_FILE.name: tuple(
                entry.row
                for country in records
                for entry in (*country.topics, *country.localizations)
                if entry.fact.erp in in_countries_file
            ),
        },
        filters={
            name: tuple(list_item(FilterItem, country) for country in countries if condition(country.toggles))
            for name, condition in FILTERS.items()
        },
        toggle_coverage=toggle_coverage([country.toggles for country in countries]),
        claims=claims,
        due_claims=due_claims(claims, dataset.site.today),
        sources=derive_sources(claims),
        terms=tuple(derive_terms(dataset.glossary, bibliography_of(dataset.glossary, dataset.erps), dataset.site)),
        phases=phases,
        phases_by_year=group_by_year(phases),
        flips=tuple(sorted((flip for country in records for flip in country.flips), key=flip_order)),
        releases=dataset.releases,
        tombstones=dataset.tombstones,
    )


def _derive_connectors(dataset: Dataset) -> Iterator[DerivedConnector]:
    """Yield the connectors by product, then by provider."""
    bibliography = bibliography_of(dataset.connectors, dataset.erps)
    for connector in sorted(dataset.connectors.connectors, key=lambda each: (each.erp, each.provider.casefold())):
        yield derive_connector(connector, bibliography, dataset.site)


def list_item(kind: type[RecordT], detail: Record) -> RecordT:
    """Return a record of type ``kind`` with the values of the fields of ``detail``, which has all of its fields."""
    return kind(**{name: getattr(detail, name) for name in kind.__struct_fields__})


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
