"""The source files of ``data_src``: one strict shape a kind, where each kind lies, and the dataset that they make."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from locdata_build.source.records import (
    ConnectorNote,
    CountryFacts,
    EInvoicing,
    ErpLocalization,
    LocalErpNote,
    MapTile,
    Obligations,
    PartnerFlagNote,
    PartnerNote,
    Provenance,
    Report,
)
from locdata_model.fields import Profile
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.record import Record
from locdata_model.scalars import CountryCode, EmailAddress, ErpId, ErpKey, SitePath, Text, UtcStamp, Version, WebUrl


class CountryFile(Record, frozen=True, kw_only=True):
    """All that is known of one country."""

    schema: Literal["../schema/country.schema.json"] = field(name="$schema")
    code: CountryCode
    name: Text
    region: Annotated[Text, Meta(description="One of the regions of site.json")]
    map_tile: MapTile
    facts: CountryFacts
    obligations: Obligations
    e_invoicing: Annotated[
        EInvoicing | None, Meta(description="The mandate and its ERP support; null for a country outside the matrix")
    ]
    erp_localizations: tuple[ErpLocalization, ...]
    reporting: tuple[Report, ...]
    local_erps: tuple[LocalErpNote, ...]
    partners: tuple[PartnerNote, ...]
    partner_flags: tuple[PartnerFlagNote, ...]


class ErpFile(Record, frozen=True, kw_only=True):
    """An ERP product of the registry. Products are published in the order of their ids."""

    schema: Literal["../schema/erp.schema.json"] = field(name="$schema")
    id: ErpId
    key: ErpKey
    name: Text
    vendor: Text
    category: Text
    profile: Profile
    website: WebUrl
    localization_label: Annotated[Text, Meta(description="Label of the product's localization facts")]
    provenance: Provenance


class ConnectorsFile(Record, frozen=True, kw_only=True):
    """The connectors between ERP products and e-invoicing providers."""

    schema: Literal["schema/connectors.schema.json"] = field(name="$schema")
    connectors: tuple[ConnectorNote, ...]


class NewsFile(Record, frozen=True, kw_only=True):
    """Vendor news that concerns localization."""

    schema: Literal["schema/news.schema.json"] = field(name="$schema")
    news: tuple[NewsItem, ...]


class SponsorsFile(Record, frozen=True, kw_only=True):
    """Paid placements, and what the sponsors response says about them."""

    schema: Literal["schema/sponsors.schema.json"] = field(name="$schema")
    notice: Text
    sponsors: tuple[Sponsor, ...]


class LicenceNote(Record, frozen=True, kw_only=True):
    """A licence by name, SPDX identifier and text."""

    name: Text
    spdx: Text
    url: WebUrl


class SiteFile(Record, frozen=True, kw_only=True):
    """What the site says about itself, and the stamp of the release."""

    schema: Literal["schema/site.schema.json"] = field(name="$schema")
    title: Text
    description: Text
    version: Version
    base_url: WebUrl
    generated_at: Annotated[UtcStamp, Meta(description="Stamp of the release; the default time of a build")]
    attribution: Text
    contact: EmailAddress
    data_licence: LicenceNote
    api_licence: LicenceNote
    commercial_licence: Annotated[SitePath, Meta(description="Page on commercial use, relative to the base URL")]
    regions: Annotated[tuple[Text, ...], Meta(description="The regions that a country may lie in")]


class FileKind(Struct, frozen=True):
    """A kind of source file: its shape, where it lies, and its editor schema."""

    type: type[Record]
    path: str

    @property
    def schema(self) -> str:
        """The place of the editor schema, which each file of this kind names."""
        named: str = get_args(self.type.__annotations__["schema"])[0]
        return named.removeprefix("../")

    @property
    def folder(self) -> str | None:
        """The folder that holds one file for each record; None for a kind with a single file."""
        return self.path.rpartition("/")[0] if "*" in self.path else None


SITE = FileKind(SiteFile, "site.json")
ERPS = FileKind(ErpFile, "erps/*.json")
COUNTRIES = FileKind(CountryFile, "countries/*.json")
CONNECTORS = FileKind(ConnectorsFile, "connectors.json")
NEWS = FileKind(NewsFile, "news.json")
SPONSORS = FileKind(SponsorsFile, "sponsors.json")

FILE_KINDS = (SITE, ERPS, COUNTRIES, CONNECTORS, NEWS, SPONSORS)
"""Every kind of source file."""


class Dataset(Struct, frozen=True, kw_only=True):
    """All checked source records, each tuple sorted by its id."""

    site: SiteFile
    erps: tuple[ErpFile, ...]
    countries: tuple[CountryFile, ...]
    connectors: tuple[ConnectorNote, ...]
    news: tuple[NewsItem, ...]
    sponsors: tuple[Sponsor, ...]
    sponsors_notice: str
