"""The firms that localize ERP products for countries."""

from collections.abc import Iterator, Sequence
from functools import partial

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Filters, Row, Table, grouped_table, row
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_groups, erp_filter, erp_in_country_link
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.provenance import newest_check, source_line
from locdata_build.view.text import rich
from locdata_build.view.words import counted
from locdata_model.anchors import CountryAnchor, partner_anchor
from locdata_model.endpoints import PARTNERS
from locdata_model.urls import PageName


def page(context: SiteContext) -> Page:
    """Return the page of all partners, sorted by country, ERP product and name."""
    countries = [country for country in context.countries if country.partners]
    table = partners_table(context, countries, by_country=True)
    return Page(
        **top_page(PageName.PARTNERS),
        lead=rich(
            f"{counted(table.row_count, 'entry', 'entries')} in {counted(len(countries), 'country', 'countries')}. "
            "The order is alphabetical by country, ERP product and name; no position can be bought."
        ),
        blocks=(
            Filters(
                (country_filter(context), erp_filter(context)),
                table.row_count,
                has_words=True,
                file_name="partners.csv",
            ),
            table,
        ),
        data=(PARTNERS.path,),
        last_checked=newest_check(claim for country in countries for claim in country.partners),
        scripts=(Script.FILTER,),
    )


def partners_table(context: SiteContext, countries: Sequence[CountryRecords], *, by_country: bool = False) -> Table:
    """Return the partners with a group for each country, titled if ``by_country``."""
    columns = ("Partner", "ERP product", "Kind", "What it does", "Source")
    anchor = CountryAnchor.PARTNERS if by_country else ""
    return grouped_table("Partners", columns, country_groups(countries, partial(_rows, context), anchor))


def _rows(context: SiteContext, country: CountryRecords) -> Iterator[Row]:
    for partner in country.partners:
        record = partner.record
        yield row(
            record.name,
            erp_in_country_link(context.erp(record.erp), country),
            record.partner_type,
            rich(record.summary, " Listed in: ", record.source_kind, "."),
            source_line(partner.provenance, context.today),
            anchor=partner_anchor(record.id),
            facets={"country": (country.code,), "erp": (record.erp,)},
        )
