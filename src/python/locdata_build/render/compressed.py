"""Compressed copies of the text files, for servers that send precompressed files.

Their bytes are the same on every machine.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import brotli  # type: ignore[import-untyped]  # it has no types
import deflate

from locdata_build.render.artifacts import Artifact
from locdata_model.media_types import CopySuffix

SMALLEST = 1024
"""Size in bytes from which files are compressed. With its headers, a smaller response is a single packet anyway."""

LARGEST_PART = 0.9
"""Part of a file that its copy may have at most. If less is saved, decompressing costs clients more than it gains."""

GZIP_LEVEL = 9
"""The highest level, 12, saves 2 % more and takes 20 times as long."""

BROTLI_LEVEL = 9
"""Levels 10 and 11 give other bytes with other compilers and processors (google/brotli#935)."""


def with_compressed_copies(artifacts: Iterable[Artifact]) -> Iterator[Artifact]:
    """Yield the artifacts, each followed by its compressed copies: gzip, then Brotli.

    Threads share the work, because both compressors release the interpreter. Their number does not affect the copies.
    """
    with ThreadPoolExecutor() as pool:
        for artifact, copies in pool.map(_with_copies, artifacts):
            yield artifact
            yield from copies


def _with_copies(artifact: Artifact) -> tuple[Artifact, list[Artifact]]:
    content = artifact.content
    if len(content) < SMALLEST or not _is_text(content):
        return artifact, []
    copies = {
        CopySuffix.GZIP: bytes(deflate.gzip_compress(content, GZIP_LEVEL)),
        CopySuffix.BROTLI: bytes(brotli.compress(content, quality=BROTLI_LEVEL)),
    }
    return artifact, [
        Artifact(f"{artifact.path}{suffix}", copy)
        for suffix, copy in copies.items()
        if len(copy) <= LARGEST_PART * len(content)
    ]


def _is_text(content: bytes) -> bool:
    """Tell whether these bytes are text, by the criterion of git. All other files are downloads such as archives."""
    return b"\0" not in content
