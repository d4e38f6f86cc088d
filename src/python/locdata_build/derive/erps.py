"""An ERP product as it is published: its registry entry, and what the countries and connectors say of it."""

from collections.abc import Sequence

from locdata_build.source.files import ErpFile, SiteFile
from locdata_build.source.records import ConnectorNote
from locdata_model.countries import CountryDetail
from locdata_model.endpoints import ERP
from locdata_model.erps import ErpCounts, ErpDetail, Provider
from locdata_model.vocabulary import Topic


def derive_erp(
    erp: ErpFile, countries: Sequence[CountryDetail], connectors: Sequence[ConnectorNote], site: SiteFile
) -> ErpDetail:
    """All that is published about an ERP product."""
    facts = [fact for country in countries for fact in country.facts if fact.erp == erp.id]
    support = tuple(fact for fact in facts if fact.topic is Topic.E_INVOICING_ERP_SUPPORT)
    flags = tuple(flag for country in countries for flag in country.partner_flags if flag.erp == erp.id)
    return ErpDetail(
        id=erp.id,
        name=erp.name,
        vendor=erp.vendor,
        category=erp.category,
        profile=erp.profile,
        website=erp.website,
        url=f"{site.base_url}/erp/{erp.id}/",
        api_url=ERP.path_for(erp.id),
        counts=ErpCounts(
            e_invoicing_countries=len(support),
            partner_flags=len(flags),
            partners=sum(partner.erp == erp.id for country in countries for partner in country.partners),
        ),
        e_invoicing_support=support,
        other_facts=tuple(fact for fact in facts if fact.topic is not Topic.E_INVOICING_ERP_SUPPORT),
        partner_flags=flags,
        providers=tuple(_provider(note) for note in connectors if note.erp == erp.id),
    )


def _provider(note: ConnectorNote) -> Provider:
    return Provider(
        provider=note.provider,
        connector_type=note.connector_type,
        built_by=note.built_by,
        direction=note.direction,
        countries_in_scope=tuple(sorted(note.countries_in_scope)),
        source_urls=note.provenance.source_urls,
        verification=note.provenance.verification,
        countries_covered=note.countries_covered,
        last_checked=note.provenance.last_checked,
        notes=note.notes,
    )
