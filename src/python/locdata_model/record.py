"""The base class of every record: immutable, keyword-only, and checked when decoded."""

import datetime as dt
from functools import cache
from typing import get_args, get_type_hints

from msgspec import Struct, UnsetType
from msgspec.structs import astuple


class Record(Struct, frozen=True, kw_only=True):
    """A published object. Its fields are in the order of the specification.

    Decoding raises ``msgspec.ValidationError`` for a missing field, a wrong type, or a value that its type forbids. A field
    that is not known is ignored: within version 1 of the API, fields are added.
    """

    def __post_init__(self) -> None:
        """Refuse text that ends with a line break and times that are not in UTC or not in whole seconds.

        The decoder accepts both. In Python, ``$`` in a pattern also matches before a line break at the end.
        """
        # This runs for each of tens of thousands of records. ``astuple`` and comparing types take half the time of ``getattr`` and
        # ``isinstance``.
        for name, value in zip(self.__struct_fields__, astuple(self), strict=True):
            for item in value if type(value) is tuple else (value,):
                kind = type(item)
                if kind is str:
                    if item.endswith("\n"):
                        raise ValueError(f"`{name}` must not end with a line break")
                elif kind is dt.datetime and (item.utcoffset() != dt.timedelta() or item.microsecond):
                    raise ValueError(f"`{name}` must be a time in UTC, in whole seconds")


@cache
def nested_fields(kind: type[Struct]) -> tuple[str, ...]:
    """Return the names of the fields of ``kind`` that may hold records, or that may be missing."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _may_nest(hints[name]))


def _may_nest(hint: object) -> bool:
    if kinds := get_args(hint):
        return any(_may_nest(kind) for kind in kinds if kind is not Ellipsis)
    return not isinstance(hint, type) or issubclass(hint, (Struct, UnsetType))
