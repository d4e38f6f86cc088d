"""Typed records of the localization data service: strict, immutable msgspec Structs of all that is published.

Decode an answer of the API into the type that belongs to it:

    import msgspec
    from locdata_model import CountriesResponse

    answer = msgspec.json.decode(content, type=CountriesResponse)
    mandatory = [country.name for country in answer.data if country.toggles.e_invoicing_mandatory_b2b]

``decode`` reads any answer and any data file by its path. ``None`` means unknown. Decoding raises
``msgspec.ValidationError`` where the bytes are not what was promised.
"""

from locdata_model.changes import Change, ContractChange, Release, Tombstone
from locdata_model.countries import Country, CountryCounts, CountryDetail, FilterItem
from locdata_model.data_files import (
    DATA_FILES,
    ConnectorRecord,
    CountryRecord,
    DataFileSpec,
    MatrixRecord,
    reporting_record,
)
from locdata_model.decoding import UnknownPathError, decode
from locdata_model.endpoints import (
    ENDPOINTS,
    ChangesResponse,
    CountriesResponse,
    CountryResponse,
    Endpoint,
    EndpointSpec,
    ErpResponse,
    ErpsResponse,
    FactsResponse,
    FilterResponse,
    FlipsResponse,
    IndexResponse,
    LocalErpsResponse,
    NewsResponse,
    PartnerFlagsResponse,
    PartnersResponse,
    PathParameter,
    PhasesResponse,
    SponsorsResponse,
    TombstonesResponse,
    endpoint_for,
)
from locdata_model.envelope import Envelope, IndexMeta, Licence, Meta, SponsorsMeta
from locdata_model.erps import Erp, ErpCounts, ErpDetail, Provider
from locdata_model.facts import Fact, SupportDetails
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.toggles import ToggleCount, ToggleCoverage, Toggles
from locdata_model.vocabulary import (
    ChangeCause,
    ChangeKind,
    ConnectorType,
    ContractPart,
    Evidence,
    FilterName,
    ObligationKind,
    ObligationStatus,
    ReportingSupport,
    ReportingTopic,
    Status,
    SupportType,
    Topic,
    Verification,
)

__all__ = [
    "DATA_FILES",
    "ENDPOINTS",
    "Change",
    "ChangeCause",
    "ChangeKind",
    "ChangesResponse",
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
    "Sponsor",
    "SponsorsMeta",
    "SponsorsResponse",
    "Status",
    "SupportDetails",
    "SupportType",
    "ToggleCount",
    "ToggleCoverage",
    "Toggles",
    "Tombstone",
    "TombstonesResponse",
    "Topic",
    "UnknownPathError",
    "Verification",
    "decode",
    "endpoint_for",
    "reporting_record",
]
