"""Typed records of the localization data service: immutable msgspec Structs of everything that is published.

Decode an API response or a data file, given its path or its URL:

    from locdata_model import CountryResponse, decode

    response = decode("/api/v1/countries.json", content)
    mandatory = [country.name for country in response.data if country.toggles.e_invoicing_mandatory_b2b]
    france = decode("https://data.example/api/v1/countries/fr.json", content_of_france, type=CountryResponse)

``None`` means unknown. Fields, columns and words that a later version adds are accepted. Decoding raises
``msgspec.ValidationError`` for content that does not conform to the published schema.
"""

from locdata_model.changes import Change as Change
from locdata_model.changes import ChangesResponse as ChangesResponse
from locdata_model.changes import ContractChange as ContractChange
from locdata_model.changes import Release as Release
from locdata_model.changes import Tombstone as Tombstone
from locdata_model.changes import TombstonesResponse as TombstonesResponse
from locdata_model.countries import CountriesResponse as CountriesResponse
from locdata_model.countries import Country as Country
from locdata_model.countries import CountryDetail as CountryDetail
from locdata_model.countries import CountryResponse as CountryResponse
from locdata_model.countries import FilterItem as FilterItem
from locdata_model.countries import FilterResponse as FilterResponse
from locdata_model.data_files import DATA_FILES as DATA_FILES
from locdata_model.data_files import ConnectorRecord as ConnectorRecord
from locdata_model.data_files import CountryRecord as CountryRecord
from locdata_model.data_files import DataFormat as DataFormat
from locdata_model.data_files import MatrixRecord as MatrixRecord
from locdata_model.data_files import ReportingFields as ReportingFields
from locdata_model.data_files import reporting_record as reporting_record
from locdata_model.dated_records import DatedRecord as DatedRecord
from locdata_model.dated_records import applying_on as applying_on
from locdata_model.decoding import UnexpectedTypeError as UnexpectedTypeError
from locdata_model.decoding import UnknownPathError as UnknownPathError
from locdata_model.decoding import decode as decode
from locdata_model.decoding import parse_csv as parse_csv
from locdata_model.due_dates import DueDate as DueDate
from locdata_model.due_dates import DueDatesResponse as DueDatesResponse
from locdata_model.due_dates import due_between as due_between
from locdata_model.endpoints import ENDPOINTS as ENDPOINTS
from locdata_model.endpoints import endpoint_for as endpoint_for
from locdata_model.erps import Connector as Connector
from locdata_model.erps import ConnectorsResponse as ConnectorsResponse
from locdata_model.erps import Erp as Erp
from locdata_model.erps import ErpDetail as ErpDetail
from locdata_model.erps import ErpResponse as ErpResponse
from locdata_model.erps import ErpsResponse as ErpsResponse
from locdata_model.erps import LocalErp as LocalErp
from locdata_model.erps import LocalErpsResponse as LocalErpsResponse
from locdata_model.erps import Partner as Partner
from locdata_model.erps import PartnerFlag as PartnerFlag
from locdata_model.erps import PartnerFlagsResponse as PartnerFlagsResponse
from locdata_model.erps import PartnersResponse as PartnersResponse
from locdata_model.erps import Provider as Provider
from locdata_model.facts import Fact as Fact
from locdata_model.facts import FactsResponse as FactsResponse
from locdata_model.facts import Mandate as Mandate
from locdata_model.facts import MandatesResponse as MandatesResponse
from locdata_model.facts import SupportDetails as SupportDetails
from locdata_model.formats import Format as Format
from locdata_model.formats import FormatFlow as FormatFlow
from locdata_model.formats import FormatsResponse as FormatsResponse
from locdata_model.formats import FormatSyntax as FormatSyntax
from locdata_model.identifiers import Identifier as Identifier
from locdata_model.identifiers import IdentifierKind as IdentifierKind
from locdata_model.identifiers import IdentifiersResponse as IdentifiersResponse
from locdata_model.identifiers import PeppolScheme as PeppolScheme
from locdata_model.identifiers import PeppolSchemesResponse as PeppolSchemesResponse
from locdata_model.identifiers import SchemeState as SchemeState
from locdata_model.obligations import Obligation as Obligation
from locdata_model.obligations import ObligationsResponse as ObligationsResponse
from locdata_model.obligations import toggles_on as toggles_on
from locdata_model.phases import Flip as Flip
from locdata_model.phases import FlipsResponse as FlipsResponse
from locdata_model.phases import Phase as Phase
from locdata_model.phases import PhasesResponse as PhasesResponse
from locdata_model.platforms import Platform as Platform
from locdata_model.platforms import PlatformsResponse as PlatformsResponse
from locdata_model.product_releases import ProductAction as ProductAction
from locdata_model.product_releases import ProductRelease as ProductRelease
from locdata_model.product_releases import ProductReleasesResponse as ProductReleasesResponse
from locdata_model.record import Record as Record
from locdata_model.reports import CodedDeadline as CodedDeadline
from locdata_model.reports import CodedFrequency as CodedFrequency
from locdata_model.reports import DeadlineUnit as DeadlineUnit
from locdata_model.reports import Report as Report
from locdata_model.reports import ReportErpSupport as ReportErpSupport
from locdata_model.reports import ReportFrequency as ReportFrequency
from locdata_model.reports import ReportKind as ReportKind
from locdata_model.reports import ReportsResponse as ReportsResponse
from locdata_model.reports import Shift as Shift
from locdata_model.reports import Undated as Undated
from locdata_model.responses import IndexResponse as IndexResponse
from locdata_model.responses import Licence as Licence
from locdata_model.responses import Meta as Meta
from locdata_model.serialization import encode_json as encode_json
from locdata_model.serialization import estimated_tokens as estimated_tokens
from locdata_model.service import BuildStatus as BuildStatus
from locdata_model.service import NewsItem as NewsItem
from locdata_model.service import NewsResponse as NewsResponse
from locdata_model.service import Sponsor as Sponsor
from locdata_model.service import SponsorsResponse as SponsorsResponse
from locdata_model.service import StatusResponse as StatusResponse
from locdata_model.sources import Source as Source
from locdata_model.sources import SourcesResponse as SourcesResponse
from locdata_model.sources import Statement as Statement
from locdata_model.tax_rules import CountedFrom as CountedFrom
from locdata_model.tax_rules import TaxRule as TaxRule
from locdata_model.tax_rules import TaxRuleKind as TaxRuleKind
from locdata_model.tax_rules import TaxRulesResponse as TaxRulesResponse
from locdata_model.terms import Term as Term
from locdata_model.terms import TermsResponse as TermsResponse
from locdata_model.thresholds import Establishment as Establishment
from locdata_model.thresholds import Threshold as Threshold
from locdata_model.thresholds import ThresholdBasis as ThresholdBasis
from locdata_model.thresholds import ThresholdKind as ThresholdKind
from locdata_model.thresholds import ThresholdsResponse as ThresholdsResponse
from locdata_model.toggles import FILTERS as FILTERS
from locdata_model.toggles import TOGGLES as TOGGLES
from locdata_model.toggles import Toggles as Toggles
from locdata_model.vat_rates import RateCategory as RateCategory
from locdata_model.vat_rates import VatRate as VatRate
from locdata_model.vat_rates import VatRatesResponse as VatRatesResponse
from locdata_model.vat_rates import rate_on as rate_on
from locdata_model.vocabulary import BoundParty as BoundParty
from locdata_model.vocabulary import Certainty as Certainty
from locdata_model.vocabulary import ChangeCause as ChangeCause
from locdata_model.vocabulary import ChangeKind as ChangeKind
from locdata_model.vocabulary import ConnectorType as ConnectorType
from locdata_model.vocabulary import ContractPart as ContractPart
from locdata_model.vocabulary import Evidence as Evidence
from locdata_model.vocabulary import ObligationKind as ObligationKind
from locdata_model.vocabulary import ObligationStatus as ObligationStatus
from locdata_model.vocabulary import PhaseState as PhaseState
from locdata_model.vocabulary import ReportingMode as ReportingMode
from locdata_model.vocabulary import ReportingSupport as ReportingSupport
from locdata_model.vocabulary import ReportingTopic as ReportingTopic
from locdata_model.vocabulary import Requirement as Requirement
from locdata_model.vocabulary import SourceKind as SourceKind
from locdata_model.vocabulary import Status as Status
from locdata_model.vocabulary import SupportType as SupportType
from locdata_model.vocabulary import TermCategory as TermCategory
from locdata_model.vocabulary import Topic as Topic
from locdata_model.vocabulary import Verification as Verification
from locdata_model.vocabulary import Vocabulary as Vocabulary
