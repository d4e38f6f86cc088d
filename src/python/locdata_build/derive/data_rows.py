"""The rows of the data files, from the claims."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from locdata_build.data.products import ErpFile
from locdata_build.data.site import SiteFile
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords, ReportClaim
from locdata_build.derive.erps import ConnectorClaim
from locdata_build.derive.provenance import status_of
from locdata_build.derive.records import filled
from locdata_model import data_files
from locdata_model.endpoints import FILED_LISTS
from locdata_model.facts import Fact
from locdata_model.record import Record
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, ReportingSupport, Topic


def derive_data_rows(
    countries: Sequence[CountryRecords], connectors: Sequence[ConnectorClaim], erps: Sequence[ErpFile]
) -> Mapping[str, tuple[Record, ...]]:
    """Return the rows of each data file by its name."""
    return {
        data_files.MATRIX_FILE.name: tuple(row for country in countries for row in _matrix_rows(country)),
        data_files.REPORTING_FILE.name: tuple(
            _reporting_row(country, report, erps) for country in countries for report in country.reports
        ),
        data_files.CONNECTORS_FILE.name: tuple(map(_connector_row, connectors)),
        data_files.COUNTRIES_FILE.name: tuple(
            _country_row(country, claim) for country in countries for claim in _claims_in_countries_file(country, erps)
        ),
        **{
            endpoint.list_name: tuple(
                _list_row(country, record) for country in countries for record in country.lists.get(endpoint.item, ())
            )
            for endpoint in FILED_LISTS
        },
    }


def urls_of_rows(
    site: SiteFile, countries: Sequence[CountryRecords], connectors: Sequence[ConnectorClaim], erps: Sequence[ErpFile]
) -> Mapping[str, tuple[str, ...]]:
    """Return where the site shows each row of the data files, by the name of the file and in the order of the rows."""
    claims: Mapping[str, Iterable[Claim[Any, Any]]] = {
        data_files.MATRIX_FILE.name: (cell for country in countries if country.mandate for cell in country.support),
        data_files.REPORTING_FILE.name: (report for country in countries for report in country.reports),
        data_files.CONNECTORS_FILE.name: connectors,
        data_files.COUNTRIES_FILE.name: (
            claim for country in countries for claim in _claims_in_countries_file(country, erps)
        ),
    }
    return {
        **{name: tuple(site.url(claim.path) for claim in found) for name, found in claims.items()},
        **{
            endpoint.list_name: tuple(
                record.url for country in countries for record in country.lists.get(endpoint.item, ())
            )
            for endpoint in FILED_LISTS
        },
    }


def claims_in_data_files(
    countries: Sequence[CountryRecords], connectors: Sequence[ConnectorClaim], erps: Sequence[ErpFile]
) -> Iterator[Claim[Any, Any]]:
    """Yield the claims whose texts the data files of the specification have: those of each country, then the connectors."""
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


def _list_row(country: CountryRecords, record: Any) -> Record:  # noqa: ANN401  # of any of these types
    kind: type[Record] = type(record)
    return filled(
        data_files.list_row_type(kind),
        record,
        country_code=country.code,
        country=country.name,
        source=" ".join(getattr(record, "source_urls", None) or [record.source_url]),
        status=status_of(record.verification),
        last_verified=record.last_checked,
        **{name: data_files.cell_of(getattr(record, name)) for name in data_files.own_fields(kind)},
    )


def _country_row(country: CountryRecords, claim: Claim[Any, Fact]) -> Record:
    fact = claim.record
    return filled(
        data_files.CountryRecord,
        fact,
        claim.provenance,
        country_code=country.code,
        country=country.name,
        region=country.region,
        fact=fact.label,
        source=" ".join(fact.source_urls),
        last_verified=fact.last_checked,
    )


def _matrix_rows(country: CountryRecords) -> Iterator[Record]:
    if country.mandate is None:
        return
    mandate = country.mandate.record
    for claim in country.support:
        yield filled(
            data_files.MatrixRecord,
            claim.record.details,
            claim.source,
            claim.provenance,
            mandate,
            topic=COUNTRY_TOPIC_LABELS[Topic.E_INVOICING],
            country_code=country.code,
            country=country.name,
            mandate_source=" ".join(mandate.source_urls),
            mandate_evidence=mandate.evidence,
            erp_source=" ".join(claim.provenance.source_urls),
            last_verified=claim.provenance.last_checked,
        )


def _reporting_row(country: CountryRecords, claim: ReportClaim, erps: Sequence[ErpFile]) -> Record:
    support_of = {cell.source.erp: cell.source.support for cell in claim.parts}
    return filled(
        data_files.reporting_record(tuple(erp.key for erp in erps)),
        claim.record,
        claim.provenance,
        country_code=country.code,
        country=country.name,
        source=" ".join(claim.provenance.source_urls),
        source_checked=claim.provenance.last_checked,
        erp_sources=" ".join(dict.fromkeys(url for cell in claim.parts for url in cell.provenance.source_urls)),
        **{erp.key: support_of.get(erp.id, ReportingSupport.UNKNOWN) for erp in erps},
    )


def _connector_row(claim: ConnectorClaim) -> Record:
    return filled(
        data_files.ConnectorRecord,
        claim.record,
        claim.provenance,
        countries_in_scope=" ".join(claim.record.countries_in_scope),
        source_urls=" ".join(claim.record.source_urls),
        last_verified=claim.record.last_checked,
    )
