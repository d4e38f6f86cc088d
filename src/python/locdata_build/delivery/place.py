"""Where the site lies: below which path of its host, and in which folder of the machine."""

import re
from urllib.parse import unquote, urlsplit

from msgspec import Struct

PREFIX = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
ROOT = re.compile(r"""/[^\x00-\x1f\x7f"'`$\\{}]*""")


class DeliveryError(Exception):
    """The site cannot be served as asked, or no configuration can say safely where it lies."""


class Place(Struct, frozen=True):
    """The path of the site on its host, empty or without a slash at its end, and its absolute folder."""

    prefix: str
    root: str


def prefix_of(base_url: str) -> str:
    """The path of the address of a site. Raises ``DeliveryError`` where a configuration would mistake its characters."""
    prefix = unquote(urlsplit(base_url).path).rstrip("/")
    if not PREFIX.fullmatch(prefix):
        raise DeliveryError(f"the path of the site must hold letters, digits, '-', '_', '.' and '~', but is {prefix!r}")
    return prefix


def place_of(base_url: str, root: str) -> Place:
    """The place of a site. Raises ``DeliveryError`` where a configuration would mistake its characters."""
    if not (ROOT.fullmatch(root) and root.isprintable()):
        raise DeliveryError(f"the folder must be absolute, without quotes, '$', '\\' and braces, but is {root!r}")
    return Place(prefix_of(base_url), root.rstrip("/"))
