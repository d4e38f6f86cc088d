"""Countries: the item of the list, the detail, and the item of a filter."""

from typing import Annotated

from msgspec import Meta

from locdata_model import scalars
from locdata_model.erps import LocalErp, Partner, PartnerFlag
from locdata_model.facts import Fact
from locdata_model.record import Record
from locdata_model.responses import Response
from locdata_model.toggles import Toggles


class CountryCounts(Record, frozen=True, kw_only=True):
    """How many records of each kind are published about a country."""

    facts: Annotated[scalars.Count, Meta(description="Number of facts")]
    facts_verified: Annotated[scalars.Count, Meta(description="Number of facts whose status is verified")]
    erp_matrix_cells: Annotated[
        scalars.Count, Meta(description="Number of facts on e-invoicing support, one for each ERP product")
    ]
    local_erps: Annotated[scalars.Count, Meta(description="Number of local ERP systems")]
    partners: scalars.PartnerCount
    partner_flags: scalars.PartnerFlagCount


class Country(Record, frozen=True, kw_only=True):
    """A country with its toggles."""

    code: scalars.CountryCode
    name: scalars.CountryName
    region: scalars.RegionName
    url: Annotated[scalars.WebUrl, Meta(description="Page of the country")]
    api_url: scalars.CountryPath
    counts: CountryCounts
    toggles: Toggles
    aliases: Annotated[
        tuple[scalars.Text, ...],
        Meta(description="Other names: in its own languages, in short, and codes such as EL and UK; may be empty"),
    ]


class CountriesResponse(Response[tuple[Country, ...]], frozen=True, kw_only=True):
    """Response with all countries."""


class CountryDetail(Country, frozen=True, kw_only=True):
    """Everything that is published about a country."""

    facts: Annotated[tuple[Fact, ...], Meta(description="Every fact of the country, including those on ERP products")]
    local_erps: Annotated[
        tuple[LocalErp, ...], Meta(description="Local and regional ERP or accounting systems; may be empty")
    ]
    partner_flags: Annotated[
        tuple[PartnerFlag, ...],
        Meta(description="Global ERP products that partners or add-ons localize for the country; may be empty"),
    ]
    partners: Annotated[
        tuple[Partner, ...], Meta(description="Firms that localize an ERP product for the country; may be empty")
    ]


class CountryResponse(Response[CountryDetail], frozen=True, kw_only=True):
    """Response with one country."""


class FilterItem(Record, frozen=True, kw_only=True):
    """A country that matches a filter."""

    code: scalars.CountryCode
    name: scalars.CountryName
    region: scalars.RegionName
    toggles: Toggles
    api_url: scalars.CountryPath


class FilterResponse(Response[tuple[FilterItem, ...]], frozen=True, kw_only=True):
    """Response with the countries that match a filter."""
