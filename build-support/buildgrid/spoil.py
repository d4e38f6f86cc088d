"""Spoils what a cache server has stored, in one of the ways that disks, bugs and liars have.

python spoil.py FOLDER flip       one bit of each blob is another
python spoil.py FOLDER truncate   each blob has lost its second half
python spoil.py FOLDER remove     there are no blobs
python spoil.py FOLDER garble     the results are noise
python spoil.py FOLDER lie        each result gives all its files the content of the first: well-formed, and wrong
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as reapi  # pants: no-infer-dep


def files(folder: Path) -> Iterator[Path]:
    """Every file below the folder."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def flipped(content: bytes) -> bytes:
    """The content with one bit changed in its middle."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def lying(content: bytes) -> bytes:
    """The result with one digest for all its files."""
    result = reapi.ActionResult.FromString(content)
    for file in result.output_files:
        file.digest.CopyFrom(result.output_files[0].digest)
    return result.SerializeToString()


def spoil(folder: Path, fault: str) -> int:
    """Spoils the store in `folder`. How many files are not what they were."""
    blobs = [path for path in files(folder / "cas") if path.stat().st_size]
    results = list(files(folder / "results"))
    match fault:
        case "remove":
            for path in blobs:
                path.unlink()
            return len(blobs)
        case "flip":
            changes = {path: flipped(path.read_bytes()) for path in blobs}
        case "truncate":
            changes = {path: path.read_bytes()[: path.stat().st_size // 2] for path in blobs}
        case "garble":
            changes = dict.fromkeys(results, b"\xff" * 99)
        case "lie":
            changes = {path: lying(path.read_bytes()) for path in results}
        case _:
            raise SystemExit(f"no such fault: {fault}")
    before = {path: path.read_bytes() for path in changes}
    for path, content in changes.items():
        path.write_bytes(content)
    return sum(before[path] != content for path, content in changes.items())


if __name__ == "__main__":
    print(spoil(Path(sys.argv[1]), sys.argv[2]))
