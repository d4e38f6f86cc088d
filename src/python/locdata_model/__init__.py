"""Typed records of the localization data service: strict, immutable msgspec Structs of everything that is published.

Decode an API response into its type:

    import msgspec
    from locdata_model import CountriesResponse

    response = msgspec.json.decode(content, type=CountriesResponse)
    mandatory = [country.name for country in response.data if country.toggles.e_invoicing_mandatory_b2b]

``decode`` decodes any API response and any data file, given its path. ``None`` means unknown. Decoding raises
``msgspec.ValidationError`` for content that does not conform to the published schema.
"""

from locdata_model.changes import Change, ContractChange, Release, Tombstone
from locdata_model.countries import Country, CountryCounts, CountryDetail, FilterItem
from locdata_model.data_files import (
    DATA_FILES,
    ConnectorRecord,
    CountryRecord,
    DataFileSpec,
    DataFormat,
    MatrixRecord,
    reporting_record,
)
from locdata_model.endpoints import ENDPOINTS, EndpointSpec, PathParameter, endpoint_for
from locdata_model.erps import Erp, ErpCounts, ErpDetail, Provider
from locdata_model.facts import Fact, SupportDetails
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
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
    IndexMeta,
    IndexResponse,
    Licence,
    LocalErpsResponse,
    Meta,
    NewsResponse,
    PartnerFlagsResponse,
    PartnersResponse,
    PhasesResponse,
    SourcesResponse,
    SponsorsMeta,
    SponsorsResponse,
    StatusResponse,
    TombstonesResponse,
)
from locdata_model.serialization import UnknownPathError, decode, encode_csv, encode_json
from locdata_model.sources import Source
from locdata_model.status import BuildStatus, OldestCheck
from locdata_model.toggles import (
    FILTERS,
    TOGGLES,
    FilterName,
    ToggleCount,
    ToggleCoverage,
    ToggleName,
    ToggleRule,
    Toggles,
    ToggleSpec,
)
from locdata_model.vocabulary import (
    ChangeCause,
    ChangeKind,
    ClaimKind,
    ConnectorType,
    ContractPart,
    Evidence,
    ObligationKind,
    ObligationStatus,
    ReportingSupport,
    ReportingTopic,
    SourceKind,
    Status,
    SupportType,
    Topic,
    Verification,
)

__all__ = [
    "DATA_FILES",
    "ENDPOINTS",
    "FILTERS",
    "TOGGLES",
    "BuildStatus",
    "Change",
    "ChangeCause",
    "ChangeKind",
    "ChangesResponse",
    "ClaimKind",
    "ConnectorRecord",
    "ConnectorType",
    "ContractChange",
    "ContractPart",
    "CountriesResponse",
    "Country",
    "CountryCounts",
    "CountryDetail",
    "CountryRecord",
    "CountryResponse",
    "DataFileSpec",
    "DataFormat",
    "Endpoint",
    "EndpointSpec",
    "Envelope",
    "Erp",
    "ErpCounts",
    "ErpDetail",
    "ErpResponse",
    "ErpsResponse",
    "Evidence",
    "Fact",
    "FactsResponse",
    "FilterItem",
    "FilterName",
    "FilterResponse",
    "Flip",
    "FlipsResponse",
    "IndexMeta",
    "IndexResponse",
    "Licence",
    "LocalErp",
    "LocalErpsResponse",
    "MatrixRecord",
    "Meta",
    "NewsItem",
    "NewsResponse",
    "ObligationKind",
    "ObligationStatus",
    "OldestCheck",
    "Partner",
    "PartnerFlag",
    "PartnerFlagsResponse",
    "PartnersResponse",
    "PathParameter",
    "Phase",
    "PhasesResponse",
    "Provider",
    "Record",
    "Release",
    "ReportingSupport",
    "ReportingTopic",
    "Source",
    "SourceKind",
    "SourcesResponse",
    "Sponsor",
    "SponsorsMeta",
    "SponsorsResponse",
    "Status",
    "StatusResponse",
    "SupportDetails",
    "SupportType",
    "ToggleCount",
    "ToggleCoverage",
    "ToggleName",
    "ToggleRule",
    "ToggleSpec",
    "Toggles",
    "Tombstone",
    "TombstonesResponse",
    "Topic",
    "UnknownPathError",
    "Verification",
    "decode",
    "encode_csv",
    "encode_json",
    "endpoint_for",
    "reporting_record",
]
