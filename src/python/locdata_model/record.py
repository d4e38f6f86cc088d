"""The base of every published record: immutable, keyword-only, strict on decode."""

import datetime as dt

from msgspec import Struct
from msgspec.structs import astuple


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A published object whose fields are all that it may hold.

    Fields stand in the order of the specification. Decoding raises ``msgspec.ValidationError`` for a missing field, a
    stray field, a wrong type, or a value that its type forbids.
    """

    def __post_init__(self) -> None:
        """Refuse what the decoder alone lets pass: a text that ends with a line break, a time with another offset.

        In Python, ``$`` in a pattern also matches before a final line break.
        """
        # It runs for every record that is read or derived: the common case comes first, and names nothing.
        for value in astuple(self):
            kind = type(value)
            if kind is str:
                is_unfit = value.endswith("\n")
            elif kind is tuple:
                is_unfit = any(map(_is_unfit, value))
            else:
                is_unfit = kind is dt.datetime and _is_unfit(value)
            if is_unfit:
                self._refuse()

    def _refuse(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            for item in value if isinstance(value, tuple) else (value,):
                if _is_unfit(item):
                    wanted = (
                        "not end with a line break" if isinstance(item, str) else "be a time in UTC, in whole seconds"
                    )
                    raise ValueError(f"`{name}` must {wanted}")


def _is_unfit(value: object) -> bool:
    if isinstance(value, str):
        return value.endswith("\n")
    return isinstance(value, dt.datetime) and bool(value.utcoffset() != dt.timedelta() or value.microsecond)
