"""The envelope of every API response: ``meta`` and ``data``."""

from typing import Annotated, Generic, TypeVar

from msgspec import Meta as Constraint

from locdata_model.fields import Attribution, CommercialPage, Contact, LicenceName, LicenceText, SponsorsNotice
from locdata_model.record import Record
from locdata_model.scalars import Count, UtcStamp, Version, WebUrl
from locdata_model.toggles import ToggleCoverage


class Licence(Record, frozen=True, kw_only=True):
    """Terms of use of the API."""

    name: LicenceName
    url: LicenceText
    commercial_licence: CommercialPage
    commercial_contact: Contact
    attribution: Attribution


class Meta(Record, frozen=True, kw_only=True):
    """What a response says about itself."""

    version: Annotated[Version, Constraint(description="Semantic version of the API data")]
    generated_at: Annotated[UtcStamp, Constraint(description="Time of the build")]
    licence: Licence
    count: Annotated[Count, Constraint(description="Number of items in data; 1 for a single object")]


class IndexMeta(Meta, frozen=True, kw_only=True):
    """What the index says about itself and about the whole."""

    docs: Annotated[WebUrl, Constraint(description="API documentation page")]
    openapi: Annotated[WebUrl, Constraint(description="OpenAPI description")]
    toggle_coverage: ToggleCoverage


class SponsorsMeta(Meta, frozen=True, kw_only=True):
    """What the sponsors response says about itself."""

    notice: SponsorsNotice


MetaT_co = TypeVar("MetaT_co", bound=Meta, covariant=True)
DataT_co = TypeVar("DataT_co", covariant=True)


class Envelope(Record, Generic[MetaT_co, DataT_co], frozen=True, kw_only=True):
    """An API response."""

    meta: MetaT_co
    data: Annotated[DataT_co, Constraint(description="What was asked for: a whole list, or one object")]
