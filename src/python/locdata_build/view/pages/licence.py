"""How the data files and the API may be used."""

from locdata_build.view.blocks import Pair, pair_list, paragraph
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import contact_link, top_link
from locdata_build.view.page import Page, top_page
from locdata_build.view.text import Link, Rich, rich
from locdata_build.view.words import ADVICE
from locdata_model.urls import PageName


def page(context: SiteContext) -> Page:
    """Return the page of the licences of the data files and of the API."""
    site = context.site
    mail = contact_link(site)
    return Page(
        **top_page(PageName.LICENCE),
        lead=rich("The data files are open for any use that credits them. The API is open for non-commercial use."),
        blocks=(
            pair_list(
                Pair("Data files", _licence(site.data_licence.name, site.data_licence.url, PageName.DATA)),
                Pair("Pages, their Markdown twins, files for language models", rich("as the data files")),
                Pair("API", _licence(site.api_licence.name, site.api_licence.url, PageName.API)),
                Pair("Attribution", rich(site.attribution)),
                Pair("Commercial use of the API", rich("needs a separate licence: write to ", mail, ".")),
            ),
            paragraph(ADVICE),
        ),
    )


def _licence(name: str, url: str, page: PageName) -> Rich:
    return rich(Link(name, url), ", see ", top_link(page))
