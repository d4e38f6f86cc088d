"""Addresses of pages made from names."""

import re
import unicodedata
from functools import lru_cache

from locdata_build.source.remembered import MOST_REMEMBERED

LONGEST_SLUG = 80
"""Characters of an address that is made from a name: it names a folder or a file, and some systems know no long names."""

_OTHERS = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=MOST_REMEMBERED)
def page_slug(name: str) -> str:
    """The ASCII lower-case form of ``name`` with hyphens, such as ``united-kingdom``; empty where nothing is left."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return _OTHERS.sub("-", ascii_name.lower()).strip("-")
