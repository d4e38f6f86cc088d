"""Countries and products as people name them: by code or id, or by name."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from locdata_client import Client, NotFoundError

CountryName = Annotated[str, Meta(max_length=60, description="ISO 3166-1 alpha-2 code or English name")]
ProductName = Annotated[str, Meta(max_length=60, description="Id of an ERP product, or its name")]

CountryNames = Annotated[tuple[CountryName, ...], Meta(max_length=100, description="Countries; empty: all")]
ProductNames = Annotated[tuple[ProductName, ...], Meta(max_length=40, description="ERP products; empty: all")]

_MARKS = re.compile(r"[^\w]+")
_ACCENTS = re.compile("[\u0300-\u036f]")


def normalized(text: str) -> str:
    """Return a text for comparison: without case, accents, punctuation and repeated spaces."""
    letters = text if text.isascii() else _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return _MARKS.sub(" ", letters.casefold()).strip()


def country_codes(client: Client, names: Iterable[str]) -> tuple[str, ...]:
    """Return the codes of countries in the order given, each once. Raises ``NotFoundError`` for one that is not there."""
    known = {country.code: country.name for country in client.countries()}
    return tuple(dict.fromkeys(_found("country", name, known) for name in names))


def product_ids(client: Client, names: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of ERP products in the order given, each once. Raises ``NotFoundError`` for one that is not there."""
    known = {product.id: product.name for product in client.products()}
    return tuple(dict.fromkeys(_found("ERP product", name, known) for name in names))


def _found(kind: str, name: str, known: Mapping[str, str]) -> str:
    """Return the key in ``known`` whose text, or whose name, is the given one; a part of one name alone is enough."""
    wanted = normalized(name)
    keys = {normalized(text): key for key, label in known.items() for text in (label, key)}
    if wanted in keys:
        return keys[wanted]
    parts = {key for text, key in keys.items() if wanted and f" {wanted} " in f" {text} "}
    if len(parts) == 1:
        return parts.pop()
    raise NotFoundError(f"nothing is recorded of the {kind} {name!r}; {_nearest(wanted, keys, known)}")


def _nearest(wanted: str, keys: Mapping[str, str], known: Mapping[str, str]) -> str:
    nearest: Sequence[str] = difflib.get_close_matches(wanted, keys, n=3, cutoff=0.6)
    names = dict.fromkeys(f"{known[keys[text]]} ({keys[text]})" for text in nearest)
    return f"the nearest: {', '.join(names)}" if names else f"there are {', '.join(known)}"
