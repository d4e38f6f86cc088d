"""The base of every published record: immutable, keyword-only, strict on decode."""

import datetime as dt

from msgspec import Struct


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A published object whose fields are all that it may hold.

    Fields stand in the order of the specification. Decoding raises ``msgspec.ValidationError`` for a missing field, a
    stray field, a wrong type, or a value that its type forbids.
    """

    def __post_init__(self) -> None:
        """Refuse what the decoder alone lets pass: a text that ends with a line break, a time with another offset.

        In Python, ``$`` in a pattern also matches before a final line break.
        """
        for name in self.__struct_fields__:
            value = getattr(self, name)
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, str) and item.endswith("\n"):
                    raise ValueError(f"`{name}` must not end with a line break")
                if isinstance(item, dt.datetime) and (item.utcoffset() != dt.timedelta() or item.microsecond):
                    raise ValueError(f"`{name}` must be a time in UTC, in whole seconds")
