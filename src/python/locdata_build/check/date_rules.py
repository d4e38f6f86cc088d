"""Rules for dates: within the years that all formats support, in order, and not after the build."""

import datetime as dt
from collections.abc import Iterable, Iterator
from functools import cache
from typing import get_args, get_type_hints

from locdata_build.check.rule import CheckContext, PathAndMessage, rule
from locdata_build.source.audits import SourceAudit
from locdata_build.source.citations import CitedSource, SourceProvenance
from locdata_build.source.errors import IssueCode
from locdata_build.source.files import SiteFile
from locdata_build.source.obligations import SourcePhase
from locdata_model.changes import Release
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.phases import PHASE_YEARS
from locdata_model.record import Record
from locdata_model.scalars import STAMP_FORMAT

FIRST_YEAR, LAST_YEAR = 1980, 2107
"""Zip archives support no other years (APPNOTE 4.4.6), and the event of a calendar ends on the day after its date."""


@rule(IssueCode.WRONG_VALUE)
def year_is_supported(record: Record, context: CheckContext) -> Iterator[PathAndMessage]:
    """A date must be in the years 1980 to 2107, which all formats support."""
    for name in _dated_fields(type(record)):
        value = getattr(record, name)
        if value and not FIRST_YEAR <= value.year <= LAST_YEAR:
            yield f".{name}", f"must be in the years {FIRST_YEAR} to {LAST_YEAR}, but is {value.isoformat()}"


@cache
def _dated_fields(kind: type[Record]) -> tuple[str, ...]:
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _may_be_date(hints[name]))


def _may_be_date(hint: object) -> bool:
    return any(isinstance(kind, type) and issubclass(kind, dt.date) for kind in (hint, *get_args(hint)))


def check_times(records: Iterable[Record]) -> Iterator[dt.datetime]:
    """Yield when each record was checked or first seen, which must not be after the build. A date counts as its 00:00:00Z."""
    for record in records:
        if isinstance(record, SourceProvenance):
            yield dt.datetime.combine(record.checked, dt.time(), dt.UTC)
        elif isinstance(record, CitedSource):
            yield dt.datetime.combine(record.read, dt.time(), dt.UTC)
        elif isinstance(record, NewsItem):
            yield record.first_seen


@rule(IssueCode.WRONG_VALUE)
def year_of_phase_is_published(phase: SourcePhase, context: CheckContext) -> Iterator[PathAndMessage]:
    """A phase must be in the years 2000 to 2050, for which phases are published."""
    # Dates outside the years of all formats have an issue already.
    if FIRST_YEAR <= phase.date.year <= LAST_YEAR and phase.date.year not in PHASE_YEARS:
        years = f"{PHASE_YEARS[0]} to {PHASE_YEARS[-1]}"
        yield ".date", f"must be in the years {years}, for which phases are published, but is {phase.date.isoformat()}"


@rule(IssueCode.FUTURE_DATE)
def check_is_not_after_build(provenance: SourceProvenance, context: CheckContext) -> Iterator[PathAndMessage]:
    """The last check of a claim must not be after the date of the build."""
    if context.build_date and provenance.checked > context.build_date:
        yield ".checked", _after_build(context.build_date, provenance.checked)


@rule(IssueCode.FUTURE_DATE)
def reading_is_not_after_build(source: CitedSource, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source must not be read after the date of the build, nor published after it was read."""
    if context.build_date and source.read > context.build_date:
        yield ".read", _after_build(context.build_date, source.read)
    if source.published and source.published > source.read:
        yield ".published", f"must not be after the source was read, {source.read}, but is {source.published}"


@rule(IssueCode.FUTURE_DATE)
def news_is_not_after_build(item: NewsItem, context: CheckContext) -> Iterator[PathAndMessage]:
    """A news item must not be published or first seen after the time of the build."""
    if context.build_time and item.first_seen > context.build_time:
        yield ".first_seen", _after_build(context.build_time, item.first_seen)
    if item.date and context.build_date and item.date > context.build_date:
        yield ".date", _after_build(context.build_date, item.date)


@rule(IssueCode.FUTURE_DATE)
def audit_is_not_after_build(audit: SourceAudit, context: CheckContext) -> Iterator[PathAndMessage]:
    """An audit must not be after the date of the build."""
    if context.build_date and audit.date > context.build_date:
        yield ".date", _after_build(context.build_date, audit.date)


@rule(IssueCode.FUTURE_DATE)
def release_is_not_after_build(release: Release, context: CheckContext) -> Iterator[PathAndMessage]:
    """A release must not be after the time of the build."""
    if context.build_time and release.released_at > context.build_time:
        yield ".released_at", _after_build(context.build_time, release.released_at)


@rule(IssueCode.FUTURE_DATE)
def build_is_not_before_release(site: SiteFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """A build must not be asked for a time before the release."""
    if context.requested_time and site.generated_at > context.requested_time:
        yield ".generated_at", _after_build(context.requested_time, site.generated_at)


@rule(IssueCode.WRONG_VALUE)
def build_is_in_supported_years(site: SiteFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """A build must not be asked for a time after the year 2107."""
    if context.requested_time and context.requested_time.year > LAST_YEAR:
        asked = _shown(context.requested_time)
        yield ".generated_at", f"must not be built for a time after the year {LAST_YEAR}, but is asked for {asked}"


def _after_build(build: dt.date, found: dt.date) -> str:
    what = "time" if isinstance(build, dt.datetime) else "date"
    return f"must not be after the {what} of the build, {_shown(build)}, but is {_shown(found)}"


def _shown(moment: dt.date) -> str:
    return f"{moment:{STAMP_FORMAT}}" if isinstance(moment, dt.datetime) else moment.isoformat()


@rule(IssueCode.DATE_ORDER)
def sponsor_ends_after_start(sponsor: Sponsor, context: CheckContext) -> Iterator[PathAndMessage]:
    """A sponsor's placement must not end before it starts."""
    if sponsor.end and sponsor.end < sponsor.start:
        yield ".end", f"must not be before the start, {sponsor.start}, but is {sponsor.end}"
