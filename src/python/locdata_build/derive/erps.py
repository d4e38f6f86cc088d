"""An ERP product as it is published: its registry entry, and what the countries and connectors say of it."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from locdata_build.source.by_product import by_product
from locdata_build.source.files import ErpFile, SiteFile
from locdata_build.source.records import ConnectorNote
from locdata_model.countries import CountryDetail
from locdata_model.endpoints import ERP
from locdata_model.erps import ErpCounts, ErpDetail, Provider
from locdata_model.facts import Fact
from locdata_model.partners import Partner, PartnerFlag
from locdata_model.vocabulary import Topic


def derive_erps(
    erps: Sequence[ErpFile], countries: Sequence[CountryDetail], connectors: Sequence[ConnectorNote], site: SiteFile
) -> Iterator[ErpDetail]:
    """All that is published about each ERP product."""
    told = _Told(
        facts=by_product(fact for country in countries for fact in country.facts),
        partners=by_product(partner for country in countries for partner in country.partners),
        flags=by_product(flag for country in countries for flag in country.partner_flags),
        connectors=by_product(connectors),
    )
    return (_derive_erp(erp, told, site) for erp in erps)


class _Told(Struct, frozen=True, kw_only=True):
    """What countries and connectors say of each product, by its id."""

    facts: Mapping[str, tuple[Fact, ...]]
    partners: Mapping[str, tuple[Partner, ...]]
    flags: Mapping[str, tuple[PartnerFlag, ...]]
    connectors: Mapping[str, tuple[ConnectorNote, ...]]


def _derive_erp(erp: ErpFile, told: _Told, site: SiteFile) -> ErpDetail:
    facts, flags = told.facts.get(erp.id, ()), told.flags.get(erp.id, ())
    support = tuple(fact for fact in facts if fact.topic is Topic.E_INVOICING_ERP_SUPPORT)
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
            partners=len(told.partners.get(erp.id, ())),
        ),
        e_invoicing_support=support,
        other_facts=tuple(fact for fact in facts if fact.topic is not Topic.E_INVOICING_ERP_SUPPORT),
        partner_flags=flags,
        providers=tuple(map(_provider, told.connectors.get(erp.id, ()))),
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
