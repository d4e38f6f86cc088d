"""All that the pages are made from, and how they find it."""

import datetime as dt
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from locdata_build.derive.published import Published
from locdata_build.source.files import CountryFile, Dataset, ErpFile, SiteFile
from locdata_model.countries import CountryDetail
from locdata_model.toggles import Toggles


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

    @cached_property
    def _erps(self) -> Mapping[str, ErpFile]:
        return {erp.id: erp for erp in self.erps}

    @cached_property
    def _countries(self) -> Mapping[str, CountryFile]:
        return {country.code: country for country in self.dataset.countries}

    @cached_property
    def _details(self) -> Mapping[str, CountryDetail]:
        return {country.code: country for country in self.published.countries}
