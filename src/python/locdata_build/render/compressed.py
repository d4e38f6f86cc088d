"""Compressed copies of the text files, for servers that send precompressed files.

Their bytes are the same on every machine.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

import brotli  # type: ignore[import-untyped]  # it has no types
import deflate

from locdata_build.render.artifacts import Artifact
from locdata_build.render.workers import default_workers
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


def with_compressed_copies(artifacts: Iterable[Artifact]) -> Generator[Artifact, None, None]:
    """Yield the artifacts and, some time after each text file, its compressed copies: gzip, then Brotli."""
    # The compressors release the interpreter, so that threads use all processors.
    threads = default_workers()
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[list[Artifact]]] = deque()
        for artifact in artifacts:
            yield artifact
            # Text by the criterion of git: all other files are downloads such as archives.
            if len(artifact.content) >= MIN_SIZE and b"\0" not in artifact.content:
                waiting.append(pool.submit(_copies, artifact))
            if len(waiting) > threads:
                yield from waiting.popleft().result()
        for copies in waiting:
            yield from copies.result()


def _copies(artifact: Artifact) -> list[Artifact]:
    content, path = artifact.content, artifact.path
    copies = [Artifact(f"{path}{suffix}", compress(content)) for suffix, compress in COMPRESSORS.items()]
    return [copy for copy in copies if len(copy.content) <= MAX_RATIO * len(content)]
