"""The section of a country's page on the ERP products: all that is recorded of each in the country."""

from collections.abc import Iterator

from locdata_build.derive.notes import by_name
from locdata_build.source.files import CountryFile, ErpFile
from locdata_build.source.page_names import PageName
from locdata_build.source.records import ConnectorNote, ErpSupport
from locdata_build.view.blocks import Pair, Pairs, nothing
from locdata_build.view.evidence import source_list, source_note
from locdata_build.view.page import Section
from locdata_build.view.places import erp_anchor, erp_path, matrix_anchor, top_path
from locdata_build.view.reports import support_in_report
from locdata_build.view.text import Break, Link, Rich, Words, joined, rich
from locdata_build.view.words import sentence, support_badge
from locdata_build.view.world import World
from locdata_model.vocabulary import SupportType


def support_by_type(world: World, country: CountryFile) -> Rich:
    """The ERP products by the type of their e-invoicing support, each with a link to its anchor on the country's page."""
    cells = country.e_invoicing.erp_support if country.e_invoicing else ()
    lines = []
    for support in SupportType:
        erps = [world.erp(cell.erp) for cell in cells if cell.support_type is support]
        links = [(Link(erp.name, f"#{erp_anchor(erp.id)}"),) for erp in sorted(erps, key=lambda erp: erp.id)]
        if links:
            lines.append((support_badge(support), Words(" "), *joined(", ", links)))
    return joined(Break(), lines)


def localized_by(world: World, country: CountryFile) -> Rich:
    """What is recorded of ERP products in a country outside the matrix."""
    localized = {note.erp for note in country.erp_localizations}
    making = {cell.erp for report in country.reporting for cell in report.erp_support}
    erps = [erp for erp in world.erps if erp.id in localized | making]
    links = joined(", ", ((Link(erp.name, f"#{erp_anchor(erp.id)}"),) for erp in erps))
    untracked = "Support of e-invoicing is not tracked for this country. "
    if not links:
        return rich(f"{untracked}Nothing else is recorded of the products.")
    return (*rich(f"{untracked}Localization or reports are recorded of "), *links, *rich("."))


def erp_section(world: World, country: CountryFile) -> Section:
    """One section for each ERP product, also where nothing is recorded of it."""
    return Section(
        id="erp",
        title="ERP products",
        sections=tuple(_erp(world, country, erp) for erp in world.erps),
    )


def _erp(world: World, country: CountryFile, erp: ErpFile) -> Section:
    pairs = tuple(_pairs(world, country, erp))
    return Section(
        id=erp_anchor(erp.id),
        title=erp.name,
        blocks=(Pairs(pairs),) if pairs else nothing("Nothing is recorded."),
    )


def _pairs(world: World, country: CountryFile, erp: ErpFile) -> Iterator[Pair]:
    cells = country.e_invoicing.erp_support if country.e_invoicing else ()
    yield from (Pair("E-invoicing", _support(world, country, erp, cell)) for cell in world.of_product(cells, erp))
    yield from (
        Pair("Localization", rich(note.value, source_note(note.provenance, world.today)))
        for note in world.of_product(country.erp_localizations, erp)
    )
    if reports := tuple(_reports(world, country, erp)):
        yield Pair("Reports", joined(Break(), reports))
    yield from (
        Pair("Localized by others", rich(f"{flag.flag}. {flag.note}", source_note(flag.provenance, world.today)))
        for flag in world.of_product(country.partner_flags, erp)
    )
    connectors = tuple(
        _connector(world, connector)
        for connector in world.of_product(world.dataset.connectors, erp)
        if country.code in connector.countries_in_scope
    )
    if connectors:
        yield Pair("Providers", joined(Break(), connectors))
    if partners := [note.name for note in by_name(world.of_product(country.partners, erp))]:
        yield Pair("Partners", rich(", ".join(partners), ": see ", Link("Partners", "#partners"), "."))


def _support(world: World, country: CountryFile, erp: ErpFile, cell: ErpSupport) -> Rich:
    """Support type, providers, notes, where the matrix tells it, and the source."""
    return rich(
        support_badge(cell.support_type),
        f" Providers: {sentence(cell.vendors)}" if cell.vendors else "",
        f" {cell.notes} " if cell.notes else " ",
        Link("Row of the matrix", f"{top_path(PageName.E_INVOICING)}#{matrix_anchor(country.code, erp.id)}"),
        ", ",
        Link("other countries", f"{erp_path(erp)}#{country.code}"),
        ".",
        source_note(cell.provenance, world.today),
    )


def _connector(world: World, connector: ConnectorNote) -> Rich:
    """Provider, kind of connector, direction and source."""
    return rich(
        f"{connector.provider}: {connector.connector_type}, built by {connector.built_by}. {sentence(connector.direction)}",
        source_note(connector.provenance, world.today),
    )


def _reports(world: World, country: CountryFile, erp: ErpFile) -> Iterator[Rich]:
    for made in world.reports_of(country, erp):
        links = source_list(made.cell.source_urls)
        name = Link(made.report.report_local, f"#{made.anchor}")
        yield (*rich(support_in_report(made.cell.support), " ", name, " ("), *links, *rich(")"))
