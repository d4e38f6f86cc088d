"""An artifact: a path below the root of the site and the bytes that lie there."""

import hashlib
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise

from msgspec import Struct


class Artifact(Struct, frozen=True, dict=True):
    """A file of the site. ``path`` begins with a slash."""

    path: str
    content: bytes

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of its content as hexadecimal digits, made once: several files tell that of others."""
        return hashlib.sha256(self.content).hexdigest()


def in_order(artifacts: Iterable[Artifact]) -> tuple[Artifact, ...]:
    """The artifacts by path. Raises ``ValueError`` where two share one."""
    ordered = tuple(sorted(artifacts, key=lambda artifact: artifact.path))
    for artifact, following in pairwise(ordered):
        if artifact.path == following.path:
            raise ValueError(f"two artifacts share a path: {artifact.path}")
    return ordered
