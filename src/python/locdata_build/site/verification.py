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

MAX_VALUE_LENGTH = 80
"""Limit for the characters of a content in a message."""

CONTEXT = 20
"""Characters that a message shows in front of the first difference in a long line, and bytes of a binary file."""


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
    """Return the place of the first difference of two files, as a line or a byte, with both contents there."""
    try:
        return _line_difference(actual.decode(), expected.decode())
    except UnicodeDecodeError:
        return _byte_difference(actual, expected)


def _line_difference(actual: str, expected: str) -> str:
    index = _first_index(actual, expected)
    start, number = expected.rfind("\n", 0, index) + 1, expected.count("\n", 0, index) + 1
    shown = start if index - start <= MAX_VALUE_LENGTH - CONTEXT else index - CONTEXT
    texts = (ascii(_line_from(text, shown)) if text[shown:] else "nothing" for text in (actual, expected))
    return f"line {number}: {_message(*texts)}"


def _line_from(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start : end + 1] if end >= 0 else text[start:]


def _byte_difference(actual: bytes, expected: bytes) -> str:
    start = _first_index(actual, expected)
    texts = (content[start : start + CONTEXT].hex(" ") or "nothing" for content in (actual, expected))
    return f"byte {start}: {_message(*texts)}"


def _first_index(one: str | bytes, other: str | bytes) -> int:
    """Return the length of the common prefix of two texts, by binary search: a loop over characters would take seconds."""
    lengths = range(min(len(one), len(other)))
    return bisect_left(lengths, True, key=lambda length: one[: length + 1] != other[: length + 1])


def _message(actual: str, expected: str) -> str:
    return f"must be {_shorten(expected)}, got {_shorten(actual)}"


def _shorten(text: str) -> str:
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"
