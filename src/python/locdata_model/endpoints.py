"""The API's endpoints: one typed response for each, and the table that everything else derives from.

The table is the part "Endpoints / API" of the specification, row for row.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta as Constraint
from msgspec import Struct

from locdata_model.changes import Release, Tombstone
from locdata_model.countries import Country, CountryDetail, FilterItem
from locdata_model.envelope import Envelope, IndexMeta, Meta, SponsorsMeta
from locdata_model.erps import Erp, ErpDetail
from locdata_model.facts import Fact
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.scalars import Count, CountryCode, ErpId, SitePath, Text
from locdata_model.vocabulary import FilterName

API_MEDIA_TYPE = "application/json"
OPENAPI_PATH = "/api/openapi.json"
TYPESCRIPT_PATH = "/api/locdata.d.ts"

CHECKSUMS_PATH = "/SHA256SUMS"
"""The SHA-256 of every other file of the site, in the form of ``sha256sum``."""


class Endpoint(Record, frozen=True, kw_only=True):
    """An endpoint, as the index lists it."""

    path: Annotated[SitePath, Constraint(description="Path below the base URL; what braces enclose is a parameter")]
    description: Annotated[Text, Constraint(description="What the endpoint answers with")]
    count: Annotated[
        Count | None,
        Constraint(description="Number of items or, for a path with a parameter, of responses; null: neither applies"),
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
    """Response with every fact."""


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
    """Response with every dated phase."""


class FlipsResponse(Envelope[Meta, tuple[Flip, ...]], frozen=True, kw_only=True):
    """Response with every toggle that changes on a day."""


class ChangesResponse(Envelope[Meta, tuple[Release, ...]], frozen=True, kw_only=True):
    """Response with what changed in every release."""


class TombstonesResponse(Envelope[Meta, tuple[Tombstone, ...]], frozen=True, kw_only=True):
    """Response with all that went away for good."""


class PathParameter(StrEnum):
    """The parameters that a path may hold; the value is the name between braces."""

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
    """What is promised of an endpoint: its path, its response and the type of one item of ``data``."""

    operation_id: str
    path: str
    summary: str
    description: str
    response: type[Envelope[Meta, Any]]
    item: type[Record]
    parameter: PathParameter | None = None

    def path_for(self, value: str) -> str:
        """The path with the parameter replaced by ``value``; the path itself where there is no parameter."""
        return self.path if self.parameter is None else self.path.replace(f"{{{self.parameter}}}", value)


INDEX = EndpointSpec(
    operation_id="getIndex",
    path="/api/v1/index.json",
    summary="Endpoints",
    description="Every endpoint of the API, with the coverage of the toggles",
    response=IndexResponse,
    item=Endpoint,
)
COUNTRIES = EndpointSpec(
    operation_id="listCountries",
    path="/api/v1/countries.json",
    summary="Countries",
    description="All countries with their toggles and counts",
    response=CountriesResponse,
    item=Country,
)
COUNTRY = EndpointSpec(
    operation_id="getCountry",
    path="/api/v1/countries/{code}.json",
    summary="One country",
    description="One country with its facts, local ERP systems, partner flags and partners",
    response=CountryResponse,
    item=CountryDetail,
    parameter=PathParameter.CODE,
)
ERPS = EndpointSpec(
    operation_id="listErps",
    path="/api/v1/erps.json",
    summary="ERP products",
    description="All ERP products with their counts",
    response=ErpsResponse,
    item=Erp,
)
ERP = EndpointSpec(
    operation_id="getErp",
    path="/api/v1/erps/{id}.json",
    summary="One ERP product",
    description="One ERP product with its e-invoicing support, other facts, partner flags and providers",
    response=ErpResponse,
    item=ErpDetail,
    parameter=PathParameter.ID,
)
FACTS = EndpointSpec(
    operation_id="listFacts",
    path="/api/v1/facts.json",
    summary="Facts",
    description="Every fact of every country",
    response=FactsResponse,
    item=Fact,
)
LOCAL_ERPS = EndpointSpec(
    operation_id="listLocalErps",
    path="/api/v1/local-erps.json",
    summary="Local ERP systems",
    description="Local and regional ERP or accounting systems",
    response=LocalErpsResponse,
    item=LocalErp,
)
PARTNER_FLAGS = EndpointSpec(
    operation_id="listPartnerFlags",
    path="/api/v1/partner-flags.json",
    summary="Partner flags",
    description="Where a global ERP product is localized by local partners or add-ons",
    response=PartnerFlagsResponse,
    item=PartnerFlag,
)
PARTNERS = EndpointSpec(
    operation_id="listPartners",
    path="/api/v1/partners.json",
    summary="Partners",
    description="Localization partners, in alphabetical order by country, ERP product and name",
    response=PartnersResponse,
    item=Partner,
)
NEWS = EndpointSpec(
    operation_id="listNews",
    path="/api/v1/news.json",
    summary="News",
    description="Vendor news that concerns localization, newest first: titles, dates and links only",
    response=NewsResponse,
    item=NewsItem,
)
SPONSORS = EndpointSpec(
    operation_id="listSponsors",
    path="/api/v1/sponsors.json",
    summary="Sponsors",
    description="Paid placements, separate from the verified data",
    response=SponsorsResponse,
    item=Sponsor,
)
FILTER = EndpointSpec(
    operation_id="listFilteredCountries",
    path="/api/v1/filters/{name}.json",
    summary="Filtered countries",
    description=f"The countries that match a filter on their toggles; the filters are {', '.join(FilterName)}",
    response=FilterResponse,
    item=FilterItem,
    parameter=PathParameter.NAME,
)
PHASES = EndpointSpec(
    operation_id="listPhases",
    path="/api/v1/phases.json",
    summary="Phases",
    description="Every dated phase of the obligations, the earliest first",
    response=PhasesResponse,
    item=Phase,
)
FLIPS = EndpointSpec(
    operation_id="listFlips",
    path="/api/v1/flips.json",
    summary="Flip calendar",
    description="Which toggle changes on which day by which phase, the earliest first",
    response=FlipsResponse,
    item=Flip,
)
CHANGES = EndpointSpec(
    operation_id="listChanges",
    path="/api/v1/changes.json",
    summary="Changes",
    description="What changed from release to release, record by record, the newest release first",
    response=ChangesResponse,
    item=Release,
)
TOMBSTONES = EndpointSpec(
    operation_id="listTombstones",
    path="/api/v1/tombstones.json",
    summary="Tombstones",
    description="What was withdrawn from the contract, why, and what took its place",
    response=TombstonesResponse,
    item=Tombstone,
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
)
"""Every endpoint that answers with an envelope: those of the specification in its order, then those beyond it."""

_BY_PATH = {spec.path: spec for spec in ENDPOINTS if spec.parameter is None}
_BY_FOLDER = {spec.path.rpartition("/")[0]: spec for spec in ENDPOINTS if spec.parameter is not None}

OPENAPI_DESCRIPTION = "OpenAPI 3.1 description of the API and of the data files"


def endpoint_for(path: str) -> EndpointSpec | None:
    """The endpoint that a path of a built site, such as ``/api/v1/countries/fr.json``, belongs to; None for others."""
    folder, _, name = path.rpartition("/")
    return _BY_PATH.get(path) or (_BY_FOLDER.get(folder) if name.removesuffix(".json") not in ("", name) else None)
