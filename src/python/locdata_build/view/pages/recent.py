"""Recent phases, changes, sources and news, and all vendor news."""

import datetime as dt
from collections.abc import Iterator, Sequence

from locdata_build.derive.claims import group_by
from locdata_build.view.blocks import Block, Filters, Paragraph, Row, Table, paragraph, row, table_of, table_or_message
from locdata_build.view.components.phases import events_by_date, events_table, latest_first
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import CHANGES_FEED, NEWS_FEED
from locdata_build.view.navigation import country_filter, country_link, erp_filter, erp_link, former_country_link
from locdata_build.view.page import Page, Script, Section, section, top_page
from locdata_build.view.prose import line
from locdata_build.view.provenance import publisher_name, title_link
from locdata_build.view.text import Link, Rich, joined, rich
from locdata_build.view.words import counted
from locdata_model.anchors import release_anchor
from locdata_model.changes import Change, Release
from locdata_model.endpoints import NEWS
from locdata_model.service import NewsItem
from locdata_model.sources import Source
from locdata_model.urls import PageName
from locdata_model.vocabulary import ChangeCause

DAYS = 90
"""Number of recent days, including the day of the build."""


def recent_page(context: SiteContext) -> Page:
    """Return the page of recent phases, changes, sources and news."""
    phases, records, sources = _phases(context), _records(context), _sources(context)
    count = sum(table.row_count for table in (phases, records, sources))
    return Page(
        **top_page(PageName.RECENT),
        lead=_lead(context),
        blocks=((Filters((country_filter(context),), count, file_name="recent.csv"),) if count else ()),
        sections=(
            section("phases", "Phases that began", *_phase_blocks(context, phases)),
            _records_section(context, records),
            _sources_section(context, sources),
            _news_section(context),
        ),
        feeds=(CHANGES_FEED, NEWS_FEED),
        last_checked=max((phase.last_checked for phase in context.published.phases), default=None),
        scripts=(Script.FILTER,) if count else (),
    )


def _is_recent(context: SiteContext, date: dt.date) -> bool:
    return 0 <= (context.today - date).days < DAYS


def _lead(context: SiteContext) -> Rich:
    return line(
        f"The {DAYS} days from {{start}} to {{today}}. What comes next: {{timeline}}. Subscribe: {{changes_feed}} and "
        "{news_feed} (Atom); by country and product: {feeds}.",
        start=context.today - dt.timedelta(days=DAYS - 1),
        today=context.today,
        changes_feed=CHANGES_FEED.link,
        news_feed=NEWS_FEED.link,
    )


# Phases


def _phases(context: SiteContext) -> Table:
    phases = [phase for phase in context.published.phases if _is_recent(context, phase.date)]
    return events_table(context, "Phases that began", latest_first(events_by_date(context, phases)))


def _phase_blocks(context: SiteContext, table: Table) -> Iterator[Block]:
    yield table_or_message(table, f"No recorded phase began in these {DAYS} days.")
    yield Paragraph(line(f"Earlier phases: [Timeline](/timeline/?to={context.today})."))


# Records


def _records(context: SiteContext) -> Table:
    releases = [each for each in context.published.releases if _is_recent(context, each.released_at.date())]
    rows = (
        _record_row(context, release, code, changes)
        for release in releases
        for code, changes in group_by(release.changes, lambda change: change.country).items()
    )
    return table_of("Changes of records", ("Date", "Country", "Release", "By edits", "By dates reached", "Lists"), rows)


def _record_row(context: SiteContext, release: Release, code: str | None, changes: Sequence[Change]) -> Row:
    """Return the row of the changes of a release to a country; ``code`` is None if no single country is affected."""
    causes = [change.cause for change in changes]
    return row(
        release.released_at.date(),
        former_country_link(context, code),
        Link(release.version, f"{PageName.CHANGES.path}#{release_anchor(release.version)}"),
        str(causes.count(ChangeCause.EDIT)),
        str(causes.count(ChangeCause.TIME)),
        ", ".join(dict.fromkeys(change.resource for change in changes)),
        facets={"country": (code,) if code else ()},
    )


