"""Every page of the site.

To add a page for all countries, write a function from the site context to the page, and add it to ``TOP_PAGE_FUNCTIONS``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from locdata_build.view.components.api_schemas import FIELDS_PATH
from locdata_build.view.components.dated_tables import DATED_TABLES
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from locdata_build.view.pages.api import api_page, fields_page, operations_page
from locdata_build.view.pages.changes import changes_page
from locdata_build.view.pages.countries import compare_page, countries_page
from locdata_build.view.pages.country import country_page
from locdata_build.view.pages.data import data_page
from locdata_build.view.pages.dated_records import (
    product_releases_page,
    records_page,
    releases_of_product_page,
    rules_of_kind_page,
    tax_rules_page,
    vat_rates_page,
)
from locdata_build.view.pages.e_invoicing import e_invoicing_page
from locdata_build.view.pages.erp import erp_page, erps_page
from locdata_build.view.pages.feeds import feeds_page
from locdata_build.view.pages.filings import filings_page
from locdata_build.view.pages.glossary import a_z_page, glossary_page
from locdata_build.view.pages.home import home_page, not_found_page
from locdata_build.view.pages.listings import connectors_page, local_erps_page, partners_page, sponsors_page
from locdata_build.view.pages.methodology import methodology_page
from locdata_build.view.pages.policy import licence_page, policy_page
from locdata_build.view.pages.recent import news_page, recent_page
from locdata_build.view.pages.reporting import reporting_page
from locdata_build.view.pages.search import search_page
from locdata_build.view.pages.sources import due_page, sources_of_kind_page, sources_page
from locdata_build.view.pages.timeline import timeline_page
from locdata_model.endpoint_spec import Tag
from locdata_model.tax_rules import TaxRuleKind
from locdata_model.urls import (
    HOME,
    NOT_FOUND,
    TOP_PAGES,
    PageName,
    api_page_path,
    country_page_path,
    erp_page_path,
    product_releases_path,
    sources_path,
    tax_rules_path,
)
from locdata_model.vocabulary import SourceKind

PageFunction = Callable[..., Page]
"""A function that makes a page. Those of the data files and of the API take the downloads; all others take nothing."""

TOP_PAGE_FUNCTIONS: Mapping[PageName, PageFunction] = {
    PageName.E_INVOICING: e_invoicing_page,
    PageName.REPORTING: reporting_page,
    PageName.FILINGS: filings_page,
    **{table.page: partial(records_page, table=table) for table in DATED_TABLES},
    PageName.VAT_RATES: vat_rates_page,
    PageName.TAX_RULES: tax_rules_page,
    PageName.PRODUCT_RELEASES: product_releases_page,
    PageName.TIMELINE: timeline_page,
    PageName.RECENT: recent_page,
    PageName.COUNTRIES: countries_page,
    PageName.COMPARE: compare_page,
    PageName.ERP: erps_page,
    PageName.CONNECTORS: connectors_page,
    PageName.LOCAL_ERPS: local_erps_page,
    PageName.PARTNERS: partners_page,
    PageName.GLOSSARY: glossary_page,
    PageName.NEWS: news_page,
    PageName.A_Z: a_z_page,
    PageName.DATA: data_page,
    PageName.API: api_page,
    PageName.CHANGES: changes_page,
    PageName.FEEDS: feeds_page,
    PageName.POLICY: policy_page,
    PageName.METHODOLOGY: methodology_page,
    PageName.SOURCES: sources_page,
    PageName.DUE: due_page,
    PageName.LICENCE: licence_page,
    PageName.SPONSORS: sponsors_page,
}
"""The function of each page for all countries. Its first argument is the site context."""


def page_functions(context: SiteContext) -> Mapping[str, PageFunction]:
    """Return the function that makes each page, by the path of the page, in the order in which pages are listed."""
    return dict(_page_functions(context))


def _page_functions(context: SiteContext) -> Iterator[tuple[str, PageFunction]]:
    yield HOME, partial(home_page, context)
    for name in TOP_PAGES:
        yield name.path, partial(TOP_PAGE_FUNCTIONS[name], context)
        yield from _pages_below(context, name)
    yield PageName.SEARCH.path, partial(search_page, context)
    yield NOT_FOUND, not_found_page


def _pages_below(context: SiteContext, name: PageName) -> Iterator[tuple[str, PageFunction]]:
    """Yield the pages into which a page is divided, and those of the records that it lists."""
    match name:
        case PageName.TAX_RULES:
            yield from _of_each(TaxRuleKind, tax_rules_path, partial(rules_of_kind_page, context))
        case PageName.PRODUCT_RELEASES:
            for erp in context.erps:
                yield product_releases_path(erp.id), partial(releases_of_product_page, context, erp)
        case PageName.COUNTRIES:
            for country in context.countries:
                yield country_page_path(country.name), partial(country_page, context, country)
        case PageName.ERP:
            for erp in context.erps:
                yield erp_page_path(erp.id), partial(erp_page, context, erp)
        case PageName.API:
            yield from _of_each(Tag, api_page_path, partial(operations_page, context))
            yield FIELDS_PATH, partial(fields_page, context)
        case PageName.SOURCES:
            yield from _of_each(SourceKind, sources_path, partial(sources_of_kind_page, context))


def _of_each(
    words: Iterable[str], path: Callable[[str], str], page_function: PageFunction
) -> Iterator[tuple[str, PageFunction]]:
    """Yield the pages of the words of a vocabulary."""
    for word in words:
        yield path(word), partial(page_function, word)
