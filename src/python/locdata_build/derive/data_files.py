"""The records of the data files: flat, so that lists in a cell are joined by one space."""

from collections.abc import Iterator, Sequence

from locdata_build.derive.facts import status_of
from locdata_build.derive.notes import derive_notes, derive_support
from locdata_build.source.files import CountryFile, ErpFile
from locdata_build.source.records import ConnectorNote, Report
from locdata_model.data_files import ConnectorRecord, CountryRecord, MatrixRecord, reporting_record
from locdata_model.record import Record
from locdata_model.vocabulary import (
    COUNTRY_TOPIC_LABELS,
    Evidence,
    ReportingSupport,
    ReportingTopic,
    Status,
    Topic,
)


def matrix_records(country: CountryFile, erps: Sequence[ErpFile]) -> Iterator[MatrixRecord]:
    """One record for each ERP product; none for a country outside the matrix."""
    for mandate, erp, cell in derive_support(country, erps):
        yield MatrixRecord(
            topic=COUNTRY_TOPIC_LABELS[Topic.E_INVOICING],
            country_code=country.code,
            country=country.name,
            short_label=mandate.short_label,
            mandate=mandate.mandate,
            scope=mandate.scope,
            deadlines=mandate.deadlines,
            format=mandate.format,
            mandate_source=" ".join(mandate.provenance.source_urls),
            mandate_evidence=mandate.provenance.evidence,
            erp=erp.id,
            support_type=cell.support_type,
            vendors=cell.vendors,
            notes=cell.notes,
            erp_source=" ".join(cell.provenance.source_urls),
            evidence=cell.provenance.evidence,
            status=status_of(cell.provenance.verification),
            last_verified=cell.provenance.last_checked,
        )


def reporting_records(country: CountryFile, erps: Sequence[ErpFile]) -> Iterator[Record]:
    """The country's reports by topic, in the order of its file, with one column for each ERP product."""
    record = reporting_record(tuple(erp.key for erp in erps))
    for topic in ReportingTopic:
        for report in (report for report in country.reporting if report.topic is topic):
            support = {cell.erp: cell.support for cell in report.erp_support}
            yield record(
                topic=report.topic,
                country_code=country.code,
                country=country.name,
                report_local=report.report_local,
                report_en=report.report_en,
                frequency=report.frequency,
                deadline=report.deadline,
                channel_format=report.channel_format,
                source=" ".join(report.provenance.source_urls),
                source_checked=report.provenance.last_checked,
                evidence=report.provenance.evidence,
                status=_status_of_evidence(report.provenance.evidence),
                **{erp.key: support.get(erp.id, ReportingSupport.UNKNOWN) for erp in erps},
                erp_sources=_erp_sources(report),
                notes=report.notes,
            )


def connector_record(note: ConnectorNote) -> ConnectorRecord:
    """A connector."""
    return ConnectorRecord(
        provider=note.provider,
        erp=note.erp,
        countries_covered=note.countries_covered,
        countries_in_scope=" ".join(sorted(note.countries_in_scope)),
        connector_type=note.connector_type,
        built_by=note.built_by,
        direction=note.direction,
        source_urls=" ".join(note.provenance.source_urls),
        status=status_of(note.provenance.verification),
        last_verified=note.provenance.last_checked,
        notes=note.notes,
    )


def country_records(country: CountryFile, erps: Sequence[ErpFile]) -> Iterator[CountryRecord]:
    """One record for each topic of the country and each localization of an ERP product."""
    for note in derive_notes(country, erps):
        yield CountryRecord(
            country_code=country.code,
            country=country.name,
            region=country.region,
            fact=note.label,
            value=note.value,
            source=" ".join(note.provenance.source_urls),
            evidence=note.provenance.evidence,
            status=status_of(note.provenance.verification),
            last_verified=note.provenance.last_checked,
        )


def _status_of_evidence(evidence: Evidence) -> Status:
    return Status.UNVERIFIED if evidence is Evidence.UNVERIFIED else Status.VERIFIED


def _erp_sources(report: Report) -> str:
    cells = sorted(report.erp_support, key=lambda cell: cell.erp)
    return " ".join(dict.fromkeys(url for cell in cells for url in cell.source_urls))
