"""ERP products: the list item, the detail, and the providers that connect to them."""

from typing import Annotated

from msgspec import Meta

from locdata_model.facts import Fact
from locdata_model.fields import CountriesCovered, CountriesInScope, Direction, Notes, Profile
from locdata_model.partners import PartnerFlag
from locdata_model.record import Record
from locdata_model.scalars import Count, ErpId, IsoDate, SitePath, Text, WebUrl
from locdata_model.vocabulary import ConnectorType, Verification


class ErpCounts(Record, frozen=True, kw_only=True):
    """Sizes of what is published about an ERP product."""

    e_invoicing_countries: Annotated[
        Count, Meta(description="Countries with a fact on the product's e-invoicing support")
    ]
    partner_flags: Count
    partners: Count


class Erp(Record, frozen=True, kw_only=True):
    """An ERP product."""

    id: ErpId
    name: Text
    vendor: Text
    category: Text
    profile: Profile
    website: WebUrl
    url: Annotated[WebUrl, Meta(description="The product's page for people")]
    api_url: Annotated[SitePath, Meta(description="The product's detail, relative to the base URL")]
    counts: ErpCounts


class Provider(Record, frozen=True, kw_only=True):
    """An e-invoicing provider that an ERP product can be connected to."""

    provider: Text
    connector_type: ConnectorType
    built_by: Text
    direction: Direction
    countries_in_scope: CountriesInScope
    source_urls: tuple[WebUrl, ...]
    verification: Verification
    countries_covered: CountriesCovered
    last_checked: IsoDate
    notes: Notes


class ErpDetail(Erp, frozen=True, kw_only=True):
    """All that is published about an ERP product."""

    e_invoicing_support: tuple[Fact, ...]
    other_facts: tuple[Fact, ...]
    partner_flags: tuple[PartnerFlag, ...]
    providers: tuple[Provider, ...]
