"""The local and regional ERP and accounting systems of all countries."""

from collections.abc import Iterator, Sequence
from functools import partial

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Filters, Row, Table, grouped_table, row
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_groups
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.provenance import newest_check, source_line
from locdata_build.view.text import Link, rich
from locdata_build.view.words import counted
from locdata_model.anchors import CountryAnchor, local_erp_anchor
from locdata_model.endpoints import LOCAL_ERPS
from locdata_model.urls import PageName


def page(context: SiteContext) -> Page:
    """Return the page of all local systems, sorted by country and name."""
    countries = [country for country in context.countries if country.local_erps]
    table = local_erps_table(context, countries, by_country=True)
    return Page(
        **top_page(PageName.LOCAL_ERPS, "Local ERP and accounting systems"),
        lead=rich(
            f"{counted(table.row_count, 'system')} in {counted(len(countries), 'country', 'countries')}, by name."
        ),
        blocks=(
            Filters((country_filter(context),), table.row_count, has_words=True, file_name="local-erps.csv"),
            table,
        ),
        data=(LOCAL_ERPS.path,),
        last_checked=newest_check(claim for country in countries for claim in country.local_erps),
        scripts=(Script.FILTER,),
    )


def local_erps_table(context: SiteContext, countries: Sequence[CountryRecords], *, by_country: bool = False) -> Table:
    """Return the local systems with a group for each country, titled if ``by_country``."""
    columns = ("System", "For whom", "What it is", "Source")
    anchor = CountryAnchor.LOCAL_ERPS if by_country else ""
    return grouped_table(
        "Local ERP and accounting systems", columns, country_groups(countries, partial(_rows, context), anchor)
    )


def _rows(context: SiteContext, country: CountryRecords) -> Iterator[Row]:
    for system in country.local_erps:
        record = system.record
        yield row(
            Link(record.name, record.website),
            record.segment,
            record.description,
            source_line(system.provenance, context.today),
            anchor=local_erp_anchor(record.id),
            facets={"country": (country.code,)},
        )
