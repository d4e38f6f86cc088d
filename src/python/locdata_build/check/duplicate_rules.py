"""Rules for entries and names that must be different from all others."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from locdata_build.check.rule import CheckContext, PathAndMessage, rule
from locdata_build.source.errors import IssueCode
from locdata_build.source.files import CountryFile, ErpFile
from locdata_model.data_files import ReportingFields
from locdata_model.record import Record
from locdata_model.urls import slugify
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS

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
def names_of_erp_are_free(erp: ErpFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """An ERP product's key must not be another column, nor its localization label a country topic."""
    if erp.key in ReportingFields.__struct_fields__:
        yield ".key", f"must not be the name of another column of the reporting file, but is {erp.key!r}"
    if erp.localization_label in COUNTRY_TOPIC_LABELS.values():
        yield ".localization_label", f"must not be the label of a country's topic, but is {erp.localization_label!r}"


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
