"""The site context: everything that pages are made from."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from locdata_build.data.files import Dataset
from locdata_build.data.products import ErpFile
from locdata_build.data.site import SiteFile
from locdata_build.derive.claims import Claim, group_by
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.erps import ConnectorClaim
from locdata_build.derive.openapi import build_openapi
from locdata_build.derive.published import Published
from locdata_build.derive.responses import Responses, api_responses
from locdata_build.view.text import sort_key
from locdata_model.ids import claim_name
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

    @cached_property
    def erps(self) -> tuple[ErpFile, ...]:
        """The ERP products, sorted by name. The API and the data files have them by id."""
        return tuple(sorted(self.dataset.erps, key=lambda erp: sort_key(erp.name)))

    def product_place(self, claim: Claim[Any, Any]) -> int:
        """Return the place of the product that a claim is about, by which pages sort."""
        return self._product_places[claim.source.erp]

    @cached_property
    def _product_places(self) -> Mapping[str, int]:
        return {erp.id: place for place, erp in enumerate(self.erps)}

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
    def claims_by_country(self) -> Mapping[str, tuple[Claim[Any, Any], ...]]:
        """The claims on each country by its code: those of its file in their order, then those on connectors for it."""
        found: defaultdict[str, list[Claim[Any, Any]]] = defaultdict(list)
        for claim in self.published.claims:
            for code in claim.countries:
                found[code].append(claim)
        return {code: tuple(claims) for code, claims in found.items()}

    def claim(self, kind: ClaimKind, identifier: str) -> Claim[Any, Any]:
        """Return a claim by its kind and its id."""
        return self.claims_by_name[claim_name(kind, identifier)]

    @cached_property
    def claims_by_name(self) -> Mapping[str, Claim[Any, Any]]:
        """The claims by name."""
        return {claim.name: claim for claim in self.published.claims}

    def term_name(self, term_id: str) -> str:
        """Return the name of a term; its id if the glossary does not have it, as in a build of one country alone."""
        term = self.claims_by_name.get(claim_name(ClaimKind.TERM, term_id))
        return str(term.source.name) if term else term_id

    @cached_property
    def connectors_by_erp(self) -> Mapping[str, tuple[ConnectorClaim, ...]]:
        """The connectors by the id of their ERP product; a product without connectors is absent."""
        return group_by(self.published.connectors, lambda connector: connector.source.erp)

    @cached_property
    def erps_by_id(self) -> Mapping[str, ErpFile]:
        """The ERP products by id."""
        return {erp.id: erp for erp in self.erps}

    def erp(self, erp_id: str) -> ErpFile:
        """Return an ERP product by id."""
        return self.erps_by_id[erp_id]

    def country(self, code: str) -> CountryRecords:
        """Return a country by code."""
        return self._countries[code]

    def find_country(self, code: str) -> CountryRecords | None:
        """Return a country by code; None if it is no longer covered."""
        return self._countries.get(code)

    @cached_property
    def _countries(self) -> Mapping[str, CountryRecords]:
        return {country.code: country for country in self.published.records}
