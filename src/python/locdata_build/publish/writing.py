"""Writing files into a folder that nobody else knows yet."""

import os
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from locdata_build.publish.contents import folders_of
from locdata_build.render.artifacts import Artifact

FILE_MODE = 0o644
FOLDER_MODE = 0o755
"""Published files and folders can be read by all, whatever the umask."""


class Written(Struct, frozen=True):
    """A file that has been written: its path on the site, its size in bytes, its SHA-256 as hexadecimal digits."""

    path: str
    size: int
    sha256: str


class Writer:
    """Writes files below ``folder``, which it makes."""

    def __init__(self, folder: Path) -> None:
        self._root = str(folder)
        folder.mkdir(FOLDER_MODE, exist_ok=True)
        # Where the umask takes no right away, no file needs a call of its own to get it back.
        self._must_set_modes = folder.stat().st_mode & 0o777 != FOLDER_MODE
        self._allow(self._root)

    def make_folders(self, paths: Iterable[str]) -> None:
        """Make every folder that files at ``paths`` (of the site) need. Raises ``OSError``."""
        for place in sorted(folders_of(path.removeprefix("/") for path in paths)):
            # What another file needs, or what is no folder, may be there already.
            Path(self._root, place).mkdir(FOLDER_MODE, exist_ok=True)
            self._allow(f"{self._root}/{place}")

    def _allow(self, place: str) -> None:
        if self._must_set_modes:
            os.chmod(place, FOLDER_MODE)  # noqa: PTH101  # No object for each of thousands of paths.

    def write(self, artifact: Artifact) -> None:
        """Write a file; one of the same size that is there already is written over. Raises ``OSError``."""
        file = os.open(f"{self._root}{artifact.path}", os.O_WRONLY | os.O_CREAT, FILE_MODE)
        try:
            if self._must_set_modes:
                os.fchmod(file, FILE_MODE)
            content = memoryview(artifact.content)
            while content:
                content = content[os.write(file, content) :]
        finally:
            os.close(file)

    def write_and_tell(self, artifact: Artifact) -> Written:
        """Write a file, and tell what it is."""
        self.write(artifact)
        return Written(artifact.path, len(artifact.content), artifact.sha256)
