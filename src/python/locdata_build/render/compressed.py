"""Compressed copies of the text files, for servers that send precompressed files.

Their bytes are the same on every machine.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import brotli  # type: ignore[import-untyped]  # it has no types
import deflate

from locdata_build.render.artifacts import Artifact
from locdata_build.render.interrupts import interrupts_blocked
from locdata_build.render.workers import WorkerError, default_workers, leave_interrupts_to_parent
from locdata_model.media_types import CopySuffix

SMALLEST = 1024
"""Size in bytes from which files are compressed. With its headers, a smaller response is a single packet anyway."""

LARGEST_PART = 0.9
"""Part of a file that its copy may have at most. If less is saved, decompressing costs clients more than it gains."""

GZIP_LEVEL = 9
"""The highest level, 12, saves 2 % more and takes 20 times as long."""

BROTLI_LEVEL = 9
"""Levels 10 and 11 give other bytes with other compilers and processors (google/brotli#935)."""

COMPRESSORS: Mapping[CopySuffix, Callable[[bytes], bytes]] = {
    CopySuffix.GZIP: lambda content: bytes(deflate.gzip_compress(content, GZIP_LEVEL)),
    CopySuffix.BROTLI: lambda content: bytes(brotli.compress(content, quality=BROTLI_LEVEL)),
}


def with_compressed_copies(artifacts: Iterable[Artifact]) -> Generator[Artifact, None, None]:
    """Yield the artifacts and, some time after each of them, its compressed copies: gzip, then Brotli.

    Processes share the work; their number does not affect the copies. Raises ``WorkerError`` if one of them ends early.
    """
    with _compressors(default_workers()) as idle:
        busy: deque[tuple[Artifact, Connection]] = deque()
        for artifact in artifacts:
            yield artifact
            if len(artifact.content) >= SMALLEST and _is_text(artifact.content):
                if not idle:
                    yield from _finish(*busy.popleft(), idle)
                busy.append((artifact, idle.pop()))
                _begin(*busy[-1])
        while busy:
            yield from _finish(*busy.popleft(), idle)


def _begin(artifact: Artifact, compressor: Connection) -> None:
    with _worker_errors():
        compressor.send_bytes(artifact.content)


def _finish(artifact: Artifact, compressor: Connection, idle: list[Connection]) -> Iterator[Artifact]:
    """Yield the copies that a process makes, after which it is idle."""
    for suffix in COMPRESSORS:
        with _worker_errors():
            copy = compressor.recv_bytes()
        if len(copy) <= LARGEST_PART * len(artifact.content):
            yield Artifact(f"{artifact.path}{suffix}", copy)
    idle.append(compressor)


@contextmanager
def _worker_errors() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError) as error:
        raise WorkerError("a worker process failed or was killed") from error


@contextmanager
def _compressors(number: int) -> Iterator[list[Connection]]:
    """Start processes that compress what they receive, and end them after the block or with this process.

    Threads would not do: Brotli ends its whole process if it cannot allocate memory.
    """
    fork = get_context("fork")
    processes: dict[Connection, BaseProcess] = {}
    try:
        with interrupts_blocked():
            for _ in range(number):
                ours, theirs = fork.Pipe()
                process: BaseProcess = fork.Process(target=_compress, args=(theirs, (ours, *processes)), daemon=True)
                process.start()
                theirs.close()
                processes[ours] = process
        yield [*processes]
    finally:
        with interrupts_blocked():
            for ours, process in processes.items():
                process.kill()
                process.join()
                ours.close()


def _compress(connection: Connection, others: Iterable[Connection]) -> None:  # pragma: no cover  # in a worker process
    """Send the compressed copies of whatever is received, until the parent process ends."""
    leave_interrupts_to_parent()
    for other in others:
        other.close()
    with suppress(EOFError, OSError, MemoryError):
        while True:
            content = connection.recv_bytes()
            for compress in COMPRESSORS.values():
                connection.send_bytes(compress(content))


def _is_text(content: bytes) -> bool:
    """Tell whether these bytes are text, by the criterion of git. All other files are downloads such as archives."""
    return b"\0" not in content
