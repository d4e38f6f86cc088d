"""The sections of a country's page on e-invoicing, VAT reporting, SAF-T and its other facts."""

from collections.abc import Iterator

from locdata_build.derive.notes import Note, derive_notes
from locdata_build.derive.toggles import TOGGLE_RULES
from locdata_build.source.files import CountryFile
from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import Pair, Pairs, nothing
from locdata_build.view.evidence import source_note
from locdata_build.view.obligations import Told, tell_obligations
from locdata_build.view.page import Section
from locdata_build.view.places import obligation_anchor, top_path
from locdata_build.view.reports import reports_table
from locdata_build.view.text import Break, Code, Link, Rich, joined, rich
from locdata_build.view.words import TOGGLE_LABELS, toggle_badge
from locdata_build.view.world import World
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, ReportingTopic, Topic

_TOLD_APART = (Topic.E_INVOICING, Topic.PERIODIC_REPORTING, Topic.VAT)
"""The topics that sections of their own tell."""


def e_invoicing_section(world: World, country: CountryFile) -> Section:
    """The mandate as the matrix tells it, and the duties between businesses and towards public bodies."""
    return Section(
        id="e-invoicing",
        title="E-invoicing",
        blocks=(Pairs((_note_pair(world, country, Topic.E_INVOICING), *_mandate(world, country))),),
        sections=_duties(world, country, "e_invoicing_b2b", "e_invoicing_b2g"),
    )


def vat_section(world: World, country: CountryFile) -> Section:
    """Rates, reports, and reporting in real time."""
    pairs = (_note_pair(world, country, Topic.VAT), _note_pair(world, country, Topic.PERIODIC_REPORTING))
    table = reports_table(world, (country,), ReportingTopic.VAT_REPORTING)
    return Section(
        id="vat-reporting",
        title="VAT reporting",
        blocks=(Pairs(pairs), *((table,) if table else nothing("No VAT or tax report is recorded."))),
        sections=_duties(world, country, "real_time_reporting"),
    )


def saft_section(world: World, country: CountryFile) -> Section:
    """SAF-T and other audit files; the section stands also where there is none, and says so."""
    table = reports_table(world, (country,), ReportingTopic.SAF_T)
    return Section(
        id="saf-t",
        title="SAF-T and audit files",
        blocks=(table,) if table else nothing("No SAF-T file is recorded."),
        sections=_duties(world, country, "saft", "audit_file"),
    )


def facts_section(world: World, country: CountryFile) -> Section:
    """What no section of its own tells: currency, authority, accounts."""
    notes = [note for note in _notes(world, country) if note.topic not in _TOLD_APART]
    return Section(id="facts", title="Facts", blocks=(Pairs(tuple(_pair(world, note) for note in notes)),))


def _notes(world: World, country: CountryFile) -> Iterator[Note]:
    return (note for note in derive_notes(country, world.erps) if note.erp is None)


def _note_pair(world: World, country: CountryFile, topic: Topic) -> Pair:
    return _pair(world, next(note for note in _notes(world, country) if note.topic is topic))


def _pair(world: World, note: Note) -> Pair:
    return Pair(COUNTRY_TOPIC_LABELS[note.topic], rich(note.value, source_note(note.provenance, world.today)))


def _mandate(world: World, country: CountryFile) -> Iterator[Pair]:
    if country.e_invoicing is None:
        text = "Support of ERP products is recorded for the countries of the "
        yield Pair(
            "Matrix",
            rich(text, Link("e-invoicing matrix", top_path(PageName.E_INVOICING)), "; this is not one of them."),
        )
        return
    mandate = country.e_invoicing.mandate
    yield Pair("In short", rich(mandate.short_label))
    yield Pair("Mandate", rich(mandate.mandate))
    yield Pair("Who and what", rich(mandate.scope))
    yield Pair("Dates", rich(mandate.deadlines))
    yield Pair("Format", rich(mandate.format, source_note(mandate.provenance, world.today)))


def _duties(world: World, country: CountryFile, *kinds: str) -> tuple[Section, ...]:
    told = tell_obligations(country.obligations, world.today)
    return tuple(_duty(world, country, duty) for duty in told if duty.kind in kinds)


def _duty(world: World, country: CountryFile, told: Told) -> Section:
    obligation = told.obligation
    pairs = (
        Pair(
            "Status",
            rich(
                told.verdict,
                " ",
                Code(obligation.status),
                ", see ",
                Link("what it means", f"{top_path(PageName.METHODOLOGY)}#status"),
                ".",
            ),
        ),
        Pair("In words", rich(obligation.summary, source_note(obligation.provenance, world.today))),
        Pair("In the data", _toggles(world, country, told.kind)),
    )
    return Section(id=obligation_anchor(told.kind), title=told.words.label, blocks=(Pairs(pairs),))


def _toggles(world: World, country: CountryFile, kind: str) -> Rich:
    toggles = world.toggles(country.code)
    names = [name for name, (obligation, _) in TOGGLE_RULES.items() if obligation == kind]
    lines = (rich(f"{TOGGLE_LABELS[name]}: ", toggle_badge(getattr(toggles, name)), " ", Code(name)) for name in names)
    return joined(Break(), tuple(lines))
