"""Compressed copies of the text files, for servers that send precompressed files.

Their bytes are the same on every machine.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

import brotli  # type: ignore[import-untyped]  # it has no types
import deflate

from locdata_build.render.artifacts import Artifact
from locdata_model.media_types import CopySuffix

MIN_SIZE = 1024
"""Size in bytes from which files are compressed. With its headers, a smaller response is a single packet anyway."""

MAX_RATIO = 0.9
"""Maximum size of a copy relative to its file. If less is saved, decompressing costs clients more than it gains."""

GZIP_LEVEL = 9
"""The highest level, 12, saves 2 % more and takes 20 times as long."""

BROTLI_LEVEL = 9
"""Levels 10 and 11 give other bytes with other compilers and processors (google/brotli#935)."""

COMPRESSORS: Mapping[CopySuffix, Callable[[bytes], bytes]] = {
    CopySuffix.GZIP: lambda content: bytes(deflate.gzip_compress(content, GZIP_LEVEL)),
    CopySuffix.BROTLI: lambda content: bytes(brotli.compress(content, quality=BROTLI_LEVEL)),
}


def with_compressed_copies(artifacts: Iterable[Artifact]) -> Iterator[Artifact]:
    """Yield the artifacts and, some time after each text file, its compressed copies: gzip, then Brotli."""
    # The compressors release the interpreter, so that threads use all processors.
    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[tuple[Artifact, Future[list[bytes]]]] = deque()
        for artifact in artifacts:
            yield artifact
            # Text by the criterion of git: all other files are downloads such as archives.
            if len(artifact.content) >= MIN_SIZE and b"\0" not in artifact.content:
                waiting.append((artifact, pool.submit(_compress, artifact.content)))
            if len(waiting) > threads:
                yield from _copies(*waiting.popleft())
        for each in waiting:
            yield from _copies(*each)


def _compress(content: bytes) -> list[bytes]:
    return [compress(content) for compress in COMPRESSORS.values()]


def _copies(artifact: Artifact, compressed: Future[list[bytes]]) -> Iterator[Artifact]:
    for suffix, copy in zip(COMPRESSORS, compressed.result(), strict=True):
        if len(copy) <= MAX_RATIO * len(artifact.content):
            yield Artifact(f"{artifact.path}{suffix}", copy)
