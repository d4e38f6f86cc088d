"""The facts of a country and their rows in the data files, derived together from each source record."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from locdata_build.derive.obligations import effective_date
from locdata_build.derive.provenance import Bibliography, Provenance
from locdata_build.source.files import CountryFile, ErpFile
from locdata_build.source.records import ErpSupport, Mandate, SourceFact
from locdata_model.data_files import CountryRecord, MatrixRecord
from locdata_model.facts import Fact, SupportDetails
from locdata_model.ids import fact_id
from locdata_model.toggles import Toggles
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, Status, Topic, Verification


class TopicFact(NamedTuple):
    """A fact on a topic or a localization: its API record, its row in the data file ``countries``, its provenance."""

    fact: Fact
    row: CountryRecord
    provenance: Provenance


class SupportFact(NamedTuple):
    """A fact on e-invoicing support: its API record, its row in the data file ``matrix``, its provenance."""

    fact: Fact
    row: MatrixRecord
    provenance: Provenance


def status_of(provenance: Provenance) -> Status:
    """Return the status that follows from the markers: ``verified`` unless they are ``unverified``."""
    is_unverified = provenance.verification is Verification.UNVERIFIED
    return Status.UNVERIFIED if is_unverified else Status.VERIFIED


def topic_facts(country: CountryFile, bibliography: Bibliography, toggles: Toggles) -> Iterator[TopicFact]:
    """Yield one fact for each topic of the country, in published order."""
    for topic, label in COUNTRY_TOPIC_LABELS.items():
        source: SourceFact = getattr(country.facts, topic.value)
        provenance = bibliography.cite(source)
        mandatory = effective = None
        if topic is Topic.E_INVOICING:
            mandatory = toggles.e_invoicing_mandatory_b2b
            effective = effective_date(country.obligations.e_invoicing_b2b)
        yield _topic_fact(
            country,
            Fact(
                id=fact_id(country.code, topic),
                country=country.code,
                erp=None,
                topic=topic,
                label=label,
                value=source.value,
                mandatory=mandatory,
                effective_date=effective,
                **_provenance_fields(provenance),
            ),
            provenance,
        )


def localization_facts(
    country: CountryFile, bibliography: Bibliography, erps: Sequence[ErpFile]
) -> Iterator[TopicFact]:
    """Yield one fact for each recorded localization of an ERP product, in the order of the products."""
    localizations = {source.erp: source for source in country.erp_localizations}
    for erp in erps:
        if source := localizations.get(erp.id):
            provenance = bibliography.cite(source)
            yield _topic_fact(
                country,
                Fact(
                    id=fact_id(country.code, Topic.ERP_LOCALIZATION, erp.id),
                    country=country.code,
                    erp=erp.id,
                    topic=Topic.ERP_LOCALIZATION,
                    label=erp.localization_label,
                    value=source.value,
                    mandatory=None,
                    effective_date=None,
                    **_provenance_fields(provenance),
                ),
                provenance,
            )


def support_facts(country: CountryFile, bibliography: Bibliography, erps: Sequence[ErpFile]) -> Iterator[SupportFact]:
    """Yield one fact for each ERP product, in their order; nothing for a country outside the matrix."""
    if country.e_invoicing is None:
        return
    support = {source.erp: source for source in country.e_invoicing.erp_support}
    for erp in erps:
        yield _support_fact(country, bibliography, country.e_invoicing.mandate, erp, support[erp.id])


def _topic_fact(country: CountryFile, fact: Fact, provenance: Provenance) -> TopicFact:
    row = CountryRecord(
        country_code=country.code,
        country=country.name,
        region=country.region,
        fact=fact.label,
        value=fact.value,
        source=" ".join(fact.source_urls),
        evidence=provenance.evidence,
        status=fact.status,
        last_verified=fact.last_checked,
    )
    return TopicFact(fact, row, provenance)


def _support_fact(
    country: CountryFile, bibliography: Bibliography, mandate: Mandate, erp: ErpFile, source: ErpSupport
) -> SupportFact:
    provenance, mandate_provenance = bibliography.cite(source), bibliography.cite(mandate)
    fact = Fact(
        id=fact_id(country.code, Topic.E_INVOICING_ERP_SUPPORT, erp.id),
        country=country.code,
        erp=erp.id,
        topic=Topic.E_INVOICING_ERP_SUPPORT,
        label=f"E-invoicing support in {erp.name}",
        value=source.support_type.value,
        mandatory=None,
        effective_date=None,
        details=SupportDetails(
            mandate=mandate.mandate,
            scope=mandate.scope,
            deadlines=mandate.deadlines,
            format=mandate.format,
            vendors=source.vendors,
            notes=source.notes,
        ),
        **_provenance_fields(provenance),
    )
    row = MatrixRecord(
        topic=COUNTRY_TOPIC_LABELS[Topic.E_INVOICING],
        country_code=country.code,
        country=country.name,
        short_label=mandate.short_label,
        mandate=mandate.mandate,
        scope=mandate.scope,
        deadlines=mandate.deadlines,
        format=mandate.format,
        mandate_source=" ".join(mandate_provenance.source_urls),
        mandate_evidence=mandate_provenance.evidence,
        erp=erp.id,
        support_type=source.support_type,
        vendors=source.vendors,
        notes=source.notes,
        erp_source=" ".join(provenance.source_urls),
        evidence=provenance.evidence,
        status=fact.status,
        last_verified=provenance.last_checked,
    )
    return SupportFact(fact, row, provenance)


def _provenance_fields(provenance: Provenance) -> dict[str, Any]:
    """Return the fields of a fact that follow from its provenance."""
    return {
        "status": status_of(provenance),
        "source_url": provenance.source_url,
        "source_urls": provenance.source_urls,
        "verification": provenance.verification,
        "last_checked": provenance.last_checked,
    }
