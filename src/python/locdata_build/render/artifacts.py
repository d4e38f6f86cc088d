"""Artifacts, which are files of the site with path and content, their mode, and the checksums of all of them."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from locdata_model.urls import CHECKSUMS_PATH

FILE_MODE = 0o644
"""Everyone can read published files, whatever the umask is."""


class Artifact(Struct, frozen=True, dict=True):
    """A file of the site. ``path`` begins with a slash and is relative to the base URL."""

    path: str
    content: bytes

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of the content as hexadecimal digits."""
        return hashlib.sha256(self.content).hexdigest()


def in_path_order(artifacts: Iterable[Artifact]) -> tuple[Artifact, ...]:
    """Return the artifacts sorted by path."""
    return tuple(sorted(artifacts, key=lambda artifact: artifact.path))


def checksums(digests: Mapping[str, str]) -> Artifact:
    """Return the file for ``sha256sum --check`` in the root folder of the site, given the SHA-256 of each file by path."""
    lines = (f"{digests[path]}  {path.removeprefix('/')}\n" for path in sorted(digests))
    return Artifact(CHECKSUMS_PATH, "".join(lines).encode())
