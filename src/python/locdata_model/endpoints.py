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

INDEX = TypedEndpoint(
    operation_id="getIndex",
    tag=Tag.SERVICE,
    path=api_path("index"),
    summary="Endpoints",
    description="Every endpoint of the API, with the coverage of the toggles",
    response=IndexResponse,
)
COUNTRIES = TypedEndpoint(
    operation_id="listCountries",
    tag=Tag.COUNTRIES,
    path=api_path("countries"),
    summary="Countries",
    description="All countries with their toggles and counts",
    response=CountriesResponse,
)
COUNTRY = TypedEndpoint(
    operation_id="getCountry",
    tag=Tag.COUNTRIES,
    path=api_path("countries/{code}"),
    summary="One country",
    description="One country with its facts, local ERP systems, partner flags and partners",
    response=CountryResponse,
)
ERPS = TypedEndpoint(
    operation_id="listErps",
    tag=Tag.ERPS,
    path=api_path("erps"),
    summary="ERP products",
    description="All ERP products with their counts",
    response=ErpsResponse,
)
ERP = TypedEndpoint(
    operation_id="getErp",
    tag=Tag.ERPS,
    path=api_path("erps/{id}"),
    summary="One ERP product",
    description="One ERP product with its e-invoicing support, other facts, partner flags and providers",
    response=ErpResponse,
)
FACTS = TypedEndpoint(
    operation_id="listFacts",
    tag=Tag.FACTS,
    path=api_path("facts"),
    summary="Facts",
    description="Every fact of every country",
    response=FactsResponse,
)
LOCAL_ERPS = TypedEndpoint(
    operation_id="listLocalErps",
    tag=Tag.ERPS,
    path=api_path("local-erps"),
    summary="Local ERP systems",
    description="Local and regional ERP or accounting systems",
    response=LocalErpsResponse,
)
PARTNER_FLAGS = TypedEndpoint(
    operation_id="listPartnerFlags",
    tag=Tag.ERPS,
    path=api_path("partner-flags"),
    summary="Partner flags",
    description="Where a global ERP product is localized by local partners or add-ons",
    response=PartnerFlagsResponse,
)
PARTNERS = TypedEndpoint(
    operation_id="listPartners",
    tag=Tag.ERPS,
    path=api_path("partners"),
    summary="Partners",
    description="Localization partners, in alphabetical order by country, ERP product and name",
    response=PartnersResponse,
)
NEWS = TypedEndpoint(
    operation_id="listNews",
    tag=Tag.SERVICE,
    path=api_path("news"),
    summary="News",
    description="Vendor news that concerns localization, newest first: titles, dates and links only",
    response=NewsResponse,
)
SPONSORS = TypedEndpoint(
    operation_id="listSponsors",
    tag=Tag.SERVICE,
    path=api_path("sponsors"),
    summary="Sponsors",
    description="Paid placements, separate from the verified data",
    response=SponsorsResponse,
)
FILTER = TypedEndpoint(
    operation_id="listFilteredCountries",
    tag=Tag.COUNTRIES,
    path=api_path("filters/{name}"),
    summary="Filtered countries",
    description=f"The countries that match a filter on their toggles; the filters are {', '.join(FILTERS)}",
    response=FilterResponse,
)
PHASES = TypedEndpoint(
    operation_id="listPhases",
    tag=Tag.OBLIGATIONS,
    path=api_path("phases"),
    summary="Phases",
    description="Every dated phase of the obligations, the earliest first",
    response=PhasesResponse,
)
FLIPS = TypedEndpoint(
    operation_id="listFlips",
    tag=Tag.OBLIGATIONS,
    path=api_path("flips"),
    summary="Flip calendar",
    description="Which toggle changes on which day by which phase, the earliest first",
    response=FlipsResponse,
)
CHANGES = TypedEndpoint(
    operation_id="listChanges",
    tag=Tag.SERVICE,
    path=api_path("changes"),
    summary="Changes",
    description="What changed from release to release, record by record, the newest release first",
    response=ChangesResponse,
)
TOMBSTONES = TypedEndpoint(
    operation_id="listTombstones",
    tag=Tag.SERVICE,
    path=api_path("tombstones"),
    summary="Tombstones",
    description="What was withdrawn from the contract, why, and what took its place",
    response=TombstonesResponse,
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
SOURCES = TypedEndpoint(
    operation_id="listSources",
    tag=Tag.FACTS,
    path=api_path("sources"),
    summary="Sources",
    description="Every page or text that is cited, with its publisher and title, and the claims that cite it",
    response=SourcesResponse,
)
OBLIGATIONS = TypedEndpoint(
    operation_id="listObligations",
    tag=Tag.OBLIGATIONS,
    path=api_path("obligations"),
    summary="Obligations",
    description="The obligations of every country: whether each applies, since when, whom it binds and to what",
    response=ObligationsResponse,
)
REPORTS = TypedEndpoint(
    operation_id="listReports",
    tag=Tag.REPORTS,
    path=api_path("reports"),
    summary="Reports",
    description="Every report by country: its kind, its frequency and its deadline in words and in codes, and who supports it",
    response=ReportsResponse,
)
CONNECTORS = TypedEndpoint(
    operation_id="listConnectors",
    tag=Tag.ERPS,
    path=api_path("connectors"),
    summary="Connectors",
    description="Every connector between an ERP product and an e-invoicing provider",
    response=ConnectorsResponse,
)
PHASES_OF_YEAR = TypedEndpoint(
    operation_id="listPhasesOfYear",
    tag=Tag.OBLIGATIONS,
    path=api_path("phases/{year}"),
    summary="Phases of a year",
    description="Every phase whose date is in one year, the earliest first",
    response=PhasesResponse,
)
TERMS = TypedEndpoint(
    operation_id="listTerms",
    tag=Tag.FACTS,
    path=api_path("terms"),
    summary="Terms",
    description="Every term of the glossary: what it is, what else it is called, the countries where it is used, and related terms",
    response=TermsResponse,
)
MANDATES = TypedEndpoint(
    operation_id="listMandates",
    tag=Tag.OBLIGATIONS,
    path=api_path("mandates"),
    summary="Mandates",
    description="The e-invoicing mandate of each country of the matrix in words, with the sources of each statement",
    response=MandatesResponse,
)
VAT_RATES = TypedEndpoint(
    operation_id="listVatRates",
    tag=Tag.RECORDS,
    path=api_path("vat-rates"),
    summary="VAT rates",
    description="Every rate of VAT, GST or another tax on turnover: in force, replaced, or law for later",
    response=VatRatesResponse,
)
THRESHOLDS = TypedEndpoint(
    operation_id="listThresholds",
    tag=Tag.RECORDS,
    path=api_path("thresholds"),
    summary="Thresholds",
    description="The amounts on which registration, exemptions, returns and e-invoicing depend",
    response=ThresholdsResponse,
)
FORMATS = TypedEndpoint(
    operation_id="listFormats",
    tag=Tag.RECORDS,
    path=api_path("formats"),
    summary="Formats",
    description="The formats of invoices, reported data and audit files, with their versions and days",
    response=FormatsResponse,
)
TAX_RULES = TypedEndpoint(
    operation_id="listTaxRules",
    tag=Tag.RECORDS,
    path=api_path("tax-rules"),
    summary="Tax rules",
    description="Rules on invoices and deadlines: archiving, penalties, scope, time limits, and deadlines on days off",
    response=TaxRulesResponse,
)
IDENTIFIERS = TypedEndpoint(
    operation_id="listIdentifiers",
    tag=Tag.RECORDS,
    path=api_path("identifiers"),
    summary="Identifiers",
    description="VAT, tax and register numbers: their names, patterns and examples",
    response=IdentifiersResponse,
)
PEPPOL_SCHEMES = TypedEndpoint(
    operation_id="listPeppolSchemes",
    tag=Tag.RECORDS,
    path=api_path("peppol-schemes"),
    summary="Peppol schemes",
    description="The schemes under which businesses of each country are registered in Peppol, with their state",
    response=PeppolSchemesResponse,
)
PLATFORMS = TypedEndpoint(
    operation_id="listPlatforms",
    tag=Tag.RECORDS,
    path=api_path("platforms"),
    summary="Platforms",
    description="The systems of authorities for invoices and reports, with production and test systems",
    response=PlatformsResponse,
)
PRODUCT_RELEASES = TypedEndpoint(
    operation_id="listProductReleases",
    tag=Tag.RECORDS,
    path=api_path("product-releases"),
    summary="Product releases",
    description="From which release on, and by which module, ERP products support e-invoicing and reports",
    response=ProductReleasesResponse,
)
DUE_DATES = TypedEndpoint(
    operation_id="listDueDates",
    tag=Tag.REPORTS,
    path=api_path("due-dates"),
    summary="Due dates",
    description="The days by which reports are due in the next thirteen months, the earliest first",
    response=DueDatesResponse,
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
