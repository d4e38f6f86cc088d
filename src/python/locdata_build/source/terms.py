"""The terms that readers look up: the names of formats, networks, platforms, reports and models of e-invoicing and reporting."""

from locdata_build.source.citations import SourceProvenance
from locdata_build.source.source_record import SourceRecord
from locdata_model.terms import Definition, RelatedTerms, TermAliases, TermCountries, TermId, TermName
from locdata_model.vocabulary import TermCategory


class SourceTerm(SourceRecord, frozen=True, kw_only=True):
    """A term, and what it is."""

    id: TermId
    name: TermName
    aliases: TermAliases
    category: TermCategory
    text: Definition
    countries: TermCountries
    see: RelatedTerms
    provenance: SourceProvenance
