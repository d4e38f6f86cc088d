"""The bytes of the published JSON and CSV.

JSON: UTF-8, keys in the order given, two-space indentation, one newline at the end. CSV, as in RFC 4180: comma, CRLF, a
header row, quotes only where needed, UTF-8 without a byte order mark.
"""

import csv
import io
import math
from collections.abc import Iterable, Sequence

import msgspec

from locdata_model.record import Record

BYTES_PER_TOKEN = 3
"""Minimum number of bytes of published text for each token. Common tokenizers need 3.3 to 3.6 bytes of these texts."""


def encode_json(value: object) -> bytes:
    """Return ``value`` as JSON: Structs, mappings, sequences, strings, numbers, booleans, dates and None.

    Non-ASCII characters are not escaped. Raises ``TypeError`` for a value that JSON cannot represent and
    ``UnicodeEncodeError`` for text with lone surrogates.
    """
    return lay_out(msgspec.json.encode(value))


def lay_out(compact: bytes) -> bytes:
    """Return compact JSON in the published layout."""
    return msgspec.json.format(compact, indent=2) + b"\n"


def encode_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Return a table as CSV. Any RFC 4180 reader reads the same cells back.

    Raises ``ValueError`` for a row that is not as long as the header and ``UnicodeEncodeError`` for text with lone
    surrogates.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL)
    writer.writerow(header)
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"a row must have {len(header)} cells, got {len(row)}")
        writer.writerow(row)
    return text.getvalue().encode("utf-8")


def encode_records_csv(record_type: type[Record], records: Iterable[Record]) -> bytes:
    """Return records as CSV. The header is the fields of their type."""
    rows = ([*msgspec.to_builtins(record).values()] for record in records)
    return encode_csv(record_type.__struct_encode_fields__, rows)


def estimated_tokens(content: bytes) -> int:
    """Return the estimated number of tokens of a language model that the content takes at most.

    The estimate follows from the number of bytes and depends on no tokenizer. It is an upper bound for texts in Latin script;
    a text wholly in another script may take more.
    """
    return math.ceil(len(content) / BYTES_PER_TOKEN)
