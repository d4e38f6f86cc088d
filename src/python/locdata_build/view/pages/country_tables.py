"""Tables of several pages as the page of a country shows them: what is not read at once is folded away in its cell."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Row, Table
from locdata_build.view.claim_sources import folded_sources
from locdata_build.view.context import SiteContext
from locdata_build.view.pages.local_erps import local_erps_table
from locdata_build.view.pages.partners import partners_table
from locdata_build.view.pages.report_rows import support_citations, support_lines, support_notes
from locdata_build.view.pages.reporting import reports_table
from locdata_build.view.provenance import source_lines
from locdata_build.view.text import Break, Details, Rich, joined, rich
from locdata_model.vocabulary import ClaimKind, ReportingSupport, ReportingTopic

CellOf = Callable[[Row, Rich], Rich]
"""Returns the new content of a cell from its row and its content."""


def country_reports(context: SiteContext, country: CountryRecords, topic: ReportingTopic) -> Table:
    """Return the reports on a topic, each with its notes, its products and its sources folded away."""
    table = reports_table(context, (country,), topic)
    cells: Mapping[str, CellOf] = {
        "How it is filed": lambda row, cell: (*cell, *_folded_notes(context, row)),
        "ERP products": lambda row, _: _folded_products(context, country, row),
        "Source": _sources(context, country, ClaimKind.REPORT),
    }
    return _with_cells(table, cells)


def country_local_erps(context: SiteContext, country: CountryRecords) -> Table:
    """Return the local systems, each with its sources folded away."""
    table = local_erps_table(context, (country,))
    return _with_cells(table, {"Source": _sources(context, country, ClaimKind.LOCAL_ERP)})


def country_partners(context: SiteContext, country: CountryRecords) -> Table:
    """Return the partners, each with its sources folded away."""
    table = partners_table(context, (country,))
    return _with_cells(table, {"Source": _sources(context, country, ClaimKind.PARTNER)})


def _with_cells(table: Table, cells: Mapping[str, CellOf]) -> Table:
    """Return the table with other cells in the columns that have these titles."""
    titles = [column.title for column in table.columns]

    def changed(row: Row) -> Row:
        found = zip(titles, row.cells, strict=True)
        return replace(row, cells=tuple(cells[title](row, cell) if title in cells else cell for title, cell in found))

    groups = (replace(group, rows=tuple(map(changed, group.rows))) for group in table.groups)
    return replace(table, groups=tuple(groups))


def _sources(context: SiteContext, country: CountryRecords, kind: ClaimKind) -> CellOf:
    """Return what folds away the sources of the claim that a row is about, found by its anchor."""
    claims = {claim.anchor: claim for claim in country.claims if claim.kind is kind}
    return lambda row, _: rich(folded_sources(context, claims[str(row.id)], in_column=True))


def _folded_notes(context: SiteContext, row: Row) -> Rich:
    notes = context.reports[str(row.id)].source.notes
    return rich(Details("Notes", rich(notes))) if notes else ()


def _folded_products(context: SiteContext, country: CountryRecords, row: Row) -> Rich:
    """Return the number of products by their support for a report, with the products and sources folded away."""
    report = context.reports[str(row.id)]
    supported = [cell.source.support for cell in report.parts]
    counts = [f"{supported.count(each)} {each}" for each in ReportingSupport if each in supported]
    if not counts:
        return rich("None is recorded.")
    products = (*support_lines(context, country, report), *support_notes(context, report))
    return rich(Details(", ".join(counts), joined(Break(), (*products, *source_lines(support_citations(report))))))
