"""The media types of the published files, and the suffixes of their compressed copies."""

from collections.abc import Container
from enum import StrEnum

JSON = "application/json"
CSV = "text/csv"
HTML = "text/html"
MARKDOWN = "text/markdown"
CALENDAR = "text/calendar"
ATOM = "application/atom+xml"
SQLITE = "application/vnd.sqlite3"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ZIP = "application/zip"
SCHEMA = "application/schema+json"
PROBLEM = "application/problem+json"

CATALOG_PROFILE = "https://www.rfc-editor.org/info/rfc9727"
"""The profile of a link set that is a catalogue of APIs."""

API_CATALOG = f'application/linkset+json; profile="{CATALOG_PROFILE}"'


class CopySuffix(StrEnum):
    """The suffix that is added to the path of a file to name its compressed copy. Servers look for these names."""

    GZIP = ".gz"
    BROTLI = ".br"


def is_compressed_copy(path: str, paths: Container[str]) -> bool:
    """Return whether ``path`` is that of a compressed copy of one of ``paths``."""
    return any(path.endswith(suffix) and path.removesuffix(suffix) in paths for suffix in CopySuffix)
