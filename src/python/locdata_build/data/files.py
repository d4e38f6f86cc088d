"""The kinds of source files in ``data_src``: their types, paths and JSON Schemas, and the dataset they make up."""

import datetime as dt
from collections.abc import Collection
from typing import get_args, get_type_hints

from msgspec import Struct

from locdata_build.data.audits import AuditsFile, SourceAudit
from locdata_build.data.countries import CountryFile, SourcedFile
from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.data.exceptions import ExceptionsFile, GrantedException
from locdata_build.data.products import ConnectorsFile, ErpFile
from locdata_build.data.releases import ReleaseFile, TombstonesFile
from locdata_build.data.site import NewsFile, SiteFile, SponsorsFile
from locdata_build.data.sources import RefusedSourcesFile
from locdata_build.data.statements import schema_for_editors
from locdata_build.data.terms import TermsFile
from locdata_model.changes import Release, Tombstone
from locdata_model.json_schema import Schema, self_contained_schema
from locdata_model.record import Record
from locdata_model.serialization import encode_json
from locdata_model.service import NewsItem, Sponsor


class FileKind(Struct, frozen=True):
    """A kind of source file: its type, its path, and whether it is optional."""

    type: type[Record]
    path: str
    is_optional: bool = False

    @property
    def schema(self) -> str:
        """The path of the editor schema that files of this kind refer to."""
        named: str = get_args(get_type_hints(self.type)["schema"])[0]
        return named.removeprefix("../")

    @property
    def folder(self) -> str | None:
        """The folder with one file for each record; None for a kind with a single file."""
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
    *(SITE, ERPS, COUNTRIES, CONNECTORS, TERMS, REFUSED_SOURCES),
    *(EXCEPTIONS, AUDITS, NEWS, SPONSORS, TOMBSTONES, RELEASES),
)
"""Every kind of source file."""


def path_of(file: SourcedFile) -> str:
    """Return the path of a file below the folder of source files."""
    kind = next(kind for kind in FILE_KINDS if kind.type is type(file))
    stem: str = getattr(file, "code", getattr(file, "id", ""))
    return kind.path.replace("*", stem)


def require_country(code: str, known: Collection[str], *, folder: str, argument: str) -> None:
    """Raise ``SourceError`` if the countries in ``folder`` do not have the code that an argument names."""
    if code not in known:
        file = f"{folder}/{COUNTRIES.path.replace('*', code)}"
        raise SourceError([Issue(file, "$", IssueCode.MISSING_FILE, f"must exist: {argument} names it")])


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
    def other_files(self) -> tuple[SourcedFile, ...]:
        """The files besides those of the countries that hold claims: connectors, ERP products, terms."""
        return (self.connectors, *self.erps, self.glossary)


def editor_schemas() -> dict[str, bytes]:
    """Return the content of each editor schema by its path below the folder of source files."""
    return {kind.schema: encode_json(editor_schema(kind)) for kind in FILE_KINDS}


def editor_schema(kind: FileKind) -> Schema:
    """Return the JSON Schema of a kind of source file, made from the type that the build reads it with."""
    schema: Schema = schema_for_editors(self_contained_schema(kind.type))
    return schema
