"""Vendor news on localization."""

from collections.abc import Sequence

from locdata_build.view.blocks import Filters, Row, paragraph, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import NEWS_FEED
from locdata_build.view.navigation import erp_filter, erp_link
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.provenance import publisher_name
from locdata_build.view.text import Link, joined, rich
from locdata_build.view.words import counted
from locdata_model.endpoints import NEWS
from locdata_model.service import NewsItem
from locdata_model.urls import PageName


def page(context: SiteContext) -> Page:
    """Return the page of all news items, the newest first and undated ones last."""
    items = context.published.news
    table = table_of(
        "News", ("Title", "Date", "ERP products", "Published by", "First seen"), (_row(context, item) for item in items)
    )
    return Page(
        **top_page(PageName.NEWS),
        lead=rich(f"{counted(len(items), 'item')}, the newest first; undated ones come last."),
        blocks=(_filters(context, items), table) if items else (paragraph("There is no news."),),
        data=(NEWS.path,),
        feeds=(NEWS_FEED,),
        last_checked=max((item.first_seen.date() for item in items), default=None),
        scripts=(Script.FILTER,) if items else (),
    )


def _filters(context: SiteContext, items: Sequence[NewsItem]) -> Filters:
    return Filters((erp_filter(context),), len(items), has_words=True, has_dates=True, file_name="news.csv")


def _row(context: SiteContext, item: NewsItem) -> Row:
    return row(
        Link(item.title, item.url),
        item.date or "Not dated by the publisher.",
        joined(", ", ((erp_link(context.erp(erp)),) for erp in item.erps)),
        Link(publisher_name(item.source), item.source),
        item.first_seen.date(),
        anchor=item.id,
        facets={"erp": item.erps, "date": (str(item.date),) if item.date else ()},
    )
