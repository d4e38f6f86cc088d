"""Verification of a site: the paths at which it differs from a build, and the first difference in a file."""

import datetime as dt
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from locdata_build.render.artifacts import Artifact
from locdata_build.site.archive import pack_archive
from locdata_build.site.files import Site
from locdata_model.urls import CHECKSUMS_PATH

MAX_SHOWN_PATHS = 10
"""Limit for the paths of a kind that are shown."""

CONTEXT = 40
"""Bytes that a message shows in front of the first difference in its line, and from there on."""


class Verification(Struct, frozen=True):
    """Result of a verification: the number of files that are the same, and lines on what differs."""

    same: int
    differences: tuple[str, ...]


def verify_site(site: Site, build: Sequence[Artifact], generated_at: dt.datetime) -> Verification:
    """Compare a site with a build: every byte, or every digest if the site is a list of checksums.

    Raises ``SourceError`` if a file of the site cannot be read.
    """
    has_content = bool(site)
    expected = {artifact.path: artifact for artifact in build if has_content or artifact.path != CHECKSUMS_PATH}
    digests = site.digests
    shared = digests.keys() & expected.keys()
    changed = sorted(path for path in shared if digests[path] != expected[path].sha256)
    unexpected = [*(digests.keys() - expected.keys()), *(f"{path} ({what})" for path, what in site.others.items())]
    same = len(shared) - len(changed)
    lines = [
        *_path_lines("differs", changed),
        *_path_lines("missing", sorted(expected.keys() - digests.keys())),
        *_path_lines("unexpected", sorted(unexpected)),
    ]
    if changed:
        # The list of checksums changes with any other file, so it says nothing unless it alone differs.
        first = next((path for path in changed if path != CHECKSUMS_PATH), CHECKSUMS_PATH)
        lines.append(f"first difference: {first}: {_detail(site, expected[first])}")
    if lines:
        lines.insert(0, f"{site.name}: {same} of {len(expected)} files are the same")
    elif site.archive and site.archive.read_bytes() != pack_archive(build, generated_at):
        lines.append(f"{site.name}: the files are the same, but the archive has other headers, such as another time")
    return Verification(same, tuple(lines))


def _path_lines(kind: str, paths: Sequence[str]) -> Iterator[str]:
    yield from (f"{kind}: {path}" for path in paths[:MAX_SHOWN_PATHS])
    if len(paths) > MAX_SHOWN_PATHS:
        yield f"{kind}: {len(paths) - MAX_SHOWN_PATHS} more"


def _detail(site: Mapping[str, bytes], expected: Artifact) -> str:
    if expected.path not in site:
        return f"must have the SHA-256 {expected.sha256}"
    return first_difference(site[expected.path], expected.content)


def first_difference(actual: bytes, expected: bytes) -> str:
    """Return the first byte at which two different files differ, and its line, with both contents there."""
    # By binary search: a loop over bytes would take seconds.
    lengths = range(min(len(actual), len(expected)))
    byte = bisect_left(lengths, True, key=lambda length: actual[: length + 1] != expected[: length + 1])
    start = max(expected.rfind(b"\n", 0, byte) + 1, byte - CONTEXT)
    contents = (content[start : byte + CONTEXT].decode(errors="backslashreplace") for content in (expected, actual))
    wanted, found = (ascii(content) if content else "nothing" for content in contents)
    line = expected.count(b"\n", 0, byte) + 1
    return f"line {line}, byte {byte}: must be {wanted}, got {found}"
