"""Countries: the list item, the detail, and the item of a filter."""

from typing import Annotated

from msgspec import Meta

from locdata_model.facts import Fact
from locdata_model.fields import CountryPath, RegionName
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.record import Record
from locdata_model.scalars import Count, CountryCode, Text, WebUrl
from locdata_model.toggles import Toggles


class CountryCounts(Record, frozen=True, kw_only=True):
    """Sizes of what is published about a country."""

    facts: Count
    facts_verified: Count
    erp_matrix_cells: Annotated[Count, Meta(description="Facts on e-invoicing support, one for each ERP product")]
    local_erps: Count
    partners: Count
    partner_flags: Count


class Country(Record, frozen=True, kw_only=True):
    """A country with its toggles."""

    code: CountryCode
    name: Text
    region: RegionName
    url: Annotated[WebUrl, Meta(description="The country's page for people")]
    api_url: CountryPath
    counts: CountryCounts
    toggles: Toggles


class CountryDetail(Country, frozen=True, kw_only=True):
    """All that is published about a country."""

    facts: tuple[Fact, ...]
    local_erps: tuple[LocalErp, ...]
    partner_flags: tuple[PartnerFlag, ...]
    partners: tuple[Partner, ...]


class FilterItem(Record, frozen=True, kw_only=True):
    """A country that matches a filter."""

    code: CountryCode
    name: Text
    region: RegionName
    toggles: Toggles
    api_url: CountryPath
