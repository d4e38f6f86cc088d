"""The e-invoicing matrix: a row for each tracked country and ERP product, grouped by country."""

from collections.abc import Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.facts import SupportFact
from locdata_build.derive.provenance import Provenance
from locdata_build.source.records import Mandate
from locdata_build.view.blocks import Filters, Group, Pair, Row, Table, grouped_table, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import (
    country_filter,
    country_link,
    erp_filter,
    erp_in_country_link,
    support_filter,
    top_link,
)
from locdata_build.view.obligations import summarize_obligations
from locdata_build.view.page import Page, Script, section, top_page
from locdata_build.view.pages.country_topics import E_INVOICING_OBLIGATIONS
from locdata_build.view.provenance import newest_check, source_line
from locdata_build.view.text import Link, rich
from locdata_build.view.words import SUPPORT_TYPES, counted, support_badge
from locdata_model.anchors import CountryAnchor, country_anchor, matrix_anchor
from locdata_model.data_files import MATRIX_FILE, DataFormat
from locdata_model.urls import PageName, slugify

COLUMNS = ("ERP product", "Support", "Providers", "Notes", "Source")


def page(context: SiteContext) -> Page:
    """Return the page: a compact overview, then the matrix itself."""
    tracked = [country for country in context.countries if country.source.e_invoicing]
    groups = (
        _group(context, country, e_invoicing.mandate, country.mandate)
        for country in tracked
        if (e_invoicing := country.source.e_invoicing) and country.mandate
    )
    table = grouped_table("E-invoicing by country and ERP product", COLUMNS, groups)
    filters = (country_filter(tracked), erp_filter(context), support_filter())
    return Page(
        **top_page(PageName.E_INVOICING, "E-invoicing: mandates and ERP support"),
        lead=rich(
            f"{counted(len(tracked), 'country', 'countries')} and {counted(len(context.erps), 'ERP product')}: "
            f"{table.row_count} rows, each with its source. The obligations of all other countries: ",
            top_link(PageName.COUNTRIES),
            ".",
        ),
        sections=(
            section("overview", "Overview", _overview(context, tracked)),
            section("rows", "All rows", Filters(filters, table.row_count), table),
        ),
        data=(MATRIX_FILE.path(DataFormat.JSON),),
        last_checked=newest_check((country.source.e_invoicing, country.source.obligations) for country in tracked),
        scripts=(Script.FILTER,),
    )


def _overview(context: SiteContext, countries: Sequence[CountryRecords]) -> Table:
    """Return a table of countries and ERP products. Each cell is a short label that links to its row."""
    columns = ("Country", *(erp.name for erp in context.erps))
    return table_of("Overview of support", columns, map(_overview_row, countries), is_compact=True)


def _overview_row(country: CountryRecords) -> Row:
    links = (
        Link(SUPPORT_TYPES[support.row.support_type].short, f"#{matrix_anchor(country.code, support.row.erp)}")
        for support in country.support
    )
    return row(Link(country.name, f"#{country_anchor(country.code)}"), *links)


def _group(context: SiteContext, country: CountryRecords, mandate: Mandate, provenance: Provenance) -> Group:
    summaries = summarize_obligations(country.obligations, context.today)
    return Group(
        id=country_anchor(country.code),
        title=rich(country_link(country, CountryAnchor.E_INVOICING)),
        intro=(
            *(
                Pair(summary.words.label, rich(summary.verdict, " ", *summary.text))
                for summary in summaries
                if summary.kind in E_INVOICING_OBLIGATIONS
            ),
            Pair("Mandate", rich(mandate.mandate)),
            Pair("Dates", rich(mandate.deadlines)),
            Pair("Format", rich(mandate.format)),
            Pair("Source", source_line(provenance, context.today)),
        ),
        rows=tuple(_row(context, country, support) for support in country.support),
    )


def _row(context: SiteContext, country: CountryRecords, support: SupportFact) -> Row:
    record = support.row
    return row(
        erp_in_country_link(context.erp(record.erp), country),
        support_badge(record.support_type),
        record.vendors or "None named.",
        record.notes,
        source_line(support.provenance, context.today),
        anchor=matrix_anchor(country.code, record.erp),
        facets={"country": (country.code,), "erp": (record.erp,), "support": (slugify(record.support_type),)},
    )
