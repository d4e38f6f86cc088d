"""Paid placements: marked as such, and kept apart from the data."""

from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.view.blocks import Pair, pair_list, paragraph
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page, Section, section, top_page
from locdata_build.view.text import Link, rich
from locdata_build.view.words import sentence
from locdata_model.anchors import sponsor_anchor
from locdata_model.endpoints import SPONSORS
from locdata_model.service import Sponsor
from locdata_model.urls import PageName


def page(context: SiteContext) -> Page:
    """Return the page of all paid placements."""
    sponsors = context.published.sponsors
    return Page(
        **top_page(PageName.SPONSORS),
        lead=rich(context.published.sponsors_notice),
        blocks=() if sponsors else (paragraph("There are no sponsored placements."),),
        sections=tuple(map(_sponsor, sponsors)),
        data=(SPONSORS.path,),
    )


def _sponsor(sponsor: Sponsor) -> Section:
    until = f" to {day_in_words(sponsor.end)}" if sponsor.end else ", open"
    return section(
        sponsor_anchor(sponsor.id),
        f"Sponsored: {sponsor.name}",
        pair_list(
            Pair("Sponsored", rich(sentence(sponsor.tagline), " ", sponsor.description)),
            Pair("Website", rich(Link(sponsor.url, sponsor.url, sponsored=True))),
            Pair("Where", rich(sponsor.scope)),
            Pair("When", rich(f"{day_in_words(sponsor.start)}{until}")),
        ),
    )
