"""CSV as RFC 4180 has it: comma, CRLF, a header row, quotes only where needed, UTF-8 without a byte order mark."""

import csv
import io
from collections.abc import Iterable, Sequence


def encode_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """The bytes of a table: ``header``, then ``rows``, each with as many cells as the header.

    Reading the bytes back with any RFC 4180 reader gives the same cells. Raises ``ValueError`` for a row of another
    length and ``UnicodeEncodeError`` for text with lone surrogates.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL)
    writer.writerow(header)
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"a row must have {len(header)} cells, but has {len(row)}")
        writer.writerow(row)
    return text.getvalue().encode("utf-8")
