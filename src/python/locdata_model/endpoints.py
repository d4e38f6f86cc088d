"""The endpoints of the API: the path and the response type of each."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from locdata_model.changes import ChangesResponse, TombstonesResponse
from locdata_model.countries import CountriesResponse, CountryResponse, FilterResponse
from locdata_model.due_dates import DueDatesResponse
from locdata_model.endpoint_spec import EndpointSpec, ResponseT_co, Tag, TypedEndpoint
from locdata_model.erps import (
    ConnectorsResponse,
    ErpResponse,
    ErpsResponse,
    LocalErpsResponse,
    PartnerFlagsResponse,
    PartnersResponse,
)
from locdata_model.facts import FactsResponse, MandatesResponse
from locdata_model.formats import FormatsResponse
from locdata_model.identifiers import IdentifiersResponse, PeppolSchemesResponse
from locdata_model.obligations import ObligationsResponse
from locdata_model.phases import FlipsResponse, PhasesResponse
from locdata_model.platforms import PlatformsResponse
from locdata_model.product_releases import ProductReleasesResponse
from locdata_model.reports import ReportsResponse
from locdata_model.responses import IndexResponse
from locdata_model.service import NewsResponse, SponsorsResponse, StatusResponse
from locdata_model.sources import SourcesResponse
from locdata_model.tax_rules import TaxRulesResponse
from locdata_model.terms import TermsResponse
from locdata_model.thresholds import ThresholdsResponse
from locdata_model.toggles import FILTERS
from locdata_model.urls import api_path
from locdata_model.vat_rates import VatRatesResponse


def _list(response: type[ResponseT_co], tag: Tag, summary: str, description: str) -> TypedEndpoint[ResponseT_co]:
    """Return the endpoint of a whole list. Its name is that of the response: ``VatRatesResponse`` is at ``vat-rates.json``."""
    name = response.__name__.removesuffix("Response")
    return TypedEndpoint(
        operation_id=f"list{name}",
        tag=tag,
        path=api_path("-".join(re.findall("[A-Z][a-z]+", name)).lower()),
        summary=summary,
        description=description,
        response=response,
    )


INDEX = TypedEndpoint(
    operation_id="getIndex",
    tag=Tag.SERVICE,
    path=api_path("index"),
    summary="Endpoints",
    description="Every endpoint of the API, with the coverage of the toggles",
    response=IndexResponse,
)
COUNTRIES = _list(CountriesResponse, Tag.COUNTRIES, "Countries", "All countries with their toggles and counts")
COUNTRY = TypedEndpoint(
    operation_id="getCountry",
    tag=Tag.COUNTRIES,
    path=api_path("countries/{code}"),
    summary="One country",
    description="One country with its facts, local ERP systems, partner flags and partners",
    response=CountryResponse,
)
ERPS = _list(ErpsResponse, Tag.ERPS, "ERP products", "All ERP products with their counts")
ERP = TypedEndpoint(
    operation_id="getErp",
    tag=Tag.ERPS,
    path=api_path("erps/{id}"),
    summary="One ERP product",
    description="One ERP product with its e-invoicing support, other facts, partner flags and providers",
    response=ErpResponse,
)
FACTS = _list(FactsResponse, Tag.FACTS, "Facts", "Every fact of every country")
LOCAL_ERPS = _list(LocalErpsResponse, Tag.ERPS, "Local ERP systems", "Local and regional ERP or accounting systems")
PARTNER_FLAGS = _list(
    PartnerFlagsResponse,
    Tag.ERPS,
    "Partner flags",
    "Where a global ERP product is localized by local partners or add-ons",
)
PARTNERS = _list(
    PartnersResponse,
    Tag.ERPS,
    "Partners",
    "Localization partners, in alphabetical order by country, ERP product and name",
)
NEWS = _list(
    NewsResponse,
    Tag.SERVICE,
    "News",
    "Vendor news that concerns localization, newest first: titles, dates and links only",
)
SPONSORS = _list(SponsorsResponse, Tag.SERVICE, "Sponsors", "Paid placements, separate from the verified data")
FILTER = TypedEndpoint(
    operation_id="listFilteredCountries",
    tag=Tag.COUNTRIES,
    path=api_path("filters/{name}"),
    summary="Filtered countries",
    description=f"The countries that match a filter on their toggles; the filters are {', '.join(FILTERS)}",
    response=FilterResponse,
)
PHASES = _list(PhasesResponse, Tag.OBLIGATIONS, "Phases", "Every dated phase of the obligations, the earliest first")
FLIPS = _list(
    FlipsResponse,
    Tag.OBLIGATIONS,
    "Flip calendar",
    "Which toggle changes on which day by which phase, the earliest first",
)
CHANGES = _list(
    ChangesResponse,
    Tag.SERVICE,
    "Changes",
    "What changed from release to release, record by record, the newest release first",
)
TOMBSTONES = _list(
    TombstonesResponse, Tag.SERVICE, "Tombstones", "What was withdrawn from the contract, why, and what took its place"
)
STATUS = TypedEndpoint(
    operation_id="getStatus",
    tag=Tag.SERVICE,
    path=api_path("status"),
    summary="Status of the build",
    description="What a monitor watches: the next flip, the next phase, the oldest check and the number of claims that are due; meta has "
    "the time of the build",
    response=StatusResponse,
)
SOURCES = _list(
    SourcesResponse,
    Tag.FACTS,
    "Sources",
    "Every page or text that is cited, with its publisher and title, and the claims that cite it",
)
OBLIGATIONS = _list(
    ObligationsResponse,
    Tag.OBLIGATIONS,
    "Obligations",
    "The obligations of every country: whether each applies, since when, whom it binds and to what",
)
REPORTS = _list(
    ReportsResponse,
    Tag.REPORTS,
    "Reports",
    "Every report by country: its kind, its frequency and its deadline in words and in codes, and who supports it",
)
CONNECTORS = _list(
    ConnectorsResponse, Tag.ERPS, "Connectors", "Every connector between an ERP product and an e-invoicing provider"
)
PHASES_OF_YEAR = TypedEndpoint(
    operation_id="listPhasesOfYear",
    tag=Tag.OBLIGATIONS,
    path=api_path("phases/{year}"),
    summary="Phases of a year",
    description="Every phase whose date is in one year, the earliest first",
    response=PhasesResponse,
)
TERMS = _list(
    TermsResponse,
    Tag.FACTS,
    "Terms",
    "Every term of the glossary: what it is, what else it is called, the countries where it is used, and related terms",
)
MANDATES = _list(
    MandatesResponse,
    Tag.OBLIGATIONS,
    "Mandates",
    "The e-invoicing mandate of each country of the matrix in words, with the sources of each statement",
)
VAT_RATES = _list(
    VatRatesResponse,
    Tag.RECORDS,
    "VAT rates",
    "Every rate of VAT, GST or another tax on turnover: in force, replaced, or law for later",
)
THRESHOLDS = _list(
    ThresholdsResponse,
    Tag.RECORDS,
    "Thresholds",
    "The amounts on which registration, exemptions, returns and e-invoicing depend",
)
FORMATS = _list(
    FormatsResponse,
    Tag.RECORDS,
    "Formats",
    "The formats of invoices, reported data and audit files, with their versions and days",
)
TAX_RULES = _list(
    TaxRulesResponse,
    Tag.RECORDS,
    "Tax rules",
    "Rules on invoices and deadlines: archiving, penalties, scope, time limits, and deadlines on days off",
)
IDENTIFIERS = _list(
    IdentifiersResponse, Tag.RECORDS, "Identifiers", "VAT, tax and register numbers: their names, patterns and examples"
)
PEPPOL_SCHEMES = _list(
    PeppolSchemesResponse,
    Tag.RECORDS,
    "Peppol schemes",
    "The schemes under which businesses of each country are registered in Peppol, with their state",
)
PLATFORMS = _list(
    PlatformsResponse,
    Tag.RECORDS,
    "Platforms",
    "The systems of authorities for invoices and reports, with production and test systems",
)
PRODUCT_RELEASES = _list(
    ProductReleasesResponse,
    Tag.RECORDS,
    "Product releases",
    "From which release on, and by which module, ERP products support e-invoicing and reports",
)
DUE_DATES = _list(
    DueDatesResponse,
    Tag.REPORTS,
    "Due dates",
    "The days by which reports are due in the next thirteen months, the earliest first",
)


def _of_country(endpoint: TypedEndpoint[ResponseT_co]) -> TypedEndpoint[ResponseT_co]:
    """Return the endpoint of the same list for one country."""
    return replace(
        endpoint,
        operation_id=endpoint.operation_id.replace("list", "listCountry"),
        path=api_path(f"countries/{{code}}/{endpoint.list_name}"),
        summary=f"{endpoint.summary} of a country",
        description=f"{endpoint.summary} of one country",
    )


COUNTRY_OBLIGATIONS, COUNTRY_REPORTS = _of_country(OBLIGATIONS), _of_country(REPORTS)

DATED_LISTS: Mapping[EndpointSpec, EndpointSpec] = {
    each: _of_country(each)
    for each in (VAT_RATES, THRESHOLDS, FORMATS, TAX_RULES, IDENTIFIERS, PEPPOL_SCHEMES, PLATFORMS, PRODUCT_RELEASES)
}
"""The endpoints of dated records: that of one country by that of all countries."""

FILED_LISTS: Mapping[EndpointSpec, EndpointSpec] = {**DATED_LISTS, DUE_DATES: _of_country(DUE_DATES)}
"""The endpoints of the lists that are also data files, in the same form."""

LISTS_OF_COUNTRY = {OBLIGATIONS: COUNTRY_OBLIGATIONS, REPORTS: COUNTRY_REPORTS, **FILED_LISTS}
"""Every list that has a file for each country: the endpoint of one country by that of all countries."""

ENDPOINTS: tuple[EndpointSpec, ...] = (
    # Those of the specification, in its order.
    *(INDEX, COUNTRIES, COUNTRY, ERPS, ERP, FACTS, LOCAL_ERPS, PARTNER_FLAGS, PARTNERS, NEWS, SPONSORS, FILTER),
    # Additional ones.
    *(PHASES, FLIPS, CHANGES, TOMBSTONES, STATUS, SOURCES, OBLIGATIONS, REPORTS, CONNECTORS, COUNTRY_OBLIGATIONS),
    *(COUNTRY_REPORTS, PHASES_OF_YEAR, TERMS, MANDATES),
    *(each for pair in FILED_LISTS.items() for each in pair),
)
"""Every endpoint whose response is an envelope."""

_BY_PATH = {spec.path: spec for spec in ENDPOINTS if spec.parameter is None}
_BY_PATTERN = {
    re.compile(re.escape(spec.path_for("?")).replace(r"\?", "[^/]+")): spec
    for spec in ENDPOINTS
    if spec.parameter is not None
}

OPENAPI_DESCRIPTION = "OpenAPI 3.1 description of the API and of the data files"


def endpoint_for(path: str) -> EndpointSpec | None:
    """Return the endpoint of a path, such as ``/api/v1/countries/fr.json``; None if no endpoint has this path."""
    return _BY_PATH.get(path) or next((spec for pattern, spec in _BY_PATTERN.items() if pattern.fullmatch(path)), None)
