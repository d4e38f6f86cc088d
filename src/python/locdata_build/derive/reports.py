"""The reports of a country: their records in the API, their rows in the data file ``reporting``, and who supports them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import asdict

from locdata_build.derive.facts import status_of
from locdata_build.derive.provenance import Bibliography, Citation, Provenance
from locdata_build.source.files import CountryFile, ErpFile, SiteFile
from locdata_build.source.reports import AbsentReport, ReportSupport, SourceReport
from locdata_model.anchors import report_anchor
from locdata_model.data_files import reporting_record
from locdata_model.ids import report_support_id
from locdata_model.record import Record
from locdata_model.reports import CodedDeadline, CodedFrequency, Report, ReportErpSupport, ReportKind
from locdata_model.urls import PageName
from locdata_model.vocabulary import ReportingSupport, ReportingTopic


class DerivedReportSupport(NamedTuple):
    """The support of an ERP product for a report: its source record and its provenance."""

    source: ReportSupport
    provenance: Provenance


class DerivedReport(NamedTuple):
    """A report: its API record, its row in the data file ``reporting``, its source record, its provenance, its support.

    The support is in the order of the products.
    """

    record: Report
    row: Record
    source: SourceReport
    provenance: Provenance
    support: tuple[DerivedReportSupport, ...]

    @property
    def anchor(self) -> str:
        """The anchor of the report, which is its id."""
        return self.record.id

    @property
    def support_citations(self) -> tuple[Citation, ...]:
        """The sources of the support, each once."""
        cited = (citation for cell in self.support for citation in cell.provenance.citations)
        return tuple({citation.id: citation for citation in cited}.values())


class DerivedAbsentReport(NamedTuple):
    """A kind of report that nobody files in a country: its source record and its provenance."""

    kind: ReportKind
    source: AbsentReport
    provenance: Provenance


def derive_reports(
    country: CountryFile, bibliography: Bibliography, erps: Sequence[ErpFile], site: SiteFile
) -> Iterator[DerivedReport]:
    """Yield the reports by topic and number."""
    order = list(ReportingTopic)
    for source in sorted(country.reporting, key=lambda report: (order.index(report.topic), report.number)):
        cells = sorted(source.erp_support, key=lambda cell: cell.erp)
        support = tuple(DerivedReportSupport(cell, bibliography.cite(cell)) for cell in cells)
        provenance = bibliography.cite(source)
        record = _record(country, site, source, provenance, support)
        row = _row(country, erps, source, provenance, support)
        yield DerivedReport(record, row, source, provenance, support)


def derive_absent_reports(country: CountryFile, bibliography: Bibliography) -> Iterator[DerivedAbsentReport]:
    """Yield the kinds of reports that nobody files, in the order of the vocabulary."""
    for kind in ReportKind:
        if source := country.absent_reports.get(kind):
            yield DerivedAbsentReport(kind, source, bibliography.cite(source))


def _record(
    country: CountryFile,
    site: SiteFile,
    report: SourceReport,
    provenance: Provenance,
    support: Sequence[DerivedReportSupport],
) -> Report:
    identifier = report_anchor(report.topic, country.code, report.number)
    return Report(
        id=identifier,
        country=country.code,
        topic=report.topic,
        number=report.number,
        kind=report.kind,
        form=report.form,
        report_local=report.report_local,
        report_en=report.report_en,
        aliases=report.aliases,
        frequency=report.frequency,
        frequencies=tuple(CodedFrequency(**asdict(each)) for each in report.frequencies),
        deadline=report.deadline,
        deadlines=tuple(CodedDeadline(**asdict(each)) for each in report.deadlines),
        channel_format=report.channel_format,
        notes=report.notes,
        erp_support=tuple(_support(identifier, cell) for cell in support),
        url=site.url(f"{PageName.REPORTING.path}#{identifier}"),
        source_urls=provenance.source_urls,
        evidence=provenance.evidence,
        verification=provenance.verification,
        last_checked=provenance.last_checked,
    )


def _support(report: str, cell: DerivedReportSupport) -> ReportErpSupport:
    source, provenance = cell
    return ReportErpSupport(
        id=report_support_id(report, source.erp),
        erp=source.erp,
        support=source.support,
        notes=source.notes,
        source_urls=provenance.source_urls,
        evidence=provenance.evidence,
        verification=provenance.verification,
        last_checked=provenance.last_checked,
    )


def _row(
    country: CountryFile,
    erps: Sequence[ErpFile],
    report: SourceReport,
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
