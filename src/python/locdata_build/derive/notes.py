"""What a country's file says, in the order in which it is published: topics, localizations, e-invoicing support."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from locdata_build.source.files import CountryFile, ErpFile
from locdata_build.source.records import ErpSupport, LocalErpNote, Mandate, PartnerNote, RatedProvenance
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, Topic


class Note(Struct, frozen=True, kw_only=True):
    """A text with its label and provenance; ``erp`` is None for a topic of the country."""

    topic: Topic
    erp: str | None
    label: str
    value: str
    provenance: RatedProvenance


def derive_support(country: CountryFile, erps: Sequence[ErpFile]) -> Iterator[tuple[Mandate, ErpFile, ErpSupport]]:
    """The mandate and its support by each ERP product; nothing for a country outside the matrix."""
    if country.e_invoicing is None:
        return
    support = {cell.erp: cell for cell in country.e_invoicing.erp_support}
    yield from ((country.e_invoicing.mandate, erp, support[erp.id]) for erp in erps)


def derive_notes(country: CountryFile, erps: Sequence[ErpFile]) -> Iterator[Note]:
    """Every note of the country but its e-invoicing support."""
    for topic, label in COUNTRY_TOPIC_LABELS.items():
        fact = getattr(country.facts, topic.value)
        yield Note(topic=topic, erp=None, label=label, value=fact.value, provenance=fact.provenance)
    localizations = {note.erp: note for note in country.erp_localizations}
    for erp in erps:
        if note := localizations.get(erp.id):
            yield Note(
                topic=Topic.ERP_LOCALIZATION,
                erp=erp.id,
                label=erp.localization_label,
                value=note.value,
                provenance=note.provenance,
            )


def local_erps_by_name(country: CountryFile) -> list[LocalErpNote]:
    """The country's local systems in published order."""
    return sorted(country.local_erps, key=lambda note: note.name.casefold())


def partners_by_name(country: CountryFile) -> list[PartnerNote]:
    """The country's partners in published order: by ERP product, then by name."""
    return by_name(country.partners)


def by_name(partners: Iterable[PartnerNote]) -> list[PartnerNote]:
    """Partners in published order."""
    return sorted(partners, key=lambda note: (note.erp, note.name.casefold(), note.slug))
