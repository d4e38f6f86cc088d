"""The names of compressed copies, which lie beside the file that they hold."""

from collections.abc import Container
from enum import StrEnum


class CopySuffix(StrEnum):
    """What is put behind the path of a file to name its copy: the names that servers look for."""

    GZIP = ".gz"
    BROTLI = ".br"


def is_copy(path: str, paths: Container[str]) -> bool:
    """Whether ``path`` names a compressed copy of another of ``paths``."""
    return any(path.endswith(suffix) and path.removesuffix(suffix) in paths for suffix in CopySuffix)
