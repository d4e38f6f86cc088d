"""The e-invoicing matrix: a row for each tracked country and ERP product, below a grid of both."""

from collections.abc import Sequence

from locdata_build.data.products import SourceMandate
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords, SupportClaim
from locdata_build.view.blocks import Column, Filters, Group, Pair, Row, Table, grouped_table, paragraph, row
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import (
    country_filter,
    country_link,
    erp_filter,
    erp_in_country_link,
    support_filter,
    support_options,
)
from locdata_build.view.notes import first_source
from locdata_build.view.obligations import E_INVOICING_OBLIGATIONS, summarize_obligations
from locdata_build.view.page import Page, Script, section, top_page
from locdata_build.view.prose import line
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import Badge, Link, Strong, Tone, rich
from locdata_build.view.words import SUPPORT_TYPES, SupportWords, counted, counted_countries, sentence, support_badge
from locdata_model.anchors import CountryAnchor, country_anchor, matrix_anchor
from locdata_model.data_files import MATRIX_FILE, DataFormat
from locdata_model.facts import Mandate
from locdata_model.urls import PageName
from locdata_model.vocabulary import OBLIGATION_LABELS

COLUMNS = ("ERP product", Column("Support", is_plain=True), "Providers", Column("Notes", is_plain=True))


def e_invoicing_page(context: SiteContext) -> Page:
    """Return the page: filters, the grid of countries and ERP products, then the rows of the matrix."""
    in_matrix = [country for country in context.countries if country.source.e_invoicing]
    groups = (_group(context, country, mandate) for country in in_matrix if (mandate := country.mandate))
    table = grouped_table("E-invoicing by country and ERP product", COLUMNS, groups)
    filters = (country_filter(context), erp_filter(context), support_filter())
    badges = (part for words in SUPPORT_TYPES.values() for part in (Badge(words.short, words.tone), " "))
    others = len(context.countries) - len(in_matrix)
    return Page(
        **top_page(PageName.E_INVOICING, "E-invoicing: mandates and ERP support"),
        lead=line(
            f"{len(in_matrix)} of {counted_countries(context.countries)} and {counted(len(context.erps), 'ERP product')}: "
            f"{counted(table.row_count, 'row')}, each with its source. There is no information yet on products in the "
            f"other {others} countries; what applies there: {{countries}}."
        ),
        sections=(
            section(
                "overview",
                "Overview",
                Filters(filters, table.row_count, file_name="e-invoicing.csv"),
                _grid(context, in_matrix),
                paragraph(*badges, *line("[What each word means](/methodology/#support).")),
            ),
            section("rows", "Support by country, with sources", table),
        ),
        data=(MATRIX_FILE.path(DataFormat.JSON),),
        last_checked=newest_check(*((each.mandate, *each.support, *each.obligations) for each in in_matrix)),
        scripts=(Script.FILTER, Script.GRID),
    )


def _grid(context: SiteContext, countries: Sequence[CountryRecords]) -> Table:
    """Return a grid of countries and ERP products. Each cell links to its row of the matrix.

    Its first row counts the countries in which a product has native support.
    """
    columns = ("Country", *(erp.name for erp in context.erps))
    rows = (_native_row(context, countries), *(_grid_row(context, each) for each in countries)) if countries else ()
    return grouped_table("Overview of support", columns, (Group(rows=rows),), is_grid=True)


def _native_row(context: SiteContext, countries: Sequence[CountryRecords]) -> Row:
    tones = zip(
        *([_words(support).tone for support in _support(context, country)] for country in countries), strict=True
    )
    counts = [each.count(Tone.YES) for each in tones]
    most = max(counts, default=0)
    words = [f"{count} of {len(countries)}" for count in counts]
    return row(
        "Native in", *(Strong(text) if count == most else text for count, text in zip(counts, words, strict=True))
    )


def _grid_row(context: SiteContext, country: CountryRecords) -> Row:
    cells = (
        Link(
            _words(support).short,
            f"#{matrix_anchor(country.code, support.source.erp)}",
            tone=_words(support).tone,
            subject=context.erp(support.source.erp).name,
        )
        for support in _support(context, country)
    )
    return row(Link(country.name, f"#{country_anchor(country.code)}"), *cells)


def _support(context: SiteContext, country: CountryRecords) -> Sequence[SupportClaim]:
    """Return the support by each product in a country, in the order of the columns."""
    return sorted(country.support, key=context.product_place)


def _words(support: SupportClaim) -> SupportWords:
    return SUPPORT_TYPES[support.source.support_type]


def _group(context: SiteContext, country: CountryRecords, claim: Claim[SourceMandate, Mandate]) -> Group:
    mandate, summaries = claim.record, summarize_obligations(country.obligations, context.today)
    return Group(
        id=country_anchor(country.code),
        title=rich(country_link(country, CountryAnchor.E_INVOICING)),
        intro=(
            *(
                Pair(OBLIGATION_LABELS[summary.kind], rich(summary.verdict))
                for summary in summaries
                if summary.kind in E_INVOICING_OBLIGATIONS
            ),
            Pair("Mandate", rich(sentence(mandate.short_label), " ", mandate.mandate, " ", *first_source(claim))),
            Pair("Dates", rich(mandate.deadlines)),
            Pair("Format", rich(mandate.format)),
        ),
        rows=tuple(_row(context, country, support) for support in _support(context, country)),
    )


def _row(context: SiteContext, country: CountryRecords, support: SupportClaim) -> Row:
    record = support.source
    return row(
        erp_in_country_link(context.erp(record.erp), country),
        support_badge(record.support_type),
        record.vendors or "None named.",
        rich(record.notes, " ", *first_source(support)),
        anchor=matrix_anchor(country.code, record.erp),
        facets={"country": (country.code,), "erp": (record.erp,), "support": support_options(record.support_type)},
    )
