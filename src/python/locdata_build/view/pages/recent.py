"""Recent phases, changes, sources and news, and all vendor news."""

import datetime as dt
from collections.abc import Sequence
from operator import itemgetter

from locdata_build.derive.claims import group_by
from locdata_build.view.blocks import Filters, Paragraph, Row, Table, paragraph, row, table_of, table_or_message
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
    began = [phase for phase in context.published.phases if _is_recent(context, phase.date)]
    phases = events_table(context, "Recently started", latest_first(events_by_date(context, began)))
    records, sources = _records(context), _sources(context)
    count = sum(table.row_count for table in (phases, records, sources))
    return Page(
        **top_page(PageName.RECENT),
        lead=line(
            f"The {DAYS} days from {{start}} to {{today}}. What comes next: {{timeline}}. Subscribe: {{changes_feed}} and "
            "{news_feed} (Atom); by country and product: {feeds}.",
            start=context.today - dt.timedelta(days=DAYS - 1),
            today=context.today,
            changes_feed=CHANGES_FEED.link,
            news_feed=NEWS_FEED.link,
        ),
        blocks=((Filters((country_filter(context),), count, file_name="recent.csv"),) if count else ()),
        sections=(
            section(
                "phases",
                "Recently started",
                table_or_message(phases, f"No recorded phase started in these {DAYS} days."),
                Paragraph(line(f"Earlier phases: [Timeline](/timeline/?to={context.today}).")),
            ),
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
    days = ((release, release.released_at.date()) for release in context.published.releases[-1:])
    first = [
        paragraph(f"Release {release.version} of ", day, " is the first one. What changed before it is not recorded.")
        for release, day in days
        if _is_recent(context, day)
    ]
    more = Paragraph(line("Each change of a record, before and after: {changes}."))
    shown = table_or_message(table, f"No release of these {DAYS} days changed a record.")
    return section("records", "Records that changed", shown, *first, more)


# Sources


def _sources(context: SiteContext) -> Table:
    dated = [(each.published, each) for each in context.published.sources if each.published]
    recent = sorted((each for each in dated if _is_recent(context, each[0])), key=itemgetter(0), reverse=True)
    rows = (_source_row(context, day, source) for day, source in recent)
    return table_of("Sources published or revised", ("Date", "Source", "Publisher", "Countries"), rows)


def _source_row(context: SiteContext, day: dt.date, source: Source) -> Row:
    codes = sorted({code for name in source.claims for code in context.claims_by_name[name].countries})
    links = (rich(country_link(context.country(code))) for code in codes)
    return row(day, title_link(source), source.publisher, joined(", ", links), facets={"country": tuple(codes)})


def _sources_section(context: SiteContext, table: Table) -> Section:
    sources = context.published.sources
    dated = sum(source.published is not None for source in sources)
    known = line(f"{dated:,} of {counted(len(sources), 'source')} have a date. All of them: {{sources}}.")
    shown = table_or_message(table, f"No dated source is from these {DAYS} days.")
    return section("sources", "Sources published or revised", shown, Paragraph(known))


# News


def _news_section(context: SiteContext) -> Section:
    items = context.published.news
    undated = sum(item.date is None for item in items)
    rows = (row(*_news_cells(context, item)) for item in items if item.date and _is_recent(context, item.date))
    table = table_of("Vendor news", ("Title", "Date", "ERP products", "Published by"), rows)
    shown = table_or_message(table, f"No dated news item is from these {DAYS} days.")
    others = f" {counted(undated, 'item')} without a date may be newer." if undated else ""
    return section("news", "Vendor news", shown, Paragraph(line(f"All items: {{news}}.{others}")))


# All news


def news_page(context: SiteContext) -> Page:
    """Return the page of all news items, the newest first and undated ones last."""
    items = context.published.news
    filters = Filters((erp_filter(context),), len(items), has_words=True, has_dates=True, file_name="news.csv")
    table = table_of(
        "News",
        ("Title", "Date", "ERP products", "Published by", "First seen"),
        (_news_row(context, item) for item in items),
    )
    return Page(
        **top_page(PageName.NEWS),
        lead=rich(f"{counted(len(items), 'item')}, the newest first; undated ones come last."),
        blocks=(filters, table) if items else (paragraph("There is no news."),),
        data=(NEWS.path,),
        feeds=(NEWS_FEED,),
        last_checked=max((item.first_seen.date() for item in items), default=None),
        scripts=(Script.FILTER,) if items else (),
    )


def _news_cells(context: SiteContext, item: NewsItem) -> tuple[Rich, ...]:
    products = joined(", ", (rich(erp_link(context.erp(erp))) for erp in item.erps))
    date = rich(item.date or "No date given.")
    return rich(Link(item.title, item.url)), date, products, rich(Link(publisher_name(item.source), item.source))


def _news_row(context: SiteContext, item: NewsItem) -> Row:
    return row(
        *_news_cells(context, item),
        item.first_seen.date(),
        anchor=item.id,
        facets={"erp": item.erps, "date": (str(item.date),) if item.date else ()},
    )
