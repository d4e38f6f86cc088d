"""All that the pages are made from, and how they find it."""

import datetime as dt
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from locdata_build.derive.published import Published
from locdata_build.source.by_product import NoteT, by_product
from locdata_build.source.files import CountryFile, Dataset, ErpFile, SiteFile
from locdata_build.source.records import Report, ReportSupport
from locdata_build.view.places import numbered_reports
from locdata_model.countries import CountryDetail
from locdata_model.toggles import Toggles


class SupportedReport(Struct, frozen=True):
    """A report, its anchor, and what is said of one product's support of it."""

    anchor: str
    report: Report
    cell: ReportSupport

    @property
    def erp(self) -> str:
        """The id of the product."""
        return self.cell.erp


class World(Struct, frozen=True, kw_only=True, dict=True):
    """The checked dataset and what is published of it; what is looked up again and again is put in order once."""

    dataset: Dataset
    published: Published

    @property
    def site(self) -> SiteFile:
        """What the site says about itself."""
        return self.dataset.site

    @property
    def today(self) -> dt.date:
        """The UTC day of the build: the day for which every answer is given."""
        return self.site.generated_at.date()

    @property
    def erps(self) -> tuple[ErpFile, ...]:
        """The ERP products in published order."""
        return self.dataset.erps

    @cached_property
    def countries(self) -> tuple[CountryFile, ...]:
        """The countries by name, as readers look for them."""
        return tuple(sorted(self.dataset.countries, key=lambda country: country.name))

    def erp(self, erp_id: str) -> ErpFile:
        """An ERP product by id."""
        return self._erps[erp_id]

    def country(self, code: str) -> CountryFile:
        """A country by code."""
        return self._countries[code]

    def toggles(self, code: str) -> Toggles:
        """The toggles of a country."""
        return self.detail(code).toggles

    def detail(self, code: str) -> CountryDetail:
        """What the API publishes of a country."""
        return self._details[code]

    def of_product(self, notes: tuple[NoteT, ...], erp: ErpFile) -> tuple[NoteT, ...]:
        """Those of ``notes``, a list of the dataset, that are about a product."""
        found = self._by_product.get(id(notes))
        if found is None:
            found = self._by_product[id(notes)] = by_product(notes)
        of_product: tuple[NoteT, ...] = found.get(erp.id, ())
        return of_product

    def reports_of(self, country: CountryFile, erp: ErpFile) -> tuple[SupportedReport, ...]:
        """The reports of a country that a product is said to make, or not to make."""
        found = self._reports.get(country.code)
        if found is None:
            found = self._reports[country.code] = by_product(_supported_reports(country))
        return found.get(erp.id, ())

    @cached_property
    def _by_product(self) -> dict[int, Mapping[str, tuple[Any, ...]]]:
        return {}

    @cached_property
    def _reports(self) -> dict[str, Mapping[str, tuple[SupportedReport, ...]]]:
        return {}

    @cached_property
    def _erps(self) -> Mapping[str, ErpFile]:
        return {erp.id: erp for erp in self.erps}

    @cached_property
    def _countries(self) -> Mapping[str, CountryFile]:
        return {country.code: country for country in self.dataset.countries}

    @cached_property
    def _details(self) -> Mapping[str, CountryDetail]:
        return {country.code: country for country in self.published.countries}


def _supported_reports(country: CountryFile) -> Iterator[SupportedReport]:
    for anchor, report in numbered_reports(country):
        yield from (SupportedReport(anchor, report, cell) for cell in report.erp_support)
