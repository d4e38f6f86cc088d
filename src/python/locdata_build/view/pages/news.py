"""Vendor news and paid placements."""

from urllib.parse import urlsplit

from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import Column, Filters, Group, Pair, Pairs, Row, Table, nothing
from locdata_build.view.feeds import NEWS_FEED
from locdata_build.view.filters import erp_filter
from locdata_build.view.newest_check import newest_check
from locdata_build.view.page import Page, Script, Section
from locdata_build.view.places import TOP_PAGES, erp_link, top_path
from locdata_build.view.text import Link, joined, rich
from locdata_build.view.words import counted, day_in_words, sentence
from locdata_build.view.world import World
from locdata_model.endpoints import NEWS, SPONSORS
from locdata_model.listings import NewsItem, Sponsor


def news_page(world: World) -> Page:
    """Every news item, the newest first, those without a date last."""
    items = world.published.news
    top = TOP_PAGES[PageName.NEWS]
    table = Table(
        caption="News",
        columns=tuple(map(Column, ("Title", "Date", "ERP products", "Published by", "First seen"))),
        groups=(Group(rows=tuple(_row(world, item) for item in items)),),
    )
    return Page(
        path=top_path(PageName.NEWS),
        title=top.label,
        description=top.text,
        lead=rich(f"{counted(len(items), 'item')}, the newest first; those without a date stand last."),
        blocks=(Filters((erp_filter(world.erps),), len(items)), table) if items else nothing("There is no news."),
        data=(NEWS.path,),
        feeds=(NEWS_FEED,),
        last_checked=newest_check(items),
        scripts=(Script.FILTER,),
    )


def _row(world: World, item: NewsItem) -> Row:
    return Row(
        id=item.id,
        cells=(
            rich(Link(item.title, item.url)),
            rich(item.date or "Not dated by its publisher."),
            joined(", ", ((erp_link(world.erp(erp)),) for erp in item.erps)),
            rich(Link(urlsplit(item.source).hostname or item.source, item.source)),
            rich(item.first_seen.date()),
        ),
        facets={"erp": item.erps},
    )


def sponsors_page(world: World) -> Page:
    """Paid placements, each marked, in a place of their own."""
    sponsors = world.published.sponsors
    top = TOP_PAGES[PageName.SPONSORS]
    return Page(
        path=top_path(PageName.SPONSORS),
        title=top.label,
        description=top.text,
        lead=rich(world.published.sponsors_notice),
        blocks=() if sponsors else nothing("There are no sponsored placements."),
        sections=tuple(map(_sponsor, sponsors)),
        data=(SPONSORS.path,),
    )


def _sponsor(sponsor: Sponsor) -> Section:
    until = f" to {day_in_words(sponsor.end)}" if sponsor.end else ", open"
    return Section(
        id=f"sponsor-{sponsor.id}",
        title=f"Sponsored: {sponsor.name}",
        blocks=(
            Pairs(
                (
                    Pair("Sponsored", rich(f"{sentence(sponsor.tagline)} {sponsor.description}")),
                    Pair("Website", rich(Link(sponsor.url, sponsor.url, sponsored=True))),
                    Pair("Where", rich(sponsor.scope)),
                    Pair("When", rich(f"{day_in_words(sponsor.start)}{until}")),
                )
            ),
        ),
    )
