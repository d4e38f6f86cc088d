"""What an endpoint of the API is: its path, its parameter and the type of its response."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

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
