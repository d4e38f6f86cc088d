"""Writing the site as one tar archive that is the same bytes everywhere."""

import io
import tarfile
from collections.abc import Sequence
from pathlib import Path

from locdata_build.publish.file import replace_file
from locdata_build.publish.folder import FILE_MODE
from locdata_build.render.artifacts import Artifact


def publish_archive(artifacts: Sequence[Artifact], target: Path) -> None:
    """Write ``artifacts`` to the tar file ``target``, with no time, owner or order of this machine in it.

    Raises ``PublishError`` where the file cannot be written.
    """
    replace_file(target, _tar(artifacts))


def _tar(artifacts: Sequence[Artifact]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for artifact in artifacts:
            entry = tarfile.TarInfo(artifact.path.removeprefix("/"))
            entry.size, entry.mode = len(artifact.content), FILE_MODE
            archive.addfile(entry, io.BytesIO(artifact.content))
    return buffer.getvalue()
