"""Names and terms in alphabetical order: the glossary, and every name that readers may look for."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from locdata_build.data.terms import SourceTerm
from locdata_build.derive.claims import Claim
from locdata_build.view.blocks import (
    Column,
    Filter,
    Filters,
    Group,
    Items,
    Option,
    Row,
    grouped_table,
    row,
    table_or_message,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.names import NAME_LABELS, Name, NameKind, all_names
from locdata_build.view.navigation import country_filter, country_link
from locdata_build.view.notes import first_source
from locdata_build.view.page import Page, Script, section, top_page
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import Aside, Break, Details, Link, Rich, joined, rich, sort_key
from locdata_build.view.words import counted
from locdata_model.anchors import term_anchor
from locdata_model.endpoints import TERMS
from locdata_model.terms import Term
from locdata_model.urls import PageName, slugify
from locdata_model.vocabulary import TermCategory

COUNTRIES_SHOWN = 5
"""Maximum number of countries that a row shows. More are folded away."""

DIGITS = "0–9"
"""The heading of the terms that begin with a digit."""


def glossary_page(context: SiteContext) -> Page:
    """Return the page of all terms in alphabetical order."""
    terms = sorted(context.published.terms, key=lambda term: sort_key(term.record.name))
    categories = sorted({term.record.category for term in terms}, key=[*TermCategory].index)
    filters = (
        Filter("category", "Kind", tuple(Option(each.value, each.value.capitalize()) for each in categories)),
        country_filter(context),
    )
    columns = ("Term", Column("What it is", is_plain=True), Column("Where", is_plain=True))
    return Page(
        **top_page(PageName.GLOSSARY),
        lead=rich(
            f"{counted(len(terms), 'term')} of e-invoicing and tax reporting in alphabetical order. "
            "A general term is used in many countries."
        ),
        blocks=(
            Filters(filters, len(terms), has_words=True, file_name="glossary.csv"),
            table_or_message(grouped_table("Terms", columns, _groups(context, terms)), "No term is recorded."),
        ),
        data=(TERMS.path,),
        last_checked=newest_check(terms),
        scripts=(Script.FILTER,),
    )


def _groups(context: SiteContext, terms: Sequence[Claim[SourceTerm, Term]]) -> Iterator[Group]:
    names = {term.record.id: term.record.name for term in terms}
    for initial, group in groupby(terms, lambda term: _initial(term.record.name)):
        yield Group(title=rich(initial), rows=tuple(_row(context, names, term) for term in group))


def _initial(name: str) -> str:
    first = sort_key(name)[0]
    return DIGITS if first.isdecimal() else first.upper()


def _row(context: SiteContext, names: dict[str, str], claim: Claim[SourceTerm, Term]) -> Row:
    term = claim.record
    also = rich("; also ", *joined(", ", map(rich, term.aliases))) if term.aliases else ()
    related = joined(", ", (rich(Link(names[each], f"#{term_anchor(each)}")) for each in term.see))
    return row(
        rich(term.name, Aside(rich(term.category.value, *also))),
        (*rich(term.text, " ", *first_source(claim)), *((Break(), *rich("See also: "), *related) if related else ())),
        _countries(context, term),
        anchor=term_anchor(term.id),
        facets={"category": (term.category.value,), "country": term.countries},
    )


def _countries(context: SiteContext, term: Term) -> Rich:
    """Return links to the countries by name. Many of them are folded away under their number."""
    if not term.countries:
        return rich("General.")
    countries = sorted(map(context.country, term.countries), key=lambda country: country.name)
    links = joined(", ", (rich(country_link(country)) for country in countries))
    if len(countries) <= COUNTRIES_SHOWN:
        return links
    return (Details(counted(len(countries), "country", "countries"), links),)


# All names

_OTHER_SCRIPTS = "Other scripts"

_LETTERS = ("A–C", "D–F", "G–I", "J–L", "M–O", "P–R", "S–U", "V–Z")
"""The first and the last letter of each section. A section for each letter would make the list of sections too long."""

_SECTIONS = (DIGITS, *_LETTERS, _OTHER_SCRIPTS)


def a_z_page(context: SiteContext) -> Page:
    """Return the page of all names, in sections of three or more first letters."""
    names = sorted(
        all_names(context),
        key=lambda name: (_SECTIONS.index(_section(name)), sort_key(name.name), name.countries, name.path),
    )
    return Page(
        **top_page(PageName.A_Z, "A to Z"),
        lead=rich(
            f"{counted(len(names), 'name')}: countries, products, reports, providers, local systems, partners and pages. "
            "The search in the header finds the same names, also by their aliases."
        ),
        sections=tuple(
            section(f"names-{slugify(title)}", title, Items(tuple(_item(context, name) for name in group)))
            for title, group in groupby(names, key=_section)
        ),
    )


def _section(name: Name) -> str:
    """Return the title of the section in which a name is listed."""
    first = sort_key(name.name)[:1].upper()
    if not first.isalpha():
        return DIGITS
    return next((letters for letters in _LETTERS if letters[0] <= first <= letters[-1]), _OTHER_SCRIPTS)


def _item(context: SiteContext, name: Name) -> Rich:
    """Return a link with the kind, the countries and the aliases of a name."""
    label = NAME_LABELS[name.kind]
    kind = () if label == name.name else (label,)
    places = (context.country(code).name for code in name.countries if name.kind is not NameKind.COUNTRY)
    fact = (Aside(rich(name.text)),) if name.kind is NameKind.AUTHORITY else ()
    also = (Aside((*rich("Also: "), *joined("; ", map(rich, name.aliases)))),) if name.aliases else ()
    words = ", ".join((*kind, *places))
    return (Link(name.name, name.path, subject=words), *rich(": ", words), *fact, *also)
