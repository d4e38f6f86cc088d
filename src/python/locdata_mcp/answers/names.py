"""Countries and ERP products by their codes, ids or names, and countries by their regions."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from locdata_client import Client, NotFoundError
from locdata_model import Country

CountryName = Annotated[str, Meta(max_length=60)]
ProductName = Annotated[str, Meta(max_length=60)]

CountryNames = Annotated[
    tuple[CountryName, ...],
    Meta(max_length=100, description="ISO 3166-1 alpha-2 codes, names or regions, such as EU; empty: all"),
]
ProductNames = Annotated[
    tuple[ProductName, ...], Meta(max_length=40, description="Ids or names of ERP products; empty: all")
]

REGION_ALIASES: Mapping[str, str] = {"EU": "European Union"}

MIN_SIMILARITY = 0.8
"""Minimum similarity, from 0 to 1, of a name that is suggested instead of an unknown one."""

_MARKS = re.compile(r"[^\w]+")
_ACCENTS = re.compile("[\u0300-\u036f]")


def normalized(text: str) -> str:
    """Return a text for comparison: without case, accents, punctuation and repeated spaces."""
    letters = text if text.isascii() else _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return _MARKS.sub(" ", letters.casefold()).strip()


def country_names(countries: Iterable[Country]) -> dict[str, tuple[str, ...]]:
    """Return the names of each country by its code: the name in English, then others, such as ``UK`` and ``Deutschland``."""
    return {country.code: (country.name, *country.aliases) for country in countries}


def codes_by_region(countries: Iterable[Country]) -> dict[str, tuple[str, ...]]:
    """Return the codes of the countries of each region by its names, normalized."""
    codes: dict[str, tuple[str, ...]] = {}
    for country in countries:
        codes[country.region] = (*codes.get(country.region, ()), country.code)
    aliases = {alias: codes.get(region, ()) for alias, region in REGION_ALIASES.items()}
    return {normalized(region): found for region, found in (codes | aliases).items()}


def country_codes(client: Client, names: Sequence[str]) -> tuple[str, ...]:
    """Return the codes of countries and of those of regions, in the given order, each once.

    Raises ``NotFoundError`` for an unknown one.
    """
    countries = client.countries() if names else ()
    known, regions = country_names(countries), codes_by_region(countries)
    found = (regions.get(normalized(name)) or (_found("country", name, known),) for name in names)
    return tuple(dict.fromkeys(code for codes in found for code in codes))


def product_ids(client: Client, names: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of ERP products in the given order, each once. Raises ``NotFoundError`` for an unknown one."""
    known = {product.id: (product.name,) for product in client.products()} if names else {}
    return tuple(dict.fromkeys(_found("ERP product", name, known) for name in names))


def _found(kind: str, name: str, known: Mapping[str, Sequence[str]]) -> str:
    """Return the key in ``known`` that is the given name or has it; a part of the names of one key alone is enough."""
    wanted = normalized(name)
    keys = {normalized(text): key for key, names in known.items() for text in (*names, key)}
    if wanted in keys:
        return keys[wanted]
    parts = {key for text, key in keys.items() if wanted and f" {wanted} " in f" {text} "}
    if len(parts) == 1:
        return parts.pop()
    raise NotFoundError(f"nothing is recorded of the {kind} {name!r}; {_nearest(wanted, keys, known)}")


def _nearest(wanted: str, keys: Mapping[str, str], known: Mapping[str, Sequence[str]]) -> str:
    nearest: Sequence[str] = difflib.get_close_matches(wanted, keys, n=3, cutoff=MIN_SIMILARITY)
    names = dict.fromkeys(f"{known[keys[text]][0]} ({keys[text]})" for text in nearest)
    return f"the nearest: {', '.join(names)}" if names else f"there are {', '.join(known)}"
