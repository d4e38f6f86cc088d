"""The source files of ``data_src``: one strict shape a kind, where each kind lies, and the dataset that they make."""

from typing import Annotated, Literal, get_args, get_type_hints

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
from locdata_model.changes import Release, Tombstone
from locdata_model.fields import (
    Attribution,
    Category,
    CommercialPage,
    Contact,
    CountryName,
    LicenceName,
    LicenceText,
    ProductName,
    ProductSite,
    Profile,
    SponsorsNotice,
    Vendor,
)
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.record import Record
from locdata_model.scalars import CountryCode, ErpId, ErpKey, Text, UtcStamp, Version, WebUrl

SCHEMA_OF_FILE = Meta(
    description="Where the schema of the file lies, for editors", extra_json_schema={"type": "string"}
)


class CountryFile(Record, frozen=True, kw_only=True):
    """All that is known of one country."""

    schema: Annotated[Literal["../schema/country.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    code: CountryCode
    name: CountryName
    region: Annotated[Text, Meta(description="One of the regions of site.json")]
    map_tile: MapTile
    facts: CountryFacts
    obligations: Obligations
    e_invoicing: Annotated[
        EInvoicing | None, Meta(description="The mandate and its ERP support; null for a country outside the matrix")
    ]
    erp_localizations: Annotated[
        tuple[ErpLocalization, ...], Meta(description="What ERP products offer for the country; may be empty")
    ]
    reporting: Annotated[
        tuple[Report, ...], Meta(description="VAT and tax reports and SAF-T files; new ones go to the end")
    ]
    local_erps: Annotated[tuple[LocalErpNote, ...], Meta(description="Local and regional ERP or accounting systems")]
    partners: Annotated[tuple[PartnerNote, ...], Meta(description="Firms that localize an ERP product for the country")]
    partner_flags: Annotated[
        tuple[PartnerFlagNote, ...], Meta(description="ERP products that partners or add-ons localize for the country")
    ]


class ErpFile(Record, frozen=True, kw_only=True):
    """An ERP product of the registry. Products are published in the order of their ids."""

    schema: Annotated[Literal["../schema/erp.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    id: ErpId
    key: ErpKey
    name: ProductName
    vendor: Vendor
    category: Category
    profile: Profile
    website: ProductSite
    localization_label: Annotated[Text, Meta(description="Label of the product's localization facts")]
    provenance: Provenance


class ConnectorsFile(Record, frozen=True, kw_only=True):
    """The connectors between ERP products and e-invoicing providers."""

    schema: Annotated[Literal["schema/connectors.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    connectors: Annotated[tuple[ConnectorNote, ...], Meta(description="Every connector")]


class NewsFile(Record, frozen=True, kw_only=True):
    """Vendor news that concerns localization."""

    schema: Annotated[Literal["schema/news.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    news: Annotated[tuple[NewsItem, ...], Meta(description="Every news item")]


class SponsorsFile(Record, frozen=True, kw_only=True):
    """Paid placements, and what the sponsors response says about them."""

    schema: Annotated[Literal["schema/sponsors.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    notice: SponsorsNotice
    sponsors: Annotated[tuple[Sponsor, ...], Meta(description="Every placement; may be empty")]


class ReleaseFile(Record, frozen=True, kw_only=True):
    """What a release changed. The command ``release`` writes it, and nobody edits it afterwards."""

    schema: Annotated[Literal["../schema/release.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    release: Release


class TombstonesFile(Record, frozen=True, kw_only=True):
    """What was withdrawn from the contract on purpose; a release may lack no other part of the one before it."""

    schema: Annotated[Literal["schema/tombstones.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    tombstones: Annotated[tuple[Tombstone, ...], Meta(description="Every withdrawn promise, the latest last")]


class LicenceNote(Record, frozen=True, kw_only=True):
    """A licence by name, SPDX identifier and text."""

    name: LicenceName
    spdx: Annotated[Text, Meta(description="SPDX identifier of the licence", examples=["CC-BY-4.0"])]
    url: LicenceText


class SiteFile(Record, frozen=True, kw_only=True):
    """What the site says about itself, and the stamp of the release."""

    schema: Annotated[Literal["schema/site.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    title: Annotated[Text, Meta(description="Name of the service")]
    description: Annotated[Text, Meta(description="What the service is, in a sentence")]
    version: Version
    base_url: Annotated[WebUrl, Meta(description="Where the site is served, without a slash at the end")]
    generated_at: Annotated[UtcStamp, Meta(description="Stamp of the release; the default time of a build")]
    attribution: Attribution
    contact: Contact
    data_licence: Annotated[LicenceNote, Meta(description="Licence of the data files")]
    api_licence: Annotated[LicenceNote, Meta(description="Licence of the API")]
    commercial_licence: CommercialPage
    regions: Annotated[tuple[Text, ...], Meta(description="The regions that a country may lie in")]


class FileKind(Struct, frozen=True):
    """A kind of source file: its shape, where it lies, its editor schema, and whether a site can do without any."""

    type: type[Record]
    path: str
    is_optional: bool = False

    @property
    def schema(self) -> str:
        """The place of the editor schema, which each file of this kind names."""
        named: str = get_args(get_type_hints(self.type)["schema"])[0]
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
TOMBSTONES = FileKind(TombstonesFile, "tombstones.json")
RELEASES = FileKind(ReleaseFile, "releases/*.json", is_optional=True)

FILE_KINDS = (SITE, ERPS, COUNTRIES, CONNECTORS, NEWS, SPONSORS, TOMBSTONES, RELEASES)
"""Every kind of source file."""


class Dataset(Struct, frozen=True, kw_only=True):
    """All checked source records, each tuple sorted by its id; tombstones as they stand, releases with the newest first."""

    site: SiteFile
    erps: tuple[ErpFile, ...]
    countries: tuple[CountryFile, ...]
    connectors: tuple[ConnectorNote, ...]
    news: tuple[NewsItem, ...]
    sponsors: tuple[Sponsor, ...]
    sponsors_notice: str
    tombstones: tuple[Tombstone, ...]
    releases: tuple[Release, ...]
