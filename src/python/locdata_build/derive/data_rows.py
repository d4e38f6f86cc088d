"""The rows of the data files, from the claims."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from locdata_build.data.products import ErpFile
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords, ReportClaim
from locdata_build.derive.erps import ConnectorClaim
from locdata_model.data_files import (
    CONNECTORS_FILE,
    COUNTRIES_FILE,
    MATRIX_FILE,
    REPORTING_FILE,
    ConnectorRecord,
    CountryRecord,
    MatrixRecord,
    reporting_record,
)
from locdata_model.facts import Fact
from locdata_model.record import Record
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, ReportingSupport, Topic


def derive_data_rows(
    countries: Sequence[CountryRecords], connectors: Sequence[ConnectorClaim], erps: Sequence[ErpFile]
) -> Mapping[str, tuple[Record, ...]]:
    """Return the rows of each data file by its name."""
    return {
        MATRIX_FILE.name: tuple(row for country in countries for row in _matrix_rows(country)),
        REPORTING_FILE.name: tuple(
            _reporting_row(country, report, erps) for country in countries for report in country.reports
        ),
        CONNECTORS_FILE.name: tuple(map(_connector_row, connectors)),
        COUNTRIES_FILE.name: tuple(
            _country_row(country, claim) for country in countries for claim in _claims_in_countries_file(country, erps)
        ),
    }


def claims_in_data_files(
    countries: Sequence[CountryRecords], connectors: Sequence[ConnectorClaim], erps: Sequence[ErpFile]
) -> Iterator[Claim[Any, Any]]:
    """Yield the claims whose texts the data files have: those of each country, then the connectors."""
    for country in countries:
        yield from _claims_in_countries_file(country, erps)
        yield from filter(None, [country.mandate])
        yield from country.support
        yield from country.reports
    yield from connectors


def _claims_in_countries_file(country: CountryRecords, erps: Sequence[ErpFile]) -> Iterator[Claim[Any, Fact]]:
    in_file = {erp.id for erp in erps if erp.in_countries_file}
    yield from country.topics
    yield from (claim for claim in country.localizations if claim.source.erp in in_file)


def _country_row(country: CountryRecords, claim: Claim[Any, Fact]) -> CountryRecord:
    fact = claim.record
    return CountryRecord(
        country_code=country.code,
        country=country.name,
        region=country.region,
        fact=fact.label,
        value=fact.value,
        source=" ".join(fact.source_urls),
        evidence=claim.provenance.evidence,
        status=fact.status,
        last_verified=fact.last_checked,
    )


def _matrix_rows(country: CountryRecords) -> Iterator[MatrixRecord]:
    if country.mandate is None:
        return
    mandate = country.mandate.record
    for claim in country.support:
        support, details, provenance = claim.source, claim.record.details, claim.provenance
        if details is UNSET:
            continue
        yield MatrixRecord(
            topic=COUNTRY_TOPIC_LABELS[Topic.E_INVOICING],
            country_code=country.code,
            country=country.name,
            short_label=mandate.short_label,
            mandate=mandate.mandate,
            scope=mandate.scope,
            deadlines=mandate.deadlines,
            format=mandate.format,
            mandate_source=" ".join(mandate.source_urls),
            mandate_evidence=mandate.evidence,
            erp=support.erp,
            support_type=support.support_type,
            vendors=support.vendors,
            notes=details.notes,
            erp_source=" ".join(provenance.source_urls),
            evidence=provenance.evidence,
            status=provenance.status,
            last_verified=provenance.last_checked,
        )


def _reporting_row(country: CountryRecords, claim: ReportClaim, erps: Sequence[ErpFile]) -> Record:
    report, provenance = claim.record, claim.provenance
    support_of = {cell.source.erp: cell.source.support for cell in claim.parts}
    return reporting_record(tuple(erp.key for erp in erps))(
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
        status=provenance.status,
        **{erp.key: support_of.get(erp.id, ReportingSupport.UNKNOWN) for erp in erps},
        erp_sources=" ".join(dict.fromkeys(url for cell in claim.parts for url in cell.provenance.source_urls)),
        notes=report.notes,
    )


def _connector_row(claim: ConnectorClaim) -> ConnectorRecord:
    connector, provenance = claim.record, claim.provenance
    return ConnectorRecord(
        provider=connector.provider,
        erp=connector.erp,
        countries_covered=connector.countries_covered,
        countries_in_scope=" ".join(connector.countries_in_scope),
        connector_type=connector.connector_type,
        built_by=connector.built_by,
        direction=connector.direction,
        source_urls=" ".join(connector.source_urls),
        status=provenance.status,
        last_verified=connector.last_checked,
        notes=connector.notes,
    )
