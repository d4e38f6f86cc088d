"""Everything that is published about an ERP product, from the registry, the countries and the connectors."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from msgspec.structs import asdict

from locdata_build.derive.facts import status_of
from locdata_build.derive.provenance import Bibliography, Provenance, bibliography_of
from locdata_build.source.files import ErpFile, SiteFile
from locdata_build.source.records import SourceConnector
from locdata_model.anchors import PageAnchor
from locdata_model.countries import CountryDetail
from locdata_model.data_files import ConnectorRecord
from locdata_model.endpoints import ERP
from locdata_model.erps import Connector, ErpCounts, ErpDetail, Provider
from locdata_model.ids import connector_id
from locdata_model.urls import erp_page_path
from locdata_model.vocabulary import Topic


class _HasErp(Protocol):
    """A record that may be about an ERP product."""

    @property
    def erp(self) -> str | None:
        """The id of the ERP product; None for a record that is not about one."""


RecordT = TypeVar("RecordT", bound=_HasErp)
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class DerivedConnector(NamedTuple):
    """A connector: its record and its provider in the API, its row in the data file, its source record, its provenance."""

    record: Connector
    provider: Provider
    row: ConnectorRecord
    source: SourceConnector
    provenance: Provenance

    @property
    def erp(self) -> str:
        """The id of the ERP product."""
        return self.source.erp


def group_by(items: Iterable[T], key: Callable[[T], K]) -> Mapping[K, tuple[T, ...]]:
    """Group items by key. Groups, and the items of each, keep their order."""
    groups: dict[K, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return {name: tuple(group) for name, group in groups.items()}


def group_by_erp(records: Iterable[RecordT]) -> Mapping[str, tuple[RecordT, ...]]:
    """Group records by ERP product. Records that are not about a product are left out."""
    groups = group_by(records, lambda record: record.erp)
    return {erp: group for erp, group in groups.items() if erp is not None}


def erp_provenance(erp: ErpFile) -> Provenance:
    """Return the provenance of the profile of an ERP product."""
    return bibliography_of(erp, [erp]).cite(erp)


def derive_connector(source: SourceConnector, bibliography: Bibliography, site: SiteFile) -> DerivedConnector:
    """Return the records and the row of a connector."""
    in_scope = tuple(sorted(source.countries_in_scope))
    provenance = bibliography.cite(source)
    provider = Provider(
        provider=source.provider,
        connector_type=source.connector_type,
        built_by=source.built_by,
        direction=source.direction,
        countries_in_scope=in_scope,
        source_urls=provenance.source_urls,
        verification=provenance.verification,
        countries_covered=source.countries_covered,
        last_checked=provenance.last_checked,
        notes=source.notes,
    )
    record = Connector(
        **asdict(provider),
        id=connector_id(source.erp, source.provider),
        erp=source.erp,
        url=site.url(f"{erp_page_path(source.erp)}#{PageAnchor.PROVIDERS}"),
        evidence=provenance.evidence,
    )
    row = ConnectorRecord(
        provider=source.provider,
        erp=source.erp,
        countries_covered=source.countries_covered,
        countries_in_scope=" ".join(in_scope),
        connector_type=source.connector_type,
        built_by=source.built_by,
        direction=source.direction,
        source_urls=" ".join(provenance.source_urls),
        status=status_of(provenance),
        last_verified=provenance.last_checked,
        notes=source.notes,
    )
    return DerivedConnector(record, provider, row, source, provenance)


def derive_erps(
    erps: Sequence[ErpFile], countries: Sequence[CountryDetail], connectors: Sequence[DerivedConnector], site: SiteFile
) -> Iterator[ErpDetail]:
    """Yield everything that is published about each ERP product."""
    facts = group_by_erp(fact for country in countries for fact in country.facts)
    flags = group_by_erp(flag for country in countries for flag in country.partner_flags)
    partners = group_by_erp(partner for country in countries for partner in country.partners)
    providers = group_by_erp(connectors)
    for erp in erps:
        of_erp = facts.get(erp.id, ())
        support = tuple(fact for fact in of_erp if fact.topic is Topic.E_INVOICING_ERP_SUPPORT)
        yield ErpDetail(
            id=erp.id,
            name=erp.name,
            vendor=erp.vendor,
            category=erp.category,
            profile=erp.profile,
            website=erp.website,
            url=site.url(erp_page_path(erp.id)),
            api_url=ERP.path_for(erp.id),
            counts=ErpCounts(
                e_invoicing_countries=len(support),
                partner_flags=len(flags.get(erp.id, ())),
                partners=len(partners.get(erp.id, ())),
            ),
            e_invoicing_support=support,
            other_facts=tuple(fact for fact in of_erp if fact.topic is not Topic.E_INVOICING_ERP_SUPPORT),
            partner_flags=flags.get(erp.id, ()),
            providers=tuple(connector.provider for connector in providers.get(erp.id, ())),
        )
