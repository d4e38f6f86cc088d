"""Every name that readers may look for, in alphabetical order: the search for readers without script."""

import unicodedata
from itertools import groupby

from locdata_build.view.blocks import Items
from locdata_build.view.context import SiteContext
from locdata_build.view.names import Name, NameKind, all_names
from locdata_build.view.page import Page, section, top_page
from locdata_build.view.text import Aside, Link, Rich, joined, rich
from locdata_build.view.words import counted
from locdata_model.urls import PageName

_OTHER = "0–9"
"""The group of the names that begin with no letter."""


def page(context: SiteContext) -> Page:
    """Return the page of all names, with a section for each first letter."""
    names = sorted(all_names(context), key=lambda name: (_letter(name), _folded(name.name), name.countries, name.path))
    return Page(
        **top_page(PageName.A_Z, "A to Z"),
        lead=rich(
            f"{counted(len(names), 'name')}: countries, products, reports, providers, local systems, partners and pages. "
            "The search in the header finds the same names, and what else they are called."
        ),
        sections=tuple(
            section(_anchor(letter), letter, Items(tuple(_item(context, name) for name in group)))
            for letter, group in groupby(names, key=_letter)
        ),
    )


def _folded(name: str) -> str:
    """Return a name in lower case and without accents, by which it is sorted."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _letter(name: Name) -> str:
    """Return the letter of the section in which a name is listed."""
    first = _folded(name.name)[0].upper()
    return first if first.isalpha() else _OTHER


def _anchor(letter: str) -> str:
    return f"letter-{letter.lower()}" if letter.isascii() else f"letter-{ord(letter[0]):x}"


def _item(context: SiteContext, name: Name) -> Rich:
    """Return a link with its country and kind, and what else the name is."""
    places = (context.country(code).name for code in name.countries if name.kind is not NameKind.COUNTRY)
    details = rich(", ".join((name.kind.label, *places)))
    also = Aside((*rich("Also: "), *joined("; ", map(rich, name.aliases))))
    return (Link(name.name, name.path), *rich(": "), *details, *((also,) if name.aliases else ()))
