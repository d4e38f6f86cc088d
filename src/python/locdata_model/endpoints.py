"""The endpoints of the API: the path and the response type of each."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from locdata_model.changes import Release, Tombstone
from locdata_model.countries import Country, CountryDetail, FilterItem
from locdata_model.erps import Erp, ErpDetail
from locdata_model.facts import Fact
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.obligations import Obligation
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.reports import Report
from locdata_model.responses import (
    ChangesResponse,
    CountriesResponse,
    CountryResponse,
    Endpoint,
    Envelope,
    ErpResponse,
    ErpsResponse,
    FactsResponse,
    FilterResponse,
    FlipsResponse,
    IndexResponse,
    LocalErpsResponse,
    Meta,
    NewsResponse,
    ObligationsResponse,
    PartnerFlagsResponse,
    PartnersResponse,
    PhasesResponse,
    ReportsResponse,
    SourcesResponse,
    SponsorsResponse,
    StatusResponse,
    TombstonesResponse,
)
from locdata_model.scalars import CountryCode, ErpId
from locdata_model.sources import Source
from locdata_model.status import BuildStatus
from locdata_model.toggles import FILTERS, FilterName
from locdata_model.urls import api_path, response_schema_path


class PathParameter(StrEnum):
    """A parameter of a path. The value is the name between the braces."""

    CODE = "code"
    ID = "id"
    NAME = "name"


PARAMETER_TYPES: Mapping[PathParameter, Any] = {
    PathParameter.CODE: CountryCode,
    PathParameter.ID: ErpId,
    PathParameter.NAME: FilterName,
}
"""The type of the values of each parameter."""


class EndpointSpec(Struct, frozen=True, kw_only=True):
    """An endpoint: its path, its response, and the type of one item of ``data``."""

    operation_id: str
    path: str
    summary: str
    description: str
    response: type[Envelope[Meta, Any]]
    item: type[Record]
    parameter: PathParameter | None = None

    @property
    def schema_path(self) -> str:
        """The path of the schema of the response."""
        return response_schema_path(self.response.__name__)

    @property
    def list_name(self) -> str:
        """The name of the list in changes and tombstones: ``facts``."""
        return self.path.rpartition("/")[2].removesuffix(".json")

    def path_for(self, value: str) -> str:
        """Return the path with its parameter, if it has one, replaced by ``value``."""
        return self.path if self.parameter is None else self.path.replace(f"{{{self.parameter}}}", value)


INDEX = EndpointSpec(
    operation_id="getIndex",
    path=api_path("index"),
    summary="Endpoints",
    description="Every endpoint of the API, with the coverage of the toggles",
    response=IndexResponse,
    item=Endpoint,
)
COUNTRIES = EndpointSpec(
    operation_id="listCountries",
    path=api_path("countries"),
    summary="Countries",
    description="All countries with their toggles and counts",
    response=CountriesResponse,
    item=Country,
)
COUNTRY = EndpointSpec(
    operation_id="getCountry",
    path=api_path("countries/{code}"),
    summary="One country",
    description="One country with its facts, local ERP systems, partner flags and partners",
    response=CountryResponse,
    item=CountryDetail,
    parameter=PathParameter.CODE,
)
ERPS = EndpointSpec(
    operation_id="listErps",
    path=api_path("erps"),
    summary="ERP products",
    description="All ERP products with their counts",
    response=ErpsResponse,
    item=Erp,
)
ERP = EndpointSpec(
    operation_id="getErp",
    path=api_path("erps/{id}"),
    summary="One ERP product",
    description="One ERP product with its e-invoicing support, other facts, partner flags and providers",
    response=ErpResponse,
    item=ErpDetail,
    parameter=PathParameter.ID,
)
FACTS = EndpointSpec(
    operation_id="listFacts",
    path=api_path("facts"),
    summary="Facts",
    description="Every fact of every country",
    response=FactsResponse,
    item=Fact,
)
LOCAL_ERPS = EndpointSpec(
    operation_id="listLocalErps",
    path=api_path("local-erps"),
    summary="Local ERP systems",
    description="Local and regional ERP or accounting systems",
    response=LocalErpsResponse,
    item=LocalErp,
)
PARTNER_FLAGS = EndpointSpec(
    operation_id="listPartnerFlags",
    path=api_path("partner-flags"),
    summary="Partner flags",
    description="Where a global ERP product is localized by local partners or add-ons",
    response=PartnerFlagsResponse,
    item=PartnerFlag,
)
PARTNERS = EndpointSpec(
    operation_id="listPartners",
    path=api_path("partners"),
    summary="Partners",
    description="Localization partners, in alphabetical order by country, ERP product and name",
    response=PartnersResponse,
    item=Partner,
)
NEWS = EndpointSpec(
    operation_id="listNews",
    path=api_path("news"),
    summary="News",
    description="Vendor news that concerns localization, newest first: titles, dates and links only",
    response=NewsResponse,
    item=NewsItem,
)
SPONSORS = EndpointSpec(
    operation_id="listSponsors",
    path=api_path("sponsors"),
    summary="Sponsors",
    description="Paid placements, separate from the verified data",
    response=SponsorsResponse,
    item=Sponsor,
)
FILTER = EndpointSpec(
    operation_id="listFilteredCountries",
    path=api_path("filters/{name}"),
    summary="Filtered countries",
    description=f"The countries that match a filter on their toggles; the filters are {', '.join(FILTERS)}",
    response=FilterResponse,
    item=FilterItem,
    parameter=PathParameter.NAME,
)
PHASES = EndpointSpec(
    operation_id="listPhases",
    path=api_path("phases"),
    summary="Phases",
    description="Every dated phase of the obligations, the earliest first",
    response=PhasesResponse,
    item=Phase,
)
FLIPS = EndpointSpec(
    operation_id="listFlips",
    path=api_path("flips"),
    summary="Flip calendar",
    description="Which toggle changes on which day by which phase, the earliest first",
    response=FlipsResponse,
    item=Flip,
)
CHANGES = EndpointSpec(
    operation_id="listChanges",
    path=api_path("changes"),
    summary="Changes",
    description="What changed from release to release, record by record, the newest release first",
    response=ChangesResponse,
    item=Release,
)
TOMBSTONES = EndpointSpec(
    operation_id="listTombstones",
    path=api_path("tombstones"),
    summary="Tombstones",
    description="What was withdrawn from the contract, why, and what took its place",
    response=TombstonesResponse,
    item=Tombstone,
)
STATUS = EndpointSpec(
    operation_id="getStatus",
    path=api_path("status"),
    summary="Status of the build",
    description="What a monitor watches: the next flip, the next phase, the oldest check and the number of claims that are due; meta has "
    "the time of the build",
    response=StatusResponse,
    item=BuildStatus,
)
SOURCES = EndpointSpec(
    operation_id="listSources",
    path=api_path("sources"),
    summary="Sources",
    description="Every page or text that is cited, with its publisher and title, and the claims that cite it",
    response=SourcesResponse,
    item=Source,
)
OBLIGATIONS = EndpointSpec(
    operation_id="listObligations",
    path=api_path("obligations"),
    summary="Obligations",
    description="The obligations of every country: whether each applies, since when, whom it binds and to what",
    response=ObligationsResponse,
    item=Obligation,
)
REPORTS = EndpointSpec(
    operation_id="listReports",
    path=api_path("reports"),
    summary="Reports",
    description="Every report by country: its kind, its frequency and its deadline in words and in codes, and who supports it",
    response=ReportsResponse,
    item=Report,
)

ENDPOINTS: tuple[EndpointSpec, ...] = (
    INDEX,
    COUNTRIES,
    COUNTRY,
    ERPS,
    ERP,
    FACTS,
    LOCAL_ERPS,
    PARTNER_FLAGS,
    PARTNERS,
    NEWS,
    SPONSORS,
    FILTER,
    PHASES,
    FLIPS,
    CHANGES,
    TOMBSTONES,
    STATUS,
    SOURCES,
    OBLIGATIONS,
    REPORTS,
)
"""Every endpoint whose response is an envelope: those of the specification in its order, then additional ones."""

_BY_PATH = {spec.path: spec for spec in ENDPOINTS if spec.parameter is None}
_BY_FOLDER = {spec.path.rpartition("/")[0]: spec for spec in ENDPOINTS if spec.parameter is not None}

OPENAPI_DESCRIPTION = "OpenAPI 3.1 description of the API and of the data files"


def endpoint_for(path: str) -> EndpointSpec | None:
    """Return the endpoint of a path, such as ``/api/v1/countries/fr.json``; None if no endpoint has this path."""
    folder, _, name = path.rpartition("/")
    return _BY_PATH.get(path) or (_BY_FOLDER.get(folder) if name.removesuffix(".json") not in ("", name) else None)
