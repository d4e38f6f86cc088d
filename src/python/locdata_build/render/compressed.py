"""Compressed copies of the text files, for servers that send them as they are: the same bytes on every machine."""

from collections.abc import Iterable, Sequence

import brotli  # type: ignore[import-untyped]  # it carries no types
import deflate

from locdata_build.render.artifacts import Artifact, in_order
from locdata_build.render.checksums import checksums
from locdata_build.source.copies import CopySuffix
from locdata_model.endpoints import CHECKSUMS_PATH

# A smaller response is one packet of some 1,500 bytes with its headers anyway.
SMALLEST = 1024

# Of less gain than a tenth, a client has more work than it saves.
LARGEST_PART = 0.9

# The highest level, 12, wins 2 % and takes 20 times as long.
GZIP_LEVEL = 9

# At the levels above, 10 and 11, its authors expect other bytes from other compilers and processors (google/brotli#935).
BROTLI_LEVEL = 9


def precompressed(artifacts: Iterable[Artifact]) -> tuple[Artifact, ...]:
    """The whole site ``artifacts`` with compressed copies of its text files, and the checksums of all."""
    content = [artifact for artifact in artifacts if artifact.path != CHECKSUMS_PATH]
    every = in_order([*content, *compressed_copies(content)])
    return in_order([*every, checksums(every)])


def compressed_copies(artifacts: Iterable[Artifact], workers: int | None = None) -> tuple[Artifact, ...]:
    """The copies of those of ``artifacts`` for which they are worth it, in their order: gzip, then Brotli.

    Both compressors let threads run beside each other: ``workers`` of them, by default as many as there are processors.
    The copies are the same with any number.
    """
    # Here alone, because it takes longer to import than everything else in this module.
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    texts = [artifact for artifact in artifacts if _is_text(artifact.content) and len(artifact.content) >= SMALLEST]
    with ThreadPoolExecutor(workers) as pool:
        copies = [copy for pair in pool.map(_copies, texts) for copy in pair]
    return tuple(copies)


def _is_text(content: bytes) -> bool:
    """Whether these bytes are text, told as git tells it. The files that are none are archives for download."""
    return b"\0" not in content


def _copies(artifact: Artifact) -> Sequence[Artifact]:
    """The copies of a file that are worth it."""
    content = artifact.content
    packed = {
        CopySuffix.GZIP: bytes(deflate.gzip_compress(content, GZIP_LEVEL)),
        CopySuffix.BROTLI: bytes(brotli.compress(content, quality=BROTLI_LEVEL)),
    }
    return [
        Artifact(f"{artifact.path}{suffix}", copy)
        for suffix, copy in packed.items()
        if len(copy) <= LARGEST_PART * len(content)
    ]
