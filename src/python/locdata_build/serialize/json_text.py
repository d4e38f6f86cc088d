"""JSON as this project writes it: UTF-8, keys in the order given, two-space indentation, one newline at the end."""

import msgspec


def encode_json(value: object) -> bytes:
    """The bytes of ``value`` (Structs, mappings, sequences, strings, numbers, booleans, dates, None).

    Equal values give equal bytes; keys keep their order; non-ASCII characters stand as themselves. Raises ``TypeError``
    for a value that JSON has no form for and ``UnicodeEncodeError`` for text with lone surrogates.
    """
    return lay_out(msgspec.json.encode(value))


def lay_out(compact: bytes) -> bytes:
    """JSON without blanks as this project lays it out."""
    return msgspec.json.format(compact, indent=2) + b"\n"
