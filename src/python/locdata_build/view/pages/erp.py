"""The list of ERP products, and the page of each product with all countries."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from locdata_build.data.products import ErpFile
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords, ErpInCountry
from locdata_build.view.blocks import (
    Column,
    Filters,
    Group,
    Pair,
    Paragraph,
    Row,
    grouped_table,
    item_list,
    pair_list,
    paragraph,
    row,
    table_of,
)
from locdata_build.view.components.erp_support import (
    E_INVOICING_AND_LOCALIZATION,
    e_invoicing_and_localization,
    is_supporting,
    supported_reports,
)
from locdata_build.view.components.listings import connectors_table
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import erp_changes_feed
from locdata_build.view.navigation import (
    country_link,
    erp_link,
    region_filter,
    support_filter,
    support_options,
    top_link,
)
from locdata_build.view.notes import SOURCES_SECTION, cited_text
from locdata_build.view.page import Page, Script, Section, section, top_page
from locdata_build.view.prose import line
from locdata_build.view.provenance import newest_check
from locdata_build.view.report_words import REPORT_KINDS
from locdata_build.view.text import Badge, Break, Link, Rich, joined, links_by_badge, rich
from locdata_build.view.words import (
    NO_INFORMATION,
    NOT_FOR_SALE,
    PRODUCT_ACTIONS,
    capitalized,
    counted,
    counted_countries,
    support_badge,
)
from locdata_model.anchors import PageAnchor, country_anchor, erp_anchor
from locdata_model.endpoints import ERP, ERPS
from locdata_model.reports import ReportKind
from locdata_model.urls import PageName, erp_page_path, slugify
from locdata_model.vocabulary import ClaimKind, ProductAction, SupportType

MISSING_ENTRIES = "Where an entry is missing, there is no information yet."


def erps_page(context: SiteContext) -> Page:
    """Return the list of ERP products, with figures on what is recorded of each."""
    rows = (
        row(
            erp_link(erp),
            erp.vendor,
            erp.category,
            _support_counts(context, erp),
            _report_counts(context, erp),
            f"{len(context.connectors_by_erp.get(erp.id, ())):,}",
            anchor=erp_anchor(erp.id),
        )
        for erp in context.erps
    )
    columns = (
        *("Product", "Vendor", "Kind", "E-invoicing (countries)", "Reports"),
        Column("Providers", is_number=True),
    )
    recorded = sum(bool(country.support) for country in context.countries)
    return Page(
        **top_page(PageName.ERP),
        lead=line(
            f"{counted(len(context.erps), 'product')}, by name. {NOT_FOR_SALE} Support for e-invoicing is "
            f"recorded in {recorded} of {counted_countries(context.countries)}: {{e-invoicing}}."
        ),
        blocks=(table_of("Support by product", columns, rows),),
        sections=(_by_kind(context),),
        data=(ERPS.path,),
        last_checked=newest_check(context.published.erp_claims, *(country.support for country in context.countries)),
    )


def _support_counts(context: SiteContext, erp: ErpFile) -> Rich:
    """Return the number of countries of the matrix for each type of support."""
    types = [_support_type(country, erp) for country in context.countries]
    return _badge_counts((support_badge(each), types.count(each)) for each in SupportType)


def _report_counts(context: SiteContext, erp: ErpFile) -> Rich:
    """Return the number of reports of all countries for each action of a product."""
    cells = [cell.source for country in context.countries for _, cell in country.of_erp(erp.id).reports]
    found = Counter(cell.action for cell in cells if is_supporting(cell))
    return _badge_counts((words.badge, found[action]) for action, words in PRODUCT_ACTIONS.items())


def _by_kind(context: SiteContext) -> Section:
    """Return the section with the number of countries for each product and kind of report, by the best action there."""
    cells = {(erp.id, kind): _actions_on(context, erp, kind) for erp in context.erps for kind in ReportKind}
    kinds = [kind for kind in ReportKind if any(cells[erp.id, kind] for erp in context.erps)]
    rows = (row(erp_link(erp), *(_kind_cell(erp, kind, cells[erp.id, kind]) for kind in kinds)) for erp in context.erps)
    columns = ("Product", *(capitalized(REPORT_KINDS[kind].label) for kind in kinds))
    words = ((rich(words.badge, " ", words.meaning)) for words in PRODUCT_ACTIONS.values())
    explanation = line(
        "The number of countries in which a product does something for a report of the kind, by the best that it does there. "
        "Each number leads to the reports. [What the words mean](/methodology/#report-support)."
    )
    table = grouped_table("Countries by product and kind of report", columns, (Group(rows=tuple(rows)),), is_grid=True)
    return section("by-kind", "Products by kind of report", Paragraph(explanation), item_list(*words), table)


def _actions_on(context: SiteContext, erp: ErpFile, kind: ReportKind) -> Counter[ProductAction | None]:
    """Return the number of countries by the best action of a product for their reports of a kind."""
    order = [*PRODUCT_ACTIONS]
    found: Counter[ProductAction | None] = Counter()
    for country in context.countries:
        actions = [
            cell.source.action
            for report, cell in country.of_erp(erp.id).reports
            if kind in (report.source.kind, *report.source.also_kinds) and is_supporting(cell.source)
        ]
        if actions:
            found[min(actions, key=order.index)] += 1
    return found


def _kind_cell(erp: ErpFile, kind: ReportKind, found: Counter[ProductAction | None]) -> Rich:
    """Return the number of countries for each action, linked to the reports."""
    path = f"{PageName.REPORTING.path}?kind={kind}&erp={erp.id}"
    return joined(
        Break(),
        (
            rich(words.badge, " ", Link(str(found[action]), path, subject=words.badge.text))
            for action, words in PRODUCT_ACTIONS.items()
            if found[action]
        ),
    )


def _badge_counts(counts: Iterable[tuple[Badge, int]]) -> Rich:
    """Return each badge with its number, but those of which there is none."""
    lines = (rich(badge, f"\u00a0{count}") for badge, count in counts if count)
    return joined(Break(), lines) or rich(NO_INFORMATION)


def _support_by_country(context: SiteContext, erp: ErpFile) -> Rich:
    """Return the countries of the matrix by type of support, each linked to its row on the product's page."""
    links = links_by_badge(
        (support_badge(support), Link(country.name, f"#{country_anchor(country.code)}"))
        for support in SupportType
        for country in context.countries
        if _support_type(country, erp) is support
    )
    return links or rich(NO_INFORMATION)


