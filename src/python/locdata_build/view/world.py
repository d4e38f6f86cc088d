"""All that the pages are made from, and how they find it."""

import datetime as dt

from msgspec import Struct

from locdata_build.derive.published import Published
from locdata_build.source.files import CountryFile, Dataset, ErpFile, SiteFile
from locdata_model.countries import CountryDetail
from locdata_model.toggles import Toggles


class World(Struct, frozen=True, kw_only=True):
    """The checked dataset and what is published of it."""

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

    @property
    def countries(self) -> tuple[CountryFile, ...]:
        """The countries by name, as readers look for them."""
        return tuple(sorted(self.dataset.countries, key=lambda country: country.name))

    def erp(self, erp_id: str) -> ErpFile:
        """An ERP product by id."""
        return next(erp for erp in self.erps if erp.id == erp_id)

    def country(self, code: str) -> CountryFile:
        """A country by code."""
        return next(country for country in self.dataset.countries if country.code == code)

    def toggles(self, code: str) -> Toggles:
        """The toggles of a country."""
        return self.detail(code).toggles

    def detail(self, code: str) -> CountryDetail:
        """What the API publishes of a country."""
        return next(country for country in self.published.countries if country.code == code)
