"""The pages of connectors, local ERP systems, partners and paid placements."""

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.view.blocks import Filter, Filters, Option, Pair, pair_list, paragraph
from locdata_build.view.components.listings import connectors_table, local_erps_table, partners_table
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, erp_filter
from locdata_build.view.page import Page, Script, Section, section, top_page
from locdata_build.view.prose import line
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import Link, rich
from locdata_build.view.words import NOT_FOR_SALE, counted, counted_countries, sentence
from locdata_model.anchors import sponsor_anchor
from locdata_model.data_files import CONNECTORS_FILE, DataFormat
from locdata_model.endpoints import LOCAL_ERPS, PARTNERS, SPONSORS
from locdata_model.service import Sponsor
from locdata_model.urls import PageName, slugify
from locdata_model.vocabulary import ConnectorType


def connectors_page(context: SiteContext) -> Page:
    """Return the page of all connectors, sorted by provider and ERP product."""
    connectors = sorted(
        context.published.connectors,
        key=lambda connector: (connector.source.provider.casefold(), context.product_place(connector)),
    )
    kinds = Filter("type", "Kind", tuple(Option(slugify(kind), kind) for kind in ConnectorType))
    filters = (erp_filter(context), country_filter(context), kinds)
    return Page(
        **top_page(PageName.CONNECTORS, "E-invoicing connectors"),
        lead=line(
            f"{counted(len(connectors), 'connector')} by provider. Countries are linked where "
            "support by products is recorded: {e-invoicing}. "
            "[What the kinds mean](/methodology/#connectors)."
        ),
        blocks=(
            Filters(filters, len(connectors), has_words=True, file_name="connectors.csv"),
            connectors_table(context, connectors),
        ),
        data=(CONNECTORS_FILE.path(DataFormat.JSON),),
        last_checked=newest_check(connectors),
        scripts=(Script.FILTER,),
    )


def local_erps_page(context: SiteContext) -> Page:
    """Return the page of all local systems, sorted by country and name."""
    countries = [country for country in context.countries if country.local_erps]
    table = local_erps_table(context, countries)
    return Page(
        **top_page(PageName.LOCAL_ERPS, "Local ERP and accounting systems"),
        lead=rich(f"{counted(table.row_count, 'system')} in {counted_countries(countries)}, by name."),
        blocks=(
            Filters((country_filter(context),), table.row_count, has_words=True, file_name="local-erps.csv"),
            table,
        ),
        data=(LOCAL_ERPS.path,),
        last_checked=newest_check(*(country.local_erps for country in countries)),
        scripts=(Script.FILTER,),
    )


def partners_page(context: SiteContext) -> Page:
    """Return the page of all partners, sorted by country, ERP product and name."""
    countries = [country for country in context.countries if country.partners]
    table = partners_table(context, countries)
    filters = (country_filter(context), erp_filter(context))
    return Page(
        **top_page(PageName.PARTNERS),
        lead=rich(
            f"{counted(table.row_count, 'entry', 'entries')} in {counted_countries(countries)}. "
            f"By country, ERP product and name. {NOT_FOR_SALE}"
        ),
        blocks=(Filters(filters, table.row_count, has_words=True, file_name="partners.csv"), table),
        data=(PARTNERS.path,),
        last_checked=newest_check(*(country.partners for country in countries)),
        scripts=(Script.FILTER,),
    )


def sponsors_page(context: SiteContext) -> Page:
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
