"""The page ``/search/``: the results for the words in its URL, which a script shows."""

from locdata_build.view.blocks import paragraph
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import REPORT_AN_ERROR, contact_link, top_link
from locdata_build.view.page import Page, Script
from locdata_build.view.text import rich
from locdata_model.urls import PageName


def search_page(context: SiteContext) -> Page:
    """Return the page. The script replaces its lead, and keeps the paragraph below it after the results."""
    names, countries = top_link(PageName.A_Z), top_link(PageName.COUNTRIES)
    return Page(
        path=PageName.SEARCH.path,
        title="Search",
        description="Results of the search for countries, topics, reports, formats and products.",
        lead=rich("Search needs JavaScript. Without it, browse ", names, " or ", countries, "."),
        blocks=(
            paragraph(
                "Not what you looked for? Write to ",
                contact_link(context.site),
                ". Something is wrong? ",
                REPORT_AN_ERROR,
                ".",
            ),
        ),
        scripts=(Script.SEARCH_PAGE,),
        is_listed=False,
    )