def _support_type(country: CountryRecords, erp: ErpFile) -> SupportType | None:
    support = country.of_erp(erp.id).support
    return support.source.support_type if support else None


def erp_page(context: SiteContext, erp: ErpFile) -> Page:
    """Return the page of a product: its profile, a row for each country, and the providers that it can be connected to."""
    connectors = context.connectors_by_erp.get(erp.id, ())
    profile = context.claim(ClaimKind.ERP, erp.id)
    feed = erp_changes_feed(erp)
    columns = ("Country", E_INVOICING_AND_LOCALIZATION, "Reports", "Partners")
    rows = [_country_row(context, country, erp) for country in context.countries]
    by_country = table_of(f"{erp.name} by country", columns, rows)
    filters = Filters((region_filter(context), support_filter()), len(rows), file_name=f"{erp.id}.csv")
    return Page(
        path=erp_page_path(erp.id),
        title=erp.name,
        subject="e-invoicing and localization by country",
        description=f"{erp.name} country by country: e-invoicing support, localization, reports, providers and partners.",
        lead=cited_text(context, profile, "profile"),
        blocks=(
            pair_list(
                Pair("Vendor", rich(erp.vendor)),
                Pair("Website", rich(Link(erp.website, erp.website))),
                Pair("E-invoicing", _support_by_country(context, erp)),
                Pair("Subscribe", rich(feed.link, " (Atom)")),
            ),
        ),
        sections=(
            section("by-country", "Country by country", paragraph(MISSING_ENTRIES), filters, by_country),
            section(PageAnchor.PROVIDERS, "Providers that it can connect to", connectors_table(context, connectors)),
            SOURCES_SECTION,
        ),
        crumbs=(top_link(PageName.ERP),),
        data=(ERP.path_for(erp.id),),
        feeds=(feed,),
        last_checked=newest_check(
            (profile, *connectors), *(_claims(country.of_erp(erp.id)) for country in context.countries)
        ),
        scripts=(Script.FILTER,),
    )


def _claims(records: ErpInCountry) -> tuple[Claim[Any, Any] | None, ...]:
    """Return the claims on the product in a country. Its support for a report is checked with the report."""
    reports = (report for report, _ in records.reports)
    return (records.support, records.localization, records.partner_flag, *records.partners, *reports)


def _country_row(context: SiteContext, country: CountryRecords, erp: ErpFile) -> Row:
    records, support = country.of_erp(erp.id), _support_type(country, erp)
    return row(
        country_link(country, erp_anchor(erp.id)),
        e_invoicing_and_localization(context, records),
        supported_reports(context, country, records),
        joined(", ", (rich(partner.record.name) for partner in records.partners)),
        anchor=country_anchor(country.code),
        facets={
            "country": (country.code,),
            "region": (slugify(country.region),),
            "support": support_options(support) if support else (),
        },
    )
