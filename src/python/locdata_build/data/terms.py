"""The terms of the glossary, such as names of formats, networks and platforms, and the rules for them."""

from typing import Annotated, Literal

from msgspec import Meta, field

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.errors import IssueCode
from locdata_build.data.record import SCHEMA_OF_FILE, SortedBy, SourceRecord, UniqueBy
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.sources import CitedSources
from locdata_build.data.statements import CITES
from locdata_model.anchors import term_path
from locdata_model.scalars import LastChecked, Text
from locdata_model.terms import MAX_DEFINITION_LENGTH, RelatedTerms, Term, TermAliases, TermCountries, TermId, TermName
from locdata_model.vocabulary import ClaimKind, TermCategory


class SourceTerm(SourceRecord, frozen=True, kw_only=True):
    """A term and its definition."""

    id: TermId
    name: TermName
    aliases: TermAliases
    category: TermCategory
    text: Annotated[Text, Meta(description="What it is, in one or two sentences of plain English"), CITES]
    countries: Annotated[TermCountries, SortedBy()]
    see: Annotated[RelatedTerms, SortedBy()]
    checked: LastChecked


class TermsFile(SourceRecord, frozen=True, kw_only=True):
    """The terms of the glossary."""

    schema: Annotated[Literal["schema/terms.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    terms: Annotated[
        tuple[SourceTerm, ...], UniqueBy("id"), SortedBy("id"), Meta(description="Every term, sorted by id")
    ]
    sources: CitedSources


@rule(IssueCode.TOO_LONG)
def definition_is_short(term: SourceTerm, context: CheckContext) -> Issues:
    """A definition must have at most 500 characters without its markers."""
    if len(term.text) > MAX_DEFINITION_LENGTH:
        yield ".text", f"must have at most {MAX_DEFINITION_LENGTH} characters without markers, got {len(term.text)}"


@rule(IssueCode.DUPLICATE)
def names_of_terms_differ(file: TermsFile, context: CheckContext) -> Issues:
    """A term must not have the name or an alias of another term, and its aliases must differ from its name."""
    first: dict[str, int] = {}
    for index, term in enumerate(file.terms):
        paths = [".name", *(f".aliases[{place}]" for place in range(len(term.aliases)))]
        names = [name.casefold() for name in (term.name, *term.aliases)]
        for place, (path, name) in enumerate(zip(paths, names, strict=True)):
            if name in names[:1] * place or first.get(name, index) != index:
                message = f"must differ from all other names, got {name!r} as in entry {first[name]}"
                yield f".terms[{index}]{path}", message
            first.setdefault(name, index)


@rule(IssueCode.UNKNOWN_COUNTRY)
def countries_of_term_have_files(term: SourceTerm, context: CheckContext) -> Issues:
    """A country that a term refers to must have a file."""
    for index, code in enumerate(term.countries):
        if context.country_codes is not None and code not in context.country_codes:
            yield f".countries[{index}]", f"must be a country that has a file, got {code!r}"


@rule(IssueCode.UNKNOWN_TERM)
def related_terms_exist(file: TermsFile, context: CheckContext) -> Issues:
    """A related term must be another term of the glossary."""
    ids = {term.id for term in file.terms}
    for index, term in enumerate(file.terms):
        for place, related in enumerate(term.see):
            if related not in ids - {term.id}:
                path = f".terms[{index}].see[{place}]"
                yield path, f"must be the id of another term, got {related!r}"


# Claims

TERM = ClaimSpec(
    source=SourceTerm,
    record=Term,
    kind=ClaimKind.TERM,
    id_of=lambda claim: claim.source.id,
    label=lambda claim, erps: ("Term: ", claim.source.name),
    path=lambda claim: term_path(claim.source.id),
)
