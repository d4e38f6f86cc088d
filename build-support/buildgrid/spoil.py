"""Damage the stored data of a cache server, as a broken disk, a bug or an attacker would.

python spoil.py FOLDER flip       flip one bit of each blob
python spoil.py FOLDER truncate   remove the second half of each blob
python spoil.py FOLDER remove     remove all blobs
python spoil.py FOLDER garble     replace each result by invalid bytes
python spoil.py FOLDER lie        give all files of each result the content of the first: well-formed but false
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as reapi  # pants: no-infer-dep


def files(folder: Path) -> Iterator[Path]:
    """Return every file below the folder."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def flip_bit(content: bytes) -> bytes:
    """Return the content with one bit flipped in its middle."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def falsify(content: bytes) -> bytes:
    """Return the result with the digest of its first file for all files."""
    result = reapi.ActionResult.FromString(content)
    for file in result.output_files:
        file.digest.CopyFrom(result.output_files[0].digest)
    return result.SerializeToString()


def spoil(folder: Path, fault: str) -> int:
    """Damage the store in `folder`, and return the number of files that changed."""
    blobs = [path for path in files(folder / "cas") if path.stat().st_size]
    results = list(files(folder / "results"))
    match fault:
        case "remove":
            for path in blobs:
                path.unlink()
            return len(blobs)
        case "flip":
            changes = {path: flip_bit(path.read_bytes()) for path in blobs}
        case "truncate":
            changes = {path: path.read_bytes()[: path.stat().st_size // 2] for path in blobs}
        case "garble":
            changes = dict.fromkeys(results, b"\xff" * 99)
        case "lie":
            changes = {path: falsify(path.read_bytes()) for path in results}
        case _:
            raise SystemExit(f"the fault must be flip, truncate, remove, garble or lie, but is {fault!r}")
    before = {path: path.read_bytes() for path in changes}
    for path, content in changes.items():
        path.write_bytes(content)
    return sum(before[path] != content for path, content in changes.items())


if __name__ == "__main__":
    print(spoil(Path(sys.argv[1]), sys.argv[2]))
