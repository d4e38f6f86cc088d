"""The facts of a country."""

from collections.abc import Iterator, Sequence

from locdata_build.derive.notes import derive_notes, derive_support
from locdata_build.derive.toggles import effective_date
from locdata_build.source.files import CountryFile, ErpFile, SiteFile
from locdata_build.source.records import ErpSupport, Mandate, RatedProvenance
from locdata_model.facts import Fact, SupportDetails
from locdata_model.toggles import Toggles
from locdata_model.vocabulary import Status, Topic, Verification


def status_of(verification: Verification) -> Status:
    """``verified`` for every source quality but ``unverified``."""
    return Status.UNVERIFIED if verification is Verification.UNVERIFIED else Status.VERIFIED


def fact_id(country: str, topic: Topic, erp: str | None = None) -> str:
    """The id of a fact, for ever: ``fr-vat``, ``fr-erp-localization-erp_id_01``."""
    return "-".join([country, topic.value.replace("_", "-"), *([erp] if erp else [])])


def primary(provenance: RatedProvenance) -> str | None:
    """The primary source; None where no source is confirmed."""
    return provenance.source_urls[0] if provenance.source_urls else None


def derive_facts(country: CountryFile, erps: Sequence[ErpFile], toggles: Toggles, site: SiteFile) -> tuple[Fact, ...]:
    """Every fact of the country: its topics, the localization of ERP products, their e-invoicing support."""
    return (*_note_facts(country, erps, toggles, site), *_support_facts(country, erps))


def _note_facts(country: CountryFile, erps: Sequence[ErpFile], toggles: Toggles, site: SiteFile) -> Iterator[Fact]:
    b2b, mandatory = country.obligations.e_invoicing_b2b, toggles.e_invoicing_mandatory_b2b
    for note in derive_notes(country, erps):
        is_e_invoicing = note.topic is Topic.E_INVOICING
        yield Fact(
            id=fact_id(country.code, note.topic, note.erp),
            country=country.code,
            erp=note.erp,
            topic=note.topic,
            label=note.label,
            value=note.value,
            status=status_of(note.provenance.verification),
            mandatory=mandatory if is_e_invoicing else None,
            effective_date=effective_date(b2b, mandatory, site.generated_at.date()) if is_e_invoicing else None,
            source_url=primary(note.provenance),
            source_urls=note.provenance.source_urls,
            verification=note.provenance.verification,
            last_checked=note.provenance.last_checked,
        )


def _support_facts(country: CountryFile, erps: Sequence[ErpFile]) -> Iterator[Fact]:
    for mandate, erp, cell in derive_support(country, erps):
        yield Fact(
            id=fact_id(country.code, Topic.E_INVOICING_ERP_SUPPORT, erp.id),
            country=country.code,
            erp=erp.id,
            topic=Topic.E_INVOICING_ERP_SUPPORT,
            label=f"E-invoicing support in {erp.name}",
            value=cell.support_type.value,
            status=status_of(cell.provenance.verification),
            mandatory=None,
            effective_date=None,
            source_url=primary(cell.provenance),
            source_urls=cell.provenance.source_urls,
            verification=cell.provenance.verification,
            last_checked=cell.provenance.last_checked,
            details=_details(mandate, cell),
        )


def _details(mandate: Mandate, cell: ErpSupport) -> SupportDetails:
    return SupportDetails(
        mandate=mandate.mandate,
        scope=mandate.scope,
        deadlines=mandate.deadlines,
        format=mandate.format,
        vendors=cell.vendors,
        notes=cell.notes,
    )
