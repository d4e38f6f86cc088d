"""The terms of the glossary: their records in the API, with their provenance."""

from collections.abc import Iterator
from typing import NamedTuple

from locdata_build.derive.provenance import Bibliography, Provenance
from locdata_build.source.files import SiteFile, TermsFile
from locdata_build.source.terms import SourceTerm
from locdata_model.anchors import term_path
from locdata_model.terms import Term


class DerivedTerm(NamedTuple):
    """A term: its API record and its provenance."""

    record: Term
    provenance: Provenance


def derive_terms(glossary: TermsFile, bibliography: Bibliography, site: SiteFile) -> Iterator[DerivedTerm]:
    """Yield the terms of the glossary in their order, which is that of their ids."""
    for source in glossary.terms:
        provenance = bibliography.cite(source)
        yield DerivedTerm(_record(source, provenance, site), provenance)


def _record(source: SourceTerm, provenance: Provenance, site: SiteFile) -> Term:
    return Term(
        id=source.id,
        name=source.name,
        aliases=source.aliases,
        category=source.category,
        text=source.text,
        countries=source.countries,
        see=source.see,
        url=site.url(term_path(source.id)),
        source_urls=provenance.source_urls,
        evidence=provenance.evidence,
        verification=provenance.verification,
        last_checked=provenance.last_checked,
    )
