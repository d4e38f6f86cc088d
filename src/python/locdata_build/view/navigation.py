"""How readers find what they look for: links between pages, rows grouped by country, and filters of rows.

Rows name the options of the filters in their ``facets``.
"""

from collections.abc import Callable, Iterable, Iterator

from locdata_build.data.products import ErpFile
from locdata_build.data.site import SiteFile
from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Filter, Group, Option, Row
from locdata_build.view.context import SiteContext
from locdata_build.view.text import Link, rich
from locdata_model.anchors import PageAnchor, erp_anchor, matrix_anchor
from locdata_model.urls import PageName, country_page_path, erp_page_path, slugify
from locdata_model.vocabulary import SupportType

REPORT_AN_ERROR = Link("Report an error", f"{PageName.METHODOLOGY.path}#{PageAnchor.ERRORS}")


def top_link(name: PageName) -> Link:
    """Return a link to a page for all countries."""
    return Link(name.label, name.path)


def contact_link(site: SiteFile) -> Link:
    """Return a link that writes a mail to the publisher."""
    return Link(site.contact, f"mailto:{site.contact}")


def country_path(country: CountryRecords, anchor: str = "") -> str:
    """Return the path of a country's page, followed by the anchor if there is one."""
    return _with_anchor(country_page_path(country.name), anchor)


def country_link(country: CountryRecords, anchor: str = "") -> Link:
    """Return a link to a country's page or to an anchor on it."""
    return Link(country.name, country_path(country, anchor))


def erp_link(erp: ErpFile, anchor: str = "") -> Link:
    """Return a link to an ERP product's page or to an anchor on it."""
    return Link(erp.name, _with_anchor(erp_page_path(erp.id), anchor))


def erp_in_country_link(erp: ErpFile, country: CountryRecords) -> Link:
    """Return a link to what the page of a country says of an ERP product."""
    return Link(erp.name, country_path(country, erp_anchor(erp.id)))


def matrix_link(text: str, country: CountryRecords, erp_id: str) -> Link:
    """Return a link to a row of the e-invoicing matrix."""
    return Link(text, _with_anchor(PageName.E_INVOICING.path, matrix_anchor(country.code, erp_id)))


def _with_anchor(path: str, anchor: str) -> str:
    return f"{path}#{anchor}" if anchor else path


def country_groups(
    countries: Iterable[CountryRecords], rows_of: Callable[[CountryRecords], Iterable[Row]], anchor: str
) -> Iterator[Group]:
    """Yield the rows of each country that has any, titled with a link to ``anchor`` on its page unless that is empty."""
    for country in countries:
        if rows := tuple(rows_of(country)):
            yield Group(title=rich(country_link(country, anchor)) if anchor else (), rows=rows)


def country_filter(context: SiteContext, unchosen: str = "All") -> Filter:
    """Return the filter by country. ``unchosen`` says what holds without a choice.

    It has all countries, so that a reader's choice holds on every page, and a page can say that it has nothing on one of them.
    """
    options = tuple(Option(country.code, country.name) for country in context.countries)
    return Filter("country", "Countries", options, is_multiple=True, unchosen=unchosen)


def region_filter(context: SiteContext) -> Filter:
    """Return the filter by region."""
    return Filter("region", "Region", tuple(Option(slugify(region), region) for region in context.site.regions))


def erp_filter(context: SiteContext) -> Filter:
    """Return the filter by ERP product."""
    options = tuple(Option(erp.id, erp.name) for erp in context.erps)
    return Filter("erp", "ERP products", options, is_multiple=True)


def support_filter() -> Filter:
    """Return the filter by type of e-invoicing support."""
    labels = {SupportType.NATIVE: "native, with or without access point"}
    options = (Option(slugify(support), labels.get(support, support.value)) for support in SupportType)
    return Filter("support", "Support", tuple(options))


def support_options(support: SupportType) -> tuple[str, ...]:
    """Return the options of the filter that select a type of support: one that is native with more is native as well."""
    is_native_with_more = support is SupportType.NATIVE_ACCESS_POINT
    return (*((slugify(SupportType.NATIVE),) if is_native_with_more else ()), slugify(support))
