"""The countries that the reader chooses, side by side: a script puts together what their pages say."""

from locdata_build.view.blocks import Filters, item_list, paragraph
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_link, top_link
from locdata_build.view.page import Page, Script, section, top_page
from locdata_build.view.text import rich
from locdata_model.urls import PageName


def page(context: SiteContext) -> Page:
    """Return the page: the choice of countries, then links to the pages of all of them."""
    return Page(
        **top_page(PageName.COMPARE),
        lead=rich(
            "Choose countries to see what their pages say side by side: answers, formats, products, dates, reports."
        ),
        blocks=(Filters((country_filter(context, unchosen="None"),), label="Choose countries", reset="Remove all"),),
        sections=(
            section(
                "countries",
                "All countries",
                paragraph(
                    "The comparison needs a script. Without it, the obligations of all countries stand side by side in ",
                    top_link(PageName.COUNTRIES),
                    ", their dates in ",
                    top_link(PageName.TIMELINE),
                    " and their reports in ",
                    top_link(PageName.REPORTING),
                    ".",
                ),
                item_list(*map(country_link, context.countries), columns=True),
            ),
        ),
        scripts=(Script.COMPARE,),
    )
