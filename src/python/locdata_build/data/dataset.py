"""Checking of the source files as a whole: the dataset, or every issue."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from msgspec.inspect import type_info
from msgspec.structs import replace

from locdata_build.data.audits import AuditsFile, SourceAudit
from locdata_build.data.canonical import ParsedFile, check_shapes
from locdata_build.data.countries import CountryFile, SourcedFile
from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.data.exceptions import ExceptionsFile, apply_exceptions
from locdata_build.data.files import COUNTRIES, ERPS, Dataset, FileKind
from locdata_build.data.names import unique_fields
from locdata_build.data.obligations import SourcePhase
from locdata_build.data.products import ConnectorsFile, ErpFile
from locdata_build.data.reading import Sources
from locdata_build.data.record import salvage, walk
from locdata_build.data.releases import ReleaseFile, TombstonesFile
from locdata_build.data.rule import CheckContext
from locdata_build.data.rules import find_issues
from locdata_build.data.site import NewsFile, SiteFile, SponsorsFile
from locdata_build.data.sources import (
    CitedSource,
    PageUrl,
    RefusedSources,
    RefusedSourcesFile,
    SourceProvenance,
    page_of,
)
from locdata_build.data.terms import TermsFile
from locdata_build.data.values import as_time
from locdata_model.changes import Release
from locdata_model.record import Record
from locdata_model.scalars import version_parts
from locdata_model.service import NewsItem

RecordT = TypeVar("RecordT", bound=Record)

LocatedRecords = list[tuple[str, Record]]
"""Records with their JSON paths."""

_shape_of = cache(type_info)


def check_sources(sources: Sources, *, base_url: str | None = None, generated_at: dt.datetime | None = None) -> Dataset:
    """Return the dataset in ``sources``, built for ``base_url`` and at ``generated_at`` (UTC) instead of the defaults.

    By default the base URL is that of ``site.json``, and the time is that of the release or of the newest check, reading,
    audit or news item, whichever is latest. Raises ``SourceError`` with every issue of every file.
    """
    parsed, issues = check_shapes(sources)
    records = [_records(each) for each in parsed]
    site = next(_of(SiteFile, parsed), None)
    build_time = _build_time(site, generated_at, records) if site else None
    context = _context(sources, parsed, site, requested_time=generated_at, build_time=build_time)
    for each, located in zip(parsed, records, strict=True):
        issues.extend(find_issues(located, _context_of(each, located, context)))
        if each.record and not each.is_canonical:
            message = "must be in canonical format: the command 'format' rewrites it"
            issues.append(Issue(each.file.name, "$", IssueCode.FORMAT, message))
    complete = not sources.issues and [each.file for each in parsed if each.record] == [*sources.files]
    by_name = {each.file.name: each.record for each in parsed if each.record}
    issues = apply_exceptions(issues, by_name, all_are_read=complete)
    if issues or site is None or build_time is None:
        raise SourceError(issues)
    built_site = replace(site, base_url=base_url or site.base_url, generated_at=build_time)
    return _dataset(built_site, parsed, released_at=site.generated_at)


def _records(parsed: ParsedFile) -> LocatedRecords:
    """Return all records in a file; if its shape is wrong, those that have the right shape."""
    if parsed.record:
        return [*walk(parsed.record)]
    return [*salvage(parsed.value, _shape_of(parsed.file.kind.type))]


def _build_time(site: SiteFile, requested: dt.datetime | None, records: Iterable[LocatedRecords]) -> dt.datetime:
    """Return the requested time, or else the latest of the release and all checks, readings, audits and news items.

    A requested time before the release is an issue. It is not used here, because each later check would be another one.
    """
    if requested and requested >= site.generated_at:
        return requested
    return max(site.generated_at, *check_times(record for located in records for _, record in located))


def _context(
    sources: Sources,
    parsed: Sequence[ParsedFile],
    site: SiteFile | None,
    *,
    requested_time: dt.datetime | None,
    build_time: dt.datetime | None,
) -> CheckContext:
    def stems(kind: FileKind) -> frozenset[str] | None:
        return frozenset(file.stem for file in sources.files if file.kind is kind) or None

    first_files: dict[tuple[str, str], str] = {}
    for each in parsed:
        if isinstance(each.record, CountryFile | ErpFile):
            for field in unique_fields(each.record):
                first_files.setdefault(field, each.file.name)
    first_sources: dict[str, tuple[str, str, CitedSource]] = {}
    first_urls: dict[str, tuple[str, str]] = {}
    for file, source_id, source in _cited_sources(parsed):
        first_sources.setdefault(source.url, (file, source_id, source))
        first_urls.setdefault(source_id, (file, source.url))
    return CheckContext(
        file="",
        requested_time=requested_time,
        build_time=build_time,
        version=site.version if site else None,
        regions=site.regions if site else None,
        erp_ids=stems(ERPS),
        country_codes=stems(COUNTRIES),
        untracked_countries=frozenset(country.code for country in _of(CountryFile, parsed) if not country.e_invoicing),
        base_url=site.base_url if site else None,
        vendors=frozenset(erp.vendor for erp in _of(ErpFile, parsed)),
        refused_sources=RefusedSources(each for file in _of(RefusedSourcesFile, parsed) for each in file.refused),
        first_files=first_files,
        former_addresses=_former_addresses(first_sources),
        first_sources=first_sources,
        first_urls=first_urls,
    )


def _context_of(parsed: ParsedFile, located: LocatedRecords, context: CheckContext) -> CheckContext:
    """Return the context with the facts about one file."""
    sources = parsed.record.sources if isinstance(parsed.record, SourcedFile) else None
    citing = (record for _, record in located if isinstance(record, SourceProvenance | SourcePhase))
    cited = frozenset(source_id for record in citing for source_id in record.sources or ())
    return replace(context, file=parsed.file.name, sources=sources, cited=cited)


def _former_addresses(urls: Iterable[str]) -> Mapping[str, str]:
    """Return the first URL of the same page for each URL that follows another one."""
    first: dict[PageUrl, str] = {}
    return {url: former for url in urls if (former := first.setdefault(page_of(url), url)) != url}


def _cited_sources(parsed: Iterable[ParsedFile]) -> Iterator[tuple[str, str, CitedSource]]:
    """Yield each source with the name of its file and its id."""
    for each in parsed:
        if isinstance(each.record, SourcedFile):
            for source_id, source in each.record.sources.items():
                yield each.file.name, source_id, source


def _of(kind: type[RecordT], parsed: Iterable[ParsedFile]) -> Iterator[RecordT]:
    return (each.record for each in parsed if isinstance(each.record, kind))


def _dataset(site: SiteFile, parsed: Sequence[ParsedFile], *, released_at: dt.datetime) -> Dataset:
    (connectors,) = _of(ConnectorsFile, parsed)
    (exceptions,) = _of(ExceptionsFile, parsed)
    (audits,) = _of(AuditsFile, parsed)
    (news,) = _of(NewsFile, parsed)
    (sponsors,) = _of(SponsorsFile, parsed)
    (glossary,) = _of(TermsFile, parsed)
    (tombstones,) = _of(TombstonesFile, parsed)
    return Dataset(
        site=site,
        released_at=released_at,
        erps=tuple(sorted(_of(ErpFile, parsed), key=lambda erp: erp.id)),
        countries=tuple(sorted(_of(CountryFile, parsed), key=lambda country: country.code)),
        connectors=connectors,
        glossary=glossary,
        exceptions=exceptions.exceptions,
        audits=audits.audits,
        news=news.news,
        sponsors=sponsors.sponsors,
        sponsors_notice=sponsors.notice,
        tombstones=tombstones.tombstones,
        releases=tuple(sorted((file.release for file in _of(ReleaseFile, parsed)), key=_age)),
    )


def _age(release: Release) -> tuple[int, ...]:
    """Return the key that sorts the newest release first."""
    return tuple(-part for part in version_parts(release.version))


def check_times(records: Iterable[Record]) -> Iterator[dt.datetime]:
    """Yield the time of each check, reading, audit and news item. The build must not be before any of them."""
    for record in records:
        if isinstance(record, SourceProvenance):
            yield as_time(record.checked)
        elif isinstance(record, CitedSource):
            yield as_time(record.read)
        elif isinstance(record, SourceAudit):
            yield as_time(record.date)
        elif isinstance(record, NewsItem):
            yield record.first_seen
