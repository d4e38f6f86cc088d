"""The site context: everything that pages are made from."""

import datetime as dt
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.erps import DerivedConnector, group_by_erp
from locdata_build.derive.openapi import build_openapi
from locdata_build.derive.published import Published
from locdata_build.derive.responses import Responses, api_responses
from locdata_build.source.files import Dataset, ErpFile, SiteFile


class Download(Struct, frozen=True, kw_only=True):
    """A file for readers to download: its path, its size in bytes and its SHA-256 in hexadecimal."""

    path: str
    size: int
    sha256: str


class SiteContext(Struct, frozen=True, kw_only=True, dict=True):
    """The checked dataset and everything that is derived from it."""

    dataset: Dataset
    published: Published

    @property
    def site(self) -> SiteFile:
        """The settings of the site."""
        return self.dataset.site

    @property
    def today(self) -> dt.date:
        """The UTC day of the build."""
        return self.site.today

    @property
    def erps(self) -> tuple[ErpFile, ...]:
        """The ERP products in published order."""
        return self.dataset.erps

    @cached_property
    def countries(self) -> tuple[CountryRecords, ...]:
        """The countries, sorted by name."""
        return tuple(sorted(self.published.records, key=lambda country: country.name))

    @cached_property
    def responses(self) -> Responses:
        """Every response of the API by path."""
        return api_responses(self.published)

    @cached_property
    def openapi(self) -> Mapping[str, Any]:
        """The OpenAPI document."""
        return build_openapi(self.published, self.responses)

    @cached_property
    def connectors_by_erp(self) -> Mapping[str, tuple[DerivedConnector, ...]]:
        """The connectors by the id of their ERP product; a product without connectors is absent."""
        return group_by_erp(self.published.connectors)

    def erp(self, erp_id: str) -> ErpFile:
        """Return an ERP product by id."""
        return self._erps[erp_id]

    def country(self, code: str) -> CountryRecords:
        """Return a country by code."""
        return self._countries[code]

    def find_country(self, code: str) -> CountryRecords | None:
        """Return a country by code; None if it is no longer covered."""
        return self._countries.get(code)

    @cached_property
    def _erps(self) -> Mapping[str, ErpFile]:
        return {erp.id: erp for erp in self.erps}

    @cached_property
    def _countries(self) -> Mapping[str, CountryRecords]:
        return {country.code: country for country in self.published.records}
