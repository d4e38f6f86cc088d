"""The reports of a country: their rows in the data file ``reporting``, and their support by ERP products."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from locdata_build.derive.facts import status_of
from locdata_build.derive.provenance import Bibliography, Citation, Provenance
from locdata_build.source.claims import anchored_reports
from locdata_build.source.files import CountryFile, ErpFile
from locdata_build.source.records import Report, ReportSupport
from locdata_model.data_files import reporting_record
from locdata_model.record import Record
from locdata_model.vocabulary import ReportingSupport, ReportingTopic


class DerivedReportSupport(NamedTuple):
    """The support of an ERP product for a report: its source record and its provenance."""

    source: ReportSupport
    provenance: Provenance


class DerivedReport(NamedTuple):
    """A report: its anchor, its row in the data file ``reporting``, its source record, its provenance, its support.

    The support is in the order of the products.
    """

    anchor: str
    row: Record
    source: Report
    provenance: Provenance
    support: tuple[DerivedReportSupport, ...]

    @property
    def support_citations(self) -> tuple[Citation, ...]:
        """The sources of the support, each once."""
        cited = (citation for cell in self.support for citation in cell.provenance.citations)
        return tuple({citation.id: citation for citation in cited}.values())


def derive_reports(
    country: CountryFile, bibliography: Bibliography, erps: Sequence[ErpFile]
) -> Iterator[DerivedReport]:
    """Yield the reports by topic, in the order of the country's file."""
    for topic in ReportingTopic:
        of_topic = ((anchor, report) for anchor, report in anchored_reports(country) if report.topic is topic)
        for anchor, source in of_topic:
            cells = sorted(source.erp_support, key=lambda cell: cell.erp)
            support = tuple(DerivedReportSupport(cell, bibliography.cite(cell)) for cell in cells)
            provenance = bibliography.cite(source)
            row = _row(country, erps, source, provenance, support)
            yield DerivedReport(anchor, row, source, provenance, support)


def _row(
    country: CountryFile,
    erps: Sequence[ErpFile],
    report: Report,
    provenance: Provenance,
    support: Sequence[DerivedReportSupport],
) -> Record:
    row_type = reporting_record(tuple(erp.key for erp in erps))
    support_of = {cell.source.erp: cell.source.support for cell in support}
    return row_type(
        topic=report.topic,
        country_code=country.code,
        country=country.name,
        report_local=report.report_local,
        report_en=report.report_en,
        frequency=report.frequency,
        deadline=report.deadline,
        channel_format=report.channel_format,
        source=" ".join(provenance.source_urls),
        source_checked=provenance.last_checked,
        evidence=provenance.evidence,
        status=status_of(provenance),
        **{erp.key: support_of.get(erp.id, ReportingSupport.UNKNOWN) for erp in erps},
        erp_sources=" ".join(dict.fromkeys(url for cell in support for url in cell.provenance.source_urls)),
        notes=report.notes,
    )
