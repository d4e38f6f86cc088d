"""Addresses of pages made from names."""

import re
import unicodedata

LONGEST_SLUG = 80
"""Characters of an address that is made from a name: it names a folder or a file, and some systems know no long names."""


def page_slug(name: str) -> str:
    """The ASCII lower-case form of ``name`` with hyphens, such as ``united-kingdom``; empty where nothing is left."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_name.lower()).strip("-")
