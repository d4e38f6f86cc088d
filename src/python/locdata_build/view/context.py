"""The site context: everything that pages are made from."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from locdata_build.derive.claims import DerivedClaim
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.erps import DerivedConnector, group_by_erp
from locdata_build.derive.obligations import DerivedObligation
from locdata_build.derive.openapi import build_openapi
from locdata_build.derive.published import Published
from locdata_build.derive.reports import DerivedReport
from locdata_build.derive.responses import Responses, api_responses
from locdata_build.source.files import Dataset, ErpFile, SiteFile
from locdata_build.source.records import SourceConnector
from locdata_model.facts import Fact
from locdata_model.ids import claim_name, obligation_id
from locdata_model.json_schema import SchemaForm
from locdata_model.vocabulary import ClaimKind


class Download(Struct, frozen=True, kw_only=True):
    """A file for readers to download: its path, its size in bytes and its SHA-256 in hexadecimal."""

    path: str
    size: int
    sha256: str


class TableSummary(Struct, frozen=True, kw_only=True):
    """A table of a database: its name, what a row is, and the number of rows."""

    name: str
    content: str
    row_count: int


class DatabaseDownload(Download, frozen=True, kw_only=True):
    """A database for readers to download, with its tables."""

    tables: tuple[TableSummary, ...]


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
    def openapi(self) -> Mapping[SchemaForm, Mapping[str, Any]]:
        """The OpenAPI document in each of its forms."""
        return build_openapi(self.published, self.responses)

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        """The facts of all countries by id."""
        return {fact.id: fact for country in self.published.countries for fact in country.facts}

    @cached_property
    def obligations(self) -> Mapping[str, DerivedObligation]:
        """The obligations of all countries by id."""
        return {
            obligation_id(country.code, obligation.kind): obligation
            for country in self.published.records
            for obligation in country.obligations
        }

    @cached_property
    def reports(self) -> Mapping[str, DerivedReport]:
        """The reports of all countries by anchor."""
        return {report.anchor: report for country in self.published.records for report in country.reports}

    @cached_property
    def claims_by_country(self) -> Mapping[str, tuple[DerivedClaim, ...]]:
        """The claims on each country by its code: those of its file in their order, then those on connectors for it."""
        found: defaultdict[str, list[DerivedClaim]] = defaultdict(list)
        for claim in self.published.claims:
            for code in _countries_of(claim):
                found[code].append(claim)
        return {code: tuple(claims) for code, claims in found.items()}

    def claim(self, kind: ClaimKind, identifier: str) -> DerivedClaim:
        """Return a claim by its kind and its id."""
        return self._claims[claim_name(kind, identifier)]

    @cached_property
    def _claims(self) -> Mapping[str, DerivedClaim]:
        return {claim.name: claim for claim in self.published.claims}

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


def _countries_of(claim: DerivedClaim) -> Sequence[str]:
    """Return the codes of the countries that a claim is about; none for a claim on an ERP product as such."""
    match claim.located.claim:
        case SourceConnector(countries_in_scope=codes):
            return codes
        case _:
            return (claim.country,) if claim.country else ()
