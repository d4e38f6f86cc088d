"""An artifact: a path below the root of the site and the bytes that lie there."""

from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct


class Artifact(Struct, frozen=True):
    """A file of the site. ``path`` begins with a slash."""

    path: str
    content: bytes


def in_order(artifacts: Iterable[Artifact]) -> tuple[Artifact, ...]:
    """The artifacts by path. Raises ``ValueError`` where two share one."""
    ordered = tuple(sorted(artifacts, key=lambda artifact: artifact.path))
    for artifact, following in pairwise(ordered):
        if artifact.path == following.path:
            raise ValueError(f"two artifacts share a path: {artifact.path}")
    return ordered
