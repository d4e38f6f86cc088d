"""The checksums of the whole site, in the form that ``sha256sum --check`` reads in its root."""

import re
from collections.abc import Iterable, Mapping

from locdata_build.render.artifacts import Artifact
from locdata_model.endpoints import CHECKSUMS_PATH

UNKNOWN_DIGEST = "0" * 64
"""What stands in the list as long as a file has not been written."""

LINE = re.compile(r"([0-9a-f]{64})  ([^/].*)\n")


def checksums(artifacts: Iterable[Artifact]) -> Artifact:
    """The file with the SHA-256 of each of ``artifacts``, in their order."""
    return listing({artifact.path: artifact.sha256 for artifact in artifacts})


def listing(digests: Mapping[str, str]) -> Artifact:
    """The file with the SHA-256 of each file by its path on the site, in the order given."""
    lines = (f"{digest}  {path.removeprefix('/')}\n" for path, digest in digests.items())
    return Artifact(CHECKSUMS_PATH, "".join(lines).encode())


def parse_checksums(content: bytes) -> dict[str, str]:
    """The SHA-256 by path on the site, which begins with a slash. Raises ``ValueError`` for what is no such file."""
    lines = content.decode().splitlines(keepends=True)
    matches = [LINE.fullmatch(line) for line in lines]
    parsed = {f"/{match[2]}": match[1] for match in matches if match and match[2].isprintable()}
    if not parsed or len(parsed) != len(lines):
        raise ValueError("must hold a checksum and a path in each line, and each path once")
    return parsed