def _records_section(context: SiteContext, table: Table) -> Section:
    """Return the section on the records. Changes are known from release to release, so the first release has none."""
    first = [
        paragraph(
            *line(
                "Release {version} of {date} is the first one. What changed before it is not recorded.",
                version=release.version,
                date=release.released_at.date(),
            )
        )
        for release in context.published.releases[-1:]
        if _is_recent(context, release.released_at.date())
    ]
    more = Paragraph(line("Each change of a record, before and after: {changes}."))
    shown = table_or_message(table, f"No release of these {DAYS} days changed a record.")
    return section("records", "Records that changed", shown, *first, more)


# Sources


def _sources(context: SiteContext) -> Table:
    recent = [
        (source.published, source)
        for source in context.published.sources
        if source.published and _is_recent(context, source.published)
    ]
    rows = (
        _source_row(context, day, source) for day, source in sorted(recent, key=lambda dated: dated[0], reverse=True)
    )
    return table_of("Sources published or revised", ("Date", "Source", "Publisher", "Countries"), rows)


def _source_row(context: SiteContext, day: dt.date, source: Source) -> Row:
    codes = sorted({code for name in source.claims for code in context.claims_by_name[name].countries})
    links = (rich(country_link(context.country(code))) for code in codes)
    return row(day, title_link(source), source.publisher, joined(", ", links), facets={"country": tuple(codes)})


def _sources_section(context: SiteContext, table: Table) -> Section:
    sources = context.published.sources
    dated = [source for source in sources if source.published]
    known = line(f"The date is known of {len(dated):,} of {counted(len(sources), 'source')}. All of them: {{sources}}.")
    shown = table_or_message(table, f"No source is known to be published or revised in these {DAYS} days.")
    return section("sources", "Sources published or revised", shown, Paragraph(known))


# News


def _news_section(context: SiteContext) -> Section:
    items = context.published.news
    undated = sum(item.date is None for item in items)
    rows = (
        row(
            Link(item.title, item.url),
            item.date,
            joined(", ", (rich(erp_link(context.erp(erp))) for erp in item.erps)),
            Link(publisher_name(item.source), item.source),
        )
        for item in items
        if item.date and _is_recent(context, item.date)
    )
    table = table_of("Vendor news", ("Title", "Date", "ERP products", "Published by"), rows)
    shown = table_or_message(table, f"No recorded news item is of these {DAYS} days.")
    others = f" {counted(undated, 'item')} without a date may be newer." if undated else ""
    return section("news", "Vendor news", shown, Paragraph(line(f"All items: {{news}}.{others}")))


# All news


def news_page(context: SiteContext) -> Page:
    """Return the page of all news items, the newest first and undated ones last."""
    items = context.published.news
    table = table_of(
        "News",
        ("Title", "Date", "ERP products", "Published by", "First seen"),
        (_news_row(context, item) for item in items),
    )
    return Page(
        **top_page(PageName.NEWS),
        lead=rich(f"{counted(len(items), 'item')}, the newest first; undated ones come last."),
        blocks=(_news_filters(context, items), table) if items else (paragraph("There is no news."),),
        data=(NEWS.path,),
        feeds=(NEWS_FEED,),
        last_checked=max((item.first_seen.date() for item in items), default=None),
        scripts=(Script.FILTER,) if items else (),
    )


def _news_filters(context: SiteContext, items: Sequence[NewsItem]) -> Filters:
    return Filters((erp_filter(context),), len(items), has_words=True, has_dates=True, file_name="news.csv")


def _news_row(context: SiteContext, item: NewsItem) -> Row:
    return row(
        Link(item.title, item.url),
        item.date or "Not dated by the publisher.",
        joined(", ", ((erp_link(context.erp(erp)),) for erp in item.erps)),
        Link(publisher_name(item.source), item.source),
        item.first_seen.date(),
        anchor=item.id,
        facets={"erp": item.erps, "date": (str(item.date),) if item.date else ()},
    )
