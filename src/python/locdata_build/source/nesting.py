"""Which fields of a record hold more than one value, so that whoever looks for records need not look at all others."""

from functools import cache
from types import UnionType
from typing import get_args, get_type_hints

from msgspec import Struct, UnsetType

SEVERAL = (Struct, UnsetType, tuple)
"""What is no single value: a record, nothing at all, a list."""


@cache
def nesting_fields(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of a type that may hold a list or a record, or be left out."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if not _is_scalar(hints[name]))


def _is_scalar(hint: object) -> bool:
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    return all(isinstance(kind, type) and not issubclass(kind, SEVERAL) for kind in kinds)
