"""All that is published, derived from the checked dataset."""

from collections.abc import Iterable

from msgspec import Struct

from locdata_build.derive.countries import derive_country
from locdata_build.derive.data_files import connector_record, country_records, matrix_records, reporting_records
from locdata_build.derive.erps import derive_erps
from locdata_build.derive.filters import derive_filters, toggle_coverage
from locdata_build.derive.phases import derive_flips, derive_phases
from locdata_build.source.files import Dataset, SiteFile
from locdata_model.changes import Release, Tombstone
from locdata_model.countries import CountryDetail, FilterItem
from locdata_model.data_files import CONNECTORS_FILE, COUNTRIES_FILE, MATRIX_FILE, REPORTING_FILE
from locdata_model.erps import ErpDetail
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.toggles import ToggleCoverage
from locdata_model.vocabulary import FilterName


class Published(Struct, frozen=True, kw_only=True):
    """Every published record: those of each data file by the file's name, those of each filter by the filter's."""

    site: SiteFile
    countries: tuple[CountryDetail, ...]
    erps: tuple[ErpDetail, ...]
    erp_keys: tuple[str, ...]
    news: tuple[NewsItem, ...]
    sponsors: tuple[Sponsor, ...]
    sponsors_notice: str
    data_files: dict[str, tuple[Record, ...]]
    filters: dict[FilterName, tuple[FilterItem, ...]]
    toggle_coverage: ToggleCoverage
    phases: tuple[Phase, ...]
    flips: tuple[Flip, ...]
    releases: tuple[Release, ...]
    tombstones: tuple[Tombstone, ...]


def derive(dataset: Dataset) -> Published:
    """The published records, in published order: countries by code, ERP products by id, news with the newest first."""
    countries = tuple(derive_country(country, dataset.erps, dataset.site) for country in dataset.countries)
    return Published(
        site=dataset.site,
        countries=countries,
        erps=tuple(derive_erps(dataset.erps, countries, dataset.connectors, dataset.site)),
        erp_keys=tuple(erp.key for erp in dataset.erps),
        news=_newest_first(dataset.news),
        sponsors=tuple(sorted(dataset.sponsors, key=lambda sponsor: sponsor.id)),
        sponsors_notice=dataset.sponsors_notice,
        data_files=derive_data_files(dataset),
        filters=derive_filters(countries),
        toggle_coverage=toggle_coverage([country.toggles for country in countries]),
        phases=derive_phases(dataset.countries, dataset.site),
        flips=derive_flips(dataset.countries),
        releases=dataset.releases,
        tombstones=dataset.tombstones,
    )


def derive_data_files(dataset: Dataset) -> dict[str, tuple[Record, ...]]:
    """The records of each data file by the file's name."""
    countries, erps = dataset.countries, dataset.erps
    return {
        MATRIX_FILE.name: tuple(record for country in countries for record in matrix_records(country, erps)),
        REPORTING_FILE.name: tuple(record for country in countries for record in reporting_records(country, erps)),
        CONNECTORS_FILE.name: tuple(map(connector_record, dataset.connectors)),
        COUNTRIES_FILE.name: tuple(record for country in countries for record in country_records(country, erps)),
    }


def _newest_first(news: Iterable[NewsItem]) -> tuple[NewsItem, ...]:
    """By date, then by number; undated items last."""

    def key(item: NewsItem) -> tuple[int, int]:
        return item.date.toordinal() if item.date else 0, int(item.id.removeprefix("n"))

    return tuple(sorted(news, key=key, reverse=True))
