"""Every page of the site."""

from collections.abc import Iterator, Sequence

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
from locdata_build.view.world import World


def all_pages(world: World, openapi: OpenApi, downloads: Sequence[Download]) -> Iterator[Page]:
    """Every page. ``openapi`` is the document of the API and ``downloads`` the data files, both as they are published."""
    yield home_page(world)
    yield matrix_page(world)
    yield reporting_page(world)
    yield timeline_page(world)
    yield countries_page(world)
    yield from (country_page(world, country) for country in world.countries)
    yield erps_page(world)
    yield from (erp_page(world, erp) for erp in world.erps)
    yield connectors_page(world)
    yield local_erps_page(world)
    yield partners_page(world)
    yield news_page(world)
    yield feeds_page(world)
    yield data_page(world, openapi, downloads)
    yield api_page(openapi)
    yield changes_page(world)
    yield policy_page(world.site)
    yield methodology_page(world.site)
    yield licence_page(world.site)
    yield sponsors_page(world)
    yield not_found_page()
