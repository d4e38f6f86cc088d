"""The pages of dated records: a row or a group of rows for each country."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from locdata_build.data.product_releases import PRODUCT_RELEASE
from locdata_build.data.products import ErpFile
from locdata_build.data.tax_rules import TAX_RULE
from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Block, Column, Filter, Filters, Group, Option, Row, grouped_table, row, table_of
from locdata_build.view.components.dated_records import DatedClaim, current, dated_rows
from locdata_build.view.components.dated_tables import (
    DATED_TABLES,
    RULE_LABELS,
    DatedTable,
    days_in_words,
    rate_name,
    rules_in_short,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_link, top_link
from locdata_build.view.notes import SOURCES_SECTION, claim_note
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.prose import line
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import Break, Details, Link, Rich, joined, rich
from locdata_build.view.words import NO_INFORMATION, counted, counted_countries
from locdata_model.anchors import CountryAnchor, country_anchor
from locdata_model.data_files import LIST_FILES, DataFormat
from locdata_model.tax_rules import TaxRuleKind
from locdata_model.urls import PageName, product_releases_path, tax_rules_path
from locdata_model.vat_rates import REDUCED_CATEGORIES, RateCategory

_RATES = DATED_TABLES[0]
_FILES = {file.name: file.path(DataFormat.JSON) for file in LIST_FILES}

RATE_COLUMNS = ("Country", "Standard", "Reduced", "Other rates", "Territories", Column("All rates", is_plain=True))


def vat_rates_page(context: SiteContext) -> Page:
    """Return the page of rates, with a row of numbers for each country, and all its rates with their days folded away."""
    rows = [_rates_row(context, country) for country in context.countries]
    return Page(
        **top_page(PageName.VAT_RATES),
        lead=line(
            f"Rates in percent in {counted_countries(rows)}, as of {{today}}. Open the last column for former and later rates, and "
            "a country for what each rate covers.",
            today=context.today,
        ),
        blocks=(
            Filters((country_filter(context),), len(rows), has_words=True, file_name="vat-rates.csv"),
            table_of("Rates by country", RATE_COLUMNS, rows),
        ),
        sections=(SOURCES_SECTION,),
        data=(_FILES[PageName.VAT_RATES],),
        last_checked=newest_check(*(country.index.of_kind(_RATES.spec) for country in context.countries)),
        scripts=(Script.FILTER,),
    )


def _rates_row(context: SiteContext, country: CountryRecords) -> Row:
    every = [claim.source for claim in country.index.of_kind(_RATES.spec)]
    lines = (rich(*rate_name(rate), f", {rate.category}, {days_in_words(rate, context)}") for rate in every)
    rates = current(context, country, _RATES.spec)
    of_territories = [claim for claim in rates if claim.source.territory]
    of_country = [claim for claim in rates if not claim.source.territory]
    standard = [claim for claim in of_country if claim.source.category is RateCategory.STANDARD]
    reduced = [claim for claim in of_country if claim.source.category in REDUCED_CATEGORIES]
    others = [
        claim for claim in of_country if claim.source.category not in {RateCategory.STANDARD, *REDUCED_CATEGORIES}
    ]
    return row(
        country_link(country, CountryAnchor.RECORDS),
        rich(*_numbers(standard), *(claim_note(*standard) if standard else ())),
        _numbers(reduced),
        _numbers(others),
        rich(Details(counted(len(of_territories), "rate"), _numbers(of_territories))) if of_territories else "",
        rich(Details(counted(len(every), "record"), joined(Break(), lines))) if every else NO_INFORMATION,
        anchor=country_anchor(country.code),
        facets={"country": (country.code,)},
    )


def _numbers(rates: Iterable[DatedClaim]) -> Rich:
    return joined(", ", (rich(*name) for name in dict.fromkeys(rate_name(claim.source) for claim in rates)))


RECORDS_OF_TODAY = (
    "in force on {today} or enacted for later. Open a record for the whole text, its sources and what it has replaced."
)
EVERY_RECORD = "as known on {today}, with sources."


def records_page(context: SiteContext, table: DatedTable) -> Page:
    """Return the page of a table, with a group of rows for each country."""
    lead, blocks = _listed(context, table, f"{table.page}.csv", (country_filter(context), _kind_filter(table)))
    return Page(
        **top_page(table.page),
        lead=lead,
        blocks=blocks,
        data=(_FILES[table.page],),
        last_checked=_last_checked(context, table),
        scripts=(Script.FILTER,),
    )


def _kind_filter(table: DatedTable) -> Filter:
    return Filter("kind", "Kind", tuple(Option(*each) for each in table.kinds.items()))


def _listed(
    context: SiteContext,
    table: DatedTable,
    file_name: str,
    filters: tuple[Filter, ...],
    *,
    caption: str | None = None,
    is_listed: Callable[[Any], bool] = lambda record: True,
) -> tuple[Rich, tuple[Block, ...]]:
    """Return the lead and the blocks of a page that lists the records of a table, or some of them."""
    groups = [group for country in context.countries if (group := _group(context, country, table, is_listed)).rows]
    shown = grouped_table(
        f"{caption or table.caption} by country", table.columns, groups, is_dense=not table.is_on_page
    )
    lead = line(
        f"{counted(shown.row_count, 'record')} in {counted_countries(groups)}, "
        + (EVERY_RECORD if table.is_on_page else RECORDS_OF_TODAY),
        today=context.today,
    )
    return lead, (Filters(filters, shown.row_count, has_words=True, file_name=file_name), shown)


def _group(context: SiteContext, country: CountryRecords, table: DatedTable, is_listed: Callable[[Any], bool]) -> Group:
    claims = [
        claim
        for claim in country.index.of_kind(table.spec)
        if (table.is_on_page or not claim.source.is_past(context.today)) and is_listed(claim.source)
    ]
    return Group(
        rows=tuple(dated_rows(context, table, claims, compact=table.is_on_page)),
        id=country_anchor(country.code),
        title=rich(country_link(country, CountryAnchor.RECORDS)),
    )


def _last_checked(context: SiteContext, table: DatedTable) -> dt.date | None:
    return newest_check(*(country.index.of_kind(table.spec) for country in context.countries))


# Tax rules

(_RULES,) = (table for table in DATED_TABLES if table.spec is TAX_RULE)


def tax_rules_page(context: SiteContext) -> Page:
    """Return the page with a row for each country: its rules in short by kind, with links to the pages of the kinds."""
    rows = [_rules_row(context, country) for country in context.countries]
    kinds = ", ".join(f"[{label}]({tax_rules_path(kind)})" for kind, label in RULE_LABELS.items())
    return Page(
        **top_page(PageName.TAX_RULES),
        lead=line(
            f"The rules of {counted_countries(rows)} in short, as of {{today}}. All rules by kind: {kinds}.",
            today=context.today,
        ),
        blocks=(
            Filters((country_filter(context),), len(rows), has_words=True, file_name=f"{PageName.TAX_RULES}.csv"),
            table_of(f"{_RULES.caption} by country", ("Country", *RULE_LABELS.values()), rows),
        ),
        data=(_FILES[PageName.TAX_RULES],),
        last_checked=_last_checked(context, _RULES),
        scripts=(Script.FILTER,),
    )


def _rules_row(context: SiteContext, country: CountryRecords) -> Row:
    anchor = country_anchor(country.code)
    cells = []
    for kind in RULE_LABELS:
        rules = [claim.source for claim in current(context, country, TAX_RULE) if claim.source.kind is kind]
        cells.append(Link(rules_in_short(rules), f"{tax_rules_path(kind)}#{anchor}") if rules else NO_INFORMATION)
    return row(country_link(country, CountryAnchor.RECORDS), *cells, anchor=anchor, facets={"country": (country.code,)})


def rules_of_kind_page(context: SiteContext, kind: TaxRuleKind) -> Page:
    """Return the page of the tax rules of a kind, with a group of rows for each country."""
    label = RULE_LABELS[kind]
    filters = (country_filter(context),)
    lead, blocks = _listed(
        context,
        _RULES,
        f"{PageName.TAX_RULES}-{kind}.csv",
        filters,
        caption=label,
        is_listed=lambda rule: rule.kind is kind,
    )
    return Page(
        path=tax_rules_path(kind),
        title=f"{PageName.TAX_RULES.label}: {label}",
        description=f"The tax rules of the kind {label}, by country.",
        lead=lead,
        blocks=blocks,
        crumbs=(top_link(PageName.TAX_RULES),),
        data=(_FILES[PageName.TAX_RULES],),
        last_checked=_last_checked(context, _RULES),
        scripts=(Script.FILTER,),
    )


# Product releases

(_RELEASES,) = (table for table in DATED_TABLES if table.spec is PRODUCT_RELEASE)


def product_releases_page(context: SiteContext) -> Page:
    """Return the page with a row for each country: the products with recorded releases, with links to the pages of these."""
    rows = [_releases_row(context, country) for country in context.countries]
    listed = [country for country in context.countries if country.index.of_kind(PRODUCT_RELEASE)]
    products = joined(", ", (rich(Link(erp.name, product_releases_path(erp.id))) for erp in context.erps))
    return Page(
        **top_page(PageName.PRODUCT_RELEASES),
        lead=rich(
            f"The products of which releases or modules are recorded in {counted_countries(listed)}, each with their number. ",
            *("By product: ", *products, "."),
        ),
        blocks=(
            Filters(
                (country_filter(context),), len(rows), has_words=True, file_name=f"{PageName.PRODUCT_RELEASES}.csv"
            ),
            table_of(f"{_RELEASES.caption} by country", ("Country", Column("Products", is_plain=True)), rows),
        ),
        data=(_FILES[PageName.PRODUCT_RELEASES],),
        last_checked=_last_checked(context, _RELEASES),
        scripts=(Script.FILTER,),
    )


def _releases_row(context: SiteContext, country: CountryRecords) -> Row:
    anchor = country_anchor(country.code)
    counts = Counter(claim.source.erp for claim in country.index.of_kind(PRODUCT_RELEASE))
    products = (
        rich(Link(erp.name, f"{product_releases_path(erp.id)}#{anchor}"), f" ({counts[erp.id]})")
        for erp in context.erps
        if erp.id in counts
    )
    return row(
        country_link(country, CountryAnchor.RECORDS),
        joined(", ", products) or NO_INFORMATION,
        anchor=anchor,
        facets={"country": (country.code,)},
    )


def releases_of_product_page(context: SiteContext, erp: ErpFile) -> Page:
    """Return the page of the releases of a product, with a group of rows for each country."""
    label = f"{erp.name}: releases"
    claims = [
        claim
        for country in context.countries
        for claim in country.index.of_kind(PRODUCT_RELEASE)
        if claim.source.erp == erp.id
    ]
    lead, blocks = _listed(
        context,
        _RELEASES,
        f"{PageName.PRODUCT_RELEASES}-{erp.id}.csv",
        (country_filter(context), _kind_filter(_RELEASES)),
        caption=label,
        is_listed=lambda release: release.erp == erp.id,
    )
    return Page(
        path=product_releases_path(erp.id),
        title=label,
        description=f"The releases and modules by which {erp.name} supports e-invoicing and reports, by country.",
        lead=lead if claims else rich(NO_INFORMATION),
        blocks=blocks if claims else (),
        sections=(SOURCES_SECTION,) if claims else (),
        crumbs=(top_link(PageName.PRODUCT_RELEASES),),
        data=(_FILES[PageName.PRODUCT_RELEASES],),
        last_checked=newest_check(claims),
        scripts=(Script.FILTER,) if claims else (),
    )
