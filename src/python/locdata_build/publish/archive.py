"""The site as one tar archive that is the same bytes everywhere."""

import io
import tarfile
from collections.abc import Sequence

from locdata_build.publish.file import FILE_MODE
from locdata_build.render.artifacts import Artifact


def pack_archive(artifacts: Sequence[Artifact]) -> bytes:
    """The bytes of a tar file with ``artifacts`` in their order, and with no time or owner of this machine in it."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for artifact in artifacts:
            entry = tarfile.TarInfo(artifact.path.removeprefix("/"))
            entry.size, entry.mode = len(artifact.content), FILE_MODE
            archive.addfile(entry, io.BytesIO(artifact.content))
    return buffer.getvalue()
