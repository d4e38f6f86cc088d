"""Names and terms in alphabetical order: the glossary, and every name that readers may look for."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from locdata_build.data.terms import SourceTerm
from locdata_build.derive.claims import Claim
from locdata_build.view.blocks import (
    Column,
    Filter,
    Filters,
    Items,
    ListLayout,
    Option,
    Row,
    Table,
    row,
    table_of,
    table_or_message,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.names import NAME_LABELS, Name, NameKind, all_names
from locdata_build.view.navigation import country_filter
from locdata_build.view.notes import first_source
from locdata_build.view.page import Page, Script, section, top_page
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import Aside, Link, Rich, joined, rich, sort_key
from locdata_build.view.words import NO_INFORMATION, counted, counted_countries
from locdata_model.anchors import term_anchor
from locdata_model.endpoints import TERMS
from locdata_model.terms import Term
from locdata_model.urls import PageName, slugify
from locdata_model.vocabulary import TermCategory

COUNTRIES_SHOWN = 5
"""Maximum number of countries that an entry names. Of more, it has the number."""

DIGITS = "0–9"
"""The heading of the terms that begin with a digit."""

OTHER_SCRIPTS = "Other scripts"
"""The heading of the terms that begin with a letter of another script. They are the last ones."""

GENERAL = "general"
"""The anchor of the terms that are not those of a single country."""

TermClaim = Claim[SourceTerm, Term]


def glossary_page(context: SiteContext) -> Page:
    """Return the page of all terms: those of no single country, then those of one country by letter, folded."""
    terms = sorted(context.published.terms, key=lambda term: sort_key(term.record.name))
    names = {term.record.id: term.record.name for term in terms}
    general = [term for term in terms if len(term.record.countries) != 1]
    national = [term for term in terms if len(term.record.countries) == 1]
    categories = sorted({term.record.category for term in terms}, key=[*TermCategory].index)
    filters = (
        Filter("category", "Kind", tuple(Option(each.value, each.value.capitalize()) for each in categories)),
        country_filter(context),
    )
    by_letter = {letter: list(each) for letter, each in groupby(national, lambda term: _initial(term.record.name))}
    letters = (Link(letter, f"#{_letter_anchor(letter)}", subject="terms") for letter in by_letter)
    return Page(
        **top_page(PageName.GLOSSARY),
        lead=rich(
            f"{counted(len(terms), 'term')} of e-invoicing and tax reporting: first {len(general)} general terms, then "
            f"{len(national)} terms of a single country, by letter."
        ),
        blocks=(
            Filters(filters, len(terms), has_words=True, file_name="glossary.csv"),
            Items(
                (rich(Link("General", f"#{GENERAL}", subject="terms")), *map(rich, letters)), layout=ListLayout.LETTERS
            ),
        ),
        sections=(
            section(GENERAL, "General terms", table_or_message(_table(context, names, general), NO_INFORMATION)),
            section(
                "countries",
                "Terms of a single country",
                *(_table(context, names, each, letter) for letter, each in by_letter.items()),
            ),
        ),
        data=(TERMS.path,),
        last_checked=newest_check(terms),
        scripts=(Script.FILTER, Script.FOLD),
    )


def _table(context: SiteContext, names: Mapping[str, str], terms: Sequence[TermClaim], letter: str = "") -> Table:
    """Return a table of terms. Those with the same first letter are folded."""
    return table_of(
        f"Terms: {letter}" if letter else "Terms",
        ("Term", Column("What it is", is_plain=True)),
        (_row(context, names, term) for term in terms),
        fold=f"{letter}: {counted(len(terms), 'term')}" if letter else "",
        fold_id=_letter_anchor(letter) if letter else None,
    )


def _letter_anchor(letter: str) -> str:
    return f"letter-{slugify(letter)}"


def _initial(name: str) -> str:
    first = sort_key(name)[0].upper()
    if first.isdecimal():
        return DIGITS
    return first if first.isascii() else OTHER_SCRIPTS


def _row(context: SiteContext, names: Mapping[str, str], claim: TermClaim) -> Row:
    term = claim.record
    details = joined(", ", map(rich, (term.category.value.capitalize(), *_places(context, term))))
    also = rich(". Also ", *joined(", ", map(rich, term.aliases))) if term.aliases else ()
    related = joined(", ", (rich(Link(names[each], f"#{term_anchor(each)}")) for each in term.see))
    return row(
        rich(term.name, Aside((*details, *also))),
        rich(term.text, " ", *first_source(claim), *((Aside(rich("See also: ", *related)),) if related else ())),
        anchor=term_anchor(term.id),
        facets={"category": (term.category.value,), "country": term.countries},
    )


def _places(context: SiteContext, term: Term) -> tuple[str, ...]:
    """Return the names of the countries of a term, or the number of many; nothing if it has none."""
    if len(term.countries) > COUNTRIES_SHOWN:
        return (counted_countries(term.countries),)
    return tuple(sorted(context.country(code).name for code in term.countries))


# All names

_LETTERS = ("A–C", "D–F", "G–I", "J–L", "M–O", "P–R", "S–U", "V–Z")
"""The first and the last letter of each section. A section for each letter would make the list of sections too long."""

_SECTIONS = (DIGITS, *_LETTERS, OTHER_SCRIPTS)


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
    return next((letters for letters in _LETTERS if letters[0] <= first <= letters[-1]), OTHER_SCRIPTS)


def _item(context: SiteContext, name: Name) -> Rich:
    """Return a link with the kind, the countries and the aliases of a name."""
    label = NAME_LABELS[name.kind]
    kind = () if label == name.name else (label,)
    places = (context.country(code).name for code in name.countries if name.kind is not NameKind.COUNTRY)
    fact = (Aside(rich(name.text)),) if name.kind is NameKind.AUTHORITY else ()
    also = (Aside((*rich("Also: "), *joined("; ", map(rich, name.aliases)))),) if name.aliases else ()
    words = ", ".join((*kind, *places))
    return (Link(name.name, name.path, subject=words), *rich(": ", words), *fact, *also)
