"""The kinds of source files in ``data_src``: their types, paths and JSON Schemas, and the dataset they make up."""

import datetime as dt
from typing import Annotated, Literal, TypeAlias, get_args, get_type_hints

from msgspec import Meta, Struct, field

from locdata_build.source.audits import SourceAudit
from locdata_build.source.citations import CitedSources, SourceProvenance
from locdata_build.source.granted_exceptions import GrantedException
from locdata_build.source.obligations import Obligations
from locdata_build.source.records import (
    CountryFacts,
    EInvoicing,
    ErpLocalization,
    MapTile,
    SourceConnector,
    SourceLocalErp,
    SourcePartner,
    SourcePartnerFlag,
)
from locdata_build.source.refused_sources import RefusedSource
from locdata_build.source.reports import AbsentReports, SourceReport
from locdata_build.source.source_record import SourceRecord
from locdata_build.source.terms import SourceTerm
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
from locdata_model.json_schema import Schema, self_contained_schema
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.record import Record
from locdata_model.scalars import CountryCode, ErpId, ErpKey, Text, UtcStamp, Version, WebUrl
from locdata_model.serialization import encode_json

SCHEMA_OF_FILE = Meta(description="Path of the schema of the file, for editors", extra_json_schema={"type": "string"})


class CountryFile(SourceRecord, frozen=True, kw_only=True):
    """Everything that is known about one country."""

    schema: Annotated[Literal["../schema/country.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    code: CountryCode
    name: CountryName
    aliases: Annotated[
        tuple[Text, ...],
        Meta(description="What else readers call it: in its own languages, and in short; absent if there is nothing"),
    ] = ()
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
        tuple[SourceReport, ...], Meta(description="VAT and tax reports and SAF-T files, by topic and number")
    ]
    absent_reports: AbsentReports
    local_erps: Annotated[tuple[SourceLocalErp, ...], Meta(description="Local and regional ERP or accounting systems")]
    partners: Annotated[
        tuple[SourcePartner, ...], Meta(description="Firms that localize an ERP product for the country")
    ]
    partner_flags: Annotated[
        tuple[SourcePartnerFlag, ...],
        Meta(description="ERP products that partners or add-ons localize for the country"),
    ]
    sources: CitedSources


class ErpFile(SourceRecord, frozen=True, kw_only=True):
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
    in_countries_file: Annotated[
        bool, Meta(description="Whether the data file countries has the product's localization facts, as the API has")
    ] = False
    provenance: SourceProvenance
    sources: CitedSources


class ConnectorsFile(SourceRecord, frozen=True, kw_only=True):
    """The connectors between ERP products and e-invoicing providers."""

    schema: Annotated[Literal["schema/connectors.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    connectors: Annotated[tuple[SourceConnector, ...], Meta(description="Every connector")]
    sources: CitedSources


class TermsFile(SourceRecord, frozen=True, kw_only=True):
    """The terms of the glossary."""

    schema: Annotated[Literal["schema/terms.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    terms: Annotated[tuple[SourceTerm, ...], Meta(description="Every term, sorted by id")]
    sources: CitedSources


SourcedFile: TypeAlias = CountryFile | ErpFile | ConnectorsFile | TermsFile
"""A file that holds claims and the sources that they cite."""


class RefusedSourcesFile(SourceRecord, frozen=True, kw_only=True):
    """The pages that no claim may cite."""

    schema: Annotated[Literal["schema/refused_sources.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    refused: Annotated[tuple[RefusedSource, ...], Meta(description="Every refused host or path, sorted by pattern")]


class ExceptionsFile(SourceRecord, frozen=True, kw_only=True):
    """The claims that need not keep a rule on citations for now. An exception that is not needed is an error."""

    schema: Annotated[Literal["schema/exceptions.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    exceptions: Annotated[
        tuple[GrantedException, ...], Meta(description="Every exception, sorted by rule and reason; may be empty")
    ]


class AuditsFile(SourceRecord, frozen=True, kw_only=True):
    """The audits of the data."""

    schema: Annotated[Literal["schema/audits.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    audits: Annotated[tuple[SourceAudit, ...], Meta(description="Every audit, the earliest first")]


class NewsFile(SourceRecord, frozen=True, kw_only=True):
    """Vendor news about localization."""

    schema: Annotated[Literal["schema/news.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    news: Annotated[tuple[NewsItem, ...], Meta(description="Every news item")]


class SponsorsFile(SourceRecord, frozen=True, kw_only=True):
    """Paid placements, and the notice of the sponsors response."""

    schema: Annotated[Literal["schema/sponsors.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    notice: SponsorsNotice
    sponsors: Annotated[tuple[Sponsor, ...], Meta(description="Every placement; may be empty")]


class ReleaseFile(SourceRecord, frozen=True, kw_only=True):
    """The changes of a release. The command ``release`` writes this file; it is never edited."""

    schema: Annotated[Literal["../schema/release.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    release: Release


class TombstonesFile(SourceRecord, frozen=True, kw_only=True):
    """What was withdrawn from the contract. A release must keep everything else that the release before it promised."""

    schema: Annotated[Literal["schema/tombstones.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    tombstones: Annotated[tuple[Tombstone, ...], Meta(description="Every withdrawn promise, the latest last")]


class SourceLicence(SourceRecord, frozen=True, kw_only=True):
    """The name, SPDX identifier and text of a licence."""

    name: LicenceName
    spdx: Annotated[Text, Meta(description="SPDX identifier of the licence", examples=["CC-BY-4.0"])]
    url: LicenceText


class SiteFile(SourceRecord, frozen=True, kw_only=True):
    """The settings of the site, and the version and time of the release."""

    schema: Annotated[Literal["schema/site.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    title: Annotated[Text, Meta(description="Name of the service")]
    description: Annotated[Text, Meta(description="What the service is, in one sentence")]
    version: Version
    base_url: Annotated[WebUrl, Meta(description="URL at which the site is served, without a slash at the end")]
    generated_at: Annotated[
        UtcStamp,
        Meta(description="Time of the release; a build takes that of the newest check or news item if it is later"),
    ]
    attribution: Attribution
    contact: Contact
    data_licence: Annotated[SourceLicence, Meta(description="Licence of the data files")]
    api_licence: Annotated[SourceLicence, Meta(description="Licence of the API")]
    commercial_licence: CommercialPage
    regions: Annotated[tuple[Text, ...], Meta(description="Regions that a country can belong to")]

    @property
    def today(self) -> dt.date:
        """The UTC day of the build, as of which everything that depends on the date is derived."""
        return self.generated_at.date()

    def url(self, path: str) -> str:
        """Return the absolute URL of a path of the site."""
        return f"{self.base_url}{path}"


class FileKind(Struct, frozen=True):
    """A kind of source file: its type, its path, and whether there may be none."""

    type: type[Record]
    path: str
    is_optional: bool = False

    @property
    def schema(self) -> str:
        """The path of the editor schema, which every file of this kind names."""
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
TERMS = FileKind(TermsFile, "terms.json")
REFUSED_SOURCES = FileKind(RefusedSourcesFile, "refused_sources.json")
EXCEPTIONS = FileKind(ExceptionsFile, "exceptions.json")
AUDITS = FileKind(AuditsFile, "audits.json")
NEWS = FileKind(NewsFile, "news.json")
SPONSORS = FileKind(SponsorsFile, "sponsors.json")
TOMBSTONES = FileKind(TombstonesFile, "tombstones.json")
RELEASES = FileKind(ReleaseFile, "releases/*.json", is_optional=True)

FILE_KINDS = (
    SITE,
    ERPS,
    COUNTRIES,
    CONNECTORS,
    TERMS,
    REFUSED_SOURCES,
    EXCEPTIONS,
    AUDITS,
    NEWS,
    SPONSORS,
    TOMBSTONES,
    RELEASES,
)
"""Every kind of source file."""


def path_of(file: SourcedFile) -> str:
    """Return the path of a file below the folder of source files."""
    match file:
        case CountryFile(code=stem):
            return COUNTRIES.path.replace("*", stem)
        case ErpFile(id=stem):
            return ERPS.path.replace("*", stem)
        case ConnectorsFile():
            return CONNECTORS.path
        case _:
            return TERMS.path


class Dataset(Struct, frozen=True, kw_only=True):
    """All checked source records.

    ``site`` has the base URL and the time of the build, and ``released_at`` is the time of the release. ERP products and
    countries are sorted by id, releases newest first; everything else keeps the order of its file.
    """

    site: SiteFile
    released_at: dt.datetime
    erps: tuple[ErpFile, ...]
    countries: tuple[CountryFile, ...]
    connectors: ConnectorsFile
    glossary: TermsFile
    exceptions: tuple[GrantedException, ...]
    audits: tuple[SourceAudit, ...]
    news: tuple[NewsItem, ...]
    sponsors: tuple[Sponsor, ...]
    sponsors_notice: str
    tombstones: tuple[Tombstone, ...]
    releases: tuple[Release, ...]

    @property
    def sourced_files(self) -> tuple[SourcedFile, ...]:
        """Every file that holds claims, those of the countries first."""
        return (*self.countries, *self.other_files)

    @property
    def other_files(self) -> tuple[SourcedFile, ...]:
        """The files besides those of the countries that hold claims: connectors, ERP products, terms."""
        return (self.connectors, *self.erps, self.glossary)

    @property
    def terms(self) -> tuple[SourceTerm, ...]:
        """The terms of the glossary, sorted by id."""
        return self.glossary.terms


def editor_schemas() -> dict[str, bytes]:
    """Return the content of each editor schema by its path below the folder of source files."""
    return {kind.schema: encode_json(editor_schema(kind)) for kind in FILE_KINDS}


def editor_schema(kind: FileKind) -> Schema:
    """Return the JSON Schema of a kind of source file, made from the type that the build reads it with."""
    return self_contained_schema(kind.type)
