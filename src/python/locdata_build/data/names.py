"""Rules for names: those of files, slugs, and the entries of lists, which must be different from all others."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from locdata_build.data.countries import CountryFile
from locdata_build.data.errors import IssueCode
from locdata_build.data.products import ErpFile
from locdata_build.data.releases import ReleaseFile
from locdata_build.data.rule import CheckContext, PathAndMessage, rule
from locdata_build.data.site import SiteFile
from locdata_model.record import Record
from locdata_model.urls import LONGEST_SLUG, slugify


@rule(IssueCode.FILE_NAME)
def file_has_name_of_record(
    record: CountryFile | ErpFile | ReleaseFile, context: CheckContext
) -> Iterator[PathAndMessage]:
    """The name of a file must be the code, id or version inside it."""
    match record:
        case CountryFile(code=name):
            path = ".code"
        case ErpFile(id=name):
            path = ".id"
        case _:
            path, name = ".release.version", record.release.version
    if name != context.file_stem:
        yield path, f"must be the name of the file, {context.file_stem!r}, but is {name!r}"


KEYS: Mapping[str, tuple[Callable[[Any], str], ...]] = {
    "sources": (str,),
    "erp_support": (lambda support: support.erp,),
    "phases": (lambda phase: phase.slug,),
    "binds": (str,),
    "bound": (str,),
    "erp_localizations": (lambda localization: localization.erp,),
    "reporting": (
        lambda report: f"{report.topic} {report.report_local} {report.report_en}",
        lambda report: f"{report.topic} {report.number}",
    ),
    "aliases": (str.casefold,),
    "frequencies": (lambda coded: f"{coded.frequency} {coded.filers}",),
    "local_erps": (lambda erp: erp.slug,),
    "partners": (lambda partner: f"{partner.erp}-{partner.slug}",),
    "partner_flags": (lambda flag: flag.erp,),
    "connectors": (lambda connector: f"{connector.erp} {connector.provider}",),
    "refused": (lambda refused: refused.pattern,),
    "audits": (lambda audit: f"{audit.date} {audit.scope} {audit.reading}",),
    "exceptions": (lambda exception: f"{exception.rule}: {exception.reason}",),
    "countries_in_scope": (str,),
    "countries": (str,),
    "terms": (lambda term: term.id,),
    "see": (str,),
    "news": (lambda item: item.id, lambda item: item.url),
    "erps": (str,),
    "sponsors": (lambda sponsor: sponsor.id,),
    "tombstones": (lambda tombstone: f"{tombstone.part} {tombstone.name}",),
    "regions": (str,),
}
"""What must differ between the entries of each list, by the name of its field."""


@rule(IssueCode.DUPLICATE)
def entries_differ(record: Record, context: CheckContext) -> Iterator[PathAndMessage]:
    """The entries of a list must differ, in their ids or in what their ids are made from."""
    for name in _keyed_lists(type(record)):
        for key_of in KEYS[name]:
            yield from _duplicates(f".{name}", map(key_of, getattr(record, name) or ()))


@cache
def _keyed_lists(kind: type[Record]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name in KEYS)


def _duplicates(path: str, keys: Iterable[str]) -> Iterator[PathAndMessage]:
    seen: dict[str, int] = {}
    for index, key in enumerate(keys):
        if key in seen:
            yield f"{path}[{index}]", f"must differ from the other entries, but {key!r} is also entry {seen[key]}"
        seen.setdefault(key, index)


@rule(IssueCode.DUPLICATE)
def files_differ(record: CountryFile | ErpFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """ERP products must differ in key and localization label, countries in slug and map tile."""
    for path, value in unique_fields(record):
        first = context.first_files.get((path, value), context.file)
        if first != context.file:
            yield path, f"must differ from all others, but {value!r} is also in {first}"


def unique_fields(record: CountryFile | ErpFile) -> Iterator[tuple[str, str]]:
    """Yield the path and the value of each field that must differ between files. Two kinds of files share no path."""
    match record:
        case CountryFile():
            yield ".name", slugify(record.name)
            yield ".map_tile", f"column {record.map_tile.column}, row {record.map_tile.row}"
        case _:
            yield ".key", record.key
            yield ".localization_label", record.localization_label


def _slugs(record: CountryFile | ErpFile | SiteFile) -> Iterator[tuple[str, str]]:
    """Yield each slug that is made from the record, with the path of what it is made from."""
    match record:
        case CountryFile():
            yield ".name", slugify(record.name)
        case ErpFile():
            yield ".id", record.id
        case _:
            yield from ((f".regions[{index}]", slugify(region)) for index, region in enumerate(record.regions))


@rule(IssueCode.NO_SLUG)
def name_makes_slug(record: CountryFile | SiteFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The name of a country or region must have a Latin letter or a digit, because a URL is made from it."""
    for path, slug in _slugs(record):
        if not slug:
            yield path, "must have a Latin letter or a digit, because a URL is made from it"


@rule(IssueCode.TOO_LONG)
def slug_is_short(record: CountryFile | ErpFile | SiteFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The slug that a name or id makes must have at most 80 characters."""
    for path, slug in _slugs(record):
        if len(slug) > LONGEST_SLUG:
            yield path, f"must make a slug of at most {LONGEST_SLUG} characters, but makes one of {len(slug)}"
