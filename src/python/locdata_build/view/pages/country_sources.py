"""The section of a country's page that lists every source with what rests on it, its markers and the date of the check."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from locdata_build.derive.notes import derive_notes
from locdata_build.source.files import CountryFile
from locdata_build.source.records import Provenance, Report, ReportSupport
from locdata_build.view.blocks import Column, Group, Row, Table, nothing
from locdata_build.view.evidence import checked, marks
from locdata_build.view.page import Section
from locdata_build.view.text import Break, Link, Rich, joined, rich
from locdata_build.view.words import OBLIGATIONS, counted
from locdata_build.view.world import World


class Use(Struct, frozen=True):
    """A record of the country and what it was read from."""

    label: str
    provenance: Provenance


def sources_section(world: World, country: CountryFile) -> Section:
    """Every source, in the order in which the page comes to it first; then how many records have none."""
    uses = tuple(uses_of_sources(world, country))
    by_url: dict[str, list[Use]] = {}
    for use in uses:
        for url in use.provenance.source_urls:
            by_url.setdefault(url, []).append(use)
    without = sum(not use.provenance.source_urls for use in uses)
    note = nothing(f"{counted(without, 'record')} of {len(uses)} have no source and are marked unverified.")
    table = Table(
        caption="Sources",
        columns=tuple(map(Column, ("Source", "What rests on it, its marker and date"))),
        groups=(Group(rows=tuple(_row(world, url, resting) for url, resting in by_url.items())),),
    )
    return Section(id="sources", title="Sources", blocks=(*note, *((table,) if by_url else ())))


def _row(world: World, url: str, uses: Iterable[Use]) -> Row:
    """The source with the records that rest on it, those of one marker and date together."""
    by_state: dict[Rich, list[str]] = {}
    for use in uses:
        state = rich(f": {marks(use.provenance)}, ", *checked(use.provenance.last_checked, world.today))
        by_state.setdefault(state, []).append(use.label)
    lines = ((*rich(", ".join(dict.fromkeys(labels))), *state) for state, labels in by_state.items())
    return Row(cells=(rich(Link(url, url)), joined(Break(), lines)))


def uses_of_sources(world: World, country: CountryFile) -> Iterator[Use]:
    """The records of the country in the order of its page."""
    for kind, words in OBLIGATIONS.items():
        yield Use(words.label, getattr(country.obligations, kind).provenance)
    if country.e_invoicing:
        yield Use("E-invoicing mandate", country.e_invoicing.mandate.provenance)
    yield from (Use(note.label, note.provenance) for note in derive_notes(country, world.erps))
    for report in country.reporting:
        yield Use(report.report_local, report.provenance)
        yield from (
            Use(f"{report.report_local} in {world.erp(cell.erp).name}", _provenance(report, cell))
            for cell in report.erp_support
        )
    yield from _uses_of_products(world, country)
    yield from (Use(system.name, system.provenance) for system in country.local_erps)
    yield from (Use(partner.name, partner.provenance) for partner in country.partners)


def _uses_of_products(world: World, country: CountryFile) -> Iterator[Use]:
    for cell in country.e_invoicing.erp_support if country.e_invoicing else ():
        yield Use(f"E-invoicing in {world.erp(cell.erp).name}", cell.provenance)
    for flag in country.partner_flags:
        yield Use(f"Localization of {world.erp(flag.erp).name} by others", flag.provenance)
    for connector in world.dataset.connectors:
        if country.code in connector.countries_in_scope:
            yield Use(f"{connector.provider} for {world.erp(connector.erp).name}", connector.provenance)


def _provenance(report: Report, cell: ReportSupport) -> Provenance:
    """What a product's support of a report was read from: checked with the report."""
    return Provenance(source_urls=cell.source_urls, evidence=cell.evidence, last_checked=report.provenance.last_checked)
