"""What claims state, text by text: for the person who checks them, and to find the dates in them."""

from collections.abc import Iterator

from locdata_build.source.claims import Claim, ProductClaim
from locdata_build.source.files import ErpFile
from locdata_build.source.obligations import B2gObligation, RealTimeObligation, SourceObligation, SourcePhase
from locdata_build.source.records import (
    ErpSupport,
    Mandate,
    SourceConnector,
    SourceFact,
    SourceLocalErp,
    SourcePartner,
    SourcePartnerFlag,
)
from locdata_build.source.reports import AbsentReport, ReportSupport, SourceDeadline, SourceFrequency, SourceReport
from locdata_build.source.terms import SourceTerm


def texts_of(claim: Claim) -> tuple[str, ...]:
    """Return what the claim states, field by field, as it is published. What is null or empty states nothing."""
    match claim:
        case SourceFact(value=text) | AbsentReport(reason=text):
            return (text,)
        case SourceObligation():
            return tuple(_texts_of_obligation(claim))
        case Mandate():
            return claim.short_label, claim.mandate, claim.scope, claim.deadlines, claim.format
        case SourceReport():
            return tuple(_texts_of_report(claim))
        case SourceTerm():
            return tuple(_texts_of_term(claim))
        case _:
            return _texts_of_product(claim)


def _texts_of_obligation(obligation: SourceObligation) -> Iterator[str]:
    yield obligation.status.value
    if obligation.since:
        yield f"since {obligation.since}"
    if isinstance(obligation, B2gObligation) and obligation.bound:
        yield f"binds {' and '.join(obligation.bound)}"
    if isinstance(obligation, RealTimeObligation) and obligation.mode:
        days = f": {obligation.within_days}" if obligation.within_days else ""
        yield f"{obligation.mode}{days}"
    yield obligation.summary
    yield from (_text_of_phase(phase, obligation) for phase in obligation.phases)


def _text_of_phase(phase: SourcePhase, obligation: SourceObligation) -> str:
    details: list[str] = [phase.certainty.value]
    if phase.binds is not None:
        details.append(f"binds to {' and '.join(phase.binds)}" if phase.binds else "binds nobody")
    if phase.who:
        details.append(f"who: {phase.who}")
    if phase.sources:
        places = [str(obligation.provenance.sources.index(source_id) + 1) for source_id in phase.sources]
        details.append(f"of the sources: {', '.join(places)}")
    return f"{phase.date}: {phase.what} ({'; '.join(details)})"


def _texts_of_report(report: SourceReport) -> Iterator[str]:
    yield from (report.report_local, report.report_en, f"kind: {report.kind}")
    if report.form:
        yield f"form: {report.form}"
    if report.aliases:
        yield f"also: {', '.join(report.aliases)}"
    yield report.frequency
    yield from map(_text_of_frequency, report.frequencies)
    yield report.deadline
    yield from map(_text_of_deadline, report.deadlines)
    yield from filter(None, (report.channel_format, report.notes))


def _text_of_frequency(coded: SourceFrequency) -> str:
    return ", ".join(filter(None, (f"coded: {coded.frequency}", coded.filers)))


def _text_of_deadline(coded: SourceDeadline) -> str:
    number = None if coded.number is None else str(coded.number)
    months = None if coded.months is None else f"months: {coded.months}"
    return ", ".join(filter(None, (f"coded: {coded.unit}", number, months, coded.frequency, coded.filers)))


def _texts_of_term(term: SourceTerm) -> Iterator[str]:
    yield term.name
    if term.aliases:
        yield f"also: {', '.join(term.aliases)}"
    yield term.category.value
    yield term.text
    if term.countries:
        yield f"used in: {', '.join(term.countries)}"


def _texts_of_product(claim: ProductClaim) -> tuple[str, ...]:
    texts: tuple[str, ...]
    match claim:
        case ErpSupport():
            texts = claim.support_type.value, claim.vendors, claim.notes
        case ReportSupport():
            texts = claim.support.value, claim.notes
        case SourceLocalErp():
            texts = claim.name, claim.segment, claim.description
        case SourcePartner():
            texts = claim.name, claim.partner_type, claim.summary
        case SourcePartnerFlag():
            texts = claim.flag, claim.note
        case SourceConnector():
            kind = claim.connector_type.value
            texts = claim.provider, kind, claim.built_by, claim.direction, claim.countries_covered, claim.notes
        case ErpFile():
            texts = claim.name, claim.vendor, claim.category, claim.profile
        case _:
            texts = (claim.value,)
    return tuple(filter(None, texts))
