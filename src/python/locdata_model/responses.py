"""The envelope of every API response, with ``meta`` and ``data``, and the response of the index."""

from typing import Annotated, Generic, TypeVar

from msgspec import Meta as Constraint

from locdata_model import scalars
from locdata_model.record import Record
from locdata_model.toggles import ToggleCoverage


class Licence(Record, frozen=True, kw_only=True):
    """Terms of use of the API."""

    name: scalars.LicenceName
    url: scalars.LicenceText
    commercial_licence: scalars.CommercialPage
    commercial_contact: scalars.Contact
    attribution: scalars.Attribution


class Meta(Record, frozen=True, kw_only=True):
    """Metadata of a response."""

    version: Annotated[scalars.Version, Constraint(description="Semantic version of the API data")]
    generated_at: Annotated[scalars.UtcStamp, Constraint(description="Time of the build")]
    licence: Licence
    count: Annotated[scalars.Count, Constraint(description="Number of items in data; 1 for a single object")]


class IndexMeta(Meta, frozen=True, kw_only=True):
    """Metadata of the index, with links to the documentation and the coverage of the toggles."""

    docs: Annotated[scalars.WebUrl, Constraint(description="API documentation page")]
    openapi: Annotated[scalars.WebUrl, Constraint(description="OpenAPI description")]
    toggle_coverage: ToggleCoverage


class SponsorsMeta(Meta, frozen=True, kw_only=True):
    """Metadata of the sponsors response, with a notice."""

    notice: scalars.SponsorsNotice


MetaT_co = TypeVar("MetaT_co", bound=Meta, covariant=True)
DataT_co = TypeVar("DataT_co", covariant=True)


class Envelope(Record, Generic[MetaT_co, DataT_co], frozen=True, kw_only=True):
    """An API response."""

    meta: MetaT_co
    data: Annotated[DataT_co, Constraint(description="The whole list, or the one object")]


class Response(Envelope[Meta, DataT_co], Generic[DataT_co], frozen=True, kw_only=True):
    """An API response with the usual metadata."""


class Problem(Record, frozen=True, kw_only=True):
    """Problem details (RFC 9457) of a path that has no file."""

    type: Annotated[scalars.Text, Constraint(description="Kind of problem; about:blank: the one that the status names")]
    title: Annotated[scalars.Text, Constraint(description="Name of the status")]
    status: Annotated[int, Constraint(description="Status code of the response")]
    detail: Annotated[scalars.Text, Constraint(description="What is wrong, and what to do")]
    index: Annotated[scalars.WebUrl, Constraint(description="The index, which lists every endpoint")]


class Endpoint(Record, frozen=True, kw_only=True):
    """An endpoint, as listed in the index."""

    path: Annotated[
        scalars.SitePath, Constraint(description="Path relative to the base URL; a name in braces is a parameter")
    ]
    description: Annotated[scalars.Text, Constraint(description="What the endpoint returns")]
    count: Annotated[
        scalars.Count | None,
        Constraint(description="Number of items or, for a path with a parameter, of responses; null: not applicable"),
    ]


class IndexResponse(Envelope[IndexMeta, tuple[Endpoint, ...]], frozen=True, kw_only=True):
    """Response of the index."""
