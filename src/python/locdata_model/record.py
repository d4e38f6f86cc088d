"""The base of every published record: immutable, keyword-only, strict on decode."""

from msgspec import Struct


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A published object whose fields are all that it may hold.

    Fields stand in the order of the specification. Decoding raises ``msgspec.ValidationError`` for a missing field, a
    stray field, a wrong type, or a value that its type forbids.
    """
