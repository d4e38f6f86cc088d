"""Every page of the site."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from locdata_build.source.page_names import PageName
from locdata_build.view.page import Page
from locdata_build.view.pages.about import licence_page, methodology_page, not_found_page
from locdata_build.view.pages.api import OpenApi, api_page
from locdata_build.view.pages.changes import changes_page
from locdata_build.view.pages.connectors import connectors_page
from locdata_build.view.pages.countries import countries_page
from locdata_build.view.pages.country import country_page
from locdata_build.view.pages.data import Download, data_page
from locdata_build.view.pages.erps import erp_page, erps_page
from locdata_build.view.pages.feeds import feeds_page
from locdata_build.view.pages.home import home_page
from locdata_build.view.pages.listings import local_erps_page, partners_page
from locdata_build.view.pages.matrix import matrix_page
from locdata_build.view.pages.news import news_page, sponsors_page
from locdata_build.view.pages.policy import policy_page
from locdata_build.view.pages.reporting import reporting_page
from locdata_build.view.pages.timeline import timeline_page
from locdata_build.view.places import HOME, NOT_FOUND, country_path, erp_path, top_path
from locdata_build.view.world import World

Maker = Callable[[Sequence[Download]], Page]
"""What makes a page from the data files as they are published."""


def page_makers(world: World, openapi: OpenApi) -> Mapping[str, Maker]:
    """What makes each page, by the page's path. ``openapi`` is the document of the API as it is published."""
    before = _alone(
        {
            HOME: lambda: home_page(world),
            top_path(PageName.E_INVOICING): lambda: matrix_page(world),
            top_path(PageName.REPORTING): lambda: reporting_page(world),
            top_path(PageName.TIMELINE): lambda: timeline_page(world),
            top_path(PageName.COUNTRIES): lambda: countries_page(world),
            **{country_path(country): partial(country_page, world, country) for country in world.countries},
            top_path(PageName.ERP): lambda: erps_page(world),
            **{erp_path(erp): partial(erp_page, world, erp) for erp in world.erps},
            top_path(PageName.CONNECTORS): lambda: connectors_page(world),
            top_path(PageName.LOCAL_ERPS): lambda: local_erps_page(world),
            top_path(PageName.PARTNERS): lambda: partners_page(world),
            top_path(PageName.NEWS): lambda: news_page(world),
            top_path(PageName.FEEDS): lambda: feeds_page(world),
        }
    )
    after = _alone(
        {
            top_path(PageName.API): lambda: api_page(openapi),
            top_path(PageName.CHANGES): lambda: changes_page(world),
            top_path(PageName.POLICY): lambda: policy_page(world.site),
            top_path(PageName.METHODOLOGY): lambda: methodology_page(world.site),
            top_path(PageName.LICENCE): lambda: licence_page(world.site),
            top_path(PageName.SPONSORS): lambda: sponsors_page(world),
            NOT_FOUND: not_found_page,
        }
    )
    return {**before, top_path(PageName.DATA): lambda downloads: data_page(world, openapi, downloads), **after}


def _alone(makers: Mapping[str, Callable[[], Page]]) -> dict[str, Maker]:
    """Makers of pages that say nothing of the data files."""

    def maker(make: Callable[[], Page]) -> Maker:
        return lambda _: make()

    return {path: maker(make) for path, make in makers.items()}


def all_pages(world: World, openapi: OpenApi, downloads: Sequence[Download]) -> Iterator[Page]:
    """Every page. ``openapi`` is the document of the API and ``downloads`` the data files, both as they are published."""
    for make in page_makers(world, openapi).values():
        yield make(downloads)
