"""The locks of Python packages: what pins a package, and which lock that is."""

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from locdata_release.read.faults import ReleaseError
from locdata_release.read.files import read_file, sha256

LOCKS = Path("3rdparty/python")
"""The folder of the locks in the repository."""

CODE_LOCK = "python-default.lock"
"""What the code needs."""

PANTS_LOCK = "pants.lock"
"""What Pants needs, the runtime of the runnable file among it."""

BUILD_LOCKS = (PANTS_LOCK, CODE_LOCK, "setuptools.lock")
"""The locks that have a say in the bytes of a release: the last one builds the wheel."""

_PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[^ ;\\]+)")
_HASH = "    --hash=sha256:"


class Lock(Struct, frozen=True, kw_only=True):
    """A lock: its path in the repository, its own digest, and how many hashes it has for each ``name==version``."""

    path: str
    sha256: str
    hashes: Mapping[str, int]

    def demand(self, name: str, version: str) -> None:
        """Raise ``ReleaseError`` unless this lock pins that version of the package ``name`` by a hash."""
        if not self.hashes.get(f"{name}=={version}"):
            raise ReleaseError(f"{self.path}: must pin {name}=={version} by a hash, but does not")


def read_lock(checkout: Path, name: str) -> Lock:
    """The lock of that name in a checkout of the repository. Raises ``ReleaseError`` where it cannot be read."""
    content = read_file(checkout / LOCKS / name)
    hashes: dict[str, int] = {}
    pin = ""
    for line in content.decode(errors="replace").splitlines():
        if match := _PIN.match(line):
            pin = match.group()
        elif line.startswith(_HASH):
            hashes[pin] = hashes.get(pin, 0) + 1
    return Lock(path=(LOCKS / name).as_posix(), sha256=sha256(content), hashes=hashes)
