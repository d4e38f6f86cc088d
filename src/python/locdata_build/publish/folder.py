"""Writing the site into a folder, whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from locdata_build.publish.file import FILE_MODE, PublishError
from locdata_build.render.artifacts import Artifact
from locdata_model.endpoints import INDEX

FOLDER_MODE = 0o755
"""Published folders can be read by all, whatever the umask."""


def publish_folder(artifacts: Sequence[Artifact], target: Path) -> None:
    """Make ``target`` hold just ``artifacts``, whatever the umask.

    The files are written into a fresh folder beside ``target``, which then takes its place. Raises ``PublishError``,
    and leaves ``target`` as it was, where it holds something that is no site or where writing fails.
    """
    parent = target.absolute().parent
    try:
        _refuse_foreign(target, {artifact.path.split("/")[1] for artifact in artifacts})
        parent.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=".locdata-", dir=parent))
    except OSError as error:
        raise PublishError(f"{target}: cannot be written: {error.strerror}") from error
    try:
        fresh = staging / "fresh"
        for artifact in artifacts:
            _write(fresh / artifact.path.removeprefix("/"), artifact.content)
        _open_folders(fresh)
        _swap(fresh, target, staging / "former")
    except BaseException as error:
        _put_back(staging / "former", target)
        if isinstance(error, OSError):
            raise PublishError(f"{error.filename or target}: cannot be written: {error.strerror}") from error
        raise
    finally:
        # A former site that could not be put back stays where the message says that it is.
        if target.exists() or not (staging / "former").exists():
            shutil.rmtree(staging, ignore_errors=True)


def _refuse_foreign(target: Path, known: set[str]) -> None:
    """Only a former site, an empty folder or nothing may be replaced: a slip of the hand must not cost a folder.

    A former site has an index, and nothing at its top (a ``.git``, say) but the ``known`` names that are written anew.
    """
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise PublishError(f"{target}: must be a folder or not exist, but is something else")
    names = {entry.name for entry in target.iterdir()} if target.is_dir() else set()
    if names and not (target / INDEX.path.removeprefix("/")).is_file():
        raise PublishError(f"{target}: must be empty, new or a former site, but holds other files")
    if names - known:
        strangers = ", ".join(sorted(names - known))
        raise PublishError(f"{target}: must hold nothing but a former site, but also holds {strangers}")


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    file.chmod(FILE_MODE)


def _open_folders(root: Path) -> None:
    root.mkdir(exist_ok=True)
    for folder, _, _ in os.walk(root):
        Path(folder).chmod(FOLDER_MODE)


def _swap(fresh: Path, target: Path, former: Path) -> None:
    if target.exists():
        target.rename(former)
    fresh.rename(target)


def _put_back(former: Path, target: Path) -> None:
    """Give ``target`` its former content again, if it was taken away. Raises ``PublishError`` where that fails."""
    if not former.exists():
        return
    try:
        former.rename(target)
    except OSError as error:
        message = f"{target}: cannot be written, and what was there is kept in {former}: {error.strerror}"
        raise PublishError(message) from error
