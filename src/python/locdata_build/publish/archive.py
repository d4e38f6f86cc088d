"""The site as one tar archive that is the same bytes everywhere."""

import datetime as dt
import io
import tarfile
from collections.abc import Sequence

from locdata_build.publish.writing import FILE_MODE
from locdata_build.render.artifacts import Artifact


def pack_archive(artifacts: Sequence[Artifact], generated_at: dt.datetime) -> bytes:
    """The bytes of a tar file with ``artifacts`` in their order, and with no owner or time of this machine in it.

    All files have the time of the build: servers make an ETag of a file's time and size, and with the same time in every
    archive they would take other bytes of the same size for the same.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for artifact in artifacts:
            entry = tarfile.TarInfo(artifact.path.removeprefix("/"))
            entry.size, entry.mode, entry.mtime = len(artifact.content), FILE_MODE, int(generated_at.timestamp())
            archive.addfile(entry, io.BytesIO(artifact.content))
    return buffer.getvalue()
