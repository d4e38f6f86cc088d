"""Addresses of pages made from names."""

import re
import unicodedata


def page_slug(name: str) -> str:
    """The ASCII lower-case form of ``name`` with hyphens, such as ``united-kingdom``; empty where nothing is left."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_name.lower()).strip("-")
