"""A country as it is published: a function of its own file, the ERP registry and the site's settings."""

from collections.abc import Callable, Iterator, Sequence

from locdata_build.derive.facts import derive_facts, primary
from locdata_build.derive.notes import local_erps_by_name, partners_by_name
from locdata_build.derive.toggles import derive_toggles
from locdata_build.source.files import CountryFile, ErpFile, SiteFile
from locdata_build.source.slugs import page_slug
from locdata_model.countries import CountryCounts, CountryDetail
from locdata_model.endpoints import COUNTRY
from locdata_model.facts import Fact
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.vocabulary import Status, Topic


def derive_country(country: CountryFile, erps: Sequence[ErpFile], site: SiteFile) -> CountryDetail:
    """All that is published about a country."""
    toggles = derive_toggles(country.obligations, site.generated_at.date())
    facts = derive_facts(country, erps, toggles, site)
    local_erps = tuple(_local_erps(country))
    partner_flags = tuple(_partner_flags(country))
    partners = tuple(_partners(country))
    return CountryDetail(
        code=country.code,
        name=country.name,
        region=country.region,
        url=f"{site.base_url}/{page_slug(country.name)}/",
        api_url=COUNTRY.path_for(country.code),
        counts=CountryCounts(
            facts=len(facts),
            facts_verified=_count(facts, lambda fact: fact.status is Status.VERIFIED),
            erp_matrix_cells=_count(facts, lambda fact: fact.topic is Topic.E_INVOICING_ERP_SUPPORT),
            local_erps=len(local_erps),
            partners=len(partners),
            partner_flags=len(partner_flags),
        ),
        toggles=toggles,
        facts=facts,
        local_erps=local_erps,
        partner_flags=partner_flags,
        partners=partners,
    )


def _count(facts: Sequence[Fact], is_counted: Callable[[Fact], bool]) -> int:
    return sum(map(is_counted, facts))


def _local_erps(country: CountryFile) -> Iterator[LocalErp]:
    for note in local_erps_by_name(country):
        yield LocalErp(
            id=f"{country.code}-{note.slug}",
            country=country.code,
            name=note.name,
            segment=note.segment,
            description=note.description,
            website=note.website,
            source_url=primary(note.provenance),
            verification=note.provenance.verification,
            last_checked=note.provenance.last_checked,
        )


def _partner_flags(country: CountryFile) -> Iterator[PartnerFlag]:
    for note in sorted(country.partner_flags, key=lambda note: note.erp):
        yield PartnerFlag(
            id=f"{country.code}-{note.erp}",
            country=country.code,
            erp=note.erp,
            flag=note.flag,
            note=note.note,
            source_url=primary(note.provenance),
            verification=note.provenance.verification,
            last_checked=note.provenance.last_checked,
        )


def _partners(country: CountryFile) -> Iterator[Partner]:
    for note in partners_by_name(country):
        yield Partner(
            id=f"{country.code}-{note.erp}-{note.slug}",
            name=note.name,
            erp=note.erp,
            country=country.code,
            partner_type=note.partner_type,
            summary=note.summary,
            source_urls=note.provenance.source_urls,
            source_kind=note.source_kind,
            last_checked=note.provenance.last_checked,
        )
