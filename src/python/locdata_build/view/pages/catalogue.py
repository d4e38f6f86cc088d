"""Every page of the site.

Each page for all countries is a module of this folder with the name of the page and a function ``page``, which takes the
site context. Those of the data files and of the API also take the downloads. To add such a page, add its module here and its
line to ``locdata_model.urls.PageName``.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module

from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from locdata_build.view.pages.api_fields import FIELDS_PATH, fields_page
from locdata_build.view.pages.api_operations import operations_page
from locdata_build.view.pages.country import country_page
from locdata_build.view.pages.erp import erp_page
from locdata_build.view.pages.home import home_page, not_found_page
from locdata_build.view.pages.sources_of_kind import sources_of_kind_page
from locdata_model.endpoint_spec import Tag
from locdata_model.urls import (
    HOME,
    NOT_FOUND,
    TOP_PAGES,
    PageName,
    api_page_path,
    country_page_path,
    erp_page_path,
    sources_path,
)
from locdata_model.vocabulary import SourceKind

PageFunction = Callable[..., Page]
"""A function that makes a page. The pages of the data files and of the API take the downloads; all others take nothing."""


def page_functions(context: SiteContext) -> Mapping[str, PageFunction]:
    """Return the function that makes each page, by the path of the page, in the order in which pages are listed."""
    return dict(_page_functions(context))


def _page_functions(context: SiteContext) -> Iterator[tuple[str, PageFunction]]:
    yield HOME, partial(home_page, context)
    for name in TOP_PAGES:
        module = import_module(f"{__package__}.{name.replace('-', '_')}")
        yield name.path, partial(module.page, context)
        if name is PageName.COUNTRIES:
            for country in context.countries:
                yield country_page_path(country.name), partial(country_page, context, country)
        if name is PageName.ERP:
            for erp in context.erps:
                yield erp_page_path(erp.id), partial(erp_page, context, erp)
        if name is PageName.API:
            for tag in Tag:
                yield api_page_path(tag), partial(operations_page, context, tag)
            yield FIELDS_PATH, partial(fields_page, context)
        if name is PageName.SOURCES:
            for kind in SourceKind:
                yield sources_path(kind), partial(sources_of_kind_page, context, kind)
    yield NOT_FOUND, not_found_page
