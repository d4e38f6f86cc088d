"""The envelope of every API response, with ``meta`` and ``data``, and the response of each endpoint."""

from typing import Annotated, Generic, TypeVar

from msgspec import Meta as Constraint

from locdata_model.changes import Release, Tombstone
from locdata_model.countries import Country, CountryDetail, FilterItem
from locdata_model.erps import Connector, Erp, ErpDetail, LocalErp, Partner, PartnerFlag
from locdata_model.facts import Fact
from locdata_model.obligations import Obligation
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.reports import Report
from locdata_model.scalars import (
    Attribution,
    CommercialPage,
    Contact,
    Count,
    LicenceName,
    LicenceText,
    SitePath,
    SponsorsNotice,
    Text,
    UtcStamp,
    Version,
    WebUrl,
)
from locdata_model.service import BuildStatus, NewsItem, Sponsor
from locdata_model.sources import Source
from locdata_model.terms import Term
from locdata_model.toggles import ToggleCoverage


class Licence(Record, frozen=True, kw_only=True):
    """Terms of use of the API."""

    name: LicenceName
    url: LicenceText
    commercial_licence: CommercialPage
    commercial_contact: Contact
    attribution: Attribution


class Meta(Record, frozen=True, kw_only=True):
    """Metadata of a response."""

    version: Annotated[Version, Constraint(description="Semantic version of the API data")]
    generated_at: Annotated[UtcStamp, Constraint(description="Time of the build")]
    licence: Licence
    count: Annotated[Count, Constraint(description="Number of items in data; 1 for a single object")]


class IndexMeta(Meta, frozen=True, kw_only=True):
    """Metadata of the index, with links to the documentation and the coverage of the toggles."""

    docs: Annotated[WebUrl, Constraint(description="API documentation page")]
    openapi: Annotated[WebUrl, Constraint(description="OpenAPI description")]
    toggle_coverage: ToggleCoverage


class SponsorsMeta(Meta, frozen=True, kw_only=True):
    """Metadata of the sponsors response, with a notice."""

    notice: SponsorsNotice


MetaT_co = TypeVar("MetaT_co", bound=Meta, covariant=True)
DataT_co = TypeVar("DataT_co", covariant=True)


class Envelope(Record, Generic[MetaT_co, DataT_co], frozen=True, kw_only=True):
    """An API response."""

    meta: MetaT_co
    data: Annotated[DataT_co, Constraint(description="The whole list, or the one object")]


class Endpoint(Record, frozen=True, kw_only=True):
    """An endpoint, as listed in the index."""

    path: Annotated[SitePath, Constraint(description="Path relative to the base URL; a name in braces is a parameter")]
    description: Annotated[Text, Constraint(description="What the endpoint returns")]
    count: Annotated[
        Count | None,
        Constraint(description="Number of items or, for a path with a parameter, of responses; null: not applicable"),
    ]


class IndexResponse(Envelope[IndexMeta, tuple[Endpoint, ...]], frozen=True, kw_only=True):
    """Response of the index."""


class CountriesResponse(Envelope[Meta, tuple[Country, ...]], frozen=True, kw_only=True):
    """Response with all countries."""


class CountryResponse(Envelope[Meta, CountryDetail], frozen=True, kw_only=True):
    """Response with one country."""


class ErpsResponse(Envelope[Meta, tuple[Erp, ...]], frozen=True, kw_only=True):
    """Response with all ERP products."""


class ErpResponse(Envelope[Meta, ErpDetail], frozen=True, kw_only=True):
    """Response with one ERP product."""


class FactsResponse(Envelope[Meta, tuple[Fact, ...]], frozen=True, kw_only=True):
    """Response with all facts."""


class LocalErpsResponse(Envelope[Meta, tuple[LocalErp, ...]], frozen=True, kw_only=True):
    """Response with all local ERP systems."""


class PartnerFlagsResponse(Envelope[Meta, tuple[PartnerFlag, ...]], frozen=True, kw_only=True):
    """Response with all partner flags."""


class PartnersResponse(Envelope[Meta, tuple[Partner, ...]], frozen=True, kw_only=True):
    """Response with all partners."""


class NewsResponse(Envelope[Meta, tuple[NewsItem, ...]], frozen=True, kw_only=True):
    """Response with all news items."""


class SponsorsResponse(Envelope[SponsorsMeta, tuple[Sponsor, ...]], frozen=True, kw_only=True):
    """Response with all paid placements."""


class FilterResponse(Envelope[Meta, tuple[FilterItem, ...]], frozen=True, kw_only=True):
    """Response with the countries that match a filter."""


class PhasesResponse(Envelope[Meta, tuple[Phase, ...]], frozen=True, kw_only=True):
    """Response with all phases, or those of a year."""


class FlipsResponse(Envelope[Meta, tuple[Flip, ...]], frozen=True, kw_only=True):
    """Response with all flips."""


class ChangesResponse(Envelope[Meta, tuple[Release, ...]], frozen=True, kw_only=True):
    """Response with the changes of all releases."""


class TombstonesResponse(Envelope[Meta, tuple[Tombstone, ...]], frozen=True, kw_only=True):
    """Response with all tombstones."""


class StatusResponse(Envelope[Meta, BuildStatus], frozen=True, kw_only=True):
    """Response with the status of the build."""


class ObligationsResponse(Envelope[Meta, tuple[Obligation, ...]], frozen=True, kw_only=True):
    """Response with the obligations of all countries, or of one."""


class ReportsResponse(Envelope[Meta, tuple[Report, ...]], frozen=True, kw_only=True):
    """Response with the reports of all countries, or of one."""


class ConnectorsResponse(Envelope[Meta, tuple[Connector, ...]], frozen=True, kw_only=True):
    """Response with all connectors."""


class SourcesResponse(Envelope[Meta, tuple[Source, ...]], frozen=True, kw_only=True):
    """Response with all sources."""


class TermsResponse(Envelope[Meta, tuple[Term, ...]], frozen=True, kw_only=True):
    """Response with all terms of the glossary."""
