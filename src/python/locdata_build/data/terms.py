"""The terms of the glossary: names of formats, networks, platforms, reports and models of e-invoicing and reporting."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, field

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.errors import IssueCode
from locdata_build.data.record import SCHEMA_OF_FILE, SourceRecord
from locdata_build.data.rule import CheckContext, PathAndMessage, rule, unsorted_entries
from locdata_build.data.sources import CitedSources, SourceProvenance
from locdata_model.anchors import term_path
from locdata_model.terms import Definition, RelatedTerms, Term, TermAliases, TermCountries, TermId, TermName
from locdata_model.vocabulary import ClaimKind, TermCategory


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


class TermsFile(SourceRecord, frozen=True, kw_only=True):
    """The terms of the glossary."""

    schema: Annotated[Literal["schema/terms.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    terms: Annotated[tuple[SourceTerm, ...], Meta(description="Every term, sorted by id")]
    sources: CitedSources


@rule(IssueCode.LIST_ORDER)
def terms_are_sorted(file: TermsFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The terms must be sorted by id, and the countries and the related terms of each."""
    yield from unsorted_entries(".terms", ((term.id,) for term in file.terms))
    for index, term in enumerate(file.terms):
        yield from unsorted_entries(f".terms[{index}].countries", ((code,) for code in term.countries))
        yield from unsorted_entries(f".terms[{index}].see", ((related,) for related in term.see))


@rule(IssueCode.DUPLICATE)
def names_of_terms_differ(file: TermsFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """A term must not have a name or an alias of another term, nor its own name as an alias."""
    first: dict[str, int] = {}
    for index, term in enumerate(file.terms):
        paths = [".name", *(f".aliases[{place}]" for place in range(len(term.aliases)))]
        names = [name.casefold() for name in (term.name, *term.aliases)]
        for place, (path, name) in enumerate(zip(paths, names, strict=True)):
            if name in names[:1] * place or first.get(name, index) != index:
                message = f"must differ from all other names, but {name!r} is also in entry {first[name]}"
                yield f".terms[{index}]{path}", message
            first.setdefault(name, index)


@rule(IssueCode.UNKNOWN_COUNTRY)
def countries_of_term_have_files(term: SourceTerm, context: CheckContext) -> Iterator[PathAndMessage]:
    """A country that a term names must have a file."""
    for index, code in enumerate(term.countries):
        if context.country_codes is not None and code not in context.country_codes:
            yield f".countries[{index}]", f"must be a country that has a file, but is {code!r}"


@rule(IssueCode.UNKNOWN_TERM)
def related_terms_exist(file: TermsFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """A related term must be another term of the glossary."""
    ids = {term.id for term in file.terms}
    for index, term in enumerate(file.terms):
        for place, related in enumerate(term.see):
            if related not in ids - {term.id}:
                path = f".terms[{index}].see[{place}]"
                yield path, f"must be the id of another term, but is {related!r}"


# Claims

TERM = ClaimSpec(
    source=SourceTerm,
    record=Term,
    kind=ClaimKind.TERM,
    id_of=lambda claim: claim.source.id,
    label=lambda claim, erps: ("Term: ", claim.source.name),
    path=lambda claim: term_path(claim.source.id),
)
