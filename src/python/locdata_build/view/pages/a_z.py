"""Every name that readers may look for, in alphabetical order: the search for readers without script."""

from itertools import groupby

from locdata_build.view.blocks import Items
from locdata_build.view.context import SiteContext
from locdata_build.view.names import NAME_LABELS, Name, NameKind, all_names
from locdata_build.view.page import Page, section, top_page
from locdata_build.view.text import Aside, Link, Rich, joined, rich, sort_key
from locdata_build.view.words import counted
from locdata_model.urls import PageName, slugify

_DIGITS, _OTHER_SCRIPTS = "0–9", "Other scripts"

_LETTERS = ("A–C", "D–F", "G–I", "J–L", "M–O", "P–R", "S–U", "V–Z")
"""The first and the last letter of each section. A section for each letter would make the list of sections too long."""

_SECTIONS = (_DIGITS, *_LETTERS, _OTHER_SCRIPTS)


def page(context: SiteContext) -> Page:
    """Return the page of all names, in sections of three or more first letters."""
    names = sorted(
        all_names(context),
        key=lambda name: (_SECTIONS.index(_section(name)), sort_key(name.name), name.countries, name.path),
    )
    return Page(
        **top_page(PageName.A_Z, "A to Z"),
        lead=rich(
            f"{counted(len(names), 'name')}: countries, products, reports, providers, local systems, partners and pages. "
            "The search in the header finds the same names, and what else they are called."
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
        return _DIGITS
    return next((letters for letters in _LETTERS if letters[0] <= first <= letters[-1]), _OTHER_SCRIPTS)


def _item(context: SiteContext, name: Name) -> Rich:
    """Return a link with the kind of the name, its countries, and what else it is called."""
    label = NAME_LABELS[name.kind]
    kind = () if label == name.name else (label,)
    places = (context.country(code).name for code in name.countries if name.kind is not NameKind.COUNTRY)
    fact = (Aside(rich(name.text)),) if name.kind is NameKind.AUTHORITY else ()
    also = (Aside((*rich("Also: "), *joined("; ", map(rich, name.aliases)))),) if name.aliases else ()
    return (Link(name.name, name.path), *rich(": ", ", ".join((*kind, *places))), *fact, *also)
