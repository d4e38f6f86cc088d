"""Checking of the source files as a whole: the dataset, or every issue."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from locdata_build.data.audits import AuditsFile
from locdata_build.data.canonical import ParsedFile, parse_file
from locdata_build.data.countries import CountryFile, SourcedFile
from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.data.exceptions import ExceptionsFile, apply_exceptions
from locdata_build.data.files import COUNTRIES, ERPS, Dataset, FileKind
from locdata_build.data.names import unique_fields
from locdata_build.data.products import ConnectorsFile, ErpFile
from locdata_build.data.reading import SourceFile, Sources
from locdata_build.data.releases import ReleaseFile, TombstonesFile
from locdata_build.data.rule import CheckContext
from locdata_build.data.rules import find_issues
from locdata_build.data.site import NewsFile, SiteFile, SponsorsFile
from locdata_build.data.sources import CitedSource, RefusedSources, RefusedSourcesFile, page_of
from locdata_build.data.statements import markers_in
from locdata_build.data.terms import TermsFile
from locdata_build.data.values import as_time, event_fields
from locdata_model.changes import Release
from locdata_model.record import Record
from locdata_model.scalars import version_parts

RecordT = TypeVar("RecordT", bound=Record)


def check_sources(sources: Sources, *, base_url: str | None = None, generated_at: dt.datetime | None = None) -> Dataset:
    """Return the dataset in ``sources``, built for ``base_url`` and at ``generated_at`` (UTC) instead of the defaults.

    By default the base URL is that of ``site.json``, and the time is that of the release or of the newest check, reading,
    audit or news item, whichever is latest. Raises ``SourceError`` with every issue of every file.
    """
    return Checker().check(sources, base_url=base_url, generated_at=generated_at)


class Checker:
    """A repeated check of source files. The records and issues of files that have not changed are kept.

    The issues of a file also depend on a few facts about the others, the ``CheckContext``: if these change, they are found
    again.
    """

    def __init__(self) -> None:
        self._parsed: Mapping[SourceFile, ParsedFile] = {}
        self._context: CheckContext | None = None
        self._issues: Mapping[SourceFile, Sequence[Issue]] = {}

    def check(
        self, sources: Sources, *, base_url: str | None = None, generated_at: dt.datetime | None = None
    ) -> Dataset:
        """Return the dataset in ``sources``, as ``check_sources`` does."""
        self._parsed = {file: self._parsed.get(file) or parse_file(file) for file in sources.files}
        parsed = [*self._parsed.values()]
        site = next(_of(SiteFile, parsed), None)
        build_time = _build_time(site, generated_at, parsed) if site else None
        context = _context(sources, parsed, site, requested_time=generated_at, build_time=build_time)
        kept = self._issues if context == self._context else {}
        self._context = context
        self._issues = {each.file: kept[each.file] if each.file in kept else _issues(each, context) for each in parsed}
        issues = [*sources.issues, *(issue for found in self._issues.values() for issue in found)]
        complete = not sources.issues and all(each.record for each in parsed)
        by_name = {each.file.name: each.record for each in parsed if each.record}
        issues = apply_exceptions(issues, by_name, all_are_read=complete)
        if issues or site is None or build_time is None:
            raise SourceError(issues)
        built_site = replace(site, base_url=base_url or site.base_url, generated_at=build_time)
        return _dataset(built_site, parsed, released_at=site.generated_at)


def _issues(parsed: ParsedFile, context: CheckContext) -> tuple[Issue, ...]:
    """Return the issues of a file: those of parsing, those that the rules find, and that of its format."""
    found = (*parsed.issues, *find_issues(parsed.records, _context_of(parsed, context)))
    if parsed.is_canonical or not parsed.record:
        return found
    message = "must be in canonical format: the command 'format' rewrites it"
    return (*found, Issue(parsed.file.name, "$", IssueCode.FORMAT, message))


def _build_time(site: SiteFile, requested: dt.datetime | None, parsed: Iterable[ParsedFile]) -> dt.datetime:
    """Return the requested time, or else the latest of the release and all checks, readings, audits and news items.

    A requested time before the release is an issue. It is not used here, because each later check would be another one.
    """
    if requested and requested >= site.generated_at:
        return requested
    return max(site.generated_at, *check_times(record for each in parsed for _, record in each.records))


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
    first_sources: dict[str, tuple[str, str, CitedSource]] = {}
    first_urls: dict[str, tuple[str, str]] = {}
    for file, record in ((each.file.name, each.record) for each in parsed):
        if isinstance(record, CountryFile | ErpFile):
            for field in unique_fields(record):
                first_files.setdefault(field, file)
        if isinstance(record, SourcedFile):
            for source_id, source in record.sources.items():
                first_sources.setdefault(source.url, (file, source_id, source))
                first_urls.setdefault(source_id, (file, source.url))
    refused = (each for file in _of(RefusedSourcesFile, parsed) for each in file.refused)
    return CheckContext(
        file="",
        requested_time=requested_time,
        build_time=build_time,
        version=site.version if site else None,
        regions=site.regions if site else None,
        erp_ids=stems(ERPS),
        country_codes=stems(COUNTRIES),
        term_ids=next((frozenset(term.id for term in file.terms) for file in _of(TermsFile, parsed)), None),
        untracked_countries=frozenset(country.code for country in _of(CountryFile, parsed) if not country.e_invoicing),
        base_url=site.base_url if site else None,
        vendors=frozenset(erp.vendor for erp in _of(ErpFile, parsed)),
        refused_sources=RefusedSources(tuple(refused)),
        first_files=first_files,
        former_addresses=_former_addresses(first_sources),
        first_sources=first_sources,
        first_urls=first_urls,
    )


def _context_of(parsed: ParsedFile, context: CheckContext) -> CheckContext:
    """Return the context with the facts about one file."""
    sources = parsed.record.sources if isinstance(parsed.record, SourcedFile) else None
    cited = frozenset(marker.source for _, record in parsed.records for _, marker in markers_in(record))
    return replace(context, file=parsed.file.name, sources=sources, cited=cited)


def _former_addresses(urls: Iterable[str]) -> Mapping[str, str]:
    """Return the first URL of the same page for each URL that follows another one."""
    first: dict[object, str] = {}
    return {url: former for url in urls if (former := first.setdefault(page_of(url), url)) != url}


def _of(kind: type[RecordT], parsed: Iterable[ParsedFile]) -> Iterator[RecordT]:
    return (each.record for each in parsed if isinstance(each.record, kind))


def _dataset(site: SiteFile, parsed: Sequence[ParsedFile], *, released_at: dt.datetime) -> Dataset:
    releases = (file.release for file in _of(ReleaseFile, parsed))
    sponsors = next(_of(SponsorsFile, parsed))
    return Dataset(
        site=site,
        released_at=released_at,
        erps=tuple(sorted(_of(ErpFile, parsed), key=lambda erp: erp.id)),
        countries=tuple(sorted(_of(CountryFile, parsed), key=lambda country: country.code)),
        connectors=next(_of(ConnectorsFile, parsed)),
        glossary=next(_of(TermsFile, parsed)),
        exceptions=next(_of(ExceptionsFile, parsed)).exceptions,
        audits=next(_of(AuditsFile, parsed)).audits,
        news=next(_of(NewsFile, parsed)).news,
        sponsors=sponsors.sponsors,
        sponsors_notice=sponsors.notice,
        tombstones=next(_of(TombstonesFile, parsed)).tombstones,
        releases=tuple(sorted(releases, key=lambda release: version_parts(release.version), reverse=True)),
    )


def check_times(records: Iterable[Record]) -> Iterator[dt.datetime]:
    """Yield the time of each check, reading, audit and news item. The build must not be before any of them."""
    for record in records:
        if not isinstance(record, Release) and (names := event_fields(type(record))):
            yield as_time(getattr(record, names[0]))
