"""Bodies of answers, decoded piece by piece, so that a small answer cannot fill the memory."""

import zlib
from collections.abc import Iterable

ENCODINGS = "gzip"
"""The value of the header Accept-Encoding. Others, and several on top of each other, have no limit that can be kept."""


class BodyError(Exception):
    """A body cannot be read, for a reason."""


def read_body(chunks: Iterable[bytes], encoding: str, most_bytes: int) -> bytes:
    """Return a body from its parts as they were sent, and the header Content-Encoding.

    Raises ``BodyError`` if it is larger, is not complete or has another encoding.
    """
    name = encoding.strip().lower()
    if name not in {"", "identity", "gzip", "x-gzip"}:
        raise BodyError(f"has the encoding {encoding}")
    decoder = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16) if name.endswith("gzip") else None
    body = bytearray()
    for chunk in chunks:
        try:
            body += decoder.decompress(chunk, most_bytes + 1 - len(body)) if decoder else chunk
        except zlib.error as error:
            raise BodyError(f"is not in the encoding gzip: {error}") from error
        if len(body) > most_bytes:
            raise BodyError(f"larger than {most_bytes / 1_000_000:g} MB")
    if decoder and body and not decoder.eof:
        raise BodyError("not complete")
    return bytes(body)
