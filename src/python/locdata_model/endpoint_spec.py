"""The description of an endpoint of the API: its path, its parameter and the type of its response."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Generic, Self, TypeVar, cast, get_args, get_origin

from msgspec import Struct

from locdata_model.record import Record
from locdata_model.responses import Envelope, Meta
from locdata_model.scalars import CountryCode, ErpId, Year
from locdata_model.toggles import FilterName
from locdata_model.urls import response_schema_path


class PathParameter(StrEnum):
    """A parameter of a path. The value is the name between the braces."""

    CODE = "code"
    ID = "id"
    NAME = "name"
    YEAR = "year"


PARAMETER_TYPES: Mapping[PathParameter, Any] = {
    PathParameter.CODE: CountryCode,
    PathParameter.ID: ErpId,
    PathParameter.NAME: FilterName,
    PathParameter.YEAR: Year,
}
"""The type of the values of each parameter."""


class Tag(StrEnum):
    """A subject of the API: a tag of the OpenAPI document, and a page of its documentation.

    ``description`` says what its responses have in common.
    """

    description: str

    def __new__(cls, name: str, description: str) -> Self:
        """Make a member from its row below."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.description = description
        return member

    # In the order in which they are documented.
    COUNTRIES = "Countries", "Countries with their toggles, whole or by a toggle"
    OBLIGATIONS = "Obligations", "What applies where and since when, with the dates to come"
    REPORTS = "Reports", "VAT and tax reports and SAF-T files"
    RECORDS = "Rates, thresholds and formats", "VAT rates, thresholds and formats, each with its days"
    FACTS = "Facts and sources", "Every fact, every source with the claims that cite it, and the terms of the glossary"
    ERPS = "ERP products", "ERP products with their connectors and partners, and local ERP systems"
    SERVICE = "Service", "The endpoints, the state of the data, its changes, news and paid placements"
    DATA_FILES = "Data files", "Whole tables as JSON and as CSV"


ResponseT_co = TypeVar("ResponseT_co", bound=Envelope[Meta, Any], covariant=True)


class TypedEndpoint(Struct, Generic[ResponseT_co], frozen=True, kw_only=True):
    """An endpoint: its path and its response. A name in braces in the path is its parameter."""

    operation_id: str
    tag: Tag
    path: str
    summary: str
    description: str
    response: type[ResponseT_co]

    @property
    def parameter(self) -> PathParameter | None:
        """The parameter of the path."""
        return next((parameter for parameter in PathParameter if f"{{{parameter}}}" in self.path), None)

    @property
    def item(self) -> type[Record]:
        """The type of one item of ``data``."""
        (envelope,) = self.response.__orig_bases__  # type: ignore[attr-defined]  # of a generic class
        data: Any = get_args(envelope)[-1]
        return cast("type[Record]", get_args(data)[0] if get_origin(data) is tuple else data)

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


EndpointSpec = TypedEndpoint[Envelope[Meta, Any]]
"""An endpoint with any response."""
