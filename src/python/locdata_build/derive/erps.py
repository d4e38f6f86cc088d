"""Everything that is published about an ERP product, from the registry, the countries and the connectors."""

from collections.abc import Iterator, Sequence

from locdata_build.data.products import ErpFile, SourceConnector
from locdata_build.data.site import SiteFile
from locdata_build.derive.claims import Claim, group_by
from locdata_build.derive.records import filled
from locdata_model.countries import CountryDetail
from locdata_model.endpoints import ERP
from locdata_model.erps import Connector, ErpCounts, ErpDetail, Provider
from locdata_model.urls import erp_page_path
from locdata_model.vocabulary import Topic

ConnectorClaim = Claim[SourceConnector, Connector]


def derive_erps(
    erps: Sequence[ErpFile], countries: Sequence[CountryDetail], connectors: Sequence[ConnectorClaim], site: SiteFile
) -> Iterator[ErpDetail]:
    """Yield everything that is published about each ERP product."""
    facts = group_by((fact for country in countries for fact in country.facts), lambda fact: fact.erp)
    flags = group_by((flag for country in countries for flag in country.partner_flags), lambda flag: flag.erp)
    partners = group_by((each for country in countries for each in country.partners), lambda each: each.erp)
    providers = group_by(connectors, lambda connector: connector.source.erp)
    for erp in erps:
        of_erp = facts.get(erp.id, ())
        support = tuple(fact for fact in of_erp if fact.topic is Topic.E_INVOICING_ERP_SUPPORT)
        yield filled(
            ErpDetail,
            erp,
            profile=str(erp.profile),
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
            providers=tuple(filled(Provider, connector.record) for connector in providers.get(erp.id, ())),
        )
